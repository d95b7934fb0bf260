import Foundation
import HealthCore
import Postgres

/// A person who granted something to a holder.
public struct GrantedPerson: Sendable, Hashable {
    public var uuid: UUID
    public var name: String
    /// The rights that the valid grants give together.
    public var rights: AccessRights
}

extension GrantStore {
    /// Returns the people with a valid grant to the holder, in order of name.
    ///
    /// - Throws: `PostgresError`.
    public static func people(ofHolder holderID: Int32, _ session: Session) throws -> [GrantedPerson] {
        try session.all(
            """
            select person.uuid, person.name, granted.may_read, granted.may_write, granted.may_manage
            from (
                select person_id, bool_or(may_read) as may_read, bool_or(may_write) as may_write,
                    bool_or(may_manage) as may_manage
                from health.access_grant
                where holder_id = $1 and \(isValid)
                group by person_id) granted
            join health.person using (person_id)
            order by person.name
            """, holderID, as: GrantedPerson.init)
    }
}

extension HolderStore {
    /// Returns a holder; nil if it has been removed.
    ///
    /// - Throws: `PostgresError`.
    public static func find(id: Int32, _ session: Session) throws -> Holder? {
        try holders("holder.holder_id = $1", [.int32(id)], session).first
    }
}

extension TokenStore {
    /// Returns a token, session or login link about a person; nil if there is none with this id.
    ///
    /// - Throws: `PostgresError`.
    public static func find(_ id: UUID, of person: Person, _ session: Session) throws -> Listed? {
        try list(for: person, session).first { $0.id == id }
    }
}
