import HealthCore
import TestSupport
import Testing

@Suite("The engine and a slow reading of the contract")
struct StatisticsPropertyTests {
    /// Returns the differences between the engine and the reference for one case.
    private func differences(_ random: RandomStatistics, _ plan: BucketPlan) throws -> [String] {
        let reference = random.reference
        let tolerance = random.tolerance
        var found: [String] = []
        for bucket in try random.answer(plan) {
            let interval = bucket.start.microseconds..<bucket.end.microseconds
            let merged = HealthCoreTests.differences(
                bucket.statistics, reference.statistics(in: interval), tolerance: tolerance)
            found += merged.map { "\(bucket.start.rfc3339): \($0)" }
            guard random.separateBySource else {
                if !bucket.bySource.isEmpty { found.append("sources that nobody asked for") }
                continue
            }
            let ranks = bucket.bySource.map(\.rank)
            let expected = reference.bySource(in: interval)
            if ranks != expected.keys.sorted() { found.append("sources \(ranks) instead of \(expected.keys.sorted())") }
            for alone in bucket.bySource {
                let differences = HealthCoreTests.differences(
                    alone.statistics, expected[alone.rank], tolerance: tolerance)
                found += differences.map { "\(bucket.start.rfc3339), source \(alone.rank): \($0)" }
            }
        }
        return found
    }

    @Test("agree around a jump of every clock that jumped since 2000, in buckets of every interval")
    func everyZone() throws {
        #expect(ZoneTransitions.all.count > 200)
        for (place, zone) in ZoneTransitions.all.enumerated() {
            let clock = WallClock(try #require(Zone(identifier: zone.identifier), "\(zone.identifier)"))
            let slow = ReferenceClock(zone.zone)
            for round in 0..<StatisticsPropertyTests.casesPerZone {
                let seed = UInt64(place * StatisticsPropertyTests.casesPerZone + round)
                var generator = SeededGenerator(seed)
                let jump = try #require(zone.seconds.randomElement(using: &generator))
                let random = RandomStatistics(seed: seed, clock: clock, around: jump * 1_000_000)
                let interval = try #require(random.interval)
                let plan = try random.plan
                #expect(
                    plan.edges.map(\.microseconds)
                        == slow.edges(
                            anchor: random.anchor, unit: interval.unit, count: interval.count,
                            meeting: random.range.from.microseconds..<random.range.to.microseconds), "\(random)")
                let differences = try differences(random, plan)
                #expect(differences == [], "\(random)")
            }
        }
    }

    private static let casesPerZone = 8

    @Test("agree about aggregates with a minimum and a maximum, beside an average and in place of one")
    func extremes() throws {
        var withoutValue = 0
        for seed in 300_000..<300_000 + UInt64(Rounds.count(6_000, short: 1_000)) {
            let random = RandomStatistics(seed: seed, hasExtremes: true)
            let plan = try random.plan
            let differences = try differences(random, plan)
            #expect(differences == [], "\(random)")
            withoutValue += try random.answer(plan).count {
                $0.statistics.map { $0.average == nil && $0.sum == nil } ?? false
            }
        }
        #expect(withoutValue > 100)
    }

    @Test("agree about a range that is one bucket")
    func wholeRange() throws {
        for seed in UInt64(100_000)..<104_000 {
            let random = RandomStatistics(seed: seed)
            let differences = try differences(random, BucketPlan(random.range))
            #expect(differences == [], "\(random)")
        }
    }

    @Test("agree about single buckets that begin and end anywhere")
    func anyBucket() throws {
        for seed in UInt64(200_000)..<203_000 {
            let random = RandomStatistics(seed: seed)
            var generator = SeededGenerator(seed)
            let times = random.samples.flatMap { [$0.start, $0.end] } + [random.range.from.microseconds]
            let start = try #require(times.randomElement(using: &generator))
            let length = Int64.random(in: 1...7_200, using: &generator) * 1_000_000
            let plan = try BucketPlan(edges: [Instant(microseconds: start), Instant(microseconds: start + length)])
            let differences = try differences(random, plan)
            #expect(differences == [], "\(random) from \(start) to \(start + length)")
        }
    }

    @Test(
        "points of one instant give the same bits in whatever order they arrive",
        arguments: AggregationStyle.allCases)
    func orderOfPoints(_ style: AggregationStyle) throws {
        var random = RandomStatistics(seed: 1)
        random.style = style
        random.sourceCount = 1
        random.separateBySource = false
        let instant = random.range.from.microseconds
        let values = style == .discreteEquivalentContinuousLevel ? [150, 3, 71, 0.1] : [1e16, 1, -1e16, 3]
        let orders = [[0, 1, 2, 3], [3, 2, 1, 0], [1, 2, 0, 3], [0, 3, 1, 2], [2, 0, 3, 1]]
        let answers = try orders.map { order in
            random.samples = order.map {
                StatisticsSample(
                    start: instant, end: instant, value: values[$0], sourceRank: 0, uuid: .numbered(UInt64($0)))
            }
            return try random.answer(BucketPlan(random.range)).map(\.statistics)
        }
        #expect(Set(answers).count == 1)
    }
}
