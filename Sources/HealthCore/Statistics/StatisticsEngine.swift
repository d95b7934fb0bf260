/// Turns a stream of samples into the buckets of a plan, in one pass. It defines the meaning of
/// every figure that healthstore answers.
///
/// Call `add` with every sample of one person and type that may matter, in order of start, then
/// `finish()`. The samples that may matter are those that `SampleRange` selects and, for temporally
/// weighted types, those that start at most `SampleRange.pointStandMicroseconds` before it. Further
/// samples do no harm. A value type without locks: use one on one thread at a time.
public struct StatisticsEngine {
    private let plan: BucketPlan
    private let range: SampleRange
    private let style: AggregationStyle
    private let sourceCount: Int
    private var merged: SampleSweep
    /// One more sweep per source, by rank, if the question is for separate sources.
    private var bySource: [Int: SampleSweep]?
    private let sourcesMax: Int
    private var lastStart = Int64.min
    private let isExplaining: Bool

    /// Why the plan's first bucket has its figures, after `finish`; nil unless the question is for
    /// an explanation.
    public var explanation: BucketExplanation? { merged.explanation }

    /// - Parameters:
    ///   - sourceCount: ranks of samples are `0 ..< sourceCount`.
    ///   - sourcesMax: most sources with a sweep of their own.
    ///   - explained: the samples of the plan's first bucket to explain; nil for none.
    public init(
        plan: BucketPlan, style: AggregationStyle, range: SampleRange, sourceCount: Int, separateBySource: Bool = false,
        sourcesMax: Int = .max, explained: BucketExplanation.Page? = nil
    ) {
        self.plan = plan
        self.range = range
        self.style = style
        self.sourceCount = sourceCount
        self.sourcesMax = sourcesMax
        merged = SampleSweep(
            edges: plan.edges, range: range, style: style, sourceCount: sourceCount, explained: explained)
        isExplaining = explained != nil
        bySource = separateBySource ? [:] : nil
    }

    /// Adds a sample. Extremes of aggregates come beside their aggregate, in any order among the
    /// samples that start with it. A cumulative type has none.
    ///
    /// - Throws: `StatisticsEngineError` if `sample` starts before its predecessor, ends before it
    ///   starts, has no valid rank, or is of more than `sourcesMax` sources. The engine cannot be
    ///   used afterwards.
    public mutating func add(_ sample: StatisticsSample) throws(StatisticsEngineError) {
        guard sample.start >= lastStart else { throw .outOfOrder }
        guard sample.end >= sample.start else { throw .endBeforeStart }
        guard sample.sourceRank >= 0, sample.sourceRank < sourceCount else { throw .unknownSource }
        lastStart = sample.start
        guard sample.ordinal >= 0 || style != .cumulative else { return }
        let isMember = range.selects(sample)
        if isExplaining, !isMember { merged.leaveOut(sample, range.reasonToLeaveOut(sample)) }
        // With a strict predicate only selected samples count, also for weights. A sample that
        // begins at or after the end of the range ends no stand inside it.
        guard
            isMember
                || (style == .discreteTemporallyWeighted && !range.isStrict && sample.start < range.to.microseconds
                    && sample.isMember)
        else { return }
        merged.add(sample, isMember: isMember)
        guard let sweeps = bySource?.count else { return }
        let rank = sample.sourceRank
        if sweeps >= sourcesMax, bySource?[rank] == nil { throw .tooManySources }
        var alone = sample
        alone.sourceRank = 0
        bySource?[rank, default: SampleSweep(edges: plan.edges, range: range, style: style, sourceCount: 1)]
            .add(alone, isMember: isMember)
    }

    /// Adds to the explanation an aggregate that an `AggregateFilter` left out. It comes in order
    /// among the others.
    public mutating func leaveOut(_ aggregate: StatisticsSample) {
        if isExplaining { merged.leaveOut(aggregate, .betterKnown) }
    }

    /// Every bucket of the plan, in order.
    public mutating func finish() -> [StatisticsBucket] {
        var buckets = (0..<plan.bucketCount).map {
            StatisticsBucket(start: plan.edges[$0], end: plan.edges[$0 + 1], statistics: nil, bySource: [])
        }
        let figures = finishFigures()
        for (bucket, merged) in figures.merged { buckets[bucket].statistics = merged.statistics(style) }
        for (rank, parts) in figures.bySource {
            for (bucket, alone) in parts {
                guard let statistics = alone.statistics(style) else { continue }
                buckets[bucket].bySource.append(.init(rank: rank, statistics: statistics))
            }
        }
        return buckets
    }

    /// The additive figures of the plan's buckets that have some, by the index of the bucket, in
    /// order.
    ///
    /// - Returns: the figures of all sources together; and of each source alone by rank, ascending,
    ///   if the question is for separate sources.
    public mutating func finishFigures() -> (
        merged: [IndexedFigures], bySource: [(rank: Int, figures: [IndexedFigures])]
    ) {
        merged.finish()
        let separate = (bySource ?? [:]).sorted { $0.key < $1.key }.map { rank, sweep in
            var sweep = sweep
            sweep.finish()
            return (
                rank: rank,
                figures: sweep.results.map { bucket, alone in
                    var figures = alone
                    figures.sources = SourceSet([rank])
                    return IndexedFigures(bucket, figures)
                }
            )
        }
        return (merged.results, separate)
    }

    /// Figures of one bucket, by its index in the plan.
    public typealias IndexedFigures = (bucket: Int, figures: SlotFigures)
}

public enum StatisticsEngineError: Error, Hashable, Sendable {
    case outOfOrder
    case endBeforeStart
    case unknownSource
    /// More than `sourcesMax` sources have figures of their own.
    case tooManySources
    /// The engine was not made for an explanation.
    case unexplained
}
