import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Testing

@Suite struct ChangePositionTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    @Test("two people who add the same new names at the same time do not deadlock")
    func sharedNames() async throws {
        let people = try (0..<4).map { try PersonStore.create(name: "P\($0)", store.session) }
        let conninfo = store.conninfo
        let counts = try await concurrently(4) { index in
            let session = try Session(conninfo: conninfo)
            var inserted = 0
            for round in 0..<15 {
                var maker = SampleMaker()
                let numbers = index % 2 == 0 ? Array(0..<6) : Array((0..<6).reversed())
                for number in numbers {
                    try maker.add(UUID(), .quantity(1, unit: "u\(round).\(number)", type: "t\(round).\(number)"))
                }
                inserted += try BatchWriter(person: people[index], session: session).write(maker.batch).samples
                    .count
            }
            return inserted
        }
        #expect(counts == [90, 90, 90, 90])
        let named = try store.session.execute(
            "select count(*) from health.sample_type where not in_catalogue")[0].int64(0)
        #expect(named == 90)
        let orphans = try store.session.execute(
            """
            select count(*) from health.sample s
            left join health.sample_type t using (sample_type_id) left join health.unit u on u.unit_id = s.sent_unit_id
            where t.sample_type_id is null or u.unit_id is null
            """)[0].int64(0)
        #expect(orphans == 0)
    }

    @Test("a batch for a deleted person is refused and stores nothing")
    func deletedPerson() throws {
        try PersonEraser.erase(store.person, store.session)
        var maker = SampleMaker()
        try maker.add()
        let batch = maker.batch
        let code = refusal {
            try BatchWriter(person: store.person, session: store.session).write(batch)
        }
        #expect(code == .unknownPerson)
        #expect(try store.count("sample") == 0)
    }
}
