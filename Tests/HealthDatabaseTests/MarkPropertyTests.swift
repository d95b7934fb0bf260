import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Tests random histories of all writers.
@Suite struct MarkPropertyTests {
    /// A random history. It uses few uuids and times, so that changes meet each other.
    private struct History {
        var random: SeededGenerator
        var uuids: [UUID] = []
        var phone: [PhoneSample] = []
        var exportedUUIDs: [String: UUID] = [:]
        /// The samples written in this step, including samples that were replaced in the same
        /// transaction.
        var given: [Sample] = []
        var references = SampleReferences()

        private static let automation = SourceClass.aggregatePrefix + "A:"
        private static let sources = [SampleMaker.phone, SampleMaker.watch, SampleMaker.scale]

        init(seed: UInt64) {
            random = SeededGenerator(seed)
            for _ in 0..<40 { uuids.append(random.uuid()) }
        }

        mutating func step(_ store: TestStore) throws {
            switch random.below(12) {
            case 0: try post(store) { history, maker in for _ in 0..<3 { try maker.delete(history.uuid()) } }
            case 1, 2:
                var maker = SampleMaker()
                for _ in 0..<8 { try add(&maker, container: nil, isImported: true) }
                if random.chance(30) { try addContainer(&maker) }
                note(maker)
                _ = try store.importing(maker)
            case 3: try export(store)
            case 4:
                let some = phone.shuffled(using: &random).prefix(4)
                try post(store) { _, maker in for sample in some { try sample.post(to: &maker) } }
            case 5: try state(store)
            case 6:
                let type = try store.sampleTypeID(["stepCount", "heartRate", "bodyMass"][random.below(3)])
                let reader = SourceReader(person: store.person, session: store.session)
                let ids = try reader.sources().map(\.id).shuffled(using: &random)
                try reader.setOrder(Array(ids.prefix(random.below(4))), sampleTypeID: type)
            case 7:
                try post(store) { history, maker in
                    for _ in 0..<2 { try history.addSeries(&maker) }
                    try history.add(&maker, container: nil)
                }
            case 8: try cancelImport(store)
            default:
                try post(store) { history, maker in
                    maker.isResurrecting = history.random.chance(20)
                    for _ in 0..<6 {
                        if history.random.chance(20) {
                            try history.addContainer(&maker)
                        } else {
                            try history.add(&maker, container: nil)
                        }
                    }
                    if history.random.chance(20) { try maker.delete(history.uuid()) }
                }
            }
        }

        private mutating func post(
            _ store: TestStore, _ make: (inout History, inout SampleMaker) throws -> Void
        ) throws {
            var maker = SampleMaker()
            try make(&self, &maker)
            note(maker)
            _ = try BatchWriter(person: store.person, session: store.session).write(maker.batch)
        }

        private mutating func note(_ maker: SampleMaker) {
            references = maker.references
            given = maker.samples.map(\.sample)
        }

        private mutating func uuid() -> UUID { uuids[random.below(uuids.count)] }

        /// Returns random times. Most are within a day, some are years away, and some are at the
        /// limits of time.
        private mutating func times() -> (start: Instant, end: Instant) {
            let zero = SampleMaker.zero * 1_000_000
            if random.chance(3) { return (.earliest, .earliest) }
            if random.chance(3) { return (.latest, .latest) }
            let day: Int64 = 86_400_000_000
            let start =
                zero + Int64(random.below(60)) * 1_234_567_890
                + (random.chance(30) ? Int64(random.below(3_000)) * day : 0)
            let lasting =
                random.chance(30)
                ? 0 : random.chance(5) ? Int64(random.below(100)) * day : Int64(random.below(90)) * 1_000_000
            return (Instant(microseconds: start), Instant(microseconds: start + lasting))
        }

        private mutating func made() -> SampleMaker.Made {
            let value = Double(random.below(5)) + 60
            return switch random.below(6) {
            case 0: .category(Int32(random.below(6)))
            case 1: .quantity(value, unit: "mi", type: "distanceWalkingRunning")
            case 2: .quantity(value, unit: "count/min", type: "heartRate")
            case 3: .quantity(value, unit: "furlongs", type: "unheard of")
            default: .quantity(value)
            }
        }

        private mutating func addContainer(_ maker: inout SampleMaker) throws {
            let (start, end) = times()
            let container = try maker.add(
                uuid(), random.chance(30) ? .workout() : .correlation(), start: start, end: end, sync: sync(30))
            for _ in 0..<3 { try add(&maker, container: container) }
        }

