import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader

/// The answer to a statistics query as JSON.
public struct StatisticsResponse {
    private let request: StatisticsRequest
    private let collections: [StatisticsCollection]
    private let now: Instant

    /// The usual length of a bucket without figures, in bytes.
    private static let bucketBytesUsual = 128
    /// The usual length of all figures of a bucket, in bytes.
    private static let figureBytesUsual = 192

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
            var response = HTTPResponse(json: StatisticsColumns(request, collections, now: now).json).tagged
            response.headers["Content-Type"] = format.rawValue
            return response
        case .lines, .csv: break
        }
        return HTTPResponse(StatisticsRows(request, collections, now: now).rows(format), as: format).tagged
    }

    /// Returns the answer as text. JSON has no line feed at its end. Each row of another format
    /// ends with a line feed.
    public func text(_ format: AnswerFormat) -> String {
        let bytes = format == .json ? json.bytes : StatisticsRows(request, collections, now: now).rows(format).bytes
        return String(decoding: bytes, as: UTF8.self)
    }

    var json: JSONWriter {
        var writer = JSONWriter(capacity: bytesUsual)
        let answers = zip(request.quantities, collections)
        let clock = ClockText(request.clock)
        writer.rowCount = collections.reduce(0) { $0 + $1.buckets.count { !request.omits($0) } }
        guard request.isList else {
            for (quantity, collection) in answers { append(quantity, collection, clock, to: &writer) }
            return writer
        }
        writer.object { writer in
            writer.array(request.grid == nil ? "statistics" : "collections") { writer in
                for (quantity, collection) in answers { append(quantity, collection, clock, to: &writer) }
            }
        }
        return writer
    }

    /// The usual length of the answer, in bytes.
    private var bytesUsual: Int {
        collections.reduce(512) { bytes, collection in
            let filledCount = collection.buckets.count { $0.statistics != nil }
            return bytes + collection.buckets.count * StatisticsResponse.bucketBytesUsual
                + filledCount * StatisticsResponse.figureBytesUsual
        }
    }

    private func append(
        _ quantity: QuantityRequest, _ collection: StatisticsCollection, _ clock: ClockText,
        to writer: inout JSONWriter
    ) {
        let figures = StatisticsFigures(quantity: quantity, clock: clock, sources: collection.sources)
        writer.object { writer in
            request.appendHead(quantity, to: &writer)
            writer.member("sources", figures.usedSources(of: collection.buckets))
            guard request.grid != nil else {
                if let bucket = collection.buckets.first { appendSingle(bucket, figures, to: &writer) }
                return
            }
            writer.array("buckets") { writer in
                // The buckets are read in their array. A loop over them would copy each.
                let buckets = collection.buckets
                for index in buckets.indices where !request.omits(buckets[index]) {
                    writer.object { writer in
                        writer.member("startDate", buckets[index].start, clock)
                        writer.member("endDate", buckets[index].end, clock)
                        writer.member("partial", request.isPartial(buckets[index], now: now))
                        append(buckets[index], figures, to: &writer)
                    }
                }
            }
        }
    }

    /// Writes the figures of a single range. The dates are those of the samples, as in the
    /// `HKStatistics` of an `HKStatisticsQuery`.
    private func appendSingle(
        _ bucket: StatisticsBucket, _ figures: StatisticsFigures, to writer: inout JSONWriter
    ) {
        writer.member("from", request.clock.rfc3339(request.range.from))
        writer.member("to", request.clock.rfc3339(request.range.to))
        writer.member("startDate", (bucket.statistics?.earliestStart).map(request.clock.rfc3339))
        writer.member("endDate", (bucket.statistics?.mostRecent?.end).map(request.clock.rfc3339))
        writer.member("partial", request.range.to > now)
        append(bucket, figures, to: &writer)
    }

    private func append(_ bucket: StatisticsBucket, _ figures: StatisticsFigures, to writer: inout JSONWriter) {
        writer.key("statistics")
        figures.append(bucket.statistics, to: &writer)
        if request.grid != nil {
            writer.key("sources")
            figures.appendSourceIDs(bucket.statistics?.sourceRanks ?? [], to: &writer)
        }
        guard request.separateBySource else { return }
        writer.array("bySource") { writer in
            for part in bucket.bySource {
                writer.object { writer in
                    writer.key("source")
                    figures.sources[part.rank].write(to: &writer)
                    writer.key("statistics")
                    figures.append(part.statistics, to: &writer)
                }
            }
        }
    }
}

extension QuantityRequest {
    /// What the figures of an answer are about.
    static let head = Shape<Self>([
        .member("type", \.type.identifier), .member("aggregationStyle", \.style.name, as: .figureStyle),
        .member("unit", \.unit?.unitString, "Null for a category type."),
    ])
}

