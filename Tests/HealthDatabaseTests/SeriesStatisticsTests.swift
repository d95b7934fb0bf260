import Foundation
import HealthCore
import Postgres
import TestSupport
import Testing

@testable import HealthDatabase

/// Tests that statistics treat the quantities of a series as samples.
@Suite struct SeriesStatisticsTests {
    private static let types: [(name: String, unit: String)] = [
        ("heartRate", "count/min"), ("activeEnergyBurned", "kcal"), ("distanceWalkingRunning", "km"),
    ]

    /// Returns a workout of half an hour. The phone and the watch measured during it, and both
    /// measured before and after it.
    private func workout() -> [Measured] {
        var random = SeededGenerator(4)
        var samples: [Measured] = []
        for second in stride(from: 0.0, to: 1_800, by: 6) {
            samples.append(
                Measured(
                    type: "heartRate", unit: "count/min", at: second + Double(random.below(40)) / 10, lasting: 0,
                    value: Double(90 + random.below(80)), source: SampleMaker.watch))
        }
        for (type, unit) in Self.types[1...] {
            for second in stride(from: 0.0, to: 1_800, by: 9) {
                samples.append(
                    Measured(
                        type: type, unit: unit, at: second, lasting: Double(3 + random.below(9)),
                        value: Double(1 + random.below(900)) / 1_000, source: SampleMaker.watch))
            }
            for second in stride(from: 2.5, to: 1_900, by: 19) {
                samples.append(
                    Measured(
                        type: type, unit: unit, at: second, lasting: Double(5 + random.below(30)),
                        value: Double(1 + random.below(900)) / 100, source: SampleMaker.phone))
            }
        }
        return samples
    }

    /// Adds the samples that are not condensed, around and in the workout.
    private func others(_ maker: inout SampleMaker) throws {
        for (index, (type, unit)) in Self.types.enumerated() {
            for second in stride(from: -3_000.0, to: 5_000, by: 437) {
                try maker.add(
                    UUID(), .quantity(Double(60 + index), unit: unit, type: type), at: second,
                    lasting: index == 0 ? 0 : 300,
                    from: second < 900 ? SampleMaker.phone : SampleMaker.scale)
            }
        }
    }

