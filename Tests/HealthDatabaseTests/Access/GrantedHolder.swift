import Foundation
import Postgres

@testable import HealthDatabase

/// The terms that a test grants to a holder.
struct TestGrant {
    var rights: Set<String>
    var allGroups = false
    var groups: [String] = []
    /// Short names or identifiers.
    var types: [String] = []
    /// Seconds after `SampleMaker.zero`.
    var from: Double?
    var to: Double?
    var showsNames = true

    static let everything = TestGrant(
        rights: ["read", "write", "manage"], allGroups: true, groups: ["reproductive", "clinical", "routes"])
}

extension TestStore {
    /// A token of a new holder with these grants about the person.
    func holder(_ name: String, _ grants: TestGrant...) throws -> BearerToken {
        let holderID = try session.execute(
            "insert into health.holder (name) values ($1) returning holder_id", [.text(name)])[0].int32(0)
        for grant in grants { try add(grant, to: holderID) }
        return try token(of: holderID)
    }

    func add(_ grant: TestGrant, to holderID: Int32) throws {
        func time(_ seconds: Double?) -> Parameter {
            .timestamptz(seconds.map { SampleMaker.zero * 1_000_000 + Int64($0 * 1_000_000) })
        }
        _ = try session.execute(
            """
            insert into health.access_grant (
                person_id, grant_id, holder_id, may_read, may_write, may_manage, all_groups, groups, sample_type_ids,
                from_time, to_time, shows_names)
            select $1, gen_random_uuid(), $2, $3, $4, $5, $6, $7, array(
                    select sample_type_id from health.sample_type where short_name = any($8) or identifier = any($8)),
                $9, $10, $11
            """,
            [
                .int32(person.id), .int32(holderID), .bool(grant.rights.contains("read")),
                .bool(grant.rights.contains("write")), .bool(grant.rights.contains("manage")), .bool(grant.allGroups),
                .textArray(grant.groups), .textArray(grant.types), time(grant.from), time(grant.to),
                .bool(grant.showsNames),
            ])
    }

    /// A new token of a holder; of the person's own if it is nil.
    func token(of holderID: Int32?) throws -> BearerToken {
        let token = try TokenStore.create(for: person, name: "", session)
        if let holderID {
            _ = try session.execute(
                "update health.token set holder_id = $3 where person_id = $1 and token_id = $2",
                [.int32(person.id), .uuid(token.tokenID), .int32(holderID)])
        }
        return token
    }

    func caller(_ token: BearerToken) throws -> Caller {
        guard let caller = try TokenStore.caller(for: token, session) else { throw TokenMissing() }
        return caller
    }

    private struct TokenMissing: Error {}

    @discardableResult
    func post(
        as token: BearerToken, _ make: (inout SampleMaker) throws -> Void
    ) throws -> BatchReceipt {
        var maker = SampleMaker()
        try make(&maker)
        let access = try WriteAccess(try caller(token), session)
        return try BatchWriter(person: person, session: session, access: access).write(maker.batch)
    }

    /// The uuids of samples, or the rows of another query, that the holder reads.
    func read(as token: BearerToken, _ sql: String = "select uuid from health.sample order by uuid") throws -> [UUID] {
        try session.reading(as: try caller(token).access) { try session.execute(sql).map { try $0.uuid(0) } }
    }
}
