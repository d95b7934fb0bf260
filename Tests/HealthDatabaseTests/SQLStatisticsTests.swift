import Foundation
import HealthCore
import HealthDatabase
import Postgres
import SQLFiles
import TestSupport
import Testing

@Suite("Statistics in SQL")
struct SQLStatisticsTests {
    private static let day: Int64 = 86_400

    /// Ranges and intervals of all kinds. Ranges are whole days, start in the middle of buckets,
    /// are after all samples, or are shorter than samples.
    private static let questions: [(from: Int64, to: Int64, interval: String)] = [
        (0, 5 * day, "6hour"), (-day + 17, 2 * day + 1_799, "day"), (day + 61, day + 4_000, "7minute"),
        (9 * day, 10 * day, "day"), (2 * day, 2 * day + 90_000, "45minute"), (-400 * day, 400 * day, "month"),
    ]

    private func ask(
        _ question: (from: Int64, to: Int64, interval: String), options: Int
    ) throws -> (BucketPlan, SampleRange) {
        let range = SampleRange(
            from: Instant(seconds: SampleMaker.zero + question.from),
            to: Instant(seconds: SampleMaker.zero + question.to),
            strictStart: options & 1 != 0, strictEnd: options & 2 != 0)
        let interval = try #require(BucketInterval(question.interval))
        // The days of this zone do not begin at a full hour of UTC.
        let zone = try #require(Zone(identifier: "Asia/Kolkata"))
        let grid = BucketGrid(
            anchor: BucketGrid.defaultAnchor(for: interval), interval: interval, clock: WallClock(zone))
        return (try BucketPlan(grid: grid, from: range.from, to: range.to), range)
    }

    private func read(
        _ store: TestStore, _ type: SampleType, _ plan: BucketPlan, _ range: SampleRange
    ) throws -> [SQLBucket] {
        // The reader uses samples only.
        let reader = StatisticsReader(person: store.person, session: store.session, origin: .samples)
        let collection = try reader.collection(
            type, style: try #require(type.aggregationStyle), plan: plan, range: range, separateBySource: true)
        return collection.buckets.map { SQLBucket($0, collection.sources) }
    }

    @Test(
        "SQL says what the API says, for every style and option, of samples that touch each other in every way",
        arguments: 0..<4, LongRun.isOn ? [false, true] : [true])
    func equalsReader(_ number: Int, hasAggregates: Bool) async throws {
        try await TestStore.with { store in
            try RandomSamples.fill(
                store, type: number, seed: UInt64(number), days: 5, hasAggregates: hasAggregates,
                lackAverages: hasAggregates)
            let type = try #require(Catalogue.sampleType(named: RandomSamples.types[number].name))
            let typeID = try store.sampleTypeID(type.identifier)
            var found = 0
            for question in SQLStatisticsTests.questions {
                for options in LongRun.isOn ? Array(0..<4) : [0, 3] {
                    let (plan, range) = try ask(question, options: options)
                    let expected = try read(store, type, plan, range)
                    let actual = try store.sqlBuckets(typeID, plan, range)
                    #expect(actual.count == expected.count)
                    let differences = zip(expected, actual).flatMap { $0.differences(from: $1) }
                    #expect(differences == [], "\(question) \(options)")
                    found += expected.filter { $0.sources != nil }.count
                }
            }
            #expect(found > 50)
        }
    }

    @Test("a piece with nothing in it has no row, and of a person nobody sees another's samples")
    func nothing() async throws {
        try await TestStore.with { store in
            try store.post { try $0.add(UUID(), .quantity(7), at: 0, lasting: 60) }
            let bea = store.of(try PersonStore.create(name: "Bea", store.session))
            let steps = try store.sampleTypeID("stepCount")
            let count = """
                select count(*) from health_code.sample_figures(
                    $1, $2, '{2024-05-01 09:00+00,2024-05-01 10:00+00,2024-05-01 11:00+00}',
                    '{2024-05-01 10:00+00,2024-05-01 11:00+00,2024-05-01 12:00+00}')
                """
            #expect(try store.session.execute(count, [.int32(store.person.id), .int32(steps)])[0].int64(0) == 1)
            #expect(try store.session.execute(count, [.int32(bea.person.id), .int32(steps)])[0].int64(0) == 0)
        }
    }

    @Test(
        "the collection is that of the API in zones of all kinds, by day, week and month, and the whole range is one bucket"
    )
    func collection() async throws {
        try await TestStore.with { store in
            try RandomSamples.fill(store, type: 1, seed: 3, days: 5, hasAggregates: true)
            let type = try #require(Catalogue.sampleType(named: "heartRate"))
            let range = SampleRange(
                from: Instant(seconds: SampleMaker.zero + 100), to: Instant(seconds: SampleMaker.zero + 400_000))
            for zone in ["UTC", "Europe/Berlin", "Asia/Kolkata", "America/St_Johns"] {
                for name in ["day", "week", "3hour", "month"] {
                    let interval = try #require(BucketInterval(name))
                    let clock = WallClock(try #require(Zone(identifier: zone)))
                    let grid = BucketGrid(
                        anchor: BucketGrid.defaultAnchor(for: interval), interval: interval, clock: clock)
                    let plan = try BucketPlan(grid: grid, from: range.from, to: range.to)
                    let actual = try collection(store, name, zone, range)
                    let expected = try read(store, type, plan, range).map { bucket in
                        var bucket = bucket
                        bucket.earliestStart = nil
                        return bucket
                    }
                    #expect(actual.count == expected.count)
                    #expect(zip(expected, actual).flatMap { $0.differences(from: $1) } == [])
                }
            }
        }
    }

    private func collection(
        _ store: TestStore, _ interval: String, _ zone: String, _ range: SampleRange
    ) throws -> [SQLBucket] {
        try SQLBucket.buckets(
            store.session.execute(
                """
                select \(SQLBucket.columns), null::timestamptz
                from health_code.statistics_collection('Ada', 'heartRate', $1, $2, $3, $4, separate_by_source => true, unit => 'count/s')
                """,
                [
                    .text(interval), .text(zone), .timestamptz(range.from.microseconds),
                    .timestamptz(range.to.microseconds),
                ]))
    }

    @Test("SQL states the constants of the program in one function")
    func constants() throws {
        func seconds(_ microseconds: Int64) -> Int64 { microseconds / Instant.microsecondsPerSecond }
        let code = try SQLFiles.load().code
        let rule = try #require(code.first { $0.name == "statistics_rule" })
        let stand = "interval '\(seconds(SampleRange.pointStandMicroseconds) / 60) minutes'"
        let margin = "interval '\(seconds(AggregateFilter.marginMax) / 60) minute'"
        #expect(rule.text.contains(stand) && rule.text.contains(margin))
        for file in code where file.name != rule.name {
            #expect(!file.text.contains(stand) && !file.text.contains(margin), "\(file.name)")
        }
    }
}
