import Foundation
import HealthCore
import Testing

@Suite("Laws of the figures")
struct StatisticsLawTests {
    private static let seeds = UInt64(300_000)..<301_500

    // MARK: Adding up

    @Test("a bucket is put together from those that it is made of")
    func adjacentBuckets() throws {
        var mergedBuckets = 0
        for seed in StatisticsLawTests.seeds {
            var random = RandomStatistics(seed: seed)
            random.separateBySource = true
            let plan = try random.plan
            guard plan.bucketCount > 1 else { continue }
            var generator = SplitMix64(state: seed)
            let first = Int.random(in: 0..<plan.bucketCount - 1, using: &generator)
            let last = Int.random(in: first + 1..<plan.bucketCount, using: &generator)
            let whole = try BucketPlan(edges: [plan.edges[first], plan.edges[last + 1]])
            let parts = Array(try random.answer(plan)[first...last])
            let bucket = try #require(try random.answer(whole).first)
            let differences = Recombination(random: random).differences(parts, whole: bucket)
            #expect(differences == [], "\(random), buckets \(first) to \(last)")
            mergedBuckets += parts.count { $0.statistics != nil }
        }
        #expect(mergedBuckets > 1_500)
    }

    @Test("the buckets of a range come to the range as one bucket")
    func wholeRange() throws {
        for seed in StatisticsLawTests.seeds {
            var random = RandomStatistics(seed: seed)
            random.separateBySource = true
            random.range.strictStart = false
            random.range.strictEnd = false
            let whole = try #require(try random.answer(BucketPlan(random.range)).first)
            let differences = Recombination(random: random).differences(try random.answer(random.plan), whole: whole)
            #expect(differences == [], "\(random)")
        }
    }

    // MARK: Sources

    @Test("the figures of an only source are the merged ones")
    func onlySource() throws {
        for seed in StatisticsLawTests.seeds {
            var random = RandomStatistics(seed: seed)
            random.separateBySource = true
            let rank = Int(seed) % random.sourceCount
            for place in random.samples.indices { random.samples[place].sourceRank = rank }
            for bucket in try random.answer(random.plan) {
                #expect(bucket.bySource.map(\.statistics) == [bucket.statistics].compactMap { $0 }, "\(random)")
                #expect(bucket.bySource.allSatisfy { $0.rank == rank }, "\(random)")
            }
        }
    }

    @Test("members and extremes of the merged figures are those of the sources together")
    func sourcesTogether() throws {
        for seed in StatisticsLawTests.seeds {
            var random = RandomStatistics(seed: seed)
            random.separateBySource = true
            for bucket in try random.answer(random.plan) {
                let alone = bucket.bySource.map(\.statistics)
                let merged = bucket.statistics
                #expect((merged?.count ?? 0) == alone.reduce(0) { $0 + $1.count }, "\(random)")
                #expect(merged?.minimum == alone.compactMap(\.minimum).min(), "\(random)")
                #expect(merged?.maximum == alone.compactMap(\.maximum).max(), "\(random)")
                #expect(merged?.earliestStart == alone.map(\.earliestStart).min(), "\(random)")
                let duration = merged?.durationMicroseconds ?? 0
                #expect(duration >= alone.map(\.durationMicroseconds).max() ?? 0, "\(random)")
                #expect(duration <= alone.reduce(0) { $0 + $1.durationMicroseconds }, "\(random)")
            }
        }
    }

    @Test("of what nobody contradicts nothing is lost, and of what a higher source says nothing is added")
    func coveredSource() throws {
        for seed in StatisticsLawTests.seeds {
            var random = RandomStatistics(seed: seed)
            random.style = .cumulative
            random.sourceCount += 1
            // A last source repeats the samples of the other sources.
            let echoes = random.samples.filter { !$0.isPoint }.map { sample in
                var echo = sample
                echo.sourceRank = random.sourceCount - 1
                echo.value = 1_000
                echo.uuidHigh = 0
                return echo
            }
            let withEchoes = (random.samples + echoes).sorted { $0.start < $1.start }
            let plan = try random.plan
            for (alone, together) in zip(try random.answer(plan), try random.answer(plan, to: withEchoes)) {
                #expect(alone.statistics?.sum == together.statistics?.sum, "\(random)")
                #expect(alone.statistics?.sourceRanks == together.statistics?.sourceRanks, "\(random)")
                #expect(alone.statistics?.mostRecent?.end == together.statistics?.mostRecent?.end, "\(random)")
            }
        }
    }

