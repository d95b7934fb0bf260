/// Removes each aggregate from a stream of samples if a sample of a source with higher priority
/// touches it.
///
/// An aggregate is a figure that a client computed for a whole bucket. The filter prevents that
/// such a figure is added to, or averaged with, the samples from which it was computed. It removes
/// the whole aggregate, because the part of it that the other sample does not cover is unknown.
///
/// For a discrete type, the filter extends the aggregate's interval on both sides, because clients
/// round times. The extension is the interval's length, but at most `marginMax`. A sample of higher
/// priority removes the aggregate even if that sample itself does not count. The filter removes
/// only samples of aggregate sources.
///
/// The extremes of an aggregate have its source and interval, so they pass or are removed with it.
///
/// The filter receives samples in order of start and passes them on in that order. It keeps an
/// aggregate back until no later sample can touch it. It passes a raw sample on at once, because
/// the sample decides all aggregates that are kept back. A value type without locks.
public struct AggregateFilter {
    /// By rank; aggregates have the last ranks.
    private let firstAggregate: Int
    private let style: AggregationStyle
    private let isReporting: Bool
    /// The latest end of each source's samples so far.
    private var ends: PrefixMaximum
    private var waiting: [Waiting] = []

    /// The shortest usual bucket of clients: one minute, in microseconds.
    public static let marginMax: Int64 = 60 * Instant.microsecondsPerSecond

    private struct Waiting {
        var sample: StatisticsSample
        /// Samples that begin at this time or later do not touch the aggregate.
        var openUntil: Int64
        var isLeftOut = false
    }

    /// - Parameters:
    ///   - firstAggregate: the lowest rank of an aggregate source.
    ///   - sourceCount: ranks are `0 ..< sourceCount`.
    ///   - isReporting: true to pass on removed aggregates too, with `isLeftOut` set. Otherwise the
    ///     filter drops them at once.
    public init(style: AggregationStyle, firstAggregate: Int, sourceCount: Int, isReporting: Bool = false) {
        self.isReporting = isReporting
        self.style = style
        self.firstAggregate = firstAggregate
        ends = PrefixMaximum(count: sourceCount)
    }

    /// Returns the microseconds by which an aggregate's interval is extended on each side.
    private func margin(of sample: StatisticsSample) -> Int64 {
        style.isDiscrete ? min(sample.end - sample.start, AggregateFilter.marginMax) : 0
    }

    /// Adds the next sample. Calls `body` for each sample that is now decided.
    public mutating func add(
        _ sample: StatisticsSample, _ body: (_ sample: StatisticsSample, _ isLeftOut: Bool) throws -> Void
    ) rethrows {
        for index in waiting.indices
        where !waiting[index].isLeftOut && sample.sourceRank < waiting[index].sample.sourceRank
            && sample.start < waiting[index].openUntil
        {
            waiting[index].isLeftOut = true
        }
        // A point covers the microsecond after its instant.
        ends.raise(sample.sourceRank, to: sample.isPoint ? sample.end + 1 : sample.end)
        if sample.sourceRank < firstAggregate {
            // The sample touches each waiting aggregate, or lies after it. So all of them are
            // decided.
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

    /// Calls `body` for the remaining samples.
    public mutating func finish(
        _ body: (_ sample: StatisticsSample, _ isLeftOut: Bool) throws -> Void
    ) rethrows {
        try release(before: .max, body)
    }

    /// Passes on, in order, the aggregates that are decided: no sample at `time` or later can touch
    /// them.
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
