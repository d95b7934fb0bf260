import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// The samples of one person, sent live and in exports, in random orders and pieces. Their times are
/// whole seconds and their values have few digits, so that an export prints them exactly.
@Suite struct FigureOrderTests {
    private enum Delivery {
        case batch(saved: [PhoneSample], deleted: [UUID])
        case export([PhoneSample], date: Double)
    }

    private static func instant(_ seconds: Double) -> Instant { PhoneSample.instant(Int64(seconds * 1_000_000)) }

    /// A person's days: new samples, corrections and deletions. The phone sends each change, and
    /// now and then the person exports everything.
    private struct Phone {
        var random: SeededGenerator
        var samples: [PhoneSample] = []
        var deliveries: [Delivery] = []
        private var time = 0.0

        init(_ seed: UInt64) {
            random = SeededGenerator(seed)
            for _ in 0..<3 {
                for _ in 0..<12 { add() }
                for _ in 0..<random.below(3) { correct() }
                if random.chance(50) { delete() }
                time += 3_600
                deliveries.append(.export(samples.shuffled(using: &random), date: time))
            }
            for _ in 0..<6 { add() }
            correct()
        }

        private mutating func add() {
            time += Double(random.below(12) + 1) * 300
            let sources = [SampleMaker.watch, SampleMaker.phone, SampleMaker.scale]
            let value = Double(random.below(90) + 10)
            let made: [SampleMaker.Made] = [
                .quantity(value), .quantity(value), .quantity(value, unit: "count/min", type: "heartRate"),
                .quantity(value, unit: "kg", type: "bodyMass"), .category(0, type: "mindfulSession"),
                .category(Int32(random.below(4)) + 2), .workout(),
            ]
            let chosen = made[random.below(made.count)]
            // Two sources record most of what happens.
            for _ in 0..<1 + random.below(2) {
                let source = sources[random.below(3)]
                let seconds = time + Double(random.below(3)) * 60
                let start = Int64(seconds * 1_000_000)
                guard !samples.contains(where: { $0.start == start && $0.source == source }) else { continue }
                let length = random.chance(20) ? 0 : Double(random.below(20) + 1) * 60
                save([
                    PhoneSample(
                        uuid: random.uuid(), made: chosen, start: start, end: start + Int64(length * 1_000_000),
                        source: source, created: FigureOrderTests.instant(seconds + length + 1))
                ])
            }
        }

        private mutating func save(_ saved: [PhoneSample], deleting deleted: [UUID] = []) {
            samples.removeAll { deleted.contains($0.uuid) }
            samples += saved
            deliveries.append(.batch(saved: saved, deleted: deleted))
        }

        /// Another sample takes the place of one.
        private mutating func correct() {
            var sample = samples[random.below(samples.count)]
            let old = sample.uuid
            if case .quantity(let value, let unit, let type) = sample.made {
                sample.made = .quantity(value + 1, unit: unit, type: type)
            }
            sample.uuid = random.uuid()
            sample.created = FigureOrderTests.instant(time)
            save([sample], deleting: [old])
        }

        private mutating func delete() { save([], deleting: [samples[random.below(samples.count)].uuid]) }
    }

    private func deliver(
        _ deliveries: [Delivery], _ store: TestStore, _ uuids: inout [String: UUID]
    ) throws {
        var maker = SampleMaker()
        for case .batch(let saved, let deleted) in deliveries {
            for sample in saved { try sample.post(to: &maker) }
            for uuid in deleted { try maker.delete(uuid) }
        }
        if !maker.samples.isEmpty || !maker.deletions.isEmpty {
            _ = try BatchWriter(person: store.person, session: store.session).write(maker.batch)
        }
        for case .export(let samples, let date) in deliveries {
            try store.importing(piece: 7, exportedAt: FigureOrderTests.instant(date)) { maker in
                for sample in samples { try sample.export(to: &maker, uuids: &uuids) }
            }
        }
    }

    /// Returns every figure of the person's days and nights, the samples and the sources.
    private func figures(_ store: TestStore) throws -> [String] {
        try store.refreshFigures()
        return try store.texts(
            """
            select concat_ws(' ', type.short_name, coalesce(source.name, 'all'), date, count, sum::real, average::real,
                minimum::real, maximum::real, duration, most_recent::real, most_recent_end_time, category_values::text,
                value_counts::text, value_durations::text)
            from health.day
            join health.sample_type type using (sample_type_id)
            left join health.source using (person_id, source_id)
            where person_id = $1
            union all
            select concat_ws(' ', 'night', date, asleep, core, deep, rem, awake, in_bed, session_count, nap_count)
            from health.night where person_id = $1
            union all
            select concat_ws(' ', 'sample', type.short_name, start_time, end_time, quantity::real, category_value, source.name)
            from health.sample
            join health.sample_type type using (sample_type_id)
            join health.source_revision revision using (person_id, source_revision_id)
            join health.source using (person_id, source_id)
            where person_id = $1
            union all
            select concat_ws(' ', 'source', name, kind.source_class, default_rank)
            from health.source join health.source_kind kind using (person_id, source_id)
            where person_id = $1
            order by 1
            """, [.int32(store.person.id)])
    }

    @Test(
        "batches and exports in any order, piece and mixture give the same figures",
        arguments: LongRun.isOn ? Array(1...500) : [3])
    func order(seed: UInt64) async throws {
        var phone = Phone(seed)
        try await TestStore.with { store in
            var expected: [String] = []
            var uuids: [String: UUID] = [:]
            for number in 0..<4 {
                let each = store.of(try PersonStore.create(name: "\(number)", store.session))
                var rest = phone.deliveries[...]
                // The first person gets everything as it happened.
                if number > 0 { rest = phone.deliveries.shuffled(using: &phone.random)[...] }
                while !rest.isEmpty {
                    let count = number == 0 ? 1 : 1 + phone.random.below(8)
                    try deliver(Array(rest.prefix(count)), each, &uuids)
                    rest = rest.dropFirst(count)
                }
                let found = try figures(each)
                if number == 0 { expected = found }
                let differences = found.difference(from: expected)
                #expect(differences.map(String.init(describing:)) == [], "seed \(seed), person \(number)")
            }
            #expect(expected.filter { $0.hasPrefix("sample ") }.count == phone.samples.count)
        }
    }
}