    // MARK: Order and edges

    @Test("the order in which samples of one start arrive changes nothing but rounding")
    func orderOfArrival() throws {
        for seed in StatisticsLawTests.seeds {
            var random = RandomStatistics(seed: seed)
            random.separateBySource = true
            var generator = SplitMix64(state: seed)
            // Several samples have the same start, so that their order can change.
            for place in random.samples.indices.dropFirst() where Bool.random(using: &generator) {
                let length = random.samples[place].end - random.samples[place].start
                random.samples[place].start = random.samples[place - 1].start
                random.samples[place].end = random.samples[place].start + length
            }
            let shuffled = random.samples.shuffled(using: &generator).sorted { $0.start < $1.start }
            let plan = try random.plan
            let tolerance = 1e-12 * (1 + random.samples.reduce(0) { $0 + abs($1.value) })
            for (one, other) in zip(try random.answer(plan), try random.answer(plan, to: shuffled)) {
                let merged = differences(one.statistics, other.statistics, tolerance: tolerance)
                #expect(merged == [], "\(random)")
                #expect(one.bySource.map(\.rank) == other.bySource.map(\.rank), "\(random)")
                for (alone, again) in zip(one.bySource, other.bySource) {
                    let differences = alone.statistics.differences(from: again.statistics, tolerance: tolerance)
                    #expect(differences == [], "\(random), source \(alone.rank)")
                }
            }
        }
    }

    @Test(
        "the order in which points of one instant arrive does not show in a single bit",
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
                    start: instant, end: instant, value: values[$0], sourceRank: 0, uuidHigh: 0, uuidLow: UInt64($0))
            }
            return try random.answer(BucketPlan(random.range)).map(\.statistics)
        }
        #expect(Set(answers).count == 1)
    }

    @Test("an instant belongs to one bucket, and an edge to the one that begins there")
    func instants() throws {
        for seed in StatisticsLawTests.seeds.prefix(500) {
            var random = RandomStatistics(seed: seed)
            let plan = try random.plan
            var generator = SplitMix64(state: seed)
            let inside = random.range.from.microseconds..<random.range.to.microseconds
            let edges = plan.edges.map(\.microseconds)
            let instants = [inside.lowerBound, inside.upperBound - 1, Int64.random(in: inside, using: &generator)]
            for instant in instants + edges + edges.map({ $0 - 1 }) where inside.contains(instant) {
                random.samples = [
                    StatisticsSample(start: instant, end: instant, value: 3, sourceRank: 0, uuidHigh: 1, uuidLow: 1)
                ]
                let holders = try random.answer(plan).filter { $0.statistics != nil }
                #expect(holders.count == 1, "\(random)")
                let holder = try #require(holders.first)
                #expect(holder.start.microseconds <= instant && instant < holder.end.microseconds, "\(random)")
                if edges.contains(instant) { #expect(holder.start.microseconds == instant, "\(random)") }
                #expect(holder.statistics?.count == 1)
                #expect(holder.statistics?.durationMicroseconds == 0)
            }
        }
    }

    @Test("samples that no predicate selects change no figure but the weights of a stand")
    func unselected() throws {
        for seed in StatisticsLawTests.seeds {
            let random = RandomStatistics(seed: seed)
            let reference = random.reference
            let isWeighted = random.style == .discreteTemporallyWeighted && !random.range.isStrict
            let tenMinutesBefore = random.range.from.microseconds - SampleRange.pointStandMicroseconds
            let needed = random.samples.filter {
                reference.isSelected($0) || (isWeighted && $0.start >= tenMinutesBefore)
            }
            let plan = try random.plan
            #expect(try random.answer(plan) == random.answer(plan, to: needed), "\(random)")
        }
    }
}
