import Digests
import Foundation
import Postgres

/// An account at a provider of OpenID Connect.
public struct OpenIDAccount: Sendable {
    /// The store knows an account only by this digest of issuer and subject.
    let sha256: [UInt8]

    public init(issuer: String, subject: String) {
        sha256 = SHA256.hash(Array(issuer.utf8) + [0] + Array(subject.utf8))
    }
}

/// The sessions of people who log in at a provider of OpenID Connect.
///
/// The provider names the person, as a trusted proxy does. A provider may give the name to another
/// account later, so the first login links the account to the person's own holder. From then on,
/// only this account logs in as the person, and it logs in as no other person.
public enum OpenIDSessionStore {
    /// The result of a login.
    public enum Opening: Sendable {
        case opened(BearerToken, Person)
        /// No person has this name.
        case unknownUser
        /// The person is linked to another account, or the account to another person.
        case otherAccount
        /// The login has made a session before.
        case used
    }

    /// Makes a session, and links the account if the person has none.
    ///
    /// - Parameters:
    ///   - user: the name of the person.
    ///   - id: the id of the session. The same login has the same id.
    ///   - name: the text that the list of sessions shows, such as the name of the browser.
    /// - Throws: `PostgresError`.
    public static func open(
        user: String, account: OpenIDAccount, id: UUID, name: String, _ session: Session
    ) throws -> Opening {
        try session.transaction {
            let person: Person
            do { person = try PersonStore.find(name: user, session) } catch let error as HealthDatabaseError
                where error.code == .unknownPerson
            { return .unknownUser }
            guard try link(account, to: person, session) else { return .otherAccount }
            // The transaction has locked the holder, so another request with this login has ended.
            let isUsed =
                try session.run(
                    "select 1 from health.token where person_id = $1 and token_id = $2", person, id
                ).rowCount == 1
            guard !isUsed else { return .used }
            let holder = try HolderStore.own(of: person, session)
            let token = try PageSessionStore.create(
                about: person.id, holderID: holder.id, openedBy: .openID, name: name, id: id, session)
            return .opened(token, person)
        }
    }

    /// Returns false if the person or the account has another link.
    private static func link(_ account: OpenIDAccount, to person: Person, _ session: Session) throws -> Bool {
        try session.affectedRows(
            """
            update health.holder set openid_sha256 = $2
            where person_id = $1 and (openid_sha256 is null or openid_sha256 = $2)
                and not exists (
                    select 1 from health.holder other where other.openid_sha256 = $2 and other.person_id <> $1)
            """, person, account.sha256) == 1
    }

    /// Removes the link of a person, so that the next login links another account. Sessions go on.
    ///
    /// - Throws: `PostgresError`.
    public static func unlink(_ person: Person, _ session: Session) throws {
        try session.run("update health.holder set openid_sha256 = null where person_id = $1", person)
    }
}
