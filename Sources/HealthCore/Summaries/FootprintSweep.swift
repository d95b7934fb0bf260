/// Collects the *footprint* of every bucket in one pass over the samples of a type, in order of
/// start. The footprint is the set of samples from which a bucket's figures are computed.
///
/// It contains the members of the bucket. For a temporally weighted type, it also contains the
/// latest samples of each source that begin less than `SampleRange.pointStandMicroseconds` before
/// the bucket. Such a point may have weight in the bucket, and such a sample ends the time for
/// which an earlier point applies. Memory is proportional to one bucket's footprint.
public struct FootprintSweep {
    private let edges: [Int64]
    private let style: AggregationStyle
    /// The index of the bucket whose footprint is collected; -1 before the first edge.
    private var bucket = -1
    private var footprint: [StatisticsSample] = []
    /// For each rank of a source, the samples with the latest start. Several samples may start
    /// together.
    private var latest: [Int: [StatisticsSample]] = [:]

    public init(plan: BucketPlan, style: AggregationStyle) {
        edges = plan.edges.map(\.microseconds)
        self.style = style
    }

    /// Adds the next sample of a range without a strict predicate.
    ///
    /// - Parameter body: called with the index and the footprint of each bucket that is complete.
    public mutating func add(
        _ sample: StatisticsSample, _ body: (Int, [StatisticsSample]) throws -> Void
    ) rethrows {
        while bucket < edges.count - 1, sample.start >= edges[bucket + 1] { try step(body) }
        guard bucket < edges.count - 1 else { return }
        // Of the samples that start before the first edge, only those that extend past the edge
        // count. Each later sample starts in the current bucket.
        if bucket >= 0 || sample.end > edges[0] { footprint.append(sample) }
        guard style == .discreteTemporallyWeighted else { return }
        if let start = latest[sample.sourceRank]?.first?.start, start == sample.start {
            latest[sample.sourceRank]?.append(sample)
        } else {
            latest[sample.sourceRank] = [sample]
        }
    }

    /// Calls `body` for the remaining buckets.
    public mutating func finish(_ body: (Int, [StatisticsSample]) throws -> Void) rethrows {
        while bucket < edges.count - 1 { try step(body) }
    }

    /// Completes the current bucket and begins the next one.
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
