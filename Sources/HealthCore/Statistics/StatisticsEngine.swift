/// Computes the buckets of a plan from a stream of samples, in one pass. It defines the meaning of
/// every figure that healthstore answers.
///
/// Call `add` with the samples of one person and type, in order of start, then `finish()`. Add
/// every sample that `SampleRange` selects. For temporally weighted types, also add the samples
/// that start at most `SampleRange.pointStandMicroseconds` before the range. Further samples do not
/// change the figures. The engine has no locks: do not share one between threads.
public struct StatisticsEngine {
    private let plan: BucketPlan
    private let range: SampleRange
    private let style: AggregationStyle
    private let sourceCount: Int
    private var merged: SampleSweep
    /// A further sweep for each source, by rank; nil unless the question separates sources. The
    /// only source of a person has none, because its figures are those of all sources.
    private var bySource: [Int: SampleSweep]?
    private let sourcesMax: Int
    private var lastStart = Int64.min
    private let isExplaining: Bool

    /// The explanation of the plan's first bucket, after `finish`; nil unless the question asks for
    /// it.
    public var explanation: BucketExplanation? { merged.explanation }

    /// - Parameters:
    ///   - sourceCount: ranks of samples are `0 ..< sourceCount`.
    ///   - sourcesMax: the greatest number of sources with separate figures.
    ///   - explained: the page of samples to list for the plan's first bucket; nil for no
    ///     explanation.
    ///   - totals: the totals of the explanation. The samples that touch those of the page are then
    ///     enough. Nil to compute the totals from the samples.
    public init(
        plan: BucketPlan, style: AggregationStyle, range: SampleRange, sourceCount: Int, separateBySource: Bool = false,
        sourcesMax: Int = .max, explained: BucketExplanation.Page? = nil, totals: BucketExplanation.Totals? = nil
    ) {
        self.plan = plan
        self.range = range
        self.style = style
        self.sourceCount = sourceCount
        self.sourcesMax = sourcesMax
        merged = SampleSweep(
            edges: plan.edges, range: range, style: style, sourceCount: sourceCount,
            hasCredits: separateBySource && style == .cumulative, explained: explained, totals: totals)
        isExplaining = explained != nil
        bySource = separateBySource ? [:] : nil
    }

    /// Adds a sample. Extremes have the start of their aggregate. Samples with equal starts may be
    /// added in any order. Cumulative types have no extremes.
    ///
    /// - Throws: `StatisticsEngineError` if `sample` starts before its predecessor, ends before it
    ///   starts or has no valid rank, or if there are more than `sourcesMax` sources. Do not use
    ///   the engine after an error.
    public mutating func add(_ sample: StatisticsSample) throws(StatisticsEngineError) {
        guard sample.start >= lastStart else { throw .outOfOrder }
        guard sample.end >= sample.start else { throw .endBeforeStart }
        guard sample.sourceRank >= 0, sample.sourceRank < sourceCount else { throw .unknownSource }
        lastStart = sample.start
        guard sample.ordinal >= 0 || style.isDiscrete else { return }
        let isMember = range.selects(sample)
        if isExplaining, !isMember { merged.leaveOut(sample, range.reasonToLeaveOut(sample)) }
        // With a strict predicate, only selected samples count, also in averages over time. A
        // sample that begins at or after the end of the range cannot shorten a point's stand inside
        // it.
        guard
            isMember
                || (style == .discreteTemporallyWeighted && !range.isStrict && sample.start < range.to.microseconds
                    && sample.isMember)
        else { return }
        merged.add(sample, isMember: isMember)
        guard let sweeps = bySource?.count else { return }
        let rank = sample.sourceRank
        if sweeps >= sourcesMax, bySource?[rank] == nil { throw .tooManySources }
        guard sourceCount > 1 else { return }
        var alone = sample
        alone.sourceRank = 0
        bySource?[rank, default: SampleSweep(edges: plan.edges, range: range, style: style, sourceCount: 1)]
            .add(alone, isMember: isMember)
    }

