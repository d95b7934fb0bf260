import Foundation
import HealthCore
import HealthDatabase
import JSONReader

/// A bucket and its samples as JSON.
struct ExplanationResponse {
    private let request: ExplanationRequest
    private let answer: ExplainedBucket
    private let figures: StatisticsFigures

    init(_ request: ExplanationRequest, _ answer: ExplainedBucket) {
        self.request = request
        self.answer = answer
        figures = StatisticsFigures(
            quantity: request.quantity, clock: ClockText(request.clock), sources: answer.sources)
    }

    var json: JSONWriter {
        let explanation = answer.explanation
        var writer = JSONWriter(capacity: 1_024 + explanation.parts.count * 300)
        writer.object { writer in
            writer.member("type", request.quantity.type.identifier)
            writer.member("aggregationStyle", request.quantity.style.name)
            writer.member("unit", request.quantity.unit?.unitString)
            writer.member("timeZone", request.clock.name)
            if !request.isUnbounded {
                writer.member("startDate", request.clock.rfc3339(request.plan.edges[0]))
                writer.member("endDate", request.clock.rfc3339(request.plan.edges[1]))
            }
            writer.member("from", request.clock.rfc3339(request.range.from))
            writer.member("to", request.clock.rfc3339(request.range.to))
            writer.key("statistics")
            figures.append(answer.bucket.statistics, to: &writer)
            if weighsByTime { writer.member("totalWeight", seconds(explanation.totalWeight)) }
            writer.array("sources") { writer in
                for total in explanation.sources { append(total, to: &writer) }
            }
            writer.key("samples")
            let count = writer.array(of: explanation.parts, bytesMax: HealthService.pageBytesMax) {
                append($0, to: &$1)
            }
            writer.member("cursor", next(behind: count))
        }
        return writer
    }

    private var isCumulative: Bool { request.quantity.style == .cumulative }
    /// True if sources are merged by priority.
    private var isMerged: Bool { !request.quantity.style.isDiscrete }

    private var weighsByTime: Bool {
        switch request.quantity.style {
        case .cumulative, .discreteArithmetic, .category: false
        case .discreteTemporallyWeighted, .discreteEquivalentContinuousLevel: true
        }
    }

    private func append(_ total: BucketExplanation.SourceTotal, to writer: inout JSONWriter) {
        writer.object { writer in
            Source.names.write(answer.sources[total.rank], to: &writer)
            writer.member("rank", total.rank)
            writer.member("count", total.memberCount)
            if isCumulative { writer.member("sum", request.quantity.conversion.printed(total.contribution)) }
            if isMerged || weighsByTime { writer.member(countedKey, seconds(total.counted)) }
        }
    }

    private func append(_ part: BucketExplanation.Part, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("uuid", part.sample.uuid.uuidString.lowercased())
            writer.member("startDate", local(part.sample.start))
            writer.member("endDate", local(part.sample.end))
            figures.append(value: part.value, to: &writer)
            // Only aggregates have a minimum or maximum.
            if part.minimum != nil || part.maximum != nil {
                writer.member("minimum", part.minimum.map { request.quantity.conversion.printed($0) })
                writer.member("maximum", part.maximum.map { request.quantity.conversion.printed($0) })
            }
            writer.member("source", Int(answer.sources[part.sample.sourceRank].publicID))
            writer.object("part") { writer in
                writer.member("startDate", local(part.start))
                writer.member("endDate", local(part.end))
            }
            writer.member("isMember", part.isMember)
            if isCumulative { writer.member("contribution", request.quantity.conversion.printed(part.contribution)) }
            if isMerged || weighsByTime { writer.member(countedKey, seconds(part.counted)) }
            writer.member("reason", part.reason?.rawValue)
            guard isMerged else { return }
            writer.key("overruledBy")
            figures.appendSourceIDs(part.overruledBy.ranks, to: &writer)
        }
    }

    /// The name of the member for `counted`, which is the time that counted, or the weight in the
    /// average.
    private var countedKey: StaticString { isMerged ? "countedSeconds" : "weight" }

    /// - Parameter count: the number of parts that the page contains.
    private func next(behind count: Int) -> String? {
        let parts = answer.explanation.parts
        guard answer.explanation.hasMore || count < parts.count, let last = parts.prefix(count).last else { return nil }
        return SampleCursor(
            start: Instant(microseconds: last.sample.start), uuid: last.sample.uuid,
            ordinal: max(last.sample.ordinal, 0)
        ).text
    }

    private func local(_ microseconds: Int64) -> String {
        request.clock.rfc3339(Instant(microseconds: microseconds))
    }

    private func seconds(_ microseconds: Int64) -> Double {
        Double(microseconds) / Double(Instant.microsecondsPerSecond)
    }
}
