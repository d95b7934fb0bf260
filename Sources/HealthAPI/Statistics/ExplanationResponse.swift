import Foundation
import HealthCore
import HealthDatabase
import JSONReader

/// A bucket and its samples as JSON.
struct ExplanationResponse: Shaped {
    private let request: ExplanationRequest
    private let answer: ExplainedBucket
    private let figures: StatisticsFigures

    init(_ request: ExplanationRequest, _ answer: ExplainedBucket) {
        self.request = request
        self.answer = answer
        figures = StatisticsFigures(
            quantity: request.quantity, clock: ClockText(request.clock), sources: answer.sources)
    }

    static let shape = Shape<Self>(
        "Explanation",
        [
            .members(of: \.figures.quantity, QuantityRequest.head), .member("timeZone", \.request.clock.name),
            .optionalMembers(of: \.span, Span.shape), .time("from", \.request.range.from, on: \.figures.clock),
            .time("to", \.request.range.to, on: \.figures.clock),
            .member("statistics") { $0.figures.shown($0.answer.bucket.statistics) },
            .optional("totalWeight") {
                $0.weighsByTime ? $0.seconds($0.answer.explanation.totalWeight) : nil
            },
            .member("sources") { $0.answer.explanation.sources.map($0.source) },
            .page("samples", { $0.answer.explanation.parts.map($0.sample) }, countsRows: false) { $0.next(behind: $1) },
        ])

    /// The edges of the bucket; nil for a question about the whole range.
    private var span: Span? {
        guard !request.isUnbounded else { return nil }
        return Span(start: request.plan.edges[0], end: request.plan.edges[1], clock: figures.clock)
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

    private func source(_ total: BucketExplanation.SourceTotal) -> ExplainedSource {
        ExplainedSource(
            source: answer.sources[total.rank], rank: total.rank, count: total.memberCount,
            sum: isCumulative ? request.quantity.conversion.printed(total.contribution) : nil,
            counted: counted(total.counted))
    }

    private func sample(_ part: BucketExplanation.Part) -> ExplainedSample {
        ExplainedSample(
            part: part, figures: figures, counted: counted(part.counted),
            contribution: isCumulative ? request.quantity.conversion.printed(part.contribution) : nil,
            overruledBy: isMerged ? part.overruledBy.ranks.map { answer.sources[$0].publicID } : nil)
    }

    private func counted(_ microseconds: Int64) -> Counted {
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
    fileprivate var source: Source
    fileprivate var rank: Int
    fileprivate var count: Int
    fileprivate var sum: Double?
    fileprivate var counted: Counted

    static let shape = Shape<Self>([
        .members(of: \.source, Source.names), .member("rank", \.rank), .count("count", \.count),
        .optional("sum", \.sum), .members(of: \.counted, Counted.shape),
    ])
}

struct ExplainedSample: Shaped {
    fileprivate var part: BucketExplanation.Part
    fileprivate var figures: StatisticsFigures
    fileprivate var counted: Counted
    fileprivate var contribution: Double?
    fileprivate var overruledBy: [Int32]?

    private var value: Double? { part.value.flatMap(figures.quantity.known) }
    /// Nil for a quantity type; a name that is nil for a value without a name.
    private var valueName: String?? {
        guard figures.quantity.style == .category else { return nil }
        return .some(value.flatMap { figures.quantity.type.valueName(Int32($0)) })
    }

    /// Only aggregates have a minimum or maximum.
    private var hasExtremes: Bool { part.minimum != nil || part.maximum != nil }

    private func printed(_ value: Double?) -> Double? { value.map(figures.quantity.conversion.printed) }

    private func span(_ start: Int64, _ end: Int64) -> Span {
        Span(start: Instant(microseconds: start), end: Instant(microseconds: end), clock: figures.clock)
    }

    static let shape = Shape<Self>([
        .member("uuid", \.part.sample.uuid),
        .members(of: { $0.span($0.part.sample.start, $0.part.sample.end) }, Span.shape),
        .member("value") { $0.printed($0.value) },
        .optional("valueName", \.valueName),
        .optional("minimum") { $0.hasExtremes ? .some($0.printed($0.part.minimum)) : nil },
        .optional("maximum") { $0.hasExtremes ? .some($0.printed($0.part.maximum)) : nil },
        .member("source", { $0.figures.sources[$0.part.sample.sourceRank].publicID }, as: .sourceID),
        .member("part") { $0.span($0.part.start, $0.part.end) }, .member("isMember", \.part.isMember),
        .optional("contribution", \.contribution), .members(of: \.counted, Counted.shape),
        .member("reason", \.part.reason?.rawValue, "Why less than the whole sample counted."),
        .optional("overruledBy", \.overruledBy, as: .array(of: .sourceID)),
    ])
}
