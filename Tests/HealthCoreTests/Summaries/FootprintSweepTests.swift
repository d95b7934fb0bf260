import HealthCore
import TestSupport
import Testing

/// Compares footprints with all pairs of samples and buckets, and with the engine. Samples that a
/// footprint leaves out must not affect figures.
@Suite struct FootprintSweepTests {
    private static let minute: Int64 = 60_000_000
    private static let hours = (0...6).map { Instant(microseconds: Int64($0) * 60 * minute) }

    private static func samples(_ random: inout some RandomNumberGenerator) -> [StatisticsSample] {
        (0..<60).map { place in
            let start = Int64.random(in: -90...400, using: &random)
            let length = Int64.random(in: 0...3, using: &random) > 0 ? 0 : Int64.random(in: 1...150, using: &random)
            return StatisticsSample(
                start: start * minute, end: (start + length) * minute, value: Double.random(in: 1...9, using: &random),
                sourceRank: Int.random(in: 0..<3, using: &random), uuid: .numbered(UInt64(place)))
        }.sorted { $0.start < $1.start }
    }

    private static func footprints(_ samples: [StatisticsSample], _ style: AggregationStyle) throws -> [Set<UInt64>] {
        var sweep = FootprintSweep(plan: try BucketPlan(edges: hours), style: style)
        var found: [Set<UInt64>] = []
        func take(_ place: Int, _ footprint: [StatisticsSample]) {
            #expect(place == found.count)
            found.append(Set(footprint.map(\.uuid.number)))
            #expect(found[place].count == footprint.count, "a sample came twice")
        }
        for sample in samples { sweep.add(sample, take) }
        sweep.finish(take)
        return found
    }

    private static func buckets(_ samples: [StatisticsSample], _ style: AggregationStyle) throws -> [Statistics?] {
        let plan = try BucketPlan(edges: hours)
        var engine = StatisticsEngine(
            plan: plan, style: style, range: SampleRange(from: hours[0], to: hours[6]), sourceCount: 3)
        for sample in samples { try engine.add(sample) }
        return engine.finish().map(\.statistics)
    }

    @Test(
        "a footprint has every member, and what stands into the bucket of a temporally weighted type", arguments: 0..<40
    )
    func members(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let samples = Self.samples(&random)
        for style in AggregationStyle.allCases {
            let found = try Self.footprints(samples, style)
            for place in 0..<6 {
                let (from, to) = (Self.hours[place].microseconds, Self.hours[place + 1].microseconds)
                var expected = Set(
                    samples.filter { $0.isPoint ? $0.start >= from && $0.start < to : $0.end > from && $0.start < to }
                        .map(\.uuid.number))
                if style == .discreteTemporallyWeighted {
                    for rank in 0..<3 {
                        let earlier = samples.filter { $0.sourceRank == rank && $0.start < from }
                        let latest = earlier.map(\.start).max() ?? 0
                        guard latest > from - 10 * Self.minute else { continue }
                        expected.formUnion(earlier.filter { $0.start == latest }.map(\.uuid.number))
                    }
                }
                #expect(found[place] == expected, "seed \(seed), \(style), bucket \(place)")
            }
        }
    }

    @Test("figures change only in buckets whose footprint holds the sample that is taken away", arguments: 0..<10)
    func influence(seed: UInt64) throws {
        var random = SeededGenerator(seed &+ 1_000)
        let samples = Self.samples(&random)
        for style in AggregationStyle.allCases {
            let (found, all) = (try Self.footprints(samples, style), try Self.buckets(samples, style))
            for gone in samples {
                let rest = try Self.buckets(samples.filter { $0.uuid.number != gone.uuid.number }, style)
                for place in 0..<6 where !found[place].contains(gone.uuid.number) {
                    #expect(rest[place] == all[place], "seed \(seed), \(style), bucket \(place)")
                }
            }
        }
    }
}
