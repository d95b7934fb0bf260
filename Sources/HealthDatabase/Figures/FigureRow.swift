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
}

extension FigureRow {
    // MARK: Reading

    /// Reads the figures of the next fields of a row, which are `columns`.
    ///
    /// - Parameter sourceIDs: a list that the row shares if its own is equal.
    /// - Throws: `PostgresError`.
    init(
        sourceID: Int32, span: Range<Int64>, sourceIDs: [Int32], reading row: inout some FigureFields,
        _ columns: [FigureColumn]
    ) throws {
        self.init(sourceID: sourceID, span: span, figures: AdditiveFigures(), sourceIDs: sourceIDs)
        for column in columns { try read(column, &row) }
        if figures.valueMaximum == -.infinity { figures.valueMaximum = figures.maximum }
    }

    private mutating func read(_ column: FigureColumn, _ row: inout some FigureFields) throws {
        switch column {
        case .count: figures.startedCount = Int(try row.int32())
        case .reachingCount:
            figures.reachingCount = Int(try row.optionalInt32() ?? 0)
            figures.startedCount -= figures.reachingCount
        case .valuelessCount: figures.startedWithoutValue = Int(try row.optionalInt32() ?? 0)
        case .reachingValuelessCount:
            figures.reachingWithoutValue = Int(try row.optionalInt32() ?? 0)
            figures.startedWithoutValue -= figures.reachingWithoutValue
        case .sum: figures.sum = try row.optionalDouble() ?? 0
        case .valueSum: figures.valueSum = try row.optionalDouble() ?? 0
        case .reachingValueSum: figures.reachingValueSum = try row.optionalDouble() ?? 0
        case .minimum: figures.minimum = try row.optionalDouble() ?? .infinity
        case .maximum: figures.maximum = try row.optionalDouble() ?? -.infinity
        case .valueMaximum: figures.valueMaximum = try row.optionalDouble() ?? -.infinity
        case .weightedSum: figures.weightedSum = try row.optionalDouble() ?? 0
        case .weight: figures.weight = try row.optionalDouble() ?? 0
        case .weightedMaximum: figures.weightedMaximum = try row.optionalDouble() ?? -.infinity
        case .duration: figures.durationMicroseconds = try row.optionalInt64() ?? 0
        case .mostRecent:
            let unknown = Instant(microseconds: 0)
            figures.mostRecent = try row.optionalDouble().map { .init(value: $0, start: unknown, end: unknown) }
        case .mostRecentStartTime:
            guard let start = try row.optionalTimestamptz() else { return }
            figures.mostRecent?.start = Instant(microseconds: start)
            figures.mostRecent?.end = Instant(microseconds: start)
        case .mostRecentEndTime:
            guard let end = try row.optionalTimestamptz() else { return }
            figures.mostRecent?.end = Instant(microseconds: end)
        case .earliestStartTime:
            figures.earliestStart = try row.optionalTimestamptz().map(Instant.init(microseconds:))
        case .sourceIDs: try row.int32Array(into: &sourceIDs)
        case .categoryValues, .valueCounts, .valueReachingCounts, .valueDurations: try readValues(column, &row)
        }
    }

    private mutating func readValues(_ column: FigureColumn, _ row: inout some FigureFields) throws {
        guard column != .valueDurations else {
            var durations: [Int64] = []
            try row.int64Array(into: &durations)
            for (index, duration) in zip(figures.values.indices, durations) {
                figures.values[index].durationMicroseconds = duration
            }
            return
        }
        var numbers: [Int32] = []
        try row.int32Array(into: &numbers)
        guard column != .categoryValues else { return figures.values = numbers.map(ValueFigures.init(value:)) }
        for (index, number) in zip(figures.values.indices, numbers) {
            if column == .valueReachingCounts { figures.values[index].reachingCount = Int(number) }
            figures.values[index].startedCount += column == .valueCounts ? Int(number) : -Int(number)
        }
    }

    // MARK: Writing

    /// Writes the figures of `columns` for a binary COPY.
    func writeFigures(_ columns: [FigureColumn], _ style: AggregationStyle, to writer: inout BinaryCopyWriter) {
        for column in columns { write(column, style, &writer) }
    }

    private func write(_ column: FigureColumn, _ style: AggregationStyle, _ writer: inout BinaryCopyWriter) {
        // All sources of a cumulative type together have no weights.
        let hasWeights = style != .cumulative || sourceID != 0
        switch column {
        case .count: writer.int32(Int32(figures.count))
        case .reachingCount: writer.int32(Int32(figures.reachingCount))
        case .valuelessCount: writer.int32(Int32(figures.startedWithoutValue + figures.reachingWithoutValue))
        case .reachingValuelessCount: writer.int32(Int32(figures.reachingWithoutValue))
        case .sum: writer.double(figures.sum)
        case .valueSum: writer.double(figures.valueSum)
        case .reachingValueSum: writer.double(figures.reachingValueSum)
        case .minimum: writer.double(figures.minimum == .infinity ? nil : figures.minimum)
        case .maximum: writer.double(figures.maximum == -.infinity ? nil : figures.maximum)
        case .valueMaximum: writer.double(figures.valueMaximum == -.infinity ? nil : figures.valueMaximum)
        case .weightedSum: writer.double(hasWeights ? figures.weightedSum : nil)
        case .weight: writer.double(hasWeights ? figures.weight : nil)
        case .weightedMaximum: writer.double(figures.weightedMaximum == -.infinity ? nil : figures.weightedMaximum)
        case .duration: writer.int64(figures.durationMicroseconds)
        case .mostRecent: writer.double(figures.mostRecent?.value)
        case .mostRecentStartTime: writer.timestamptz(figures.mostRecent?.start.microseconds)
        case .mostRecentEndTime: writer.timestamptz(figures.mostRecent?.end.microseconds)
        case .earliestStartTime: writer.timestamptz(figures.earliestStart?.microseconds)
        case .sourceIDs: writer.int32Array(sourceIDs)
        case .categoryValues: writer.int32Array(figures.values.map(\.value))
        case .valueCounts: writer.int32Array(figures.values.map { Int32($0.count) })
        case .valueReachingCounts: writer.int32Array(figures.values.map { Int32($0.reachingCount) })
        case .valueDurations: writer.int64Array(figures.values.map(\.durationMicroseconds))
        }
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
    mutating func optionalInt32() throws -> Int32?
    mutating func optionalInt64() throws -> Int64?
    mutating func timestamptz() throws -> Int64
    mutating func optionalDouble() throws -> Double?
    mutating func optionalTimestamptz() throws -> Int64?
    mutating func int32Array(into elements: inout [Int32]) throws
    mutating func int64Array(into elements: inout [Int64]) throws
}

extension Row: FigureFields {}
extension CopyRow: FigureFields {}
