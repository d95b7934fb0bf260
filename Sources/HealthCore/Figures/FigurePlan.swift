/// Chooses the stored days, the stored hours and the samples from which the figures of a plan's
/// buckets are computed.
///
/// No chosen piece crosses an edge of a bucket. Each instant with samples is in one piece. A day is
/// chosen if it lies in one bucket and is not stale. The rest of each bucket comes from hours where
/// they fit, else from samples. A value without I/O.
public struct FigurePlan: Hashable, Sendable {
    /// A span of time whose figures are computed from samples.
    public struct Region: Hashable, Sendable {
        /// The start of the region, the edges of buckets inside it, and its end.
        public var edges: [Instant]
    }

    /// The indices of the chosen days.
    public private(set) var days: [Int] = []
    /// Consecutive hours: whole hours of UTC, in microseconds since 1970. In order of time, like
    /// `regions`.
    public private(set) var hourRuns: [Range<Int64>] = []
    public private(set) var regions: [Region] = []
    /// The time that the buckets cover, in microseconds since 1970. Empty if the range and the plan
    /// do not overlap.
    public let window: Range<Int64>
    private var lastRegionBucket = -1

    /// The greatest number of regions. Each region needs a separate index search, and with more
    /// regions it is faster to read samples only.
    public static let regionsMax = 8_000
    /// The shortest window for which stored figures are faster than samples. Six hours, in
    /// microseconds.
    public static let worthwhileMin: Int64 = 6 * hour

    /// The cost of the index search for a region's samples, expressed as a span of time. Samples of
    /// this span could be read at the same cost. Two hours, in microseconds.
    public static let searchCost: Int64 = 2 * hour

    /// Buckets of a shorter average length are not made of days. 20 hours, because a day on which a
    /// person flies east is shorter than 24 hours.
    private static let bucketLengthMin: Int64 = 20 * hour

    private static let hour: Int64 = 3_600 * Instant.microsecondsPerSecond

    /// Returns the time for which days should be read, in microseconds since 1970; nil if the
    /// buckets are too short for days. Around the bounds of a strict predicate only samples are
    /// used, so days outside of the range are not needed.
    public static func dayWindow(_ plan: BucketPlan, _ range: SampleRange) -> Range<Int64>? {
        let first = max(plan.edges.first ?? range.from, range.from).microseconds
        let last = min(plan.edges.last ?? range.to, range.to).microseconds
        guard first < last, (last - first) / Int64(plan.bucketCount) >= bucketLengthMin else { return nil }
        return first..<last
    }

    /// - Parameters:
    ///   - days: the spans of the stored days of all sources in `dayWindow`, in order of time. Nil
    ///     if days were not read. A time outside of these spans has no samples, unless it is stale.
    ///   - stale: the times whose stored figures are stale, in any order, in microseconds since
    ///     1970.
    ///   - reach: the length of the longest sample of the type, in microseconds.
    public init(
        plan: BucketPlan, range: SampleRange, days: [Range<Int64>]?, stale: [Range<Int64>] = [], reach: Int64
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
        let stale = FigurePlan.union(blocked)
        var rest = [window]
        if let days {
            rest = FigurePlan.union(choose(days, plan.edges, stale) + stale.map { $0.clamped(to: window) })
        }
        cover(rest, plan.edges, stale)
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

    /// Returns true if stored figures give the answer faster than samples only.
    ///
    /// - Parameter lookAround: the microseconds by which the time span of a region's index search
    ///   is longer than the region.
    public func isWorthwhile(lookAround: Int64) -> Bool {
        let length = window.upperBound - window.lowerBound
        guard length >= FigurePlan.worthwhileMin, regions.count <= FigurePlan.regionsMax else { return false }
        let read = regions.reduce(0) { read, region in
            read + (region.edges.last?.microseconds ?? 0) - (region.edges.first?.microseconds ?? 0) + lookAround
                + FigurePlan.searchCost
        }
        return read <= (length + lookAround) / 2
    }

    // MARK: Days

    /// Chooses the days that are not stale and lie in one bucket. Returns the spans of the others.
    private mutating func choose(
        _ spans: [Range<Int64>], _ edges: [Instant], _ stale: [Range<Int64>]
    ) -> [Range<Int64>] {
        var (bucket, staleIndex) = (0, 0)
        var others: [Range<Int64>] = []
        for (index, day) in spans.enumerated() where day.overlaps(window) {
            while bucket + 2 < edges.count, edges[bucket + 1].microseconds <= day.lowerBound { bucket += 1 }
            while staleIndex < stale.count, stale[staleIndex].upperBound <= day.lowerBound { staleIndex += 1 }
            let from = max(edges[bucket].microseconds, window.lowerBound)
            let to = min(edges[bucket + 1].microseconds, window.upperBound)
            if day.lowerBound >= from, day.upperBound <= to,
                staleIndex == stale.count || stale[staleIndex].lowerBound >= day.upperBound
            {
                days.append(index)
            } else {
                others.append(day.clamped(to: window))
            }
        }
        return others
    }

    // MARK: Hours and samples

    /// Covers `spans` with whole hours that are not stale, and with regions.
    private mutating func cover(_ spans: [Range<Int64>], _ edges: [Instant], _ stale: [Range<Int64>]) {
        var (bucket, staleIndex) = (0, 0)
        for span in spans {
            var time = span.lowerBound
            while time < span.upperBound {
                while bucket + 2 < edges.count, edges[bucket + 1].microseconds <= time { bucket += 1 }
                while staleIndex < stale.count, stale[staleIndex].upperBound <= time { staleIndex += 1 }
                let end = min(edges[bucket + 1].microseconds, span.upperBound)
                let next = staleIndex < stale.count ? stale[staleIndex] : end..<end
                if next.lowerBound <= time {
                    time = addSamples(bucket, from: time, to: min(end, next.upperBound))
                } else {
                    let limit = min(end, next.lowerBound)
                    let wholeHour = (floorDivide(time, FigurePlan.hour) + 1) * FigurePlan.hour
                    time = addHours(from: time, to: limit) ?? addSamples(bucket, from: time, to: min(limit, wholeHour))
                }
            }
        }
    }

    /// - Returns: the end of the added hours; nil if no hour fits.
    private mutating func addHours(from start: Int64, to limit: Int64) -> Int64? {
        let length = (limit - start) / FigurePlan.hour * FigurePlan.hour
        guard length > 0, start % FigurePlan.hour == 0 else { return nil }
        if let last = hourRuns.last, last.upperBound == start {
            hourRuns[hourRuns.count - 1] = last.lowerBound..<start + length
        } else {
            hourRuns.append(start..<start + length)
        }
        return start + length
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
