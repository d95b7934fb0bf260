import Foundation
import HealthCore
import Postgres
import TestSupport
import Testing

@testable import HealthDatabase

/// `health.access_of`, from which the service and the policies take what a holder may do.
@Suite struct AccessRuleTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    private static let start = Instant(rfc3339: "2024-03-30T20:00:00Z") ?? Instant(seconds: 0)

    @Test("access is that of grants and token in each hour, for random grants and tokens")
    func random() throws {
        try store.post { try $0.add(UUID(), .quantity(1, type: AccessModel.ownType)) }
        let typeIDs = Dictionary(
            uniqueKeysWithValues: try AccessModel.types.map { ($0, try store.sampleTypeID($0)) })
        let holders = try ["Ben", "study"].map { try HolderStore.add(name: $0, store.session).id }
        var answers = [0, 0]
        for seed in 0..<Rounds.count(120, short: 12) {
            _ = try store.session.execute(
                "delete from health.access_grant where holder_id = any ($1)", [.int32Array(holders)])
            _ = try store.session.execute("delete from health.token")
            let model = try AccessModel.random(
                seed: UInt64(seed), store, holders, typeIDs, start: Self.start)
            for holder in holders {
                for token in [nil, UUID()] + Array(model.tokens.keys) {
                    try check(model, holder, token, typeIDs, store, &answers, seed: seed)
                }
            }
        }
        // Otherwise the test would prove little.
        #expect(answers.allSatisfy { $0 > Rounds.count(1_000, short: 100) })
    }

    private func check(
        _ model: AccessModel, _ holder: Int32, _ token: UUID?, _ typeIDs: [String: Int32], _ store: TestStore,
        _ answers: inout [Int], seed: Int
    ) throws {
        let access = try store.session.execute(
            "select health.access_of($1, $2, $3)::text", [.int32(store.person.id), .int32(holder), .uuid(token)])[0]
            .text(0)
        let flags = try #require(try JSONSerialization.jsonObject(with: Data(access.utf8)) as? [String: Any])
        let expected: [String: Bool] = [
            "mayRead": model.has(.read, holder, token), "mayWrite": model.has(.write, holder, token),
            "mayManage": model.has(.manage, holder, token), "showsNames": model.showsNames(holder, token),
            "readsAll": model.hasAll(.read, holder, token) && model.showsNames(holder, token),
            "writesAll": model.hasAll(.write, holder, token),
        ]
        for (name, value) in expected { #expect(flags[name] as? Bool == value, "\(seed) \(name)") }
        let probes = AccessModel.types.flatMap { type in
            [(0, 0), (0, 3), (4, 5), (5, 5), (3, 9), (11, 12)].map { (type: type, start: $0.0, end: $0.1) }
        }
        let rows = try store.session.execute(
            """
            select
                coalesce(($1::jsonb -> 'readsAll')::boolean, false) or exists (
                    select from unnest(($1::jsonb ->> 'spans')::health.readable_span[]) granted
                    where probe.type = any (granted.sample_type_ids) and granted.reads @> since
                        and granted.reads @> tstzrange(since, until)),
                coalesce(($1::jsonb -> 'writesAll')::boolean, false) or exists (
                    select from unnest(($1::jsonb ->> 'spans')::health.readable_span[]) granted
                    where probe.type = any (granted.sample_type_ids) and granted.writes @> since
                        and granted.writes @> tstzrange(since, until))
            from unnest($3::integer[], $4::integer[], $5::integer[]) with ordinality as probe (type, first, last, number)
            cross join lateral (
                select $2 + probe.first * interval '1 hour', $2 + probe.last * interval '1 hour') as span (since, until)
            order by number
            """,
            [
                .jsonb(Array(access.utf8)), .timestamptz(Self.start.microseconds),
                .int32Array(probes.compactMap { typeIDs[$0.type] }), .int32Array(probes.map { Int32($0.start) }),
                .int32Array(probes.map { Int32($0.end) }),
            ])
        for (row, probe) in zip(rows, probes) {
            let reads = model.may(.read, probe.type, probe.start, probe.end, holder, token)
            let writes = model.may(.write, probe.type, probe.start, probe.end, holder, token)
            #expect(try row.bool(0) == reads, "\(seed) reads \(probe)")
            // The policies show what the holder saved at these times, but not to a token that only
            // writes.
            let showsSaved = writes && model.tokenReads(holder, token) || model.hasAll(.write, holder, token)
            #expect(try row.bool(1) == showsSaved, "\(seed) writes \(probe)")
            answers[reads ? 1 : 0] += 1
        }
    }

    @Test("a holder reads no more inside a transaction that reads everything")
    func nested() throws {
        try store.post {
            try $0.add(UUID(), .quantity(1, type: "stepCount"))
            try $0.add(UUID(), .quantity(1, type: "flightsClimbed"))
        }
        let token = try store.holder("Ben", TestGrant(rights: ["read"], types: ["stepCount"]))
        let counts = try store.session.reading {
            [try store.count("sample"), Int64(try store.read(as: token).count)]
        }
        #expect(counts == [2, 1])
    }

    @Test("the id of a type is kept in a session only once the type cannot be rolled back")
    func lastingIDs() throws {
        struct Stop: Error {}
        func id() throws -> Int32? { try SampleTypeReader.lastingID(of: "mine", store.session) }
        #expect(throws: Stop.self) {
            try store.session.transaction {
                try store.post { try $0.add(UUID(), .quantity(1, type: "mine")) }
                #expect(try id() != nil)
                throw Stop()
            }
        }
        #expect(try store.session.reading(id) == nil)
        try store.post { try $0.add(UUID(), .quantity(1, type: "mine")) }
        let stored = try store.sampleTypeID("mine")
        #expect(try store.session.reading(id) == stored && id() == stored)
    }
}
