import HealthCore
import TestSupport
import Testing

@Suite struct AggregateFilterTests {
    private static let second = Instant.microsecondsPerSecond

    private func sample(_ start: Int64, _ end: Int64, rank: Int) -> StatisticsSample {
        StatisticsSample(
            start: start * Self.second, end: end * Self.second, value: 1, sourceRank: rank,
            uuid: .numbered(UInt64(rank), high: UInt64(start)))
    }

    /// Ranks 0 and 1 are raw sources, and ranks 2 and 3 are aggregate sources.
    private func filtered(_ samples: [StatisticsSample], _ style: AggregationStyle = .cumulative) -> [StatisticsSample]
    {
        var filter = AggregateFilter(style: style, firstAggregate: 2, sourceCount: 4)
        var reporting = AggregateFilter(style: style, firstAggregate: 2, sourceCount: 4, isReporting: true)
        var passed: [StatisticsSample] = []
        var reported: [(sample: StatisticsSample, isLeftOut: Bool)] = []
        for sample in samples {
            filter.add(sample) { sample, _ in passed.append(sample) }
            reporting.add(sample) { reported.append(($0, $1)) }
        }
        filter.finish { sample, _ in passed.append(sample) }
        reporting.finish { reported.append(($0, $1)) }
        #expect(reported.map(\.sample) == samples)
        #expect(reported.filter { !$0.isLeftOut }.map(\.sample) == passed)
        return passed
    }

    @Test("what passes is what a comparison of all pairs lets pass, in the same order", arguments: 0..<200)
    func random(seed: Int) {
        var state = UInt64(seed) &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        func next(_ bound: Int64) -> Int64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int64(state >> 33) % bound
        }
        let style: AggregationStyle = seed.isMultiple(of: 2) ? .cumulative : .discreteArithmetic
        let samples = (0..<40).map { _ in
            let start = next(2_000)
            return sample(start, start + next(4) * next(90), rank: Int(next(4)))
        }.sorted { $0.start < $1.start }
        let expected = samples.filter { aggregate in
            guard aggregate.sourceRank >= 2 else { return true }
            let length = aggregate.end - aggregate.start
            let margin = style == .cumulative ? 0 : min(length, AggregateFilter.marginMax)
            let (from, to) = (aggregate.start - margin, max(aggregate.end, aggregate.start + 1) + margin)
            return !samples.contains { other in
                other.sourceRank < aggregate.sourceRank && other.start < to
                    && (other.isPoint ? other.end + 1 : other.end) > from
            }
        }
        #expect(filtered(samples, style) == expected)
    }
}
