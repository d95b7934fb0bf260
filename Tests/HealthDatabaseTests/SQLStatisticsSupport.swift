import Foundation
import HealthCore
import HealthDatabase
import Postgres
import StatisticsVectors
import TestSupport
import Testing

/// A bucket of SQL's answer and the ids of the sources that made its figures, for comparisons.
struct SQLBucket {
    var vector: VectorBucket
    /// The ids of the sources. They are nil if nothing was measured.
    var sources: [Int32]?
    var earliestStart: Int64?

    /// Creates the bucket that the reader returned.
    init(_ bucket: StatisticsBucket, _ sources: [Source]) {
        vector = VectorBucket(
            start: bucket.start.rfc3339, end: bucket.end.rfc3339,
            statistics: bucket.statistics.map { VectorStatistics($0) },
            bySource: Dictionary(
                uniqueKeysWithValues: bucket.bySource.map { (sources[$0.rank].name, VectorStatistics($0.statistics)) }))
        self.sources = bucket.statistics?.sourceRanks.map { sources[$0].id }
        earliestStart = bucket.statistics?.earliestStart.microseconds
    }

    /// - Parameter rows: the rows of one bucket, with the columns of `columns`. The row of all
    ///   sources is first.
    private init(_ rows: ArraySlice<Row>) throws {
        let merged = try #require(rows.first)
        #expect(try merged.optionalText(2) == nil)
        var bySource: [String: VectorStatistics] = [:]
        for row in rows.dropFirst() {
            let figures: VectorStatistics = try #require(try VectorStatistics(row))
            bySource[try row.text(2)] = figures
        }
        vector = VectorBucket(
            start: Instant(microseconds: try merged.timestamptz(0)).rfc3339,
            end: Instant(microseconds: try merged.timestamptz(1)).rfc3339, statistics: try VectorStatistics(merged),
            bySource: bySource)
        sources = try merged.optionalText(12).map { text in text.split(separator: ",").compactMap { Int32($0) } }
        earliestStart = try merged.optionalTimestamptz(13)
    }

    static let columns = """
        start_time, end_time, source, count, sum, average, minimum, maximum, duration, most_recent, \
        most_recent_start_time, most_recent_end_time, array_to_string(sources, ',')
        """

    /// - Parameter result: rows with the columns of `columns`, and `earliest_start_time`.
    static func buckets(_ result: Rows) throws -> [SQLBucket] {
        let rows = Array(result)
        let starts = try rows.indices.filter { try rows[$0].optionalText(2) == nil }
        return try zip(starts, starts.dropFirst() + [rows.count]).map { try SQLBucket(rows[$0..<$1]) }
    }

    /// Returns the differences in words.
    func differences(from actual: SQLBucket) -> [String] {
        var found = vector.differences(from: actual.vector)
        if sources != actual.sources {
            found.append("\(vector.start): sources \(actual.sources ?? []), expected \(sources ?? [])")
        }
        if earliestStart != actual.earliestStart { found.append("\(vector.start): earliest start") }
        return found
    }
}

extension VectorStatistics {
    /// Fails for a row of nulls.
    fileprivate init?(_ row: Row) throws {
        guard let count = try row.optionalInt64(3) else { return nil }
        self.init(
            count: Int(count), duration: try row.double(8),
            mostRecent: try row.optionalDouble(9).map { value in
                .init(
                    value: value, start: Instant(microseconds: try row.timestamptz(10)).rfc3339,
                    end: Instant(microseconds: try row.timestamptz(11)).rfc3339)
            },
            sum: try row.optionalDouble(4), average: try row.optionalDouble(5), min: try row.optionalDouble(6),
            max: try row.optionalDouble(7))
    }
}

extension TestStore {
    /// Returns the buckets of `health_code.bucket_statistics`, also those of each source.
    func sqlBuckets(
        _ sampleTypeID: Int32, starts: [Instant], ends: [Instant], _ range: SampleRange
    ) throws -> [SQLBucket] {
        func array(_ times: [Instant]) -> String { "{\(times.map(\.rfc3339).joined(separator: ","))}" }
        return try SQLBucket.buckets(
            session.execute(
                """
                select \(SQLBucket.columns), case when count is not null then earliest_start_time end
                from health_code.bucket_statistics(
                    $1, $2, $3::text::timestamptz[], $4::text::timestamptz[], $5, $6, true, $7, $8)
                """,
                [
                    .int32(person.id), .int32(sampleTypeID), .text(array(starts)), .text(array(ends)),
                    .timestamptz(range.from.microseconds), .timestamptz(range.to.microseconds),
                    .bool(range.strictStart),
                    .bool(range.strictEnd),
                ]))
    }

