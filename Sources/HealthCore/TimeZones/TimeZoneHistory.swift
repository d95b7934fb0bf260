/// The known time zones of a person, in order of time.
///
/// A zone that was observed (in metadata of samples or reports of clients) applies until another
/// zone is observed. A person may also set a zone by hand for an interval. Inside the interval,
/// only this zone applies. After the interval, the last observed zone applies. If no zone has been
/// observed by then, the zone set by hand continues.
public struct TimeZoneHistory: Hashable, Sendable {
    /// The source of the information about a zone. The raw values are those of the database and the
    /// HTTP API.
    public enum Origin: String, CaseIterable, Sendable {
        /// A sample's `HKTimeZone`.
        case metadata
        /// A client's report.
        case client
        /// An interval that was set by hand.
        case manual
    }

    /// A time in one zone, from `start` to the start of the next run.
    public struct Run: Hashable, Sendable {
        public var start: Instant
        public var zone: Zone
        public var origin: Origin

        public init(start: Instant, zone: Zone, origin: Origin) {
            self.start = start
            self.zone = zone
            self.origin = origin
        }
    }

    /// An interval for which a zone was set by hand.
    public struct Interval: Hashable, Sendable {
        public var start: Instant
        /// After `start`, exclusive; nil for an interval without an end.
        public var end: Instant?
        public var zone: Zone

        public init(start: Instant, end: Instant?, zone: Zone) {
            self.start = start
            self.end = end
            self.zone = zone
        }
    }

    /// The runs by strictly increasing start. The last run has no end. Consecutive runs differ in
    /// their zone, or in whether the zone was set by hand.
    public var runs: [Run]
    /// The intervals set by hand, by start. They do not overlap.
    public var manual: [Interval]

    /// The greatest number of intervals that may be set by hand.
    public static let manualMax = 10_000

    public init(runs: [Run], manual: [Interval]) {
        self.runs = runs
        self.manual = manual
    }

    /// The person's clock; nil if no zone is known.
    public var clock: WallClock? {
        var segments: [WallClock.Segment] = []
        for run in runs where run.zone != segments.last?.zone {
            segments.append(WallClock.Segment(start: run.start, zone: run.zone))
        }
        return WallClock(history: segments)
    }

    /// Returns the index of the first interval, by start, that overlaps an earlier interval; nil if
    /// none does. Of two intervals with the same start, the interval with the greater index is
    /// returned.
    public static func firstOverlap(_ intervals: [Interval]) -> Int? {
        let indices = intervals.indices.sorted { (intervals[$0].start, $0) < (intervals[$1].start, $1) }
        for (index, next) in zip(indices, indices.dropFirst()) {
            guard let end = intervals[index].end, end <= intervals[next].start else { return next }
        }
        return nil
    }
}
