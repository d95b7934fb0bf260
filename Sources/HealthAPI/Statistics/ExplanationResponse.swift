import Foundation
import HealthCore
import HealthDatabase
import JSON

/// A bucket and its samples as JSON.
struct ExplanationResponse: Shaped {
    fileprivate let request: ExplanationRequest
    private let answer: ExplainedBucket
    fileprivate let figures: StatisticsFigures

    init(_ request: ExplanationRequest, _ answer: ExplainedBucket) {
        self.request = request
        self.answer = answer
        figures = StatisticsFigures(
            quantity: request.quantity, clock: ClockText(request.clock), sources: answer.sources)
    }

    static let shape = Shape<Self>([
        .members(of: \.figures.quantity, QuantityRequest.head), .member("timeZone", \.request.clock.name),
        .optionalMembers(of: \.span, Span.shape), .time("from", \.request.range.from, on: \.figures.clock),
        .time("to", \.request.range.to, on: \.figures.clock),
        .member("statistics") { $0.figures.shown($0.answer.bucket.statistics) },
        .optional("totalWeight") {
            $0.weighsByTime ? $0.seconds($0.answer.explanation.totalWeight) : nil
        },
        .member("sources") { answer in
            answer.answer.explanation.sources.map { ExplainedSource(answer: answer, total: $0) }
        },
        .page("samples", \.samples, countsRows: false) { $0.next(behind: $1) },
    ]).named("Explanation")

    /// The edges of the bucket; nil for a question about the whole range.
    private var span: Span? {
        guard !request.isUnbounded else { return nil }
        return Span(start: request.plan.edges[0], end: request.plan.edges[1], clock: figures.clock)
    }

    private var samples: [ExplainedSample] {
        answer.explanation.parts.map { ExplainedSample(answer: self, part: $0) }
    }

    /// True if sources are merged by priority.
    fileprivate var isMerged: Bool { !request.quantity.style.isDiscrete }

    private var weighsByTime: Bool {
        switch request.quantity.style {
        case .cumulative, .discreteArithmetic, .category: false
        case .discreteTemporallyWeighted, .discreteEquivalentContinuousLevel: true
        }
    }

    /// Returns a part of the sum in the unit; nil for a type without a sum.
    fileprivate func contribution(_ value: Double) -> Double? {
        request.quantity.style == .cumulative ? request.quantity.conversion.printed(value) : nil
    }

    fileprivate func counted(_ microseconds: Int64) -> Counted {
        let seconds = seconds(microseconds)
        return Counted(countedSeconds: isMerged ? seconds : nil, weight: !isMerged && weighsByTime ? seconds : nil)
    }

    /// - Parameter count: the number of parts that the page contains.
    private func next(behind count: Int) -> String? {
        let parts = answer.explanation.parts
        guard answer.explanation.hasMore || count < parts.count, let last = parts.prefix(count).last else { return nil }
        return SampleCursor(
            start: Instant(microseconds: last.sample.start), uuid: last.sample.uuid,
            ordinal: max(last.sample.ordinal, 0)
        ).text
    }

    private func seconds(_ microseconds: Int64) -> Double {
        Double(microseconds) / Double(Instant.microsecondsPerSecond)
    }
}

/// The time for which a sample or source counted.
private struct Counted: Sendable {
    /// Of types whose sources are merged.
    var countedSeconds: Double?
    /// Of averages that are weighted by time.
    var weight: Double?

    static let shape = Shape<Self>([.optional("countedSeconds", \.countedSeconds), .optional("weight", \.weight)])
}

struct ExplainedSource: Shaped {
    fileprivate let answer: ExplanationResponse
    fileprivate let total: BucketExplanation.SourceTotal

    static let shape = Shape<Self>([
        .members(of: { $0.answer.figures.sources[$0.total.rank] }, Source.names), .member("rank", \.total.rank),
        .count("count", \.total.memberCount), .optional("sum") { $0.answer.contribution($0.total.contribution) },
        .members(of: { $0.answer.counted($0.total.counted) }, Counted.shape),
    ])
}

struct ExplainedSample: Shaped {
    fileprivate let answer: ExplanationResponse
    fileprivate let part: BucketExplanation.Part

    private var figures: StatisticsFigures { answer.figures }

    /// Only aggregates have a minimum or maximum.
    private var hasExtremes: Bool { part.minimum != nil || part.maximum != nil }

    private func printed(_ value: Double?) -> Double? { value.map(figures.quantity.conversion.printed) }

    private func span(_ start: Int64, _ end: Int64) -> Span {
        Span(start: Instant(microseconds: start), end: Instant(microseconds: end), clock: figures.clock)
    }

    static let shape = Shape<Self>([
        .member("uuid", \.part.sample.uuid),
        .members(of: { $0.span($0.part.sample.start, $0.part.sample.end) }, Span.shape),
        .member("value") { $0.part.value.flatMap($0.figures.printed) },
        .optional("valueName") { $0.figures.isCategory ? .some($0.part.value.flatMap($0.figures.valueName)) : nil },
        .optional("minimum") { $0.hasExtremes ? .some($0.printed($0.part.minimum)) : nil },
        .optional("maximum") { $0.hasExtremes ? .some($0.printed($0.part.maximum)) : nil },
        .member("source", { $0.figures.sources[$0.part.sample.sourceRank].publicID }, as: .sourceID),
        .member("part") { $0.span($0.part.start, $0.part.end) }, .member("isMember", \.part.isMember),
        .optional("contribution") { $0.answer.contribution($0.part.contribution) },
        .members(of: { $0.answer.counted($0.part.counted) }, Counted.shape),
        .member("reason", \.part.reason?.rawValue, "Why less than the whole sample counted."),
        .optional(
            "overruledBy",
            { shown in
                shown.answer.isMerged
                    ? shown.part.overruledBy.ranks.map { shown.figures.sources[$0].publicID } : nil
            }, as: .array(of: .sourceID)),
    ])
}
