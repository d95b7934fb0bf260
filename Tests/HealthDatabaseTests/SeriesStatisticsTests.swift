import Foundation
import HealthCore
import Postgres
import TestSupport
import Testing

@testable import HealthDatabase

/// Tests that statistics treat the quantities of a series as samples.
@Suite struct SeriesStatisticsTests {
    @Test(
        "the buckets over any samples and series are those of the engine fed with flat samples",
        arguments: 0..<Rounds.count(8, short: 2))
    func equalsEngine(_ seed: Int) async throws {
        try await TestStore.with { store in
            var random = SeededGenerator(UInt64(seed))
            let names = [
                ("heartRate", "count/s"), ("stepCount", "count"), ("environmentalAudioExposure", "dBASPL"),
                ("bodyMass", "kg"),
            ]
            let (name, unit) = names[seed % names.count]
            let sources = [SampleMaker.phone, SampleMaker.watch, SampleMaker.scale]
            var samples = (0..<200).map { _ in
                Measured(
                    uuid: random.uuid(), type: name, unit: unit, at: Double(random.below(400) * 30),
                    lasting: random.below(3) == 0 ? 0 : Double(1 + random.below(900)),
                    value: Double(1 + random.below(90)), source: sources[random.below(3)])
            }
            // One sample is much longer than the ranges, and begins long before them.
            (samples[0].at, samples[0].lasting) = (-86_400, 2 * 86_400)
            let flat = Array(samples[..<60])
            let series = pieces(of: Array(samples[60...]), most: 1 + random.below(40))
            try store.post { maker in
                for sample in flat { try maker.add(sample) }
                for inside in series { try maker.addSeries(of: inside) }
            }
            var found = 0
            for _ in 0..<12 {
                let from = SampleMaker.zero + Int64(random.below(14_000)) - 600
                let range = SampleRange(
                    from: Instant(seconds: from), to: Instant(seconds: from + Int64(1 + random.below(9_000))),
                    strictStart: random.below(4) == 0, strictEnd: random.below(4) == 0)
                let interval = try #require(BucketInterval(.minute, count: 1 + random.below(30)))
                let read = try store.buckets(name, range, every: interval)
                let expected = try engine(samples, read.sources, store, range, interval)
                let areSame = isSame(read.buckets, expected)
                #expect(areSame, "\(range)")
                found += expected.filter { $0.statistics != nil }.count
            }
            #expect(found > 20)
        }
    }

    private func engine(
        _ samples: [Measured], _ sources: [Source], _ store: TestStore, _ range: SampleRange, _ interval: BucketInterval
    ) throws -> [StatisticsBucket] {
        let type = try #require(Catalogue.sampleType(named: samples[0].type))
        let zone = try #require(Zone(identifier: "Europe/Berlin"))
        let plan = try BucketPlan(
            grid: BucketGrid(
                anchor: BucketGrid.defaultAnchor(for: interval), interval: interval, clock: WallClock(zone)),
            from: range.from, to: range.to)
        var engine = StatisticsEngine(
            plan: plan, style: try #require(type.aggregationStyle), range: range, sourceCount: max(sources.count, 1),
            separateBySource: true)
        let flat = try samples.map { sample in
            let (start, end) = SampleMaker.dates(sample)
            let rank = try #require(sources.firstIndex { $0.name == sample.source.name })
            return StatisticsSample(
                start: start.microseconds, end: end.microseconds, value: sample.value, sourceRank: rank,
                uuid: sample.uuid)
        }
        for sample in flat.sorted(by: { $0.start < $1.start }) { try engine.add(sample) }
        return engine.finish()
    }
}
