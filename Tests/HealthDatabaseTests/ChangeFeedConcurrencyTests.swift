import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Synchronization
import TestSupport
import Testing

@Suite struct ChangeFeedConcurrencyTests {
    /// Samples that every writer changes.
    private static let shared = (0..<60).map { _ in UUID() }
    private static let exported = (0..<60).map { _ in UUID() }
    private static let writers = LongRun.isOn ? 8 : 5
    private static let readers = 3
    private static let rounds = Rounds.count(20, short: 5)

    @Test("readers at random moments see every committed change once and end with the store's state")
    func replay() async throws {
        // The seed determines the random numbers, but not which writer is first.
        let given = ProcessInfo.processInfo.environment["HEALTHSTORE_TEST_SEED"].flatMap { UInt64($0) }
        let seed = given ?? UInt64.random(in: 0...UInt64.max)
        print("change feed: seed \(seed)")
        try await TestStore.with { store in
            let (conninfo, person) = (store.conninfo, store.person)
            let writersLeft = Atomic<Int>(ChangeFeedConcurrencyTests.writers)
            async let written = concurrently(ChangeFeedConcurrencyTests.writers) { index in
                defer { writersLeft.subtract(1, ordering: .sequentiallyConsistent) }
                let mine = TestStore(conninfo: conninfo, session: try Session(conninfo: conninfo), person: person)
                var writer = RandomWriter(store: mine, seed: seed &+ UInt64(index), index: index)
                for _ in 0..<ChangeFeedConcurrencyTests.rounds { try writer.write() }
                return writer.rolledBack
            }
            let replicas = try await concurrently(ChangeFeedConcurrencyTests.readers) { index in
                let mine = TestStore(conninfo: conninfo, session: try Session(conninfo: conninfo), person: person)
                var generator = SeededGenerator(seed &+ 1_000 &+ UInt64(index))
                var replicas = [
                    FeedReplica(), FeedReplica(types: ["stepCount"]),
                    FeedReplica(
                        types: ["bloodPressure", "workout", "org.example.unknown"].dropLast(index == 0 ? 0 : 1)),
                ]
                // The store has an id for the last type only after a record has named the type.
                if index == 0 { try mine.post { try $0.delete(UUID(), type: "org.example.unknown") } }
                var isLast = false
                repeat {
                    isLast = writersLeft.load(ordering: .sequentiallyConsistent) == 0
                    let index = Int.random(in: 0..<replicas.count, using: &generator)
                    let limit = [1, 2, 7, 50, 1_000].randomElement(using: &generator) ?? 1
                    try replicas[index].read(mine, limit: limit)
                    usleep(UInt32.random(in: 0...3_000, using: &generator))
                } while !isLast
                for index in replicas.indices { try replicas[index].readToEnd(mine, limit: 97) }
                return replicas
            }
            let rolledBack = try await written.reduce(0, +)
            for (index, reader) in replicas.enumerated() {
                for var replica in reader {
                    let differences = try replica.differences(from: store)
                    #expect(differences == [], "seed \(seed), reader \(index) of \(replica.types ?? [])")
                }
            }
            // A short run may roll back nothing.
            if LongRun.isOn { #expect(rolledBack > 0, "seed \(seed)") }
            #expect(try store.count("sample") > (LongRun.isOn ? 60 : 10), "seed \(seed)")
            let positions = try store.changePositions()
            #expect(Set(positions).count == positions.count, "seed \(seed)")
            #expect(try doctorsComplaints(store.session) == [], "seed \(seed)")
        }
    }

    /// Makes a random change.
    private struct RandomWriter {
        let store: TestStore
        let index: Int
        var generator: SeededGenerator
        var rolledBack = 0
        private var own: [UUID] = []
        private var isImporting = false

        init(store: TestStore, seed: UInt64, index: Int) {
            self.store = store
            self.index = index
            generator = SeededGenerator(seed)
        }

        private struct OnPurpose: Error {}

        mutating func write() throws {
            let isUndone = Int.random(in: 0..<5, using: &generator) == 0
            do {
                try store.session.transaction {
                    try change(value: isUndone ? FeedReplica.neverCommitted : nil)
                    // Other writers wait, and commit in another order than the order in which they
                    // began.
                    usleep(UInt32.random(in: 0...4_000, using: &generator))
                    if isUndone { throw OnPurpose() }
                }
            } catch is OnPurpose { rolledBack += 1 }
            usleep(UInt32.random(in: 0...4_000, using: &generator))
        }

        private mutating func change(value: Double?) throws {
            switch Int.random(in: 0..<12, using: &generator) {
            case 0: try importSome(value)
            case 1: try setOrder()
            case 2:
                let zone = ["Asia/Tokyo", "Europe/Paris", "UTC"].randomElement(using: &generator) ?? "UTC"
                guard let zone = Zone(identifier: zone) else { return }
                let start = Instant(seconds: Int64.random(in: 0...1_000_000, using: &generator))
                _ = try TimeZoneWriter(person: store.person, session: store.session).report(zone, from: start)
            default: try post(value)
            }
        }

        /// Returns the uuid of a shared sample or of a sample that only this writer changes.
        private mutating func anyUUID() -> UUID {
            // A record of an export never has the uuid that the phone gave to a sample.
            if isImporting { return ChangeFeedConcurrencyTests.exported.randomElement(using: &generator) ?? UUID() }
            let some = Bool.random(using: &generator) || own.isEmpty ? ChangeFeedConcurrencyTests.shared : own
            return some.randomElement(using: &generator) ?? UUID()
        }

        /// The type of a sample follows from its uuid, because no sample changes its type.
        private mutating func add(_ uuid: UUID, to maker: inout SampleMaker, _ value: Double?) throws {
            let source =
                [SampleMaker.phone, SampleMaker.watch, SourceRevision(name: "Scale"), SampleMaker.scale]
                .randomElement(using: &generator) ?? SampleMaker.phone
            let number = value ?? Double(Int.random(in: 0..<4, using: &generator))
            switch uuid.uuid.0 % 8 {
            case 0, 1:
                let container = try maker.add(uuid, uuid.uuid.0 % 8 == 0 ? .correlation() : .workout(), from: source)
                for _ in 0..<Int.random(in: 0...3, using: &generator) {
                    let inside = anyUUID()
                    guard inside.uuid.0 % 8 > 1 else { continue }
                    try maker.add(inside, made(inside, number), from: source, in: container)
                }
            default: try maker.add(uuid, made(uuid, number), from: source, metadata: number > 2 ? #"{"a": 1}"# : "")
            }
        }

        private func made(_ uuid: UUID, _ number: Double) -> SampleMaker.Made {
            uuid.uuid.0 % 8 == 2
                ? .quantity(number, unit: "count/min", type: "heartRate") : .quantity(number, type: "stepCount")
        }

        private mutating func post(_ value: Double?) throws {
            var maker = SampleMaker()
            for _ in 0..<Int.random(in: 0...8, using: &generator) { try add(anyUUID(), to: &maker, value) }
            if value == nil {
                for _ in 0..<Int.random(in: 0...6, using: &generator) {
                    own.append(UUID())
                    try add(own[own.count - 1], to: &maker, nil)
                }
            }
            for _ in 0..<Int.random(in: 0...2, using: &generator) {
                // Without this, all samples would soon be deleted.
                isImporting = Bool.random(using: &generator)
                let uuid = Int.random(in: 0..<3, using: &generator) == 0 ? anyUUID() : UUID()
                isImporting = false
                try maker.delete(uuid)
            }
            _ = try BatchWriter(person: store.person, session: store.session).write(maker.batch)
        }

        private mutating func importSome(_ value: Double?) throws {
            var maker = SampleMaker()
            isImporting = true
            defer { isImporting = false }
            for _ in 0..<Int.random(in: 1...12, using: &generator) {
                var uuid = anyUUID()
                // Identical records of one import are several samples with new uuids, whose type
                // this test could not know.
                while maker.samples.contains(where: { $0.sample.uuid == uuid }) { uuid = UUID() }
                try add(uuid, to: &maker, value)
            }
            maker.addElement("Me", UUID(), json: #"{"n": \#(index)}"#)
            try store.importing(maker)
        }

        private mutating func setOrder() throws {
            let reader = SourceReader(person: store.person, session: store.session)
            let ids = try reader.sources().map(\.id).shuffled(using: &generator)
            let type = ["stepCount", "heartRate"].randomElement(using: &generator) ?? "stepCount"
            try reader.setOrder(Array(ids.prefix(2)), sampleTypeID: try store.sampleTypeID(type))
        }
    }
}
