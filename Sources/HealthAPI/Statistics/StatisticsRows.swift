import HealthCore
import HealthDatabase

/// The answer to a statistics query as rows: one for each bucket of each type, followed by one for
/// each source if the request has `separateBySource`. The columns are the members of the JSON
/// answer and the same for every request. A figure that the request does not have, or that has no
/// samples, is null.
struct StatisticsRows {
    private let request: StatisticsRequest
    private let collections: [StatisticsCollection]
    private let now: Instant

    /// - Parameter now: a bucket that ends later is partial.
    init(_ request: StatisticsRequest, _ collections: [StatisticsCollection], now: Instant) {
        self.request = request
        self.collections = collections
        self.now = now
    }

    /// Of a collection: the ends of the bucket.
    private static let bucketColumns: [StaticString] = ["startDate", "endDate"]
    /// Of one range: its ends, and the dates of the samples.
    private static let rangeColumns: [StaticString] = ["from", "to", "startDate", "endDate"]
    /// `sourceId` and `source` are null for all sources, merged. `unit` is the unit of the figures
    /// before it; `duration` is in seconds.
    private static let figureColumns: [StaticString] = [
        "partial", "sourceId", "source", "count", "sum", "average", "minimum", "maximum", "mostRecent",
        "mostRecentStartDate", "mostRecentEndDate", "unit", "duration",
    ]

    func rows(_ format: AnswerFormat) -> RowWriter {
        let bucketCount = collections.reduce(0) { $0 + $1.buckets.count }
        var rows = RowWriter(
            format,
            columns: ["type"] + (request.grid == nil ? StatisticsRows.rangeColumns : StatisticsRows.bucketColumns)
                + StatisticsRows.figureColumns, clock: request.clock,
            capacity: 256 + bucketCount * (format == .csv ? 192 : 384))
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

    /// The type, the times and `partial`.
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
            .number(mostRecent?.value), .time(mostRecent?.start), .time(mostRecent?.end),
            .text(quantity.unit.unitString),
            .number(options.contains(.duration) ? statistics?.duration : nil),
        ]
    }
}

extension StatisticsRequest {
    /// Whether the answer leaves the bucket out.
    func omits(_ bucket: StatisticsBucket) -> Bool { omitsEmptyBuckets && bucket.statistics == nil }

    /// Whether the bucket has not ended yet, or extends beyond the range.
    func isPartial(_ bucket: StatisticsBucket, now: Instant) -> Bool {
        bucket.start < range.from || bucket.end > range.to || bucket.end > now
    }
}
