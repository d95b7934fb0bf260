/// The slots, and the samples where no slot fits, whose figures add up to those of a plan's
/// buckets.
///
/// The pieces cover the part of the plan in the range, each instant once, and no piece crosses an
/// edge of a bucket. The choice is greedy from the start of each bucket: days, else hours, else
/// samples. A value without I/O.
public struct SlotPlan: Hashable, Sendable {
    /// Consecutive day slots of one phase.
    public struct DayRun: Hashable, Sendable {
        public var phase: Int16
        public var start: Instant
        public var count: Int

        public var end: Instant { Instant(microseconds: start.microseconds + Int64(count) * SlotPlan.day) }
    }

    /// Consecutive hour slots, which are whole hours of UTC.
    public struct HourRun: Hashable, Sendable {
        public var start: Instant
        public var count: Int

        public var end: Instant { Instant(microseconds: start.microseconds + Int64(count) * SlotPlan.hour) }
    }

    /// A span of time whose figures come from samples.
    public struct Region: Hashable, Sendable {
        /// The start of the region, the edges of buckets inside, and the end of the region.
        public var edges: [Instant]
    }

    /// In order of time, as `hourRuns` and `regions`.
    public private(set) var dayRuns: [DayRun] = []
    public private(set) var hourRuns: [HourRun] = []
    public private(set) var regions: [Region] = []
    /// The time that the pieces cover, in microseconds since 1970; empty if the range and the plan
    /// are disjoint.
    public let window: Range<Int64>
    private var lastRegionBucket = -1

    /// Most regions: each is a search of its own in the index, and more of them are slower than
    /// samples alone.
    public static let regionsMax = 8_000
    /// The shortest window for which slots are faster than samples. Six hours, in microseconds.
    public static let worthwhileMin: Int64 = 6 * hour

    /// The cost of the search for a region's samples, as the time whose samples could be read
    /// instead. Two hours, in microseconds.
    public static let searchCost: Int64 = 2 * hour

    private static let hour: Int64 = 3_600 * Instant.microsecondsPerSecond
    private static let day: Int64 = 24 * hour

    /// - Parameters:
    ///   - stale: times whose slots are stale, in any order, in microseconds since 1970.
    ///   - reach: the length of the longest sample of the type, in microseconds.
    ///   - separateBySource: whether the answer has figures of single sources, which day slots do
    ///     not have.
    public init(
        plan: BucketPlan, range: SampleRange, stale: [Range<Int64>] = [], reach: Int64, separateBySource: Bool = false
    ) {
        let first = plan.edges.first?.microseconds ?? 0
        let last = plan.edges.last?.microseconds ?? 0
        let (from, to) = (range.from.microseconds, range.to.microseconds)
        var blocked = stale
        // Further inside than the margin a strict predicate selects every sample that matters;
        // further outside it selects none.
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

    /// The same times as sorted, disjoint ranges with gaps between them.
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
    /// - Parameter lookAround: how much longer than a region the time is in which its samples are
    ///   searched, in microseconds.
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
