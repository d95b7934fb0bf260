import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Exports random histories and restores them.
@Suite struct BackupPropertyTests {
    /// A random history. It uses few uuids and times, so that changes meet each other.
    private struct History {
        var random: SeededGenerator
        var uuids: [UUID] = []

        init(seed: UInt64) {
            random = SeededGenerator(seed)
            for _ in 0..<40 { uuids.append(random.uuid()) }
        }

        mutating func step(_ store: TestStore) throws {
            switch random.below(6) {
            case 0: try store.post { maker in for _ in 0..<3 { try maker.delete(uuid()) } }
            case 1: _ = try store.importing { maker in for _ in 0..<8 { try add(&maker, container: nil) } }
            default:
                try store.post { maker in
                    maker.isResurrecting = random.chance(20)
                    for _ in 0..<6 {
                        let isWorkout = random.chance(10)
                        let container =
                            random.chance(20)
                            ? try maker.add(uuid(), isWorkout ? .workout() : .correlation(), at: at()) : nil
                        for _ in 0..<(container == nil ? 1 : 3) { try add(&maker, container: container) }
                    }
                }
            }
        }

        private mutating func uuid() -> UUID { uuids[random.below(uuids.count)] }
        private mutating func at() -> Double { Double(random.below(40)) * 30.25 }

        private mutating func add(_ maker: inout SampleMaker, container: Int64?) throws {
            let sources = [SampleMaker.phone, SampleMaker.watch, SampleMaker.scale]
            let source = sources[random.below(3)]
            let value = Double.random(in: -1e6...1e6, using: &random)
            let sync =
                random.chance(20) && container == nil
                ? SyncIdentity(identifier: "s\(random.below(3))", version: SyncVersion(Int64(random.below(9)))) : nil
            let metadata = random.chance(30) ? #"{"HKTimeZone":"Europe/Rome","a":\#(value)}"# : ""
            let made: SampleMaker.Made =
                switch random.below(4) {
                case 0: .category(Int32(random.below(6)))
                case 1: .quantity(value, unit: "mi", type: "distanceWalkingRunning")
                default: .quantity(Double(random.below(3)))
                }
            try maker.add(
                uuid(), made, at: at(), lasting: Double(random.below(90)), from: source,
                created: random.chance(30) ? Instant(microseconds: Int64(random.below(1_000_000))) : nil,
                metadata: sync == nil ? metadata : "", in: container, sync: sync)
        }
    }

    @Test(
        "whatever happened, the copy is equal, and stays so whatever happens to both",
        arguments: 1...UInt64(Rounds.count(4)))
    func histories(_ seed: UInt64) async throws {
        try await TestStore.with { store in
            var history = History(seed: seed)
            for _ in 0..<(LongRun.isOn ? 12 : 8) { try history.step(store) }
            let lines = try exported(store)
            try await TestStore.with { other in
                let report = try restore(lines, into: other)
                let copy = other.of(try PersonStore.find(name: "Ada", other.session))
                #expect(report.hasSameUUID && copy.person.uuid == store.person.uuid)
                let again = try exported(copy)
                #expect(again.dropFirst() == lines.dropFirst())
                let (original, restored) = (try store.withoutPlaces(), try copy.withoutPlaces())
                #expect(original == restored)
                var twin = history
                for _ in 0..<(LongRun.isOn ? 8 : 5) {
                    try history.step(store)
                    try twin.step(copy)
                }
                let (left, right) = (try exported(store).map(timeless), try exported(copy).map(timeless))
                #expect(left.dropFirst() == right.dropFirst(), "seed \(seed)")
                try expectNoComplaints(other.session)
            }
        }
    }

    /// Returns a line without the times at which the store received the record.
    private func timeless(_ line: String) -> String {
        line.replacing(/"(deleted|created|started|updated|finished|replaced)At":"[^"]*"/, with: "")
    }
}
