import HealthCore
import HealthDatabase

/// A statistics collection as rows. Each bucket has one row. If the request separates sources, the
/// bucket's rows for each source follow.
struct StatisticsTable {
    private let request: StatisticsRequest
    private let quantity: QuantityRequest
    private let collection: StatisticsCollection

    /// - Parameter collection: the statistics of the first quantity of `request`.
    init(_ request: StatisticsRequest, _ collection: StatisticsCollection) {
        self.request = request
        quantity = request.quantities[0]
        self.collection = collection
    }

    private typealias Row = (start: String, source: String?, statistics: Statistics?)

    private func figure(_ title: String, _ value: @escaping (Statistics) -> Double?) -> TextTable.Column<Row> {
        .number(title) { $0.statistics.flatMap(value).map(NumberText.rounded) ?? "" }
    }

    private var columns: [TextTable.Column<Row>] {
        let unit = quantity.unit.map { " \($0.presentation.label)" } ?? ""
        let isCategory = quantity.style == .category
        let figures: [(StatisticsOption, TextTable.Column<Row>)] = [
            (.cumulativeSum, figure("sum" + unit, \.sum)), (.discreteAverage, figure("average" + unit, \.average)),
            (.discreteMin, figure("minimum" + unit, \.minimum)), (.discreteMax, figure("maximum" + unit, \.maximum)),
            (.mostRecent, figure("mostRecent" + unit, \.mostRecent?.value)),
            (.duration, figure("duration s", \.duration)),
        ]
        return [.text("start", \.start)]
            + (request.separateBySource ? [.text("source") { $0.source ?? "all, merged" }] : [])
            + figures.filter { quantity.options.contains($0.0) && (!isCategory || $0.0 == .duration) }.map(\.1)
            + [.number("count") { $0.statistics.map { String($0.count) } ?? "" }]
            + (isCategory ? [.text("by value") { $0.statistics.map(byValue) ?? "" }] : [])
    }

    /// Returns the count and the seconds of each value of a category type.
    private func byValue(_ statistics: Statistics) -> String {
        statistics.byValue.map { figures in
            let value = quantity.known(Double(figures.value)).map { Int32($0) }
            let name = value.map { quantity.type.valueName($0) ?? String($0) } ?? "unknown"
            return "\(name) \(figures.count)"
                + (figures.durationMicroseconds > 0 ? " (\(NumberText.rounded(figures.duration)) s)" : "")
        }.joined(separator: ", ")
    }

    /// The table for people.
    var text: String { TextTable(of: rows, columns).text }

    /// The rows. The start is a date without a time if every bucket begins at midnight. The source
    /// is nil for all sources merged.
    private var rows: [Row] {
        let (clock, presentation) = (request.clock, quantity.unit?.presentation)
        func shown(_ value: Double) -> Double {
            let converted = quantity.conversion.printed(value)
            return presentation?.conversion.printed(converted) ?? converted
        }
        let areDates = collection.buckets.allSatisfy { clock.localDateTime(at: $0.start).microsecondOfDay == 0 }
        var rows: [Row] = []
        for bucket in collection.buckets where !request.omitsEmptyBuckets || bucket.statistics != nil {
            let start =
                areDates ? clock.localDateTime(at: bucket.start).date.iso8601 : clock.rfc3339(bucket.start)
            rows.append((start, nil, bucket.statistics?.converted(shown)))
            for part in bucket.bySource {
                rows.append((start, collection.sources[part.rank].name, part.statistics.converted(shown)))
            }
        }
        return rows
    }
}
