import Foundation
import HealthCore
import HealthDatabase
import Postgres
import StatisticsVectors
import TestSupport
import Testing

@Suite("Figures from slots and figures from samples")
struct SlotReaderTests {
    /// One type for each style.
    private static let types: [AggregationStyle: String] = [
        .cumulative: "stepCount", .discreteArithmetic: "bodyMass", .discreteTemporallyWeighted: "heartRate",
        .discreteEquivalentContinuousLevel: "environmentalAudioExposure",
    ]

    @Test("are the same in every worked case: with slots, and with some of them stale and wrong")
    func vectors() async throws {
        let cases = try StatisticsVectors.load().cases
        try await TestStore.with { store in
            for (number, vector) in cases.enumerated() where LongRun.isOn || number % 3 == 0 {
                let store = store.of(try PersonStore.create(name: "Case \(number)", store.session))
                let slots = try fill(store, vector)
                try slots.make()
                let (plan, range) = try (vector.plan(), vector.range())
                #expect(try differences(slots, vector, plan, range) == [], "\(vector.name)")
                // Stale slots are never read, so they get random figures.
                var random = SeededGenerator(UInt64(number))
                let length = range.to.microseconds - range.from.microseconds
                for _ in 0..<2 {
                    let start = range.from.microseconds + Int64.random(in: 0..<length, using: &random)
                    let end = start + 1 + Int64.random(in: 0...length / 3, using: &random)
                    try slots.mark(start, end)
                    try slots.spoil(start, end)
                }
                #expect(try differences(slots, vector, plan, range) == [], "\(vector.name), stale")
            }
        }
    }

    private func differences(
        _ slots: SlotMaker, _ vector: VectorCase, _ plan: BucketPlan, _ range: SampleRange
    ) throws -> [String] {
        let order = try SourceReader(person: slots.store.person, session: slots.store.session)
            .order(sampleTypeID: try slots.store.sampleTypeID(slots.type.identifier)).map(\.source.name)
        let actual = try slots.buckets(plan, range, .preferred).map { bucket in
            VectorBucket(
                start: bucket.start.rfc3339, end: bucket.end.rfc3339,
                statistics: bucket.statistics.map { VectorStatistics($0) },
                bySource: Dictionary(
                    uniqueKeysWithValues: bucket.bySource.map { (order[$0.rank], VectorStatistics($0.statistics)) })
            )
        }
        guard actual.count == vector.expect.count else { return ["\(actual.count) buckets"] }
        return try zip(vector.expect, actual).flatMap { $0.differences(from: $1) }
            + slots.differences(plan, range, separateBySource: false)
    }

    private func fill(_ store: TestStore, _ vector: VectorCase) throws -> SlotMaker {
        let style = try #require(AggregationStyle(name: vector.style))
        let name = try #require(SlotReaderTests.types[style])
        let type = try #require(Catalogue.sampleType(named: name))
        let unit = try #require(type.canonicalUnit).unitString
        try store.post { maker in
            for sample in vector.samples {
                try maker.add(
                    sample.uuid, .quantity(sample.value, unit: unit, type: type.identifier),
                    start: try #require(Instant(rfc3339: sample.start)),
                    end: try #require(Instant(rfc3339: sample.end)),
                    from: SourceRevision(name: sample.source))
            }
        }
        let reader = SourceReader(person: store.person, session: store.session)
        let known = try reader.sources()
        let ids = vector.sources.compactMap { name in known.first { $0.name == name }?.id }
        try reader.setOrder(ids, sampleTypeID: try store.sampleTypeID(type.identifier))
        return SlotMaker(store: store, type: type, style: style)
    }

    @Test("are the same for a thousand questions, also while samples change", arguments: 0..<Rounds.count(6))
    func randomQuestions(_ number: Int) async throws {
        try await TestStore.with { store in
            var world = try SlotWorld(seed: UInt64(number), store)
            try world.fill()
            try world.slots.make()
            for round in 0..<4 {
                for question in 0..<45 {
                    let (plan, range, separate, words) = try world.question()
                    let differences = try world.slots.differences(plan, range, separateBySource: separate)
                    #expect(differences == [], "\(number), \(round), \(question): \(words)")
                }
                try world.change()
            }
            #expect(try store.count("hour_slot") > 50 && store.count("day_slot") > 38)
        }
    }

    @Test("come from samples where there are no slots of this style and format")
    func otherFormat() async throws {
        try await TestStore.with { store in
            var world = try SlotWorld(seed: 5, store)
            try world.fill()
            try world.slots.make()
            let (plan, range, _, _) = try world.question()
            let expected = try world.slots.buckets(plan, range, .ignored)
            _ = try store.session.execute("update health.hour_slot set duration = duration + 1")
            _ = try store.session.execute("delete from health.day_slot")
            for change in ["format = format + 1", "format = 1, aggregation_style = 'another'"] {
                _ = try store.session.execute("update health.slot_type set \(change)")
                let isSame = try world.slots.buckets(plan, range, .preferred) == expected
                #expect(isSame, "\(change)")
            }
            _ = try store.session.execute("delete from health.slot_type")
            let isSame = try world.slots.buckets(plan, range, .preferred) == expected
            #expect(isSame)
        }
    }

    @Test("a mark over all of time leaves no slot to be used")
    func markOverAllTime() async throws {
        try await TestStore.with { store in
            var world = try SlotWorld(seed: 7, store)
            try world.fill()
            try world.slots.make()
            _ = try store.session.execute("update health.hour_slot set duration = duration + 1")
            _ = try store.session.execute("delete from health.day_slot")
            _ = try store.session.execute(
                """
                insert into health.slot_mark (person_id, sample_type_id, from_time, to_time)
                select person_id, sample_type_id, '-infinity', 'infinity' from health.slot_type
                """)
            for _ in 0..<10 {
                let (plan, range, separate, words) = try world.question()
                #expect(try world.slots.differences(plan, range, separateBySource: separate) == [], "\(words)")
            }
        }
    }
}

extension VectorCase {
    func range() throws -> SampleRange {
        SampleRange(
            from: try #require(Instant(rfc3339: from)), to: try #require(Instant(rfc3339: to)),
            strictStart: strictStart ?? false, strictEnd: strictEnd ?? false)
    }

    func plan() throws -> BucketPlan {
        let (unit, count) = try #require(interval.first)
        let step = try #require(BucketInterval.Unit(rawValue: unit))
        let range = try range()
        return try BucketPlan(
            grid: BucketGrid(
                anchor: try #require(LocalDateTime(iso8601: anchor)),
                interval: try #require(BucketInterval(step, count: count)),
                clock: WallClock(try #require(Zone(identifier: timeZone)))), from: range.from, to: range.to)
    }
}
