import Foundation
import TestSupport
import Testing

@testable import HealthCore

/// Tests that many sources and empty buckets change neither the figures nor the cost.
@Suite struct ManySourcesTests {
    private static let minute: Int64 = 60_000_000
    private static let zero = Instant(seconds: 1_714_557_600)

    /// Returns samples of many sources in order of start. There are long times without samples
    /// between them.
    private static func samples(_ count: Int, sources: Int, seed: UInt64) -> [StatisticsSample] {
        var random = SeededGenerator(seed)
        return (0..<count).map { id in
            let start = zero.microseconds + Int64.random(in: -200..<2_000, using: &random) / 7 * 7 * minute
            let length = [0, 0, 3, 25, 240].randomElement(using: &random) ?? 0
            return StatisticsSample(
                start: start, end: start + Int64(length) * minute,
                value: Double(Int.random(in: 1...90, using: &random)),
                sourceRank: Int.random(in: 0..<sources, using: &random), uuid: .numbered(UInt64(id)))
        }.sorted { ($0.start, $0.uuid.number) < ($1.start, $1.uuid.number) }
    }

    @Test(
        "each of many buckets has the figures that it has in a plan of its own, of all sources and of each alone",
        arguments: AggregationStyle.allCases)
    func buckets(style: AggregationStyle) throws {
        let sources = 300
        for (seed, count) in [(UInt64(1), 40), (2, 400), (3, 2)] {
            let samples = ManySourcesTests.samples(count, sources: sources, seed: seed)
            let edges = (0...200).map {
                Instant(microseconds: ManySourcesTests.zero.microseconds + $0 * 10 * ManySourcesTests.minute)
            }
            let range = SampleRange(
                from: Instant(microseconds: edges[0].microseconds + 3 * ManySourcesTests.minute),
                to: Instant(microseconds: edges[200].microseconds - 4 * ManySourcesTests.minute))
            func buckets(_ edges: [Instant]) throws -> [StatisticsBucket] {
                var engine = StatisticsEngine(
                    plan: try BucketPlan(edges: edges), style: style, range: range, sourceCount: sources,
                    separateBySource: true)
                for sample in samples { try engine.add(sample) }
                return engine.finish().map(rounded)
            }
            let together = try buckets(edges)
            #expect(together.contains { $0.statistics != nil })
            #expect(count > 2 || together.contains { $0.statistics == nil })
            for place in 0..<200 {
                let alone = try buckets(Array(edges[place...place + 1]))
                #expect(alone == [together[place]], "seed \(seed), bucket \(place)")
            }
        }
    }

    /// Returns a bucket with rounded sums. They may differ in their last digits, because they are
    /// added in another order.
    private func rounded(_ bucket: StatisticsBucket) -> StatisticsBucket {
        func round(_ value: Double) -> Double { (value * 1e6).rounded() }
        var bucket = bucket
        bucket.statistics = bucket.statistics?.converted(round)
        bucket.bySource = bucket.bySource.map { .init(rank: $0.rank, statistics: $0.statistics.converted(round)) }
        return bucket
    }

    @Test("of many open sources the first wins, in whatever order they close")
    func winner() {
        var random = SeededGenerator(7)
        var merge = SourceMerge(sourceCount: 200)
        var open: [Int] = []
        for _ in 0..<3_000 {
            if open.isEmpty || Int.random(in: 0..<100, using: &random) < 48 {
                let rank = Int.random(in: 0..<200, using: &random)
                open.append(rank)
                merge.open(rank)
            } else {
                merge.close(open.remove(at: Int.random(in: 0..<open.count, using: &random)))
            }
            #expect(merge.winner == open.min())
        }
    }

    @Test("the greatest of the first so many numbers is found as by looking at each")
    func prefixMaximum() {
        var random = SeededGenerator(11)
        for count in [1, 2, 7, 64, 200] {
            var numbers = Array(repeating: Int64.min, count: count)
            var tree = PrefixMaximum(count: count)
            for _ in 0..<500 {
                let index = Int.random(in: 0..<count, using: &random)
                let value = Int64.random(in: -1_000...1_000, using: &random)
                numbers[index] = max(numbers[index], value)
                tree.raise(index, to: value)
                let end = Int.random(in: 0...count, using: &random)
                #expect(tree.maximum(before: end) == numbers[..<end].max() ?? .min)
            }
        }
    }

    @Test("sets of ranks are equal that hold the same, however they were made")
    func sets() {
        var random = SeededGenerator(13)
        for _ in 0..<200 {
            let one = (0..<Int.random(in: 0..<6, using: &random)).map { _ in Int.random(in: 0..<400, using: &random) }
            let other = (0..<Int.random(in: 0..<6, using: &random)).map { _ in Int.random(in: 0..<80, using: &random) }
            var union = SourceSet(one)
            union.formUnion(SourceSet(other))
            #expect(union == SourceSet((one + other).shuffled(using: &random)))
            #expect(union.ranks == Set(one + other).sorted())
            #expect(union.isEmpty == (one + other).isEmpty)
        }
    }
}
