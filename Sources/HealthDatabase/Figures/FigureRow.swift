import HealthCore
import Postgres

/// A row of `health.hour` or `health.day`: the figures of one type in one hour or on one day, of
/// all sources together or of a single source.
struct FigureRow: Hashable {
    /// The source's id; 0 for all sources together.
    var sourceID: Int32
    /// The start and the end of the hour or day, in microseconds since 1970.
    var span: Range<Int64>
    /// The date of a day, in days since 1970; 0 for an hour.
    var date: Int32 = 0
    /// The figures. Their `sources` are empty.
    var figures: AdditiveFigures
    /// The ids of the sources whose samples contributed, ascending. Rows have ids, because the
    /// ranks of sources change.
    var sourceIDs: [Int32]

    /// The columns of figures, in the order of `writeFigures` and `init(reading:_:)`.
    static func figureColumns(_ style: AggregationStyle) -> String {
        let columns = """
            count, reaching_count, valueless_count, reaching_valueless_count, sum, value_sum, reaching_value_sum, \
            minimum, maximum, value_maximum, weighted_sum, weight, weighted_maximum, duration, most_recent, \
            most_recent_start_time, most_recent_end_time, earliest_start_time, source_ids
            """
        return columns
            + (style == .category ? ", category_values, value_counts, value_reaching_counts, value_durations" : "")
    }

    /// The number of columns in `figureColumns`.
    static func figureColumnCount(_ style: AggregationStyle) -> Int16 { style == .category ? 23 : 19 }

    /// The columns of a query whose rows `init(reading:_:)` reads.
    static func columns(end: String, _ style: AggregationStyle) -> String {
        "source_id, start_time, \(end), \(figureColumns(style))"
    }
}

extension FigureRow {
    // MARK: Reading

    /// Reads a row of `columns`.
    ///
    /// - Throws: `PostgresError`.
    init(reading row: inout some FigureFields, _ style: AggregationStyle) throws {
        sourceID = try row.int32()
        let start = try row.timestamptz()
        span = start..<(try row.timestamptz())
        figures = AdditiveFigures()
        let (count, reaching) = (Int(try row.int32()), Int(try row.int32()))
        figures.startedCount = count - reaching
        figures.reachingCount = reaching
        let (valueless, reachingValueless) = (Int(try row.int32()), Int(try row.int32()))
        figures.startedWithoutValue = valueless - reachingValueless
        figures.reachingWithoutValue = reachingValueless
        figures.sum = try row.optionalDouble() ?? 0
        figures.valueSum = try row.optionalDouble() ?? 0
        figures.reachingValueSum = try row.optionalDouble() ?? 0
        figures.minimum = try row.optionalDouble() ?? .infinity
        figures.maximum = try row.optionalDouble() ?? -.infinity
        figures.valueMaximum = try row.optionalDouble() ?? figures.maximum
        figures.weightedSum = try row.optionalDouble() ?? 0
        figures.weight = try row.optionalDouble() ?? 0
        figures.weightedMaximum = try row.optionalDouble() ?? -.infinity
        figures.durationMicroseconds = try row.int64()
        let value = try row.optionalDouble()
        let (recentStart, recentEnd) = (try row.optionalTimestamptz(), try row.optionalTimestamptz())
        if let value, let recentStart, let recentEnd {
            figures.mostRecent = .init(
                value: value, start: Instant(microseconds: recentStart), end: Instant(microseconds: recentEnd))
        }
        figures.earliestStart = try row.optionalTimestamptz().map(Instant.init(microseconds:))
        sourceIDs = []
        try row.int32Array(into: &sourceIDs)
        if style == .category { figures.values = try FigureRow.values(reading: &row) }
    }

    private static func values(reading row: inout some FigureFields) throws -> [ValueFigures] {
        var (values, counts, reachingCounts): ([Int32], [Int32], [Int32]) = ([], [], [])
        var durations: [Int64] = []
        try row.int32Array(into: &values)
        try row.int32Array(into: &counts)
        try row.int32Array(into: &reachingCounts)
        try row.int64Array(into: &durations)
        return zip(zip(values, counts), zip(reachingCounts, durations)).map { first, second in
            var figures = ValueFigures(value: first.0)
            figures.reachingCount = Int(second.0)
            figures.startedCount = Int(first.1) - figures.reachingCount
            figures.durationMicroseconds = second.1
            return figures
        }
    }

    // MARK: Writing

