import HealthCore
import Postgres

/// The samples of a type that may matter for a range: those that start from `firstStart` to
/// `lastStart` and either end from `firstEnd` on or start from `standingStart` on. Times are in
/// microseconds since 1970.
struct StreamedRows {
    var firstStart: Int64
    var lastStart: Int64
    var firstEnd: Int64
    var standingStart: Int64

    /// - Parameter reach: the length of the longest sample of the type.
    init(_ range: SampleRange, reach: Int64) {
        firstEnd = max(range.from, .earliest).microseconds
        lastStart = min(range.to, .latest).microseconds
        // A point of a temporally weighted type weighs after its instant, until the next sample
        // ends its stand.
        standingStart = firstEnd - SampleRange.pointStandMicroseconds
        firstStart = min(firstEnd - reach, standingStart)
    }

    /// These samples, and all that touch one of them or come within the margin of an aggregate
    /// among them.
    func widened(by reach: Int64) -> StreamedRows {
        var wide = self
        wide.firstEnd = firstStart - AggregateFilter.marginMax
        wide.firstStart = wide.firstEnd - reach
        wide.standingStart = wide.firstEnd
        wide.lastStart = lastStart + reach + AggregateFilter.marginMax
        return wide
    }

    /// How much longer than a range the time is in which its samples are searched, in microseconds.
    static func lookAround(reach: Int64, hasAggregates: Bool) -> Int64 {
        let lookBack = max(reach, SampleRange.pointStandMicroseconds)
        return hasAggregates ? lookBack + 2 * (reach + AggregateFilter.marginMax) : lookBack
    }

    /// The samples in both.
    func intersection(_ other: StreamedRows) -> StreamedRows {
        var both = self
        both.firstStart = max(firstStart, other.firstStart)
        both.lastStart = min(lastStart, other.lastStart)
        both.firstEnd = max(firstEnd, other.firstEnd)
        both.standingStart = max(standingStart, other.standingStart)
        return both
    }

    func contain(_ sample: StatisticsSample) -> Bool {
        sample.start >= firstStart && sample.start <= lastStart
            && (sample.end >= firstEnd || sample.start >= standingStart)
    }

    /// A time as SQL text.
    static func timestamp(_ microseconds: Int64) -> String {
        timestamp(Instant(microseconds: microseconds))
    }

    static func timestamp(_ instant: Instant) -> String {
        "timestamptz '\(min(max(instant, .earliest), .latest).rfc3339)'"
    }
}

extension StatisticsSample {
    /// Reads a row of `StatisticsReader.streamColumns`.
    ///
    /// - Parameter ranks: by the id of the source revision.
    /// - Throws: `StatisticsEngineError` (`unknownSource`), `PostgresError`.
    init(reading row: inout CopyRow, _ ranks: [Int], hasOrdinal: Bool) throws {
        let start = try row.timestamptz()
        let end = try row.timestamptz()
        let value = try row.double()
        let revision = Int(try row.int32())
        let (high, low) = try row.uuidWords()
        let ordinal = hasOrdinal ? try row.int32() : 0
        guard revision < ranks.count else { throw StatisticsEngineError.unknownSource }
        self.init(
            start: start, end: end, value: value, sourceRank: ranks[revision], uuidHigh: high, uuidLow: low,
            ordinal: ordinal)
    }
}
