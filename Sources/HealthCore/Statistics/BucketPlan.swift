/// The endless sequence of edges at which buckets begin and end. A plan is a part of it.
///
/// Edge k is *anchor + k · interval*, computed from the anchor and never by repeated addition.
/// Minutes and hours are elapsed time from the anchor's instant. Days and longer intervals are
/// steps of the wall clock, resolved to instants afterwards. Buckets extend both ways from the
/// anchor, so that only its phase matters.
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

    /// A day on which every kind of interval begins: a first of January for months and longer, the
    /// first weekday for weeks.
    ///
    /// - Parameters:
    ///   - firstWeekday: 1 = Monday … 7 = Sunday, as ISO 8601 counts.
    ///   - dayStart: microseconds of the wall clock since midnight at which days begin.
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

    /// The day of the edge on the wall clock; for minutes and hours the day of the anchor.
    public func date(_ index: Int64) -> CivilDate {
        if let days = interval.stepDays {
            return CivilDate(daysSinceEpoch: anchor.date.daysSinceEpoch + Int(index) * days)
        }
        return anchor.date.adding(months: Int(index) * (interval.stepMonths ?? 0))
    }

    /// The greatest index whose edge is not after `instant`.
    public func lastIndex(notAfter instant: Instant) -> Int64 {
        var index = estimate(instant)
        while edge(index) > instant { index -= 1 }
        while edge(index + 1) <= instant { index += 1 }
        return index
    }

    /// The least index whose edge is not before `instant`.
    public func firstIndex(notBefore instant: Instant) -> Int64 {
        let index = lastIndex(notAfter: instant)
        return edge(index) == instant ? index : index + 1
    }

    /// An index within a few steps of the edge at `instant`.
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

/// Where the buckets of a statistics query begin and end: a value that can be printed, compared and
/// tested without a sample or a database.
public struct BucketPlan: Hashable, Sendable {
    /// Strictly increasing; bucket i is `edges[i] ..< edges[i + 1]`. At least two.
    public let edges: [Instant]

    public var bucketCount: Int { edges.count - 1 }

    /// Most buckets of one plan, and most buckets × sources of an answer with the figures of each
    /// source alone.
    public static let bucketsMax = 100_000

    /// The buckets of `grid` that overlap `from ..< to`, whole even if the range begins or ends
    /// inside a bucket.
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
            // A day that the zone skipped ends where it begins: it has no bucket.
            if let previous = edges.last, edge <= previous { continue }
            edges.append(edge)
        }
        self.edges = edges
    }

    /// The one bucket of a statistics query without an interval: the range itself, or all time if a
    /// strict predicate selects whole samples.
    ///
    /// - Throws: `BucketPlanError` if the range is empty.
    public init(_ range: SampleRange) throws(BucketPlanError) {
        guard range.from < range.to else { throw .emptyRange }
        edges =
            range.isStrict
            ? [.earliest, Instant(microseconds: Instant.latest.microseconds + 1)] : [range.from, range.to]
    }

    /// Buckets between known edges.
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
