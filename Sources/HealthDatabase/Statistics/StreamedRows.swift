import HealthCore
import Postgres

/// Selects the samples of a type that can change a figure in a range. They start from `firstStart`
/// to `lastStart`. In addition, they end at or after `firstEnd` or start at or after
/// `standingStart`. Times are in microseconds since 1970.
struct StreamedRows {
    var firstStart: Int64
    var lastStart: Int64
    var firstEnd: Int64
    var standingStart: Int64

    /// - Parameter reach: the length of the longest sample of the type.
    init(_ range: SampleRange, reach: Int64) {
        firstEnd = max(range.from, .earliest).microseconds
        lastStart = min(range.to, .latest).microseconds
        // The value of a point of a temporally weighted type counts until the next sample of its
        // source begins, for at most this time.
        standingStart = firstEnd - SampleRange.pointStandMicroseconds
        firstStart = min(firstEnd - reach, standingStart)
    }

    /// Returns bounds that also select each sample that touches a selected sample or the margin
    /// around a selected aggregate.
    func widened(by reach: Int64) -> StreamedRows {
        var wide = self
        wide.firstEnd = firstStart - AggregateFilter.marginMax
        wide.firstStart = wide.firstEnd - reach
        wide.standingStart = wide.firstEnd
        wide.lastStart = lastStart + reach + AggregateFilter.marginMax
        return wide
    }

    /// Returns the bounds of the samples of a type that a reader searches; nil if the person never
    /// had one. They are wider than the range's own bounds if the person has aggregates.
    static func searched(_ range: SampleRange, _ type: TypeState) -> StreamedRows? {
        type.reach.map { reach in
            let rows = StreamedRows(range, reach: reach)
            return type.hasAggregates ? rows.widened(by: reach) : rows
        }
    }

    /// Returns by how many microseconds the time in which samples are searched exceeds the range.
    static func lookAround(reach: Int64, hasAggregates: Bool) -> Int64 {
        let lookBack = max(reach, SampleRange.pointStandMicroseconds)
        return hasAggregates ? lookBack + 2 * (reach + AggregateFilter.marginMax) : lookBack
    }

    /// Returns bounds that select the samples that both bounds select.
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

    /// Returns a time as SQL text.
    static func timestamp(_ microseconds: Int64) -> String {
        timestamp(Instant(microseconds: microseconds))
    }

    static func timestamp(_ instant: Instant) -> String { "timestamptz '\(text(instant.microseconds))'" }

    /// Returns a time as PostgreSQL reads it.
    static func text(_ microseconds: Int64) -> String {
        min(max(Instant(microseconds: microseconds), .earliest), .latest).rfc3339
    }
}

extension StatisticsSample {
    /// Reads a row of `StatisticsReader.streamColumns`.
    ///
    /// - Parameter ranks: the rank of each source revision, by the revision's id.
    /// - Throws: `StatisticsEngineError` (`unknownSource`), `PostgresError`.
    init(reading row: inout CopyRow, _ ranks: [Int], hasOrdinal: Bool) throws {
        let start = try row.timestamptz()
        let end = try row.timestamptz()
        let value = try row.double()
        let revision = Int(try row.int32())
        let uuid = try row.uuid()
        let ordinal = hasOrdinal ? try row.int32() : 0
        guard revision < ranks.count else { throw StatisticsEngineError.unknownSource }
        self.init(
            start: start, end: end, value: value, sourceRank: ranks[revision], uuid: uuid, ordinal: ordinal)
    }
}
