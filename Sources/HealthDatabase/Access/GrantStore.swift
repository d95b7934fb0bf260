import Foundation
import HealthCore
import Postgres

/// A grant: what a holder may do with the samples of a person.
public struct AccessGrant: Sendable, Hashable {
    public var id: UUID
    public var personID: Int32
    public var personName: String
    public var holder: Holder
    /// The preset that wrote the grant; nil for none.
    public var preset: String?
    public var terms: AccessTerms
    public var granted: Instant
    /// The name of the holder that granted it; nil for the operator.
    public var grantedBy: String?
    /// The time of the revocation; nil if it was not revoked.
    public var revoked: Instant?

    /// Whether it is the grant of a person's own holder.
    public var isOwn: Bool { holder.personID == personID }

    /// Whether it is neither revoked nor expired.
    public func isValid(at now: Instant) -> Bool { revoked == nil && terms.expires.map { $0 > now } ?? true }
}

/// The grants of the store.
public enum GrantStore {
    /// The maximum number of valid grants about one person, without the own holder's grant.
    public static let grantsPerPersonMax: Int64 = 200
    /// The maximum number of revoked and expired grants about one person. The oldest are deleted.
    public static let endedGrantsPerPersonMax: Int64 = 1_000

    /// A condition on `health.access_grant`.
    static let isValid =
        "access_grant.revoked_at is null and (access_grant.expires_at is null or access_grant.expires_at > now())"

    /// Grants access.
    ///
    /// - Parameter grantedBy: the holder that grants it; nil for the operator.
    /// - Throws: `ParameterError` for terms without rights or types, or with an unknown type;
    ///   `HealthDatabaseError` (`ownGrant`, `unknownPerson`, `tooManyGrants`), `PostgresError`.
    public static func add(
        _ terms: AccessTerms, about person: Person, to holder: Holder, preset: AccessPreset? = nil,
        grantedBy: Holder? = nil, _ session: Session
    ) throws -> AccessGrant {
        guard holder.personID != person.id else {
            throw HealthDatabaseError(
                .ownGrant, "\(person.name)'s own holder may do everything already",
                hint: "name another holder; healthstore holder list shows them")
        }
        return try session.transaction {
            try lock(person, session)
            let typeIDs = try TermsColumns.typeIDs(of: terms, person, session)
            try makeRoom(for: person, session)
            let id = UUID()
            _ = try session.execute(
                """
                insert into health.access_grant (
                    person_id, grant_id, holder_id, preset, granted_by, \(TermsColumns.names))
                values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
                """,
                [.int32(person.id), .uuid(id), .int32(holder.id), .text(preset?.rawValue), .int32(grantedBy?.id)]
                    + TermsColumns.values(terms, typeIDs: typeIDs, allGroups: terms.scope.hasAllGroups))
            try AccessChange(personID: person.id, holderID: holder.id).notify(session)
            return try find(id, about: person, session)
        }
    }

    /// Returns the grants about a person: the own holder's grant, and then the others, the oldest
    /// first.
    ///
    /// - Throws: `PostgresError`.
    public static func list(about person: Person, _ session: Session) throws -> [AccessGrant] {
        try grants("access_grant.person_id = $1", [.int32(person.id)], session)
    }

    /// Returns the grants of a holder: an own holder's grant about its person, and then the others,
    /// the oldest first.
    ///
    /// - Throws: `PostgresError`.
    public static func list(of holder: Holder, _ session: Session) throws -> [AccessGrant] {
        try grants("access_grant.holder_id = $1", [.int32(holder.id)], session)
    }

    /// Returns the valid grants of a holder about a person, the oldest first.
    ///
    /// - Throws: `PostgresError`.
    public static func valid(of holder: Holder, about person: Person, _ session: Session) throws -> [AccessGrant] {
        try grants(
            "access_grant.person_id = $1 and access_grant.holder_id = $2 and \(isValid)",
            [.int32(person.id), .int32(holder.id)], session)
    }

    /// Returns a grant.
    ///
    /// - Throws: `HealthDatabaseError` (`unknownGrant`), `PostgresError`.
    public static func find(_ id: UUID, about person: Person, _ session: Session) throws -> AccessGrant {
        let found = try grants(
            "access_grant.person_id = $1 and access_grant.grant_id = $2", [.int32(person.id), .uuid(id)], session)
        guard let grant = found.first else {
            throw HealthDatabaseError(
                .unknownGrant, "there is no such grant about \(person.name)",
                hint: "healthstore access list shows the ids of grants")
        }
        return grant
    }

