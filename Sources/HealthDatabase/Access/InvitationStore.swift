import Foundation
import HealthCore
import Postgres

/// An invitation that was not accepted yet: a link with which a new holder gets access.
public struct Invitation: Sendable {
    public let id: UUID
    /// The name that the new holder will have.
    public let holderName: String
    /// The terms of the grant that the holder will have.
    public let terms: AccessTerms
    /// The holder who invites.
    public let invitedBy: Holder
    public let created: Instant
    /// The end of the link.
    public let linkExpires: Instant
}

/// The invitations of people to new holders.
///
/// An invitation is a row of `health.token` that belongs to the holder who invites, and has the
/// terms of the later grant. Holder and grant are made when the link is opened.
public enum InvitationStore {
    public static let daysDefault = 7
    /// The maximum number of days for which a link is valid.
    public static let daysMax = 30

    private static let columns = """
        token.token_id, token.name, \(TermsColumns.selection("token")), \(HolderStore.columns), token.created_at,
            token.secret_expires_at
        """
    private static let tables = """
        health.token
            join health.holder on holder.holder_id = token.holder_id
            left join health.person on person.person_id = holder.person_id
        """

    /// Creates an invitation.
    ///
    /// - Parameters:
    ///   - name: the name of the invited holder.
    ///   - terms: the terms of the grant.
    ///   - holder: the holder who invites.
    ///   - coverage: what the inviter may give.
    /// - Throws: `HealthDatabaseError` (`malformedName`, `personExists` if the name is that of a
    ///   person, an analyst, or a holder with access that the inviter may not give,
    ///   `tooManyTokens`), `PostgresError`, and the errors of `TokenStore.create`.
    public static func create(
        about person: Person, to name: String, terms: AccessTerms, by holder: Holder, within coverage: AccessCoverage,
        linkExpires: Instant, _ session: Session
    ) throws -> BearerToken {
        try PersonStore.checkName(name, of: "a holder")
        return try session.transaction {
            guard try isFree(name, about: person, within: coverage, session) else {
                throw HealthDatabaseError(
                    .personExists, "\"\(name)\" is a person, an analyst, or has access that you may not give",
                    hint: "share with the name instead, or invite by another name")
            }
            // The row keeps the end of the later grant in expires_at.
            return try TokenStore.create(
                for: person, name: name, holder: holder, terms: terms, kind: .invitation, secretExpires: linkExpires,
                session)
        }
    }

    /// Returns the invitations about a person that can still be accepted, oldest first.
    ///
    /// - Throws: `PostgresError`.
    public static func list(about person: Person, _ session: Session) throws -> [Invitation] {
        try session.all(
            """
            select \(columns) from \(tables)
            where token.person_id = $1 and token.kind = 'invitation' and \(TokenKind.isCurrent)
            order by token.created_at, token.token_id
            """, person, as: Invitation.init)
    }

    /// Makes the holder and the grant of an invitation.
    ///
    /// - Returns: the id of the holder; nil if the holder who invited may no longer give the
    ///   access, or the name belongs to another holder by now.
    /// - Throws: `HealthDatabaseError` (`tooManyGrants`, `tooManyHolders`), `PostgresError`.
    static func accept(_ id: UUID, about person: Person, _ session: Session) throws -> Int32? {
        guard let invitation = try list(about: person, session).first(where: { $0.id == id }) else { return nil }
        let held = try GrantStore.valid(of: invitation.invitedBy, about: person, session).map(\.terms)
        let mayGrant = held.contains { $0.rights.contains(.manage) }
        let coverage = AccessCoverage(held)
        guard mayGrant, coverage.covers(invitation.terms),
            try isFree(invitation.holderName, about: person, within: coverage, session)
        else { return nil }
        let holder =
            try existing(invitation.holderName, session) ?? HolderStore.add(name: invitation.holderName, session)
        let granted = try GrantStore.valid(of: holder, about: person, session)
        if !granted.contains(where: { $0.terms == invitation.terms }) {
            _ = try GrantStore.add(
                invitation.terms, about: person, to: holder, grantedBy: invitation.invitedBy, session)
        }
        return holder.id
    }

    /// Returns true if a session of the holder with this name gives only what the inviter may give:
    /// there is no such holder, or it is no person and no analyst, has no grant about another
    /// person, and has none that exceeds `coverage`. Otherwise the inviter could act as the holder.
    private static func isFree(
        _ name: String, about person: Person, within coverage: AccessCoverage, _ session: Session
    ) throws -> Bool {
        guard let holder = try existing(name, session) else { return true }
        guard holder.kind == .other else { return false }
        let hasOthers = try GrantStore.people(ofHolder: holder.id, session).contains { $0.uuid != person.uuid }
        return try !hasOthers
            && GrantStore.valid(of: holder, about: person, session).allSatisfy { coverage.covers($0.terms) }
    }

    private static func existing(_ name: String, _ session: Session) throws -> Holder? {
        do { return try HolderStore.find(name: name, session) } catch let error as HealthDatabaseError
            where error.code == .unknownHolder
        { return nil }
    }
}
