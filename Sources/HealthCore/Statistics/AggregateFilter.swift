/// Takes aggregates out of a stream of samples where something better is known, so that a figure of a whole bucket is never
/// added to the samples of which it was made, nor averaged with them.
///
/// An aggregate is left out if a sample of a higher source touches its interval, whole: what is left of a bucket beside a raw
/// sample cannot be known. Of a discrete type its interval counts as longer on both sides, by its own length but
/// by no more than `marginMax`, since clients round times. Whether the higher sample counts itself does not matter. Samples
/// of other sources always pass.
///
/// Extremes of an aggregate have its source and interval, so they pass or are left out with it.
///
/// Give it samples in order of start; it hands them on in that order. It keeps back aggregates that are undecided, and what
/// came behind them: never a raw sample, for that one decides them all. A value type without locks.
public struct AggregateFilter {
    /// By rank; aggregates have the last ranks.
    private let firstAggregate: Int
    private let style: AggregationStyle
    private let isReporting: Bool
    /// The latest end of each source's samples until now.
    private var ends: PrefixMaximum
    private var waiting: [Waiting] = []

    /// One minute, in microseconds: the bucket of clients that group by the shortest usual time.
    public static let marginMax: Int64 = 60 * Instant.microsecondsPerSecond

    private struct Waiting {
        var sample: StatisticsSample
        /// Not before it a higher sample may begin without touching the aggregate.
        var openUntil: Int64
        var isLeftOut = false
    }

    /// - Parameters:
    ///   - firstAggregate: ranks from here on are aggregates'.
    ///   - sourceCount: ranks are `0 ..< sourceCount`.
    ///   - isReporting: whether what is left out is handed on, too, marked; else it is forgotten at once.
    public init(style: AggregationStyle, firstAggregate: Int, sourceCount: Int, isReporting: Bool = false) {
        self.isReporting = isReporting
        self.style = style
        self.firstAggregate = firstAggregate
        ends = PrefixMaximum(count: sourceCount)
    }

    /// How much longer an aggregate is taken to be on each side.
    private func margin(of sample: StatisticsSample) -> Int64 {
        style == .cumulative ? 0 : min(sample.end - sample.start, AggregateFilter.marginMax)
    }

    /// Takes the next sample and hands on what is decided: each sample, and whether it is left out.
    public mutating func add(
        _ sample: StatisticsSample, _ body: (_ sample: StatisticsSample, _ isLeftOut: Bool) throws -> Void
    ) rethrows {
        for place in waiting.indices
        where !waiting[place].isLeftOut && sample.sourceRank < waiting[place].sample.sourceRank
            && sample.start < waiting[place].openUntil
        {
            waiting[place].isLeftOut = true
        }
        // A point reaches to behind its instant.
        ends.raise(sample.sourceRank, to: sample.isPoint ? sample.end + 1 : sample.end)
        if sample.sourceRank < firstAggregate {
            // Each that waits is touched by it or lies before it.
            try release(before: .max, body)
            return try body(sample, false)
        }
        let margin = margin(of: sample)
        let isLeftOut = ends.maximum(before: sample.sourceRank) > sample.start - margin
        try release(before: sample.start, body)
        guard !isLeftOut || isReporting else { return }
        waiting.append(
            Waiting(
                sample: sample, openUntil: max(sample.end, sample.start + 1) + margin, isLeftOut: isLeftOut))
    }

    /// Hands on what is left.
    public mutating func finish(
        _ body: (_ sample: StatisticsSample, _ isLeftOut: Bool) throws -> Void
    ) rethrows {
        try release(before: .max, body)
    }

    /// Hands on, in order, the aggregates that no sample from `time` on can touch.
    private mutating func release(
        before time: Int64, _ body: (_ sample: StatisticsSample, _ isLeftOut: Bool) throws -> Void
    ) rethrows {
        var count = 0
        for entry in waiting {
            guard entry.isLeftOut || entry.openUntil <= time || time == .max else { break }
            count += 1
            if !entry.isLeftOut || isReporting { try body(entry.sample, entry.isLeftOut) }
        }
        if count > 0 { waiting.removeFirst(count) }
    }
}