    /// Returns every bucket of every type and interval. The range begins and ends in the middle of
    /// a sample.
    private func collections(_ store: TestStore) throws -> [[StatisticsBucket]] {
        let range = SampleRange(
            from: Instant(microseconds: SampleMaker.zero * 1_000_000 - 4_000_500_000),
            to: Instant(microseconds: SampleMaker.zero * 1_000_000 + 7_000_700_000))
        return try Self.types.flatMap { type in
            try [BucketInterval(.minute), BucketInterval(.hour), BucketInterval(.day)].map { interval in
                try store.buckets(type.name, range, every: try #require(interval))
                    .buckets
            }
        }
    }

    @Test("condensing a workout changes no bucket, in one batch or in several", arguments: [1, 2, 7])
    func condensing(batches: Int) async throws {
        try await TestStore.with { store in
            let samples = workout()
            try store.post { maker in
                try others(&maker)
                for sample in samples { try maker.add(sample) }
            }
            let energy = try store.sampleTypeID("activeEnergyBurned")
            let sources = SourceReader(person: store.person, session: store.session)
            let phone = try #require(try sources.sources().first { $0.sourceClass == .phone })
            try sources.setOrder([phone.id], sampleTypeID: energy)
            let before = try collections(store)
            let counts = before.map { $0.compactMap(\.statistics?.count).reduce(0, +) }
            #expect(counts.allSatisfy { $0 > 0 } && counts[0] > 300 && counts[2] > 300)

            let series = pieces(of: samples, most: 50)
            try condense(samples, into: series, batches: batches, store)
            #expect(try store.count("quantity_series") == Int64(series.count))
            #expect(try store.count("series_quantity") == Int64(samples.count))
            let after = try collections(store)
            for (left, right) in zip(before, after) {
                let areSame = isSame(left, right)
                #expect(areSame)
            }

            // A lost quantity would be found, because it changes the figures.
            try store.post { try $0.addSeries(UUID(), of: [samples[0]]) }
            let isOther = try !isSame(before[0], collections(store)[0])
            #expect(isOther)
        }
    }

    /// Replaces samples by series. Each batch deletes some of the samples and adds some of the
    /// series.
    private func condense(
        _ samples: [Measured], into series: [[Measured]], batches: Int, _ store: TestStore
    ) throws {
        for batch in 0..<batches {
            try store.post { maker in
                for (index, sample) in samples.enumerated() where index % batches == batch {
                    try maker.delete(sample.uuid, type: sample.type)
                }
                for (index, inside) in series.enumerated() where index % batches == batches - 1 - batch {
                    try maker.addSeries(of: inside.shuffled(), summary: index % 3 == 0 ? 5 : nil)
                }
            }
        }
    }

    @Test(
        "the buckets over any samples and series are those of the engine fed with flat samples",
        arguments: 0..<Rounds.count(6, short: 2))
    func equalsEngine(_ seed: Int) async throws {
        try await TestStore.with { store in
            var random = SeededGenerator(UInt64(seed))
            let names = [("heartRate", "count/s"), ("stepCount", "count"), ("environmentalAudioExposure", "dBASPL")]
            let (name, unit) = names[seed % names.count]
            let sources = [SampleMaker.phone, SampleMaker.watch, SampleMaker.scale]
            let samples = (0..<200).map { _ in
                Measured(
                    uuid: random.uuid(), type: name, unit: unit, at: Double(random.below(400) * 30),
                    lasting: random.below(3) == 0 ? 0 : Double(1 + random.below(900)),
                    value: Double(1 + random.below(90)), source: sources[random.below(3)])
            }
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

    @Test(
        "both indexes are read in their order, and the second only by a person who has series of the type",
        .disabled(if: TestServer.isCluster, "EXPLAIN on the coordinator does not show the plans of the shards"))
    func plans() async throws {
        try await TestStore.with { store in
            let beats = workout().filter { $0.type == "heartRate" }
            try store.post { maker in
                for sample in beats { try maker.add(sample) }
            }
            let type = try store.sampleTypeID("heartRate")
            func hasParts() throws -> Bool {
                try TypeState.read(store.person, sampleTypeID: type, store.session).hasParts
            }
            #expect(try hasParts() == false)
            let bea = store.of(try PersonStore.create(name: "Bea", store.session))
            try bea.post { try $0.addSeries(of: beats) }
            try store.post { try $0.addSeries(of: workout().filter { $0.type == "activeEnergyBurned" }) }
            #expect(try hasParts() == false)
            try store.post { try $0.addSeries(of: beats) }
            #expect(try hasParts() == true)
            try store.session.executeScript("vacuum analyze health.sample, health.series_quantity")
            let range = SampleRange(
                from: Instant(seconds: SampleMaker.zero), to: Instant(seconds: SampleMaker.zero + 1_800))
            let reader = StatisticsReader(person: store.person, session: store.session)
            func plan(hasParts: Bool, isStable: Bool = false) throws -> String {
                let query = reader.streamQuery(
                    typeID: type, StreamedRows(range, reach: 60_000_000), hasParts: hasParts, isStable: isStable)
                // Without an index, the query would read more rows than this.
                try store.session.executeScript(
                    "set enable_seqscan = off; set enable_bitmapscan = off")
                return try store.session.transaction {
                    try store.session.preferIndexOrder()
                    return try store.texts("explain (costs off) \(query)").joined(separator: "\n")
                }
            }
            let merged = try plan(hasParts: true)
            #expect(merged.hasPrefix("Merge Append") && !merged.contains("Sort  ") && !merged.contains("->  Sort"))
            #expect(merged.contains("sample_stream_idx") && merged.contains("series_quantity_stream_idx"))
            #expect(try plan(hasParts: true, isStable: true).contains("Presorted Key: sample.start_time"))
            let plain = try plan(hasParts: false)
            #expect(!plain.contains("series_quantity") && plain.contains("Index Scan using sample_stream_idx"))
        }
    }

    @Test(
        "whether there are series is seen in the index, also of a type without them beside one with many",
        .disabled(if: TestServer.isCluster, "EXPLAIN on the coordinator does not show the plans of the shards"))
    func probe() async throws {
        try await TestStore.with { store in
            try store.post { maker in
                let beats = (0..<20_000).map {
                    Measured(
                        type: "heartRate", unit: "count/s", at: Double($0), lasting: 0, value: 1,
                        source: SampleMaker.watch)
                }
                try maker.addSeries(of: beats)
                try maker.add()
            }
            try store.session.executeScript("analyze health.series_quantity; set plan_cache_mode = force_generic_plan")
            try store.session.executeScript("prepare probe (integer, integer) as \(SampleExtent.probeText)")
            let plan = try store.texts("explain (costs off) execute probe (1, 1)").joined(separator: "\n")
            #expect(plan.contains("Index Only Scan using series_quantity_stream_idx"))
            #expect(!plan.contains("Seq Scan on series_quantity"))
        }
    }
}