    func sqlBuckets(_ sampleTypeID: Int32, _ plan: BucketPlan, _ range: SampleRange) throws -> [SQLBucket] {
        try sqlBuckets(
            sampleTypeID, starts: Array(plan.edges.dropLast()), ends: Array(plan.edges.dropFirst()), range)
    }
}

/// Random samples of a type, including points, points at the same instant, overlaps, series, one
/// long sample, and aggregates of two clients.
struct RandomSamples {
    static let types: [(name: String, unit: String)] = [
        ("stepCount", "count"), ("heartRate", "count/min"), ("bodyMass", "kg"),
        ("environmentalAudioExposure", "dBASPL"),
    ]
    static let sources = [
        SampleMaker.phone, SampleMaker.watch, SampleMaker.scale, SourceRevision(name: "hand", wasUserEntered: true),
        SourceRevision(name: "hours", bundleIdentifier: "org.example.hours"),
        SourceRevision(name: "minutes", bundleIdentifier: "org.example.minutes"),
    ]

    /// - Parameters:
    ///   - days: the number of days with samples, from `SampleMaker.zero` on.
    ///   - hasAggregates: true if two sources are aggregates. Aggregates of discrete types may have
    ///     extremes.
    ///   - lackAverages: true if some of the aggregates have no average.
    static func fill(
        _ store: TestStore, type number: Int, seed: UInt64, days: Int, hasAggregates: Bool, lackAverages: Bool = false
    ) throws {
        var random = SeededGenerator(seed)
        let (name, unit) = types[number]
        let span = days * 86_400
        try store.post { maker in
            for _ in 0..<(60 * days) {
                let source = random.below(hasAggregates ? 6 : 4)
                // Starts are whole half minutes, so many samples start at the same instant.
                let at = Double(random.below(span) / 30 * 30)
                let lasting = random.chance(40) ? 0 : Double(random.below(random.chance(90) ? 1_800 : 20_000))
                let value = Double(1 + random.below(90))
                let ordinal = try maker.add(
                    random.uuid(), .quantity(unit == "dBASPL" ? level(&random) : value, unit: unit, type: name), at: at,
                    lasting: source == 4 ? 3_600 : source == 5 ? 60 : lasting, from: sources[source])
                guard source > 3, number > 0, random.chance(70) else { continue }
                maker.extremes[ordinal] = SampleExtremes(
                    minimum: random.chance(80) ? value / 60 - 3 : nil, maximum: random.chance(80) ? value + 3 : nil,
                    hasAverage: !lackAverages || random.chance(60))
            }
            for _ in 0..<days {
                let source = sources[random.below(2)]
                var at = Double(random.below(span))
                var inside: [Measured] = []
                for _ in 0..<20 {
                    inside.append(
                        Measured(
                            type: name, unit: unit, at: at, lasting: random.chance(50) ? 0 : Double(random.below(120)),
                            value: Double(1 + random.below(90)), source: source))
                    at += random.chance(20) ? 0 : Double(random.below(400)) + 0.000_001
                }
                try maker.addSeries(random.uuid(), of: inside)
            }
            try maker.add(
                random.uuid(), .quantity(50, unit: unit, type: name), at: 7, lasting: Double(span) / 2.5,
                from: SampleMaker.scale)
        }
        guard hasAggregates else { return }
        try makeAggregates(store)
    }

    /// Returns a sound level of any size, including levels whose energy no double holds.
    private static func level(_ random: inout SeededGenerator) -> Double {
        switch random.below(4) {
        case 0: -Double(random.below(4_000)) / 10
        case 1: 1e6 - Double(random.below(200)) / 10
        case 2: Double(random.below(10_000_000)) / 10
        default: Double(1 + random.below(1_200)) / 10
        }
    }

    private static func makeAggregates(_ store: TestStore) throws {
        _ = try store.session.execute(
            """
            with aggregate as (
                update health.source set source_class = 'aggregate'
                where person_id = $1 and bundle_identifier in ('org.example.hours', 'org.example.minutes')
                returning source_id
            )
            update health.source_kind set source_class = 'aggregate'
            from aggregate
            where source_kind.person_id = $1 and source_kind.source_id = aggregate.source_id
            """, [.int32(store.person.id)])
    }
}
