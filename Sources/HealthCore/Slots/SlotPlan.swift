/// Chooses the slots and samples from which the figures of a plan's buckets are computed. A slot is
/// the stored figures of one type in one hour or day.
///
/// The chosen pieces cover the plan's part inside the range. Each instant is in one piece, and no
/// piece crosses an edge of a bucket. From the start of each bucket, the plan takes day slots where
/// they fit, then hour slots, then samples. A value without I/O.
public struct SlotPlan: Hashable, Sendable {
    /// Consecutive day slots of one phase.
    public struct DayRun: Hashable, Sendable {
        public var phase: Int16
        public var start: Instant
        public var count: Int

        public var end: Instant { Instant(microseconds: start.microseconds + Int64(count) * SlotPlan.day) }
    }

    /// Consecutive hour slots. Each covers a whole hour of UTC.
    public struct HourRun: Hashable, Sendable {
        public var start: Instant
        public var count: Int

        public var end: Instant { Instant(microseconds: start.microseconds + Int64(count) * SlotPlan.hour) }
    }

    /// A span of time whose figures are computed from samples.
    public struct Region: Hashable, Sendable {
        /// The start of the region, the edges of buckets inside it, and its end.
        public var edges: [Instant]
    }

    /// In order of time, like `hourRuns` and `regions`.
    public private(set) var dayRuns: [DayRun] = []
    public private(set) var hourRuns: [HourRun] = []
    public private(set) var regions: [Region] = []
    /// The time that the pieces cover, in microseconds since 1970. Empty if the range and the plan
    /// do not overlap.
    public let window: Range<Int64>
    private var lastRegionBucket = -1

    /// The greatest number of regions. Each region needs a separate index search, and with more
    /// regions it is faster to read samples only.
    public static let regionsMax = 8_000
    /// The shortest window for which slots are faster than samples. Six hours, in microseconds.
    public static let worthwhileMin: Int64 = 6 * hour

    /// The cost of the index search for a region's samples, expressed as a span of time. Samples of
    /// this span could be read at the same cost. Two hours, in microseconds.
    public static let searchCost: Int64 = 2 * hour

    private static let hour: Int64 = 3_600 * Instant.microsecondsPerSecond
    private static let day: Int64 = 24 * hour

    /// - Parameters:
    ///   - stale: the times whose slots are stale (samples have changed since the slots were
    ///     written), in any order, in microseconds since 1970.
    ///   - reach: the length of the longest sample of the type, in microseconds.
    ///   - usesDays: false to leave out day slots.
    public init(
        plan: BucketPlan, range: SampleRange, stale: [Range<Int64>] = [], reach: Int64, usesDays: Bool = true
    ) {
        let first = plan.edges.first?.microseconds ?? 0
        let last = plan.edges.last?.microseconds ?? 0
        let (from, to) = (range.from.microseconds, range.to.microseconds)
        var blocked = stale
        // A strict predicate selects every relevant sample at times further than the margin inside
        // the range, and none at times further outside it.
        let margin = max(reach, SampleRange.pointStandMicroseconds)
        let slack = range.isStrict ? margin : 0
        let start = max(first, from - slack)
        window = start..<max(start, min(last, to + slack))
        if range.isStrict {
            blocked.append(from - margin..<from + margin)
            blocked.append(to - margin..<to + margin)
        }
        cover(plan.edges, SlotPlan.union(blocked), usesDays: usesDays)
    }

    /// Returns the same times as sorted, disjoint ranges with gaps between them.
    public static func union(_ ranges: [Range<Int64>]) -> [Range<Int64>] {
        ranges.filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { union, range in
            if let last = union.last, range.lowerBound <= last.upperBound {
                union[union.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                union.append(range)
            }
        }
    }

    /// Returns true if slots give the answer faster than samples only.
    ///
    /// - Parameter lookAround: the microseconds by which the time span of a region's index search
    ///   is longer than the region.
    public func isWorthwhile(lookAround: Int64) -> Bool {
        let length = window.upperBound - window.lowerBound
        guard length >= SlotPlan.worthwhileMin, regions.count <= SlotPlan.regionsMax else { return false }
        let read = regions.reduce(0) { read, region in
            read + (region.edges.last?.microseconds ?? 0) - (region.edges.first?.microseconds ?? 0) + lookAround
                + SlotPlan.searchCost
        }
        return read <= (length + lookAround) / 2
    }

    // MARK: Covering

    private mutating func cover(_ edges: [Instant], _ blocked: [Range<Int64>], usesDays: Bool) {
        var blockedIndex = 0
        for bucket in 0..<edges.count - 1 {
            var time = max(edges[bucket].microseconds, window.lowerBound)
            let end = min(edges[bucket + 1].microseconds, window.upperBound)
            while time < end {
                while blockedIndex < blocked.count, blocked[blockedIndex].upperBound <= time { blockedIndex += 1 }
                let next = blockedIndex < blocked.count ? blocked[blockedIndex] : end..<end
                if next.lowerBound <= time {
                    time = addSamples(bucket, from: time, to: min(end, next.upperBound))
                } else {
                    let limit = min(end, next.lowerBound)
                    time =
                        (usesDays ? addDays(from: time, to: limit) : nil) ?? addHours(from: time, to: limit)
                        ?? addSamples(
                            bucket, from: time, to: min(limit, (floorDivide(time, SlotPlan.hour) + 1) * SlotPlan.hour))
                }
            }
        }
    }

    /// - Returns: the end of the added slots; nil if no slot fits.
    private mutating func addDays(from start: Int64, to limit: Int64) -> Int64? {
        let count = Int((limit - start) / SlotPlan.day)
        let instant = Instant(microseconds: start)
        guard count > 0, let phase = SlotPhase.phase(of: instant) else { return nil }
        if let last = dayRuns.last, last.phase == phase, last.end == instant {
            dayRuns[dayRuns.count - 1].count += count
        } else {
            dayRuns.append(DayRun(phase: phase, start: instant, count: count))
        }
        return start + Int64(count) * SlotPlan.day
    }

    /// - Returns: the end of the added slots; nil if no slot fits.
    private mutating func addHours(from start: Int64, to limit: Int64) -> Int64? {
        let count = Int((limit - start) / SlotPlan.hour)
        guard count > 0, start % SlotPlan.hour == 0 else { return nil }
        let instant = Instant(microseconds: start)
        if let last = hourRuns.last, last.end == instant {
            hourRuns[hourRuns.count - 1].count += count
        } else {
            hourRuns.append(HourRun(start: instant, count: count))
        }
        return start + Int64(count) * SlotPlan.hour
    }

    /// - Returns: `end`.
    private mutating func addSamples(_ bucket: Int, from start: Int64, to end: Int64) -> Int64 {
        let edge = Instant(microseconds: end)
        let index = regions.count - 1
        if index >= 0, regions[index].edges.last?.microseconds == start {
            if lastRegionBucket == bucket { regions[index].edges.removeLast() }
            regions[index].edges.append(edge)
        } else {
            regions.append(Region(edges: [Instant(microseconds: start), edge]))
        }
        lastRegionBucket = bucket
        return end
    }
}