    /// Lists, in the explanation, an aggregate that an `AggregateFilter` removed. Call it in the
    /// same order of start as `add`.
    public mutating func leaveOut(_ aggregate: StatisticsSample) {
        if isExplaining { merged.leaveOut(aggregate, .betterKnown) }
    }

    /// Returns every bucket of the plan, in order.
    public mutating func finish() -> [StatisticsBucket] {
        let figures = finishFigures()
        return StatisticsEngine.buckets(plan, figures.merged, figures.bySource, style)
    }

    /// Returns every bucket of a plan.
    ///
    /// - Parameters:
    ///   - merged: the figures of all sources together, in order.
    ///   - bySource: the figures of each source by rank, ascending.
    public static func buckets(
        _ plan: BucketPlan, _ merged: [IndexedFigures], _ bySource: [(rank: Int, figures: [IndexedFigures])],
        _ style: AggregationStyle
    ) -> [StatisticsBucket] {
        var buckets = (0..<plan.bucketCount).map {
            StatisticsBucket(start: plan.edges[$0], end: plan.edges[$0 + 1], statistics: nil, bySource: [])
        }
        // Most buckets have the same sources as the one before, and share the list.
        var (sources, ranks) = (SourceSet(), [Int]())
        for (bucket, figures) in merged {
            if figures.sources != sources { (sources, ranks) = (figures.sources, figures.sources.ranks) }
            buckets[bucket].statistics = figures.statistics(style, sourceRanks: ranks)
        }
        for (rank, parts) in bySource {
            for (bucket, alone) in parts {
                guard let statistics = alone.statistics(style) else { continue }
                buckets[bucket].bySource.append(.init(rank: rank, statistics: statistics))
            }
        }
        return buckets
    }

    /// Returns the additive figures of each bucket that is not empty, with the bucket's index, in
    /// order.
    ///
    /// - Returns: the figures of all sources together. If the question separates sources, also the
    ///   figures of each source by rank, ascending.
    public mutating func finishFigures() -> (
        merged: [IndexedFigures], bySource: [(rank: Int, figures: [IndexedFigures])]
    ) {
        merged.finish()
        guard let bySource else { return (merged.results, []) }
        let credits = Dictionary(grouping: merged.credits) { $0.credit.rank }
        guard sourceCount > 1 else {
            guard !merged.results.isEmpty else { return ([], []) }
            return (merged.results, [(0, alone(merged.results, rank: 0, credits[0] ?? []))])
        }
        let separate = bySource.sorted { $0.key < $1.key }.map { rank, sweep in
            var sweep = sweep
            sweep.finish()
            return (rank: rank, figures: alone(sweep.results, rank: rank, credits[rank] ?? []))
        }
        return (merged.results, separate)
    }

    /// Returns the figures of one source. For a cumulative type, adds what the source counted for
    /// in the figures of all sources together.
    ///
    /// - Parameter credits: those of the source, in order of the buckets.
    private func alone(
        _ results: [IndexedFigures], rank: Int, _ credits: [(bucket: Int, credit: SourceCredit)]
    ) -> [IndexedFigures] {
        var rest = credits[...]
        return results.map { bucket, figures in
            var figures = figures
            figures.sources = SourceSet([rank])
            while let next = rest.first, next.bucket < bucket { rest.removeFirst() }
            if let next = rest.first, next.bucket == bucket {
                figures.weightedSum = next.credit.sum.value
                figures.weight = Double(next.credit.won)
            }
            return IndexedFigures(bucket, figures)
        }
    }

    /// The figures of one bucket and the bucket's index in the plan.
    public typealias IndexedFigures = (bucket: Int, figures: AdditiveFigures)
}

public enum StatisticsEngineError: Error, Hashable, Sendable {
    case outOfOrder
    case endBeforeStart
    case unknownSource
    /// More than `sourcesMax` sources have separate figures.
    case tooManySources
    /// A reader asked for an explanation and the engine made none.
    case unexplained
}
