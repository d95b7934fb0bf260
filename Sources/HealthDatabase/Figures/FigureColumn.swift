import HealthCore
import Postgres

/// A column of figures in `health.hour` and `health.day`. The raw values are the columns' names.
enum FigureColumn: String {
    case count
    case reachingCount = "reaching_count"
    case valuelessCount = "valueless_count"
    case reachingValuelessCount = "reaching_valueless_count"
    case sum
    case valueSum = "value_sum"
    case reachingValueSum = "reaching_value_sum"
    case minimum
    case maximum
    case valueMaximum = "value_maximum"
    case weightedSum = "weighted_sum"
    case weight
    case weightedMaximum = "weighted_maximum"
    case duration
    case mostRecent = "most_recent"
    case mostRecentStartTime = "most_recent_start_time"
    case mostRecentEndTime = "most_recent_end_time"
    case earliestStartTime = "earliest_start_time"
    case sourceIDs = "source_ids"
    case categoryValues = "category_values"
    case valueCounts = "value_counts"
    case valueReachingCounts = "value_reaching_counts"
    case valueDurations = "value_durations"

    /// Returns the columns that types of a style have, in the order in which `FigureRow` reads and
    /// writes them. All other columns are null.
    ///
    /// - Parameter ofSources: true if there are rows of single sources, which have weights.
    static func columns(_ style: AggregationStyle, ofSources: Bool) -> [FigureColumn] {
        [.count, .reachingCount, .valuelessCount, .reachingValuelessCount] + values(style, ofSources: ofSources)
            + [.duration, .mostRecent, .mostRecentStartTime, .mostRecentEndTime, .earliestStartTime, .sourceIDs]
            + (style == .category ? [.categoryValues, .valueCounts, .valueReachingCounts, .valueDurations] : [])
    }

    private static func values(_ style: AggregationStyle, ofSources: Bool) -> [FigureColumn] {
        let discrete: [FigureColumn] = [.valueSum, .reachingValueSum, .minimum, .maximum]
        let weights: [FigureColumn] = [.weightedSum, .weight]
        switch style {
        case .category: return []
        case .cumulative: return ofSources ? [.sum] + weights : [.sum]
        case .discreteArithmetic: return discrete
        case .discreteTemporallyWeighted: return discrete + weights
        case .discreteEquivalentContinuousLevel: return discrete + [.valueMaximum] + weights + [.weightedMaximum]
        }
    }

    /// The expression that a query reads. PostgreSQL sends a null in a fraction of the time of a
    /// value, and in most rows of most types these are 0, or the start is also the end.
    var read: String {
        switch self {
        case .reachingCount, .valuelessCount, .reachingValuelessCount, .reachingValueSum, .duration:
            "nullif(\(rawValue), 0)"
        case .mostRecentEndTime: "nullif(\(rawValue), \(FigureColumn.mostRecentStartTime.rawValue))"
        default: rawValue
        }
    }
}

extension [FigureColumn] {
    /// The list of names for a COPY into a table.
    var names: String { map(\.rawValue).joined(separator: ", ") }
    /// The list of expressions for a query.
    var read: String { map(\.read).joined(separator: ", ") }
}

/// The fields that a query reads of each row of `health.day` or `health.hour`.
struct FigureSelection {
    private let isDays: Bool
    private let separateBySource: Bool
    private let columns: [FigureColumn]
    /// Most rows have the same sources as the row before, and share one list.
    private var sourceIDs: [Int32] = []

    /// - Parameter separateBySource: false if the query reads only rows of all sources together.
    init(_ style: AggregationStyle, isDays: Bool, separateBySource: Bool) {
        self.isDays = isDays
        self.separateBySource = separateBySource
        columns = FigureColumn.columns(style, ofSources: separateBySource)
    }

    /// The expressions of the query.
    var list: String {
        (separateBySource ? "source_id, " : "") + (isDays ? "start_time, end_time, " : "start_time, ") + columns.read
    }

    /// Reads a row of the query.
    ///
    /// - Throws: `PostgresError`.
    mutating func row(reading fields: inout some FigureFields) throws -> FigureRow {
        let sourceID = separateBySource ? try fields.int32() : 0
        let start = try fields.timestamptz()
        let end = isDays ? try fields.timestamptz() : start + StaleHours.hour
        let row = try FigureRow(
            sourceID: sourceID, span: start..<end, sourceIDs: sourceIDs, reading: &fields, columns)
        sourceIDs = row.sourceIDs
        return row
    }
}
