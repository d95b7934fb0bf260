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

    /// A figure that has a column.
    private struct Column {
        var title: String
        var value: (Statistics) -> Double?
    }

    private var columns: [Column] {
        let all: [(StatisticsOption, Column)] = [
            (.cumulativeSum, Column(title: "sum") { $0.sum }),
            (.discreteAverage, Column(title: "average") { $0.average }),
            (.discreteMin, Column(title: "minimum") { $0.minimum }),
            (.discreteMax, Column(title: "maximum") { $0.maximum }),
            (.mostRecent, Column(title: "mostRecent") { $0.mostRecent?.value }),
        ]
        return all.filter { quantity.options.contains($0.0) && quantity.style != .category }.map(\.1)
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
    var text: String {
        var titles = [("start", false)]
        if request.separateBySource { titles.append(("source", false)) }
        titles += columns.map { ($0.title + (quantity.unit.map { " \($0.presentation.label)" } ?? ""), true) }
        if quantity.options.contains(.duration) { titles.append(("duration s", true)) }
        titles.append(("count", true))
        let isCategory = quantity.style == .category
        if isCategory { titles.append(("by value", false)) }
        var table = TextTable(titles.map { (title: $0.0, isNumber: $0.1) })
        forEachRow { start, source, statistics in
            var cells = [start]
            if request.separateBySource { cells.append(source ?? "all, merged") }
            cells += columns.map { column in statistics.flatMap(column.value).map(NumberText.rounded) ?? "" }
            if quantity.options.contains(.duration) {
                cells.append(statistics.map { NumberText.rounded($0.duration) } ?? "")
            }
            cells.append(statistics.map { String($0.count) } ?? "")
            if isCategory { cells.append(statistics.map(byValue) ?? "") }
            table.append(cells)
        }
        return table.text
    }

    /// - Parameter body: receives the start of the bucket, the source and the figures. The start is
    ///   a date without a time if every bucket begins at midnight. The source is nil for all
    ///   sources merged.
    private func forEachRow(_ body: (String, String?, Statistics?) -> Void) {
        let (clock, presentation) = (request.clock, quantity.unit?.presentation)
        func shown(_ value: Double) -> Double {
            let converted = quantity.conversion.printed(value)
            return presentation?.conversion.printed(converted) ?? converted
        }
        let areDates = collection.buckets.allSatisfy { clock.localDateTime(at: $0.start).microsecondOfDay == 0 }
        for bucket in collection.buckets where !request.omitsEmptyBuckets || bucket.statistics != nil {
            let start =
                areDates ? clock.localDateTime(at: bucket.start).date.iso8601 : clock.rfc3339(bucket.start)
            body(start, nil, bucket.statistics?.converted(shown))
            for part in bucket.bySource {
                body(start, collection.sources[part.rank].name, part.statistics.converted(shown))
            }
        }
    }
}
