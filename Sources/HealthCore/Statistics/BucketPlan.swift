/// The endless sequence of edges at which buckets begin and end. A `BucketPlan` is a finite part of
/// this sequence.
///
/// Edge k is *anchor + k · interval*. Each edge is computed from the anchor, not from the edge
/// before it. Minutes and hours are elapsed time from the anchor's instant. Days and longer
/// intervals are steps of the wall clock, which are then converted to instants. Buckets extend in
/// both directions from the anchor.
public struct BucketGrid: Hashable, Sendable {
    public let anchor: LocalDateTime
    public let interval: BucketInterval
    public let clock: WallClock
    private let anchorInstant: Instant

    public init(anchor: LocalDateTime, interval: BucketInterval, clock: WallClock) {
        self.anchor = anchor
        self.interval = interval
        self.clock = clock
        anchorInstant = clock.instant(of: anchor)
    }

    /// Returns a day on which an interval of any unit begins. For weeks it is the first weekday,
    /// for months and longer units a first of January.
    ///
    /// - Parameters:
    ///   - firstWeekday: 1 = Monday … 7 = Sunday, as ISO 8601 counts.
    ///   - dayStart: the wall-clock time at which days begin, in microseconds after midnight.
    public static func defaultAnchor(
        for interval: BucketInterval, firstWeekday: Int = 1, dayStart: Int64 = 0
    ) -> LocalDateTime {
        // 2001-01-01 was a Monday.
        let monday = CivilDate(daysSinceEpoch: 11_323)
        let shift = interval.unit == .week ? firstWeekday - 1 : 0
        return LocalDateTime(
            date: CivilDate(daysSinceEpoch: monday.daysSinceEpoch + shift), microsecondOfDay: dayStart)
    }

    public func edge(_ index: Int64) -> Instant {
        if let step = interval.elapsedMicroseconds {
            return Instant(microseconds: anchorInstant.microseconds + index * step)
        }
        return clock.instant(of: LocalDateTime(date: date(index), microsecondOfDay: anchor.microsecondOfDay))
    }

    /// Returns the edge's date on the wall clock. For minutes and hours, returns the anchor's date.
    public func date(_ index: Int64) -> CivilDate {
        if let days = interval.stepDays {
            return CivilDate(daysSinceEpoch: anchor.date.daysSinceEpoch + Int(index) * days)
        }
        return anchor.date.adding(months: Int(index) * (interval.stepMonths ?? 0))
    }

    /// Returns the greatest index whose edge is not after `instant`.
    public func lastIndex(notAfter instant: Instant) -> Int64 {
        var index = estimate(instant)
        while edge(index) > instant { index -= 1 }
        while edge(index + 1) <= instant { index += 1 }
        return index
    }

    /// Returns the least index whose edge is not before `instant`.
    public func firstIndex(notBefore instant: Instant) -> Int64 {
        let index = lastIndex(notAfter: instant)
        return edge(index) == instant ? index : index + 1
    }

    /// Returns an index at most a few steps from the edge at `instant`.
    private func estimate(_ instant: Instant) -> Int64 {
        if let step = interval.elapsedMicroseconds {
            return floorDivide(instant.microseconds - anchorInstant.microseconds, step)
        }
        let local = clock.localDateTime(at: instant).date
        if let days = interval.stepDays {
            return floorDivide(Int64(local.daysSinceEpoch - anchor.date.daysSinceEpoch), Int64(days))
        }
        let months = (local.year - anchor.date.year) * 12 + local.month - anchor.date.month
        return floorDivide(Int64(months), Int64(interval.stepMonths ?? 1))
    }
}

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
