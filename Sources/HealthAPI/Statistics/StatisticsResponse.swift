import HTTPServer
import HealthCore
import HealthDatabase
import JSON

/// The answer to a statistics query.
public struct StatisticsResponse {
    let request: StatisticsRequest
    let collections: [StatisticsCollection]
    let now: Instant

    /// - Parameters:
    ///   - collections: one for each quantity of `request`.
    ///   - now: the time of the request. A bucket that ends later is partial.
    public init(_ request: StatisticsRequest, _ collections: [StatisticsCollection], now: Instant) {
        self.request = request
        self.collections = collections
        self.now = now
    }

    /// The answer with its entity tag.
    func response(_ format: AnswerFormat) -> HTTPResponse {
        switch format {
        case .json: return HTTPResponse(json: json).tagged
        case .columns:
            var response = HTTPResponse(json: columns).tagged
            response.headers["Content-Type"] = format.rawValue
            return response
        case .lines, .csv: break
        }
        return HTTPResponse(rows(format), as: format).tagged
    }

    /// Returns the answer as text. JSON has no line feed at its end. Each row of another format
    /// ends with a line feed.
    public func text(_ format: AnswerFormat) -> String {
        String(decoding: format == .json ? json.bytes : rows(format).bytes, as: UTF8.self)
    }

    var json: JSONWriter {
        let shape = request.grid == nil ? ShownCollection.single : ShownCollection.inBuckets
        let rowCount = collections.reduce(0) { $0 + $1.buckets.count { !request.omits($0) } }
        return json(rowCount: rowCount) { shape.write($0, to: &$1) }
    }

    /// Returns an object for each type: the only one, or a list of them.
    ///
    /// - Parameter append: writes the members of the object.
    func json(rowCount: Int, _ append: (ShownCollection, inout JSONWriter) -> Void) -> JSONWriter {
        var writer = JSONWriter(capacity: 1 << 14)
        writer.rowCount = rowCount
        let clock = ClockText(request.clock)
        func appendAll(to writer: inout JSONWriter) {
            for (quantity, collection) in zip(request.quantities, collections) {
                let shown = ShownCollection(request, quantity, collection, clock, now: now)
                writer.object { append(shown, &$0) }
            }
        }
        if request.isList {
            writer.object { writer in
                writer.array(request.grid == nil ? "statistics" : "collections") { appendAll(to: &$0) }
            }
        } else {
            appendAll(to: &writer)
        }
        return writer
    }
}

/// The figures of one type.
struct ShownCollection: Sendable {
    let request: StatisticsRequest
    let buckets: [StatisticsBucket]
    let figures: StatisticsFigures
    /// The time of the request.
    let now: Instant

    init(
        _ request: StatisticsRequest, _ quantity: QuantityRequest, _ collection: StatisticsCollection,
        _ clock: ClockText, now: Instant
    ) {
        self.request = request
        self.now = now
        buckets = collection.buckets
        figures = StatisticsFigures(quantity: quantity, clock: clock, sources: collection.sources)
    }

    static let inBuckets = Shape<Self>(head + [.member("buckets", \.shownBuckets)]).named("StatisticsCollection")

    static let single = Shape<Self>(
        [.members(of: \.figures.quantity, QuantityRequest.head)] + clock + [
            .optionalMembers(of: \.range, ShownRange.shape)
        ]
    ).named("RangeStatistics")

    /// What the buckets of a collection are about.
    static let head: [Shape<Self>.Member] =
        [
            .members(of: \.figures.quantity, QuantityRequest.head),
            .member("interval") { $0.request.grid?.interval.description ?? "" },
            .member("anchor") { $0.request.grid?.anchor.iso8601 ?? "" },
        ] + clock

    private static let clock: [Shape<Self>.Member] = [
        .member("timeZone", \.request.clock.name), .member("sources") { $0.figures.usedSources(of: $0.buckets) },
    ]

    private var shownBuckets: [ShownBucket] {
        // The buckets are read in their array. A loop over them would copy each.
        buckets.indices.filter { !request.omits(buckets[$0]) }.map { index in
            ShownBucket(
                bucket: buckets[index], isPartial: request.isPartial(buckets[index], now: now),
                separatesSources: request.separateBySource, figures: figures)
        }
    }

    private var range: ShownRange? {
        buckets.first.map { bucket in
            ShownRange(
                from: request.range.from, to: request.range.to,
                bucket: ShownBucket(
                    bucket: bucket, isPartial: request.range.to > now, separatesSources: request.separateBySource,
                    figures: figures))
        }
    }
}

/// A bucket of a collection.
private struct ShownBucket: Shaped {
    let bucket: StatisticsBucket
    let isPartial: Bool
    let separatesSources: Bool
    let figures: StatisticsFigures

    static let shape = Shape<Self>([
        .time("startDate", \.bucket.start, on: \.figures.clock), .time("endDate", \.bucket.end, on: \.figures.clock),
        .member("partial", \.isPartial, "Whether the range or the present cuts the bucket."),
        .member("statistics", \.statistics), .member("sources", \.sourceIDs, as: .array(of: .sourceID)),
        .optional("bySource", \.bySource),
    ])

    var statistics: ShownStatistics? { figures.shown(bucket.statistics) }

    private var sourceIDs: [Int32] { bucket.statistics?.sourceRanks.map { figures.sources[$0].publicID } ?? [] }

    var bySource: [ShownPart]? {
        separatesSources
            ? bucket.bySource.map {
                ShownPart(source: figures.sources[$0.rank], statistics: figures.shown($0.statistics))
            }
            : nil
    }
}

/// The figures of one source.
private struct ShownPart: Shaped {
    let source: Source
    let statistics: ShownStatistics?

    static let shape = Shape<Self>([.member("source", \.source), .member("statistics", \.statistics)])
}

/// The figures of a single range. The dates are those of the samples, as in the `HKStatistics` of
/// an `HKStatisticsQuery`.
private struct ShownRange: Shaped {
    let from: Instant
    let to: Instant
    let bucket: ShownBucket

    static let shape = Shape<Self>([
        .time("from", \.from, on: \.bucket.figures.clock), .time("to", \.to, on: \.bucket.figures.clock),
        .time(
            "startDate", \.bucket.bucket.statistics?.earliestStart, on: \.bucket.figures.clock, as: Schema.time.orNull),
        .time(
            "endDate", \.bucket.bucket.statistics?.mostRecent?.end, on: \.bucket.figures.clock,
            as: Schema.time.orNull),
        .member("partial", \.bucket.isPartial), .member("statistics", \.bucket.statistics),
        .optional("bySource", \.bucket.bySource),
    ])
}
