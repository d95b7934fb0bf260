import HealthCore
import Postgres

/// A row of `health.hour_slot`: the figures of one hour, of all sources together or of a single
/// source.
public struct HourSlotRow: Hashable, Sendable {
    /// The start of a whole hour of UTC, in microseconds since 1970.
    public var start: Int64
    /// The source's id; 0 for all sources together.
    public var sourceID: Int32
    public var stored: StoredFigures
    /// In a row of all sources, the only source with figures in the hour, whose figures follow from
    /// the row (`StoredFigures.hasSoleSource`). Nil if each source has a row, and in these rows.
    public var soleSourceID: Int32?

    public init(start: Int64, sourceID: Int32, stored: StoredFigures, soleSourceID: Int32?) {
        self.start = start
        self.sourceID = sourceID
        self.stored = stored
        self.soleSourceID = soleSourceID
    }

    /// The length of an hour, in microseconds.
    public static let length: Int64 = 3_600 * Instant.microsecondsPerSecond

    /// The columns that readers select, in the order of `init(reading:)`.
    public static let readColumns = """
        source_id, start_time, started_count, reaching_count, sum, value_sum, reaching_value_sum, minimum, maximum, \
        weighted_sum, weight, weighted_maximum, duration, most_recent_quantity, most_recent_start_time, \
        most_recent_end_time, earliest_start_time, source_ids, sole_source_id
        """

    /// All columns, in the order of `write`.
    public static let columns = "person_id, sample_type_id, \(readColumns)"

    // MARK: COPY

    /// Writes the row for `copy health.hour_slot (<columns>) from stdin (format binary)`.
    public func write(
        personID: Int32, sampleTypeID: Int32, style: AggregationStyle, to writer: inout BinaryCopyWriter
    ) {
        let figures = stored.figures
        let hasMembers = figures.count > 0
        let isCumulative = style == .cumulative
        let isWeighted = style == .discreteTemporallyWeighted || style == .discreteEquivalentContinuousLevel
        let hasWeights = isWeighted || (isCumulative && sourceID != 0)
        writer.beginRow(21)
        writer.int32(personID)
        writer.int32(sampleTypeID)
        writer.int32(sourceID)
        writer.timestamptz(start)
        writer.int32(Int32(figures.startedCount))
        writer.int32(Int32(figures.reachingCount))
        writer.double(isCumulative ? figures.sum : nil)
        writer.double(isCumulative ? nil : figures.valueSum)
        writer.double(isCumulative ? nil : figures.reachingValueSum)
        writer.double(isCumulative || !hasMembers ? nil : figures.minimum)
        writer.double(isCumulative || !hasMembers ? nil : figures.maximum)
        writer.double(hasWeights ? figures.weightedSum : nil)
        writer.double(hasWeights ? figures.weight : nil)
        writer.double(figures.weightedMaximum.isFinite ? figures.weightedMaximum : nil)
        writer.int64(figures.durationMicroseconds)
        writer.double(figures.mostRecent?.value)
        writer.timestamptz(figures.mostRecent?.start.microseconds)
        writer.timestamptz(figures.mostRecent?.end.microseconds)
        writer.timestamptz(figures.earliestStart?.microseconds)
        writer.int32Array(stored.sourceIDs)
        writer.int32(soleSourceID)
    }

    /// Reads a row of `readColumns`.
    ///
    /// - Throws: `PostgresError`.
    public init(reading row: inout CopyRow) throws {
        var ids: [Int32] = []
        let hour = try HourSlotRow.read(&row, sourceIDs: &ids)
        self.init(
            start: hour.start, sourceID: hour.sourceID, stored: StoredFigures(hour.figures, sourceIDs: ids),
            soleSourceID: hour.soleSourceID)
    }

    /// Reads a row of `readColumns` without allocating an array.
    ///
    /// - Parameter sourceIDs: receives the ids of the row.
    static func read(
        _ row: inout CopyRow, sourceIDs: inout [Int32]
    ) throws -> (start: Int64, sourceID: Int32, figures: SlotFigures, soleSourceID: Int32?) {
        let sourceID = try row.int32()
        let hour = try row.timestamptz()
        var figures = SlotFigures()
        figures.startedCount = Int(try row.int32())
        figures.reachingCount = Int(try row.int32())
        figures.sum = try row.optionalDouble() ?? 0
        figures.valueSum = try row.optionalDouble() ?? 0
        figures.reachingValueSum = try row.optionalDouble() ?? 0
        figures.minimum = try row.optionalDouble() ?? .infinity
        figures.maximum = try row.optionalDouble() ?? -.infinity
        // The two maximums differ only for sound levels whose aggregates have a minimum or maximum.
        // `SlotPolicy` gives no slots to these.
        figures.valueMaximum = figures.maximum
        figures.weightedSum = try row.optionalDouble() ?? 0
        figures.weight = try row.optionalDouble() ?? 0
        figures.weightedMaximum = try row.optionalDouble() ?? -.infinity
        figures.durationMicroseconds = try row.int64()
        let value = try row.optionalDouble()
        let start = try row.optionalTimestamptz()
        let end = try row.optionalTimestamptz()
        if let value, let start, let end {
            figures.mostRecent = .init(
                value: value, start: Instant(microseconds: start), end: Instant(microseconds: end))
        }
        figures.earliestStart = try row.optionalTimestamptz().map(Instant.init(microseconds:))
        try row.int32Array(into: &sourceIDs)
        return (hour, sourceID, figures, try row.optionalInt32())
    }
}
