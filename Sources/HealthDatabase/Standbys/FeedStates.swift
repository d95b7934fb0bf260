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
        var grants: [Int32: String] = [:]
        for row in try session.run(
            """
            select person_id, md5(string_agg(concat(grant_id, ' ', revoked_at), ',' order by grant_id))
            from health.access_grant where person_id = any($1) group by person_id
            """, people)
        {
            grants[try row.int32(0)] = try row.text(1)
        }
        for row in try session.run(
            "select person_id, last_position from health.change_counter where person_id = any($1)", people)
        {
            let person = try row.int32(0)
            feeds[person] = "\(try row.int64(1)) \(grants[person] ?? "")"
        }
        for row in try session.run(
            """
            select token_id from health.token
            where person_id = any($1) and token_id = any($2::text[]::uuid[]) and revoked_at is null
            """, Array(Set(tokens.values)), tokens.keys.map(\.uuidString))
        {
            self.tokens.insert(try row.uuid(0))
        }
    }
}
