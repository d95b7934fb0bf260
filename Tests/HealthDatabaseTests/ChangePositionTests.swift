import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Testing

@Suite struct ChangePositionTests {
    @Test("every change of any kind has its own position, at most the counter's")
    func unique() async throws {
        try await TestStore.with { store in
            let uuids = (0..<6).map { _ in UUID() }
            try store.post { maker in for uuid in uuids { try maker.add(uuid) } }
            try store.importing { maker in
                for number in 0..<4 { try maker.add(UUID(), .quantity(Double(number))) }
                for number in 0..<3 { maker.addElement("Me", UUID(), json: #"{"n": \#(number)}"#) }
            }
            try store.post { maker in
                try maker.add(uuids[0], .quantity(11))
                try maker.delete(uuids[1])
                try maker.delete(UUID())
                try maker.add(uuids[2], .quantity(12))
            }
            let positions = try store.changePositions()
            #expect(positions.count == 6 - 1 + 7 + 2)
            #expect(Set(positions).count == positions.count)
            #expect(try positions.last == store.lastPosition())
            #expect(try store.lastPosition() == 6 + 7 + 4)
        }
    }

    @Test("four writers of one person lose nothing, do not deadlock, and commit in order")
    func concurrentWriters() async throws {
        try await TestStore.with { store in
            let shared = (0..<30).map { _ in UUID() }
            let stop = Stop()
            let (conninfo, person) = (store.conninfo, store.person)
            async let observed = watch(person, conninfo, until: stop)
            let receipts = try await concurrently(4) { writer in
                let session = try Session(conninfo: conninfo)
                return try (0..<20).map { number in
                    var maker = SampleMaker()
                    for offset in 0..<10 {
                        // Writers use the same uuids in different orders.
                        let index = (number * 7 + offset * (writer % 2 == 0 ? 1 : 29)) % 30
                        try maker.add(shared[index], .quantity(Double(writer * 1000 + number)))
                    }
                    // Names that are new to the store, in different orders.
                    let names = writer % 2 == 0 ? ["a\(number)", "b\(number)"] : ["b\(number)", "a\(number)"]
                    for name in names {
                        try maker.add(
                            UUID(), .quantity(1, unit: "u\(name)", type: "org.example.\(name)"),
                            from: SourceRevision(name: name))
                    }
                    if number % 5 == writer { try maker.delete(UUID()) }
                    return try BatchWriter(person: person, session: session).write(maker.batch)
                }
            }
            stop.now()
            for mine in receipts {
                let positions = mine.compactMap(\.changePosition)
                #expect(zip(positions, positions.dropFirst()).allSatisfy(<))
            }
            let ends = receipts.flatMap { $0.compactMap(\.changePosition) }
            #expect(Set(ends).count == 80)
            #expect(try store.lastPosition() == ends.max())
            #expect(try store.count("sample") == 30 + 160)
            #expect(try store.count("deleted_sample") == 16)
            #expect(try store.count("source") == 40 + 1)
            let positions = try store.changePositions()
            #expect(Set(positions).count == positions.count)
            let problems = try await observed
            #expect(problems == [])
        }
    }

    /// A flag for another thread.
    final class Stop: @unchecked Sendable {
        // @unchecked: guarded by `lock`.
        private let lock = NSLock()
        private var isSet = false
        func now() { lock.withLock { isSet = true } }
        var isNow: Bool { lock.withLock { isSet } }
    }

    /// Follows the feed like a client, and reports a change that became visible before one that was
    /// already read.
    private func watch(_ person: Person, _ conninfo: String, until stop: Stop) async throws -> [String] {
        try await concurrently(1) { _ in
            let session = try Session(conninfo: conninfo)
            var seen: Set<Int64> = []
            var end: Int64 = 0
            var problems: [String] = []
            var isLast = false
            repeat {
                isLast = stop.isNow
                let positions = try session.execute(
                    """
                    select change_position from health.sample where person_id = $1
                    union all select change_position from health.deleted_sample where person_id = $1
                    """, [.int32(person.id)]
                ).map { try $0.int64(0) }
                for position in positions where position <= end && !seen.contains(position) {
                    problems.append("\(position) appeared behind \(end)")
                }
                seen.formUnion(positions)
                end = max(end, positions.max() ?? 0)
            } while !isLast
            return problems
        }[0]
    }

    @Test("two people who add the same new names at the same time do not deadlock")
    func sharedNames() async throws {
        try await TestStore.with { store in
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
    }

    @Test("a batch for a deleted person is refused and stores nothing")
    func deletedPerson() async throws {
        try await TestStore.with { store in
            try PersonEraser.erase(store.person, store.session)
            var maker = SampleMaker()
            try maker.add()
            let batch = maker.batch
            let error = #expect(throws: HealthDatabaseError.self) {
                try BatchWriter(person: store.person, session: store.session).write(batch)
            }
            #expect(error?.code == .unknownPerson)
            #expect(try store.count("sample") == 0)
        }
    }
}