    /// Writes the columns of figures for a binary COPY.
    func writeFigures(_ style: AggregationStyle, to writer: inout BinaryCopyWriter) {
        let isCumulative = style == .cumulative
        let isDiscrete = style.isDiscrete
        let isLevel = style == .discreteEquivalentContinuousLevel
        let hasWeights = isLevel || style == .discreteTemporallyWeighted || (isCumulative && sourceID != 0)
        writer.int32(Int32(figures.count))
        writer.int32(Int32(figures.reachingCount))
        writer.int32(Int32(figures.startedWithoutValue + figures.reachingWithoutValue))
        writer.int32(Int32(figures.reachingWithoutValue))
        writer.double(isCumulative ? figures.sum : nil)
        writer.double(isDiscrete ? figures.valueSum : nil)
        writer.double(isDiscrete ? figures.reachingValueSum : nil)
        writer.double(!isDiscrete || figures.minimum == .infinity ? nil : figures.minimum)
        writer.double(!isDiscrete || figures.maximum == -.infinity ? nil : figures.maximum)
        writer.double(isLevel && figures.valueMaximum != -.infinity ? figures.valueMaximum : nil)
        writer.double(hasWeights ? figures.weightedSum : nil)
        writer.double(hasWeights ? figures.weight : nil)
        writer.double(isLevel && figures.weightedMaximum != -.infinity ? figures.weightedMaximum : nil)
        writer.int64(figures.durationMicroseconds)
        writer.double(figures.mostRecent?.value)
        writer.timestamptz(figures.mostRecent?.start.microseconds)
        writer.timestamptz(figures.mostRecent?.end.microseconds)
        writer.timestamptz(figures.earliestStart?.microseconds)
        writer.int32Array(sourceIDs)
        guard style == .category else { return }
        writer.int32Array(figures.values.map(\.value))
        writer.int32Array(figures.values.map { Int32($0.startedCount + $0.reachingCount) })
        writer.int32Array(figures.values.map { Int32($0.reachingCount) })
        writer.int64Array(figures.values.map(\.durationMicroseconds))
    }

    // MARK: Single sources

    /// Returns the rows of a span: that of all sources together, and those of single sources if the
    /// first does not tell their figures.
    ///
    /// It tells them if there is one source, and no samples of it overlap if they are cumulative.
    /// Most spans of most types are so.
    ///
    /// - Parameters:
    ///   - separate: the figures of each source, by rank.
    ///   - sourceIDs: the id of the source of each rank.
    /// - Throws: `StatisticsEngineError` if a rank of the figures has no id.
    static func rows(
        _ span: Range<Int64>, date: Int32 = 0, _ merged: AdditiveFigures,
        _ separate: [(rank: Int, figures: AdditiveFigures)], _ style: AggregationStyle, sourceIDs: [Int32]
    ) throws -> [FigureRow] {
        func row(_ sourceID: Int32, _ figures: AdditiveFigures) throws -> FigureRow {
            var (stored, ids) = (figures, [Int32]())
            for rank in figures.sources.ranks {
                guard sourceIDs.indices.contains(rank) else { throw StatisticsEngineError.unknownSource }
                ids.append(sourceIDs[rank])
            }
            stored.sources = SourceSet()
            return FigureRow(sourceID: sourceID, span: span, date: date, figures: stored, sourceIDs: ids.sorted())
        }
        let all = try row(0, merged)
        if separate.count == 1, merged.sources.ranks == [separate[0].rank],
            style != .cumulative || separate[0].figures.weight == Double(merged.durationMicroseconds)
        {
            return [all]
        }
        return try [all] + separate.map { try row(sourceIDs[$0.rank], $0.figures) }
    }

    /// The figures of the only source of a row of all sources. Valid if the span has no row of a
    /// single source.
    func soleSource(_ style: AggregationStyle) -> AdditiveFigures {
        var figures = figures
        figures.becomeSoleSource(style)
        return figures
    }
}

/// The accessors of a row, of a result or of a binary COPY, that read the next field.
protocol FigureFields {
    mutating func int32() throws -> Int32
    mutating func int64() throws -> Int64
    mutating func timestamptz() throws -> Int64
    mutating func optionalDouble() throws -> Double?
    mutating func optionalTimestamptz() throws -> Int64?
    mutating func int32Array(into elements: inout [Int32]) throws
    mutating func int64Array(into elements: inout [Int64]) throws
}

extension Row: FigureFields {}
extension CopyRow: FigureFields {}