extension StatisticsRequest {
    /// Writes the members that describe the figures of a quantity.
    func appendHead(_ quantity: QuantityRequest, to writer: inout JSONWriter) {
        QuantityRequest.head.write(quantity, to: &writer)
        if let grid {
            writer.member("interval", grid.interval.description)
            writer.member("anchor", grid.anchor.iso8601)
        }
        writer.member("timeZone", clock.name)
    }
}

/// Figures of one type as JSON, in the unit of the request.
struct StatisticsFigures {
    let quantity: QuantityRequest
    /// The clock on which times are written.
    let clock: ClockText
    /// The sources, the one with the highest priority first.
    let sources: [Source]
    /// The figures that the request asks for, in the order in which they are written. A set takes
    /// longer to ask than a figure takes to write.
    private let options: [StatisticsOption]
    /// The ids in answers of `sources`.
    private let sourceIDs: [Int]

    init(quantity: QuantityRequest, clock: ClockText, sources: [Source]) {
        self.quantity = quantity
        self.clock = clock
        self.sources = sources
        options = [.cumulativeSum, .discreteAverage, .discreteMin, .discreteMax, .duration, .mostRecent]
            .filter(quantity.options.contains)
        sourceIDs = sources.map { Int($0.publicID) }
    }

    /// Writes the figures that the request asks for. Writes null for nil.
    func append(_ statistics: Statistics?, to writer: inout JSONWriter) {
        guard let statistics else { return writer.null() }
        let conversion = quantity.conversion
        writer.object { writer in
            writer.member("count", statistics.count)
            for option in options {
                switch option {
                case .cumulativeSum: writer.member("sum", statistics.sum.map(conversion.printed))
                case .discreteAverage: writer.member("average", statistics.average.map(conversion.printed))
                case .discreteMin: writer.member("minimum", statistics.minimum.map(conversion.printed))
                case .discreteMax: writer.member("maximum", statistics.maximum.map(conversion.printed))
                case .duration: writer.member("duration", statistics.duration)
                case .mostRecent: append(statistics.mostRecent, to: &writer)
                }
            }
            guard quantity.style == .category else { return }
            writer.key("byValue")
            append(statistics.byValue, to: &writer)
        }
    }

    private func append(_ mostRecent: Statistics.MostRecent?, to writer: inout JSONWriter) {
        writer.key("mostRecent")
        guard let mostRecent else { return writer.null() }
        writer.object { writer in
            append(value: mostRecent.value, to: &writer)
            writer.member("startDate", mostRecent.start, clock)
            writer.member("endDate", mostRecent.end, clock)
        }
    }

    /// Writes the figures of each value of a category type.
    func append(_ values: [ValueFigures], to writer: inout JSONWriter) {
        writer.array { writer in
            for figures in values {
                writer.object { writer in
                    append(value: Double(figures.value), to: &writer)
                    writer.member("count", figures.count)
                    if options.contains(.duration) { writer.member("duration", figures.duration) }
                }
            }
        }
    }

    /// Writes the value of a sample: a number in the unit, or a category with its name.
    func append(value: Double?, to writer: inout JSONWriter) {
        let value = value.flatMap(quantity.known)
        writer.member("value", value.map(quantity.conversion.printed))
        guard quantity.style == .category else { return }
        writer.member("valueName", value.flatMap { quantity.type.valueName(Int32($0)) })
    }

    /// The sources whose samples made figures of the buckets.
    func usedSources(of buckets: [StatisticsBucket]) -> [Source] {
        var isUsed = Array(repeating: false, count: sources.count)
        for bucket in buckets {
            for rank in bucket.statistics?.sourceRanks ?? [] { isUsed[rank] = true }
            for part in bucket.bySource { isUsed[part.rank] = true }
        }
        return zip(sources, isUsed).filter(\.1).map(\.0)
    }

    func appendSourceIDs(_ ranks: [Int], to writer: inout JSONWriter) {
        writer.array { writer in
            for rank in ranks { writer.value(sourceIDs[rank]) }
        }
    }
}

/// The figures of a bucket; null without samples.
struct ShownStatistics: JSONWritable {
    let figures: StatisticsFigures
    let statistics: Statistics?

    static let schema = Schema.statistics.orNull

    func write(to writer: inout JSONWriter) { figures.append(statistics, to: &writer) }
}

extension JSONWriter {
    /// Writes a member of an object: a time on a wall clock.
    mutating func member(_ name: StaticString, _ instant: Instant, _ clock: ClockText) {
        key(name)
        clock.write(instant, to: &self)
    }
}
