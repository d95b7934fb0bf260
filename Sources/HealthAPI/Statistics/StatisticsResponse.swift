import HealthCore
import HealthDatabase
import JSONReader

/// A statistics collection as JSON.
public struct StatisticsResponse {
    private let question: StatisticsRequest
    private let collection: StatisticsCollection

    public init(_ question: StatisticsRequest, _ collection: StatisticsCollection) {
        self.question = question
        self.collection = collection
    }

    /// The JSON text.
    public var text: String { String(decoding: json.bytes, as: UTF8.self) }

    var json: JSONWriter {
        var writer = JSONWriter(capacity: 256 + collection.buckets.count * 256)
        writer.object { writer in
            writer.member("type", question.type.identifier)
            writer.member("aggregationStyle", question.style.name)
            writer.member("unit", question.unit.unitString)
            writer.member("interval", question.plan.interval.description)
            writer.member("anchor", question.plan.anchor.iso8601)
            writer.member("timeZone", question.plan.zone.identifier)
            writer.key("buckets")
            writer.array { writer in
                for bucket in collection.buckets { append(bucket, to: &writer) }
            }
        }
        return writer
    }

    private func append(_ bucket: StatisticsBucket, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("startDate", local(bucket.start))
            writer.member("endDate", local(bucket.end))
            writer.key("statistics")
            append(bucket.statistics, to: &writer)
            guard question.separateBySource else { return }
            writer.key("bySource")
            writer.array { writer in
                for part in bucket.bySource { append(part, to: &writer) }
            }
        }
    }

    private func append(_ part: StatisticsBucket.SourceStatistics, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.key("source")
            collection.sources[part.rank].append(to: &writer)
            writer.key("statistics")
            append(part.statistics, to: &writer)
        }
    }

    private func append(_ statistics: Statistics?, to writer: inout JSONWriter) {
        guard let statistics = statistics?.converted({ question.conversion($0) }) else { return writer.null() }
        let options = question.options
        writer.object { writer in
            writer.member("count", statistics.count)
            if options.contains(.cumulativeSum) { writer.member("sum", statistics.sum) }
            if options.contains(.discreteAverage) { writer.member("average", statistics.average) }
            if options.contains(.discreteMin) { writer.member("minimum", statistics.minimum) }
            if options.contains(.discreteMax) { writer.member("maximum", statistics.maximum) }
            if options.contains(.duration) { writer.member("duration", statistics.duration) }
            guard options.contains(.mostRecent) else { return }
            writer.key("mostRecent")
            writer.object { writer in
                writer.member("value", statistics.mostRecent.value)
                writer.member("startDate", local(statistics.mostRecent.start))
                writer.member("endDate", local(statistics.mostRecent.end))
            }
        }
    }

    /// RFC 3339 on the wall clock of the plan's zone.
    private func local(_ instant: Instant) -> String {
        instant.rfc3339(offsetSeconds: question.plan.zone.offsetSeconds(at: instant))
    }
}
