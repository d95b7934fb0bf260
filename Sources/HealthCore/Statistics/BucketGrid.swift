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
