/// The edges of the buckets of a statistics query.
public struct BucketPlan: Hashable, Sendable {
    /// Strictly increasing; bucket i is `edges[i] ..< edges[i + 1]`. At least two.
    public let edges: [Instant]

    public var bucketCount: Int { edges.count - 1 }

    /// The greatest number of buckets in one plan. In an answer with figures for each source, it is
    /// the greatest product of buckets and sources.
    public static let bucketsMax = 100_000

    /// Creates a plan of the buckets of `grid` that overlap `from ..< to`. The first and last
    /// buckets are whole even if the range begins or ends inside them.
    ///
    /// - Throws: `BucketPlanError` if the range is empty or needs more than `bucketsMax` buckets.
    public init(
        grid: BucketGrid, from: Instant, to: Instant, bucketsMax: Int = BucketPlan.bucketsMax
    ) throws(BucketPlanError) {
        guard from < to else { throw .emptyRange }
        let first = grid.lastIndex(notAfter: from)
        let last = grid.firstIndex(notBefore: to)
        guard last - first <= Int64(bucketsMax) else {
            throw .tooManyBuckets(asked: Int(last - first), allowed: bucketsMax)
        }
        var edges: [Instant] = []
        edges.reserveCapacity(Int(last - first) + 1)
        for index in first...last {
            let edge = grid.edge(index)
            // A day that the zone skipped has no length, so it has no bucket.
            if let previous = edges.last, edge <= previous { continue }
            edges.append(edge)
        }
        self.edges = edges
    }

    /// Creates the one bucket of a statistics query without an interval. The bucket is the range
    /// itself, or all time if a strict predicate selects whole samples.
    ///
    /// - Throws: `BucketPlanError` if the range is empty.
    public init(_ range: SampleRange) throws(BucketPlanError) {
        guard range.from < range.to else { throw .emptyRange }
        edges =
            range.isStrict
            ? [.earliest, Instant(microseconds: Instant.latest.microseconds + 1)] : [range.from, range.to]
    }

    /// Creates a plan from known edges.
    ///
    /// - Throws: `BucketPlanError` (`emptyRange`) unless there are at least two edges in increasing
    ///   order.
    public init(edges: [Instant]) throws(BucketPlanError) {
        guard edges.count > 1, zip(edges, edges.dropFirst()).allSatisfy({ $0 < $1 }) else { throw .emptyRange }
        self.edges = edges
    }
}

public enum BucketPlanError: Error, Hashable, Sendable {
    case emptyRange
    case tooManyBuckets(asked: Int, allowed: Int)
}
