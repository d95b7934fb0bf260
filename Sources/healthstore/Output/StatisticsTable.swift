import HealthCore
import HealthDatabase

/// A statistics collection as rows: one for each bucket, and behind it one for each source if that was asked for.
struct StatisticsTable {
    private let request: StatisticsRequest
    private let quantity: QuantityRequest
    private let collection: StatisticsCollection

    /// - Parameter collection: of the first quantity of `request`.
    init(_ request: StatisticsRequest, _ collection: StatisticsCollection) {
        self.request = request
        quantity = request.quantities[0]
        self.collection = collection
    }

    /// A figure that the answer has a column for.
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
        return all.filter { quantity.options.contains($0.0) }.map(\.1)
    }

    /// For people.
    var text: String {
        var titles = [("start", false)]
        if request.separateBySource { titles.append(("source", false)) }
        titles += columns.map { ("\($0.title) \(quantity.unit.unitString)", true) }
        if quantity.options.contains(.duration) { titles.append(("duration s", true)) }
        titles.append(("count", true))
        var table = TextTable(titles.map { (title: $0.0, isNumber: $0.1) })
        forEachRow { start, source, statistics in
            var cells = [start.label]
            if request.separateBySource { cells.append(source ?? "all, merged") }
            cells += columns.map { column in statistics.flatMap(column.value).map(NumberText.rounded) ?? "" }
            if quantity.options.contains(.duration) {
                cells.append(statistics.map { NumberText.rounded($0.duration) } ?? "")
            }
            cells.append(statistics.map { String($0.count) } ?? "")
            table.append(cells)
        }
        return table.text
    }

    /// RFC 4180, full precision; an empty cell is null.
    var csv: String {
        var text = "startDate,endDate,source," + columns.map { $0.title + "," }.joined()
        text += (quantity.options.contains(.duration) ? "duration," : "") + "count,unit\r\n"
        forEachRow { start, source, statistics in
            var cells = [start.start, start.end, source.map(StatisticsTable.quoted) ?? ""]
            cells += columns.map { column in statistics.flatMap(column.value).map { "\($0)" } ?? "" }
            if quantity.options.contains(.duration) { cells.append(statistics.map { "\($0.duration)" } ?? "") }
            cells += [statistics.map { String($0.count) } ?? "", StatisticsTable.quoted(quantity.unit.unitString)]
            text += cells.joined(separator: ",") + "\r\n"
        }
        return text
    }

    private struct BucketText {
        var start: String
        var end: String
        /// A date alone where every bucket begins at midnight.
        var label: String
    }

    private func forEachRow(_ body: (BucketText, String?, Statistics?) -> Void) {
        let clock = request.clock
        let areDates = collection.buckets.allSatisfy { clock.localDateTime(at: $0.start).microsecondOfDay == 0 }
        for bucket in collection.buckets {
            let local = clock.localDateTime(at: bucket.start)
            let text = BucketText(
                start: clock.rfc3339(bucket.start),
                end: clock.rfc3339(bucket.end),
                label: areDates
                    ? local.date.iso8601 : clock.rfc3339(bucket.start))
            body(text, nil, bucket.statistics?.converted { quantity.conversion($0) })
            for part in bucket.bySource {
                body(text, collection.sources[part.rank].name, part.statistics.converted { quantity.conversion($0) })
            }
        }
    }

    private static func quoted(_ text: String) -> String {
        // Bytes, because a quote and an accent behind it, or the two ends of a line, are one Character.
        guard text.utf8.contains(where: { ",\"\r\n".utf8.contains($0) }) else { return text }
        let quote = UInt8(ascii: "\"")
        let doubled = text.utf8.flatMap { $0 == quote ? [quote, quote] : [$0] }
        return "\"" + String(decoding: doubled, as: UTF8.self) + "\""
    }
}
