/// Removes aggregates from a stream of samples where better samples are known, so that a figure of
/// a whole bucket is never added to, or averaged with, the samples from which it was computed.
///
/// An aggregate is left out as a whole if a sample of a higher source touches its interval: the
/// part of a bucket beside a raw sample is unknown. The interval of a discrete type counts as
/// longer on both sides, by its own length and at most by `marginMax`, because clients round times.
/// Whether the higher sample itself counts does not matter. Samples of other sources always pass.
///
/// The extremes of an aggregate have its source and interval, so that they pass or are left out
/// with it.
///
/// The filter takes samples in order of start and passes them on in that order. It keeps back
/// undecided aggregates and the samples after them. It never keeps back a raw sample, because a raw
/// sample decides them all. A value type without locks.
public struct AggregateFilter {
    /// By rank; aggregates have the last ranks.
    private let firstAggregate: Int
    private let style: AggregationStyle
    private let isReporting: Bool
    /// The latest end of each source's samples so far.
    private var ends: PrefixMaximum
    private var waiting: [Waiting] = []

    /// One minute, in microseconds: the shortest usual bucket of clients.
    public static let marginMax: Int64 = 60 * Instant.microsecondsPerSecond

    private struct Waiting {
        var sample: StatisticsSample
        /// A higher sample that begins at this time or later does not touch the aggregate.
        var openUntil: Int64
        var isLeftOut = false
    }

    /// - Parameters:
    ///   - firstAggregate: the first rank of an aggregate source.
    ///   - sourceCount: ranks are `0 ..< sourceCount`.
    ///   - isReporting: whether samples that are left out are passed on too, marked; else they are
    ///     dropped at once.
    public init(style: AggregationStyle, firstAggregate: Int, sourceCount: Int, isReporting: Bool = false) {
        self.isReporting = isReporting
        self.style = style
        self.firstAggregate = firstAggregate
        ends = PrefixMaximum(count: sourceCount)
    }

    /// How much longer an aggregate counts on each side.
    private func margin(of sample: StatisticsSample) -> Int64 {
        style == .cumulative ? 0 : min(sample.end - sample.start, AggregateFilter.marginMax)
    }

    /// Takes the next sample and passes on the samples that are decided, each with whether it is
    /// left out.
    public mutating func add(
        _ sample: StatisticsSample, _ body: (_ sample: StatisticsSample, _ isLeftOut: Bool) throws -> Void
    ) rethrows {
        for index in waiting.indices
        where !waiting[index].isLeftOut && sample.sourceRank < waiting[index].sample.sourceRank
            && sample.start < waiting[index].openUntil
        {
            waiting[index].isLeftOut = true
        }
        // A point touches the microsecond after its instant.
        ends.raise(sample.sourceRank, to: sample.isPoint ? sample.end + 1 : sample.end)
        if sample.sourceRank < firstAggregate {
            // Every waiting aggregate is touched by the sample or lies before it.
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

    /// Passes on the remaining samples.
    public mutating func finish(
        _ body: (_ sample: StatisticsSample, _ isLeftOut: Bool) throws -> Void
    ) rethrows {
        try release(before: .max, body)
    }

    /// Passes on, in order, the aggregates that no sample from `time` on can touch.
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