        private mutating func sync(_ percent: Int) -> SyncIdentity? {
            random.chance(percent)
                ? SyncIdentity(identifier: "s\(random.below(3))", version: SyncVersion(Int64(random.below(9)))) : nil
        }

        private mutating func add(_ maker: inout SampleMaker, container: Int64?, isImported: Bool = false) throws {
            var source = History.sources[random.below(3)]
            if isImported { source = SourceRevision(name: source.name) }
            let (start, end) = times()
            try maker.add(
                uuid(), made(), start: start, end: end, from: source, in: container,
                sync: container == nil ? sync(20) : nil)
        }

        private mutating func addSeries(_ maker: inout SampleMaker) throws {
            let at = Double(random.below(60)) * 1_234
            let inside = (0..<1 + random.below(4)).map { place in
                Measured(
                    type: "heartRate", unit: "count/min", at: at + Double(place) * 7, lasting: 0,
                    value: Double(60 + place),
                    source: SampleMaker.watch)
            }
            try maker.addSeries(uuid(), of: inside)
        }

        /// Imports the phone's samples as its export prints them.
        private mutating func export(_ store: TestStore) throws {
            for _ in 0..<4 {
                let start = Int64(random.below(60)) * 1_234_567_890 + 123
                phone.append(
                    PhoneSample(
                        uuid: random.uuid(), made: .quantity(Double(random.below(4)) + 1), start: start,
                        end: start + Int64(random.below(3)) * 700_000, source: History.sources[random.below(2)]))
            }
            var maker = SampleMaker()
            for sample in phone where random.chance(60) { try sample.export(to: &maker, uuids: &exportedUUIDs) }
            note(maker)
            _ = try store.importing(maker)
        }

        /// Posts the state of an automation.
        private mutating func state(_ store: TestStore) throws {
            var maker = SampleMaker()
            for minute in Set((0..<6).map { _ in random.below(40) }).sorted() {
                try maker.add(
                    random.uuid(), .quantity(Double(random.below(3))), at: Double(minute) * 60,
                    from: SourceRevision(name: "Automation", bundleIdentifier: History.automation + "minute"))
            }
            note(maker)
            try store.write(maker.request(of: History.automation, hasWindow: random.chance(70)))
        }

        /// Starts an import and cancels it. For a person without samples, the import stores records
        /// as it reads them, and then deletes them.
        private mutating func cancelImport(_ store: TestStore) throws {
            let file = try InterruptedFile(100, seed: random.next())
            references = file.references
            given = file.records.compactMap { if case .sample(let sample) = $0.item { sample } else { nil } }
            do {
                _ = try file.importing(
                    store, fingerprint: "\(random.next())", checkpoint: 40, reads: random.below(4),
                    stop: ImportCancelled(isDiscarding: random.chance(50)))
            } catch is ImportCancelled {}
        }

        /// Returns `given` as it would be stored.
        func written(_ store: TestStore) throws -> [MarkedPicture.Written] {
            let types = try references.types.map { try store.sampleTypeID($0.identifier) }
            return given.map { sample in
                let hasQuantity =
                    switch sample.content {
                    case .quantity: true
                    case .aggregate(_, let extremes): extremes.hasAverage
                    case .series, .category, .correlation, .workout, .other: false
                    }
                return MarkedPicture.Written(
                    uuid: sample.uuid, position: 0, type: types[Int(sample.type)], start: sample.start.microseconds,
                    end: hasQuantity
                        ? max(sample.end.microseconds, sample.start.microseconds + 1) : sample.end.microseconds + 1)
            }
        }
    }

    @Test(
        "whatever happens, what is different of that from which figures are made is marked, and marks begin and end with samples",
        arguments: 1...UInt64(Rounds.count(8)))
    func histories(_ seed: UInt64) async throws {
        try await TestStore.with { store in
            var history = History(seed: seed)
            var changedCount = 0
            let steps = LongRun.isOn ? 50 : 30
            for _ in 0..<steps {
                history.given = []
                let change = try store.marking { try history.step(store) }
                #expect(change.groundless(try history.written(store)) == [], "seed \(seed)")
                changedCount += change.before.parts.symmetricDifference(change.after.parts).count
            }
            #expect(changedCount > steps)
            let lines = try exported(store)
            let copy = store.of(try PersonStore.create(name: "Copy", store.session))
            let restored = try copy.marking { try restore(lines, into: copy) }
            #expect(restored.after.parts.count == (try MarkedPicture(store)).parts.count)
        }
    }
}
