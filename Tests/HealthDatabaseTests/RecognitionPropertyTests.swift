import Foundation
import HealthCore
import HealthDatabase
import TestSupport
import Testing

/// A phone whose samples are posted and exported repeatedly while samples are added and deleted.
@Suite struct RecognitionPropertyTests {
    private struct Phone {
        var random: SeededGenerator
        var samples: [PhoneSample] = []
        /// Samples that were posted at least once and are in an imported export. The phone may
        /// delete them, because the store has their deletions.
        var posted: Set<UUID> = []
        var imported: Set<UUID> = []
        var exports: [Export] = []

        private static let units: [String: [(name: String, factor: Double)]] = [
            "bodyMass": [("kg", 1), ("lb", 1 / 0.45359237), ("g", 1_000)],
            "activeEnergyBurned": [("kcal", 1), ("kJ", 4.184)], "stepCount": [("count", 1)],
        ]

        mutating func export() -> Export {
            var chosen: [String: (name: String, factor: Double)] = [:]
            for (type, units) in Phone.units.sorted(by: { $0.key < $1.key }) {
                chosen[type] = units.randomElement(using: &random)
            }
            imported.formUnion(samples.map(\.uuid))
            exports.append(Export(samples: samples, units: chosen))
            return exports[exports.count - 1]
        }

        /// Adds a sample with one of few times and values. So many samples are equal, or become
        /// equal when times are cut to seconds.
        mutating func add() {
            let start = Int64.random(in: 0..<4, using: &random) * 500_000 + 123
            let sources = [SampleMaker.phone, SampleMaker.watch]
            let digits = Double.random(in: 0..<1e-9, using: &random)
            let value = Double(Int.random(in: 1...3, using: &random)) * 23.4567 + digits
            let made: [SampleMaker.Made] = [
                .quantity(value, unit: "kg", type: "bodyMass"),
                .quantity(value, unit: "kcal", type: "activeEnergyBurned"),
                .quantity(value.rounded()), .category(Int32.random(in: 3...4, using: &random)),
            ]
            samples.append(
                PhoneSample(
                    made: made[Int.random(in: 0..<made.count, using: &random)], start: start,
                    end: start + Int64.random(in: 0..<3, using: &random) * 700_000,
                    source: sources[Int.random(in: 0..<2, using: &random)]))
        }

        /// Returns some of the samples, some of them twice, in random order.
        mutating func some() -> [PhoneSample] {
            var some: [PhoneSample] = []
            for sample in samples {
                switch Int.random(in: 0..<10, using: &random) {
                case 0..<5: break
                case 5..<9: some.append(sample)
                default: some += [sample, sample]
                }
            }
            return some.shuffled(using: &random)
        }
    }

    /// An export of the phone's samples at one time. It prints them in the units that the person
    /// had chosen.
    private struct Export {
        var samples: [PhoneSample]
        var units: [String: (name: String, factor: Double)]
    }

    private func importing(_ export: Export, _ store: TestStore, _ uuids: inout [String: UUID]) throws {
        var maker = SampleMaker()
        for sample in export.samples {
            let unit = sample.quantityType.flatMap { export.units[$0] }
            try sample.export(to: &maker, unit: unit, uuids: &uuids)
        }
        let report = try store.importing(maker, piece: 7)
        #expect(report.sum == report.received)
    }

    @Test("whatever is posted, exported, imported and deleted, the store holds the phone's samples and no other")
    func interleavings() async throws {
        try await TestStore.with { whole in
            for seed in 1...UInt64(Rounds.count(12, short: 2)) {
                var phone = Phone(random: SeededGenerator(seed))
                var uuids: [String: UUID] = [:]
                let store = whole.of(try PersonStore.create(name: "\(seed)", whole.session))
                for _ in 0..<24 {
                    switch Int.random(in: 0..<10, using: &phone.random) {
                    case 0..<3: for _ in 0..<6 { phone.add() }
                    case 3..<6:
                        let some = phone.some()
                        try store.post(some)
                        phone.posted.formUnion(some.map(\.uuid))
                    case 6..<8:
                        try importing(phone.export(), store, &uuids)
                    case 8:
                        if let old = phone.exports.randomElement(using: &phone.random) {
                            try importing(old, store, &uuids)
                        }
                    default:
                        guard
                            let gone = phone.samples.filter({
                                phone.posted.contains($0.uuid) && phone.imported.contains($0.uuid)
                            })
                            .randomElement(using: &phone.random)
                        else { continue }
                        phone.samples.removeAll { $0.uuid == gone.uuid }
                        try store.post([], deleting: [gone.uuid])
                    }
                    #expect(try store.stored().isSuperset(of: phone.posted.intersection(phone.samples.map(\.uuid))))
                }
                if seed.isMultiple(of: 2) { try importing(phone.export(), store, &uuids) }
                try store.post(phone.samples)
                #expect(try store.stored() == Set(phone.samples.map(\.uuid)), "seed \(seed)")
                try importing(phone.export(), store, &uuids)
                for old in phone.exports { try importing(old, store, &uuids) }
                #expect(try store.stored() == Set(phone.samples.map(\.uuid)), "seed \(seed), imported again")
                #expect(phone.samples.count > 10)
            }
        }
    }
}
