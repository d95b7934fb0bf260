import Foundation
import Postgres

/// What the open streams of people depend on. A service on a standby reads it again and again,
/// because a standby receives no notifications.
public struct FeedStates: Sendable, Equatable {
    /// For each person, a text that changes with the end of the feed and with the grants. A person
    /// who was erased is missing.
    public private(set) var feeds: [Int32: String] = [:]
    /// The ids of tokens and sessions that exist and are not revoked. They may have expired.
    public private(set) var tokens: Set<UUID> = []

    public init() {}

    /// Reads the states of people and tokens.
    ///
    /// - Parameter tokens: the ids of tokens, with the person whom each is about.
    /// - Throws: `PostgresError`.
    public init(of people: [Int32], tokens: [UUID: Int32], _ session: Session) throws {
        let grants: [Int32: String] = try session.dictionary(
            """
            select person_id, md5(string_agg(concat(grant_id, ' ', revoked_at), ',' order by grant_id))
            from health.access_grant where person_id = any($1) group by person_id
            """, people)
        let positions: [Int32: Int64] = try session.dictionary(
            "select person_id, last_position from health.change_counter where person_id = any($1)", people)
        for (person, position) in positions { feeds[person] = "\(position) \(grants[person] ?? "")" }
        self.tokens = Set(
            try session.all(
                """
                select token_id from health.token
                where person_id = any($1) and token_id = any($2::text[]::uuid[]) and revoked_at is null
                """, Array(Set(tokens.values)), tokens.keys.map(\.uuidString), as: UUID.self))
    }
}
