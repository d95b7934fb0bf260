import HealthCore
import HealthDatabase
import JSON

extension StatisticsResponse {
    /// The columns for a bucket of a collection: its start and end.
    private static let bucketColumns: [String] = ["startDate", "endDate"]
    /// The columns for a single range: its start and end, and the dates of the samples.
    private static let rangeColumns: [String] = ["from", "to", "startDate", "endDate"]
    /// The columns for figures. `sourceId` and `source` are null in the row of all sources
    /// together. `unit` is the unit of the figures in the columns before it. `duration` is in
    /// seconds.
    private static let figureColumns: [String] = [
        "partial", "sourceId", "source", "count", "sum", "average", "minimum", "maximum", "mostRecent",
        "mostRecentStartDate", "mostRecentEndDate", "unit", "duration",
    ]

    /// The answer to a statistics query as rows. Each bucket of each type has one row. If the
    /// request has `separateBySource`, one row for each source follows. The columns are the members
    /// of the JSON answer, and every request for quantity types has the same columns. If one of the
    /// types is a category type, `byValue` follows: JSON, in CSV too. A figure is null if the
    /// request does not ask for it or if it has no samples.
    func rows(_ format: AnswerFormat) -> RowWriter {
        var rows = RowWriter(
            format,
            columns: ["type"] + (request.grid == nil ? Self.rangeColumns : Self.bucketColumns) + Self.figureColumns
                + (hasCategories ? ["byValue"] : []), clock: request.clock, hasTimes: true)
        for (quantity, collection) in zip(request.quantities, collections) {
            for bucket in collection.buckets where !request.omits(bucket) {
                let head = head(bucket, quantity)
                rows.append(head(bucket.statistics) + figures(bucket.statistics, quantity, nil))
                for part in bucket.bySource {
                    rows.append(
                        head(part.statistics) + figures(part.statistics, quantity, collection.sources[part.rank]))
                }
            }
        }
        return rows
    }

    private var hasCategories: Bool { request.quantities.contains { $0.style == .category } }

    /// Returns a function that makes the first cells of a row: the type, the times and `partial`.
    private func head(_ bucket: StatisticsBucket, _ quantity: QuantityRequest) -> (Statistics?) -> [RowWriter.Cell] {
        let type = RowWriter.Cell.text(quantity.type.identifier)
        guard request.grid != nil else {
            let range: [RowWriter.Cell] = [type, .time(request.range.from), .time(request.range.to)]
            let isPartial = RowWriter.Cell.flag(request.range.to > now)
            return { range + [.time($0?.earliestStart), .time($0?.mostRecent?.end), isPartial] }
        }
        let cells: [RowWriter.Cell] = [
            type, .time(bucket.start), .time(bucket.end), .flag(request.isPartial(bucket, now: now)),
        ]
        return { _ in cells }
    }

    private func figures(
        _ statistics: Statistics?, _ quantity: QuantityRequest, _ source: Source?
    ) -> [RowWriter.Cell] {
        let statistics = statistics?.converted { quantity.conversion.printed($0) }
        let options = quantity.options
        let mostRecent = options.contains(.mostRecent) ? statistics?.mostRecent : nil
        return [
            .integer((source?.publicID).map { Int($0) }), .text(source?.name), .integer(statistics?.count),
            .number(options.contains(.cumulativeSum) ? statistics?.sum : nil),
            .number(options.contains(.discreteAverage) ? statistics?.average : nil),
            .number(options.contains(.discreteMin) ? statistics?.minimum : nil),
            .number(options.contains(.discreteMax) ? statistics?.maximum : nil),
            .number((mostRecent?.value).flatMap(quantity.known)), .time(mostRecent?.start), .time(mostRecent?.end),
            .text(quantity.unit?.unitString),
            .number(options.contains(.duration) ? statistics?.duration : nil),
        ] + (hasCategories ? [.json(byValue(statistics, quantity))] : [])
    }

    private func byValue(_ statistics: Statistics?, _ quantity: QuantityRequest) -> [UInt8]? {
        guard quantity.style == .category, let statistics else { return nil }
        return StatisticsFigures(quantity: quantity, clock: ClockText(request.clock), sources: [])
            .shown(statistics.byValue).json.bytes
    }
}

extension StatisticsRequest {
    /// True if the answer leaves out the bucket.
    func omits(_ bucket: StatisticsBucket) -> Bool { omitsEmptyBuckets && bucket.statistics == nil }

    /// True if the bucket has not ended yet, or if it extends beyond the range.
    func isPartial(_ bucket: StatisticsBucket, now: Instant) -> Bool {
        bucket.start < range.from || bucket.end > range.to || bucket.end > now
    }
}