    /// Revokes a grant and notifies services, which end open streams. A second revocation changes
    /// nothing.
    ///
    /// - Throws: `HealthDatabaseError` (`unknownGrant`, `ownGrant`), `PostgresError`.
    public static func revoke(_ id: UUID, about person: Person, _ session: Session) throws {
        let grant = try find(id, about: person, session)
        guard !grant.isOwn else {
            throw HealthDatabaseError(.ownGrant, "\(person.name)'s own grant cannot be revoked")
        }
        try session.transaction {
            let revoked = try session.run(
                """
                update health.access_grant set revoked_at = now()
                where person_id = $1 and grant_id = $2 and revoked_at is null
                """, person, id)
            guard revoked.affectedRows > 0 else { return }
            try AccessChange(personID: person.id, holderID: grant.holder.id).notify(session)
        }
    }

    /// Revokes every valid grant of a holder about a person.
    ///
    /// - Returns: the number of revoked grants.
    /// - Throws: `HealthDatabaseError` (`ownGrant`), `PostgresError`.
    @discardableResult
    public static func revokeAll(of holder: Holder, about person: Person, _ session: Session) throws -> Int {
        guard holder.personID != person.id else {
            throw HealthDatabaseError(.ownGrant, "\(person.name)'s own grant cannot be revoked")
        }
        return try session.transaction {
            let revoked = try session.run(
                """
                update health.access_grant set revoked_at = now()
                where person_id = $1 and holder_id = $2 and \(isValid)
                """, person, holder.id)
            if revoked.affectedRows > 0 {
                try AccessChange(personID: person.id, holderID: holder.id).notify(session)
            }
            return Int(revoked.affectedRows)
        }
    }

    /// Returns the identifiers of the person's types that are not in the catalogue. Grants may name
    /// them.
    ///
    /// - Throws: `PostgresError`.
    public static func otherTypes(of person: Person, _ session: Session) throws -> Set<String> {
        Set(
            try session.all(
                """
                select identifier
                from health.person_sample_type join health.sample_type using (sample_type_id)
                where person_id = $1 and not in_catalogue
                """, person, as: String.self))
    }

    // MARK: Parts

    /// Blocks other sessions that add a grant about the person until the transaction ends, so that
    /// they cannot exceed the limit together.
    private static func lock(_ person: Person, _ session: Session) throws {
        try PersonLock.take(person, session)
        guard try PersonStore.exists(person, session) else {
            throw HealthDatabaseError(.unknownPerson, "there is no person named \"\(person.name)\"")
        }
    }

    private static func makeRoom(for person: Person, _ session: Session) throws {
        let count = try session.value(
            """
            select count(*)
            from health.access_grant join health.holder using (holder_id)
            where access_grant.person_id = $1 and holder.person_id is distinct from $1 and \(isValid)
            """, person, as: Int64.self)
        guard count < grantsPerPersonMax else {
            throw HealthDatabaseError(
                .tooManyGrants,
                "there are already \(grantsPerPersonMax) grants about \(person.name), which is the limit",
                hint: "healthstore access list shows the grants, healthstore access revoke ends one")
        }
        try session.run(
            """
            delete from health.access_grant
            where person_id = $1 and grant_id in (
                select grant_id from health.access_grant
                where person_id = $1 and not (\(isValid))
                order by least(revoked_at, expires_at) desc offset \(endedGrantsPerPersonMax))
            """, person)
    }

    private static func grants(
        _ condition: String, _ parameters: [Parameter], _ session: Session
    ) throws -> [AccessGrant] {
        try session.all(
            """
            select access_grant.grant_id, access_grant.person_id, whose.name, \(HolderStore.columns),
                access_grant.preset, \(TermsColumns.selection("access_grant")),
                access_grant.granted_at, coalesce(giver_person.name, giver.name), access_grant.revoked_at
            from health.access_grant
            join health.person whose on whose.person_id = access_grant.person_id
            join health.holder on holder.holder_id = access_grant.holder_id
            left join health.person on person.person_id = holder.person_id
            left join health.holder giver on giver.holder_id = access_grant.granted_by
            left join health.person giver_person on giver_person.person_id = giver.person_id
            where \(condition)
            order by access_grant.person_id is distinct from holder.person_id, access_grant.granted_at,
                access_grant.grant_id
            """, parameters, as: AccessGrant.init)
    }
}
