/// Of which slots, and of which samples where no slot fits, the figures of a plan's buckets are put together.
///
/// The pieces cover what the range leaves of the plan, each instant once, and no piece reaches over an edge of a bucket. Greedy from the
/// start of each bucket: days, else hours, else samples. A value without I/O.
public struct SlotPlan: Hashable, Sendable {
    /// 24 hours each, one after the other, from a phase on.
    public struct DayRun: Hashable, Sendable {
        public var phase: Int16
        public var start: Instant
        public var count: Int

        public var end: Instant { Instant(microseconds: start.microseconds + Int64(count) * SlotPlan.day) }
    }

    /// Whole hours of UTC, one after the other.
    public struct HourRun: Hashable, Sendable {
        public var start: Instant
        public var count: Int

        public var end: Instant { Instant(microseconds: start.microseconds + Int64(count) * SlotPlan.hour) }
    }

    /// A stretch of time of which samples are asked.
    public struct Region: Hashable, Sendable {
        /// Where it begins, the edges of buckets inside, and where it ends.
        public var edges: [Instant]
    }

    /// In order of time, as the others.
    public private(set) var dayRuns: [DayRun] = []
    public private(set) var hourRuns: [HourRun] = []
    public private(set) var regions: [Region] = []
    /// What the pieces cover, microseconds since 1970; empty where the range leaves nothing of the plan.
    public let window: Range<Int64>
    private var lastRegionBucket = -1

    /// More regions are no gain: each is a search of its own in the index.
    public static let regionsMax = 8_000
    /// Less time than this is read as fast from samples. Six hours, in microseconds.
    public static let worthwhileMin: Int64 = 6 * hour

    /// What the search for a region's samples costs, as time whose samples could be read instead. Two hours, in microseconds.
    public static let searchCost: Int64 = 2 * hour

    private static let hour: Int64 = 3_600 * Instant.microsecondsPerSecond
    private static let day: Int64 = 24 * hour

    /// - Parameters:
    ///   - dirty: times in which slots say nothing, in any order, microseconds since 1970.
    ///   - reach: no sample of the type is longer; in microseconds.
    ///   - separateBySource: whether figures of single sources are wanted, which days do not have.
    public init(
        plan: BucketPlan, range: SampleRange, dirty: [Range<Int64>] = [], reach: Int64, separateBySource: Bool = false
    ) {
        let first = plan.edges.first?.microseconds ?? 0
        let last = plan.edges.last?.microseconds ?? 0
        let (from, to) = (range.from.microseconds, range.to.microseconds)
        var blocked = dirty
        // Further in than this, every sample that matters is selected; further out none is.
        let margin = max(reach, SampleRange.pointStandMicroseconds)
        let slack = range.isStrict ? margin : 0
        let start = max(first, from - slack)
        window = start..<max(start, min(last, to + slack))
        if range.isStrict {
            blocked.append(from - margin..<from + margin)
            blocked.append(to - margin..<to + margin)
        }
        cover(plan.edges, SlotPlan.union(blocked), usesDays: !separateBySource)
    }

    /// The same times as sorted, disjoint ranges with gaps between.
    public static func union(_ ranges: [Range<Int64>]) -> [Range<Int64>] {
        ranges.filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { union, range in
            if let last = union.last, range.lowerBound <= last.upperBound {
                union[union.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                union.append(range)
            }
        }
    }

    /// Whether slots answer faster than samples alone.
    ///
    /// - Parameter lookAround: how much longer than itself each region's samples are searched for, in microseconds.
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
        var blockedPlace = 0
        for bucket in 0..<edges.count - 1 {
            var time = max(edges[bucket].microseconds, window.lowerBound)
            let end = min(edges[bucket + 1].microseconds, window.upperBound)
            while time < end {
                while blockedPlace < blocked.count, blocked[blockedPlace].upperBound <= time { blockedPlace += 1 }
                let next = blockedPlace < blocked.count ? blocked[blockedPlace] : end..<end
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

    /// - Returns: where they end; nil if none fits.
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

    /// - Returns: where they end; nil if none fits.
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
        let place = regions.count - 1
        if place >= 0, regions[place].edges.last?.microseconds == start {
            if lastRegionBucket == bucket { regions[place].edges.removeLast() }
            regions[place].edges.append(edge)
        } else {
            regions.append(Region(edges: [Instant(microseconds: start), edge]))
        }
        lastRegionBucket = bucket
        return end
    }
}
