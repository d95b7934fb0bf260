/// One pass over the samples of a type, in order of start, that collects the *footprint* of every
/// bucket: the samples from which its figures are made.
///
/// The footprint consists of the members and, of a temporally weighted type, of the latest samples
/// of each source that begin less than `SampleRange.pointStandMicroseconds` before the bucket: a
/// point among them weighs in the bucket, and each of them ends the stand of an earlier point.
/// Memory is proportional to one bucket's footprint.
public struct FootprintSweep {
    private let edges: [Int64]
    private let style: AggregationStyle
    /// The bucket whose footprint is collected; -1 before the first edge.
    private var bucket = -1
    private var footprint: [StatisticsSample] = []
    /// By the source's rank: the samples with the latest start, which are several if they start
    /// together.
    private var latest: [Int: [StatisticsSample]] = [:]

    public init(plan: BucketPlan, style: AggregationStyle) {
        edges = plan.edges.map(\.microseconds)
        self.style = style
    }

    /// Takes the next sample of a range without a strict predicate.
    ///
    /// - Parameter body: called with the index and the footprint of each bucket that is complete.
    public mutating func add(
        _ sample: StatisticsSample, _ body: (Int, [StatisticsSample]) throws -> Void
    ) rethrows {
        while bucket < edges.count - 1, sample.start >= edges[bucket + 1] { try step(body) }
        guard bucket < edges.count - 1 else { return }
        // Before the first edge only samples that reach over it count; afterwards every sample
        // starts in its bucket.
        if bucket >= 0 || sample.end > edges[0] { footprint.append(sample) }
        guard style == .discreteTemporallyWeighted else { return }
        if let start = latest[sample.sourceRank]?.first?.start, start == sample.start {
            latest[sample.sourceRank]?.append(sample)
        } else {
            latest[sample.sourceRank] = [sample]
        }
    }

    /// Passes on the remaining footprints.
    public mutating func finish(_ body: (Int, [StatisticsSample]) throws -> Void) rethrows {
        while bucket < edges.count - 1 { try step(body) }
    }

    /// Ends the bucket and begins the next one.
    private mutating func step(_ body: (Int, [StatisticsSample]) throws -> Void) rethrows {
        if bucket >= 0 { try body(bucket, footprint) }
        bucket += 1
        guard bucket < edges.count - 1 else { return }
        let edge = edges[bucket]
        footprint.removeAll { $0.end <= edge }
        for rank in latest.keys.sorted() {
            for sample in latest[rank] ?? []
            where sample.start > edge - SampleRange.pointStandMicroseconds && sample.end <= edge {
                footprint.append(sample)
            }
        }
    }
}
