import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// The times at which samples arrived, in `health.arrival`.
@Suite struct ArrivalTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    /// Moves all arrivals so far into the past.
    private func age(_ interval: String) throws {
        // Citus subtracts an interval from a column in no UPDATE.
        let aged = try store.session.execute(
            "select first_position, arrived_at - $1::interval from health.arrival where person_id = $2",
            [.text(interval), .int32(store.person.id)])
        for row in aged {
            _ = try store.session.execute(
                "update health.arrival set arrived_at = $1 where person_id = $2 and first_position = $3",
                [.timestamptz(try row.timestamptz(1)), .int32(store.person.id), .int64(try row.int64(0))])
        }
    }

    private func arrivals() throws -> [Instant?] {
        var query = SampleQuery(sampleTypeID: try store.sampleTypeID("stepCount"))
        query.readsArrival = true
        let samples = try SampleReader(person: store.person, session: store.session).page(query).samples
        let shown = try store.session.execute(
            "select arrived_at from health.sample_arrival where person_id = $1 order by start_time, uuid",
            [.int32(store.person.id)])
        #expect(try shown.map { try $0.optionalTimestamptz(0) } == samples.map { $0.arrival?.microseconds })
        return samples.map(\.arrival)
    }

    @Test("a sample arrives when it is first sent; sending it again changes nothing, and a correction arrives anew")
    func content() throws {
        let uuids = [UUID(), UUID()]
        func send(_ value: Double) throws {
            try store.post { try $0.add(uuids[0], .quantity(value)) }
        }
        try send(10)
        try age("2 hours")
        let first = try arrivals()
        try send(10)
        try store.post { try $0.add(uuids[1], at: 600) }
        let both = try arrivals()
        #expect(both.count == 2 && both[0] == first[0])
        let difference = try #require(both[1]).microseconds - #require(both[0]).microseconds
        #expect(difference >= 7_200_000_000 && difference < 7_300_000_000)
        try send(11)
        #expect(try arrivals()[0] == both[1])
    }

    @Test("a run ends with a hundred changes or after an hour")
    func runs() throws {
        func send(_ count: Int) throws {
            try store.post { maker in
                for _ in 0..<count { try maker.add() }
            }
        }
        for _ in 0..<99 { try send(1) }
        #expect(try store.count("arrival") == 1)
        try send(1)
        #expect(try store.count("arrival") == 1)
        try send(1)
        #expect(try store.count("arrival") == 2)
        try age("59 minutes")
        try send(1)
        #expect(try store.count("arrival") == 2)
        try age("1 minute")
        try send(500)
        try send(1)
        #expect(try store.count("arrival") == 4)
    }

    @Test("samples of an import have arrived while it runs, and a discarded import leaves no arrival")
    func imports() throws {
        try store.importing { maker in
            for minute in 0..<10 { try maker.add(at: Double(minute) * 60) }
        }
        #expect(try arrivals().count == 10 && arrivals().allSatisfy { $0 != nil })
        struct Stopped: Error {}
        let other = store.of(try PersonStore.create(name: "Bea", store.session))
        let writer = try ImportWriter(person: other.person, session: store.session, file: ImportFile(missing: .evident))
        var maker = SampleMaker()
        try maker.add()
        var isRead = false
        #expect(throws: ImportCancelled.self) {
            try writer.write {
                if isRead { throw ImportCancelled(isDiscarding: true) }
                isRead = true
                return ImportBatch(records: maker.records, references: maker.references)
            }
        }
        #expect(try other.count("sample") == 0 && other.count("arrival") == 0)
    }

    @Test("arrivals take less than a byte a sample, with their index, whatever the size of batches")
    func bytes() throws {
        for size in [1, 3, 40] {
            let store = try TestStore()
            for _ in 0..<(4_000 / size) {
                try store.post { maker in
                    for minute in 0..<size { try maker.add(at: Double(minute) * 60) }
                }
            }
            let bytes = try store.session.execute(
                "select sum(pg_column_size(arrival) + 4 + 16 + 12)::bigint from health.arrival")[0].int64(0)
            #expect(try bytes < store.count("sample"), "\(size)")
        }
    }
}
