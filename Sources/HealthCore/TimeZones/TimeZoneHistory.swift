/// The time zones in which a person was, one after the other, as far as they are known.
///
/// An observed zone (metadata of samples, reports of clients) holds until another zone is observed.
/// Inside an interval that was set by hand, only the zone of that interval holds. After the
/// interval, the last observed zone holds; if nothing has been observed by then, the zone set by
/// hand continues.
public struct TimeZoneHistory: Hashable, Sendable {
    /// The origin of a statement about a zone. The raw values are those of the database and the
    /// HTTP API.
    public enum Origin: String, CaseIterable, Sendable {
        /// A sample's `HKTimeZone`.
        case metadata
        /// A client's report.
        case client
        /// Set by hand.
        case manual
    }

    /// A stay of the person in one zone, from `start` to the start of the next run.
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

    /// By strictly increasing start; the last run has no end. Two neighbours differ in their zone,
    /// or in whether it was set by hand.
    public let runs: [Run]
    /// By start. The intervals do not overlap.
    public let manual: [Interval]

    /// Most runs of a history. A person who changes zone every day reaches it after 27 years.
    public static let runsMax = 10_000
    /// Most intervals that may be set by hand.
    public static let manualMax = 10_000

    /// Merges what was observed with what was set by hand.
    ///
    /// - Parameters:
    ///   - observed: by strictly increasing start.
    ///   - manual: in any order; the intervals must not overlap (`firstOverlap`).
    public init(observed: [Run], manual: [Interval]) {
        let intervals = manual.sorted { $0.start < $1.start }
        self.manual = intervals
        var merger = Merger(observed: observed)
        for interval in intervals { merger.lay(interval) }
        merger.continueRuns(until: nil)
        runs = merger.runs
    }

    /// The person's clock; nil if no zone is known.
    public var clock: WallClock? {
        var segments: [WallClock.Segment] = []
        for run in runs where run.zone != segments.last?.zone {
            segments.append(WallClock.Segment(start: run.start, zone: run.zone))
        }
        return WallClock(history: segments)
    }

    /// Returns the index of the first interval, by start, that overlaps the interval before it; nil
    /// if none does. Of two intervals with the same start, the one with the greater index is
    /// returned.
    public static func firstOverlap(_ intervals: [Interval]) -> Int? {
        let indices = intervals.indices.sorted { (intervals[$0].start, $0) < (intervals[$1].start, $1) }
        for (index, next) in zip(indices, indices.dropFirst()) {
            guard let end = intervals[index].end, end <= intervals[next].start else { return next }
        }
        return nil
    }

    /// Lays intervals, in order of their starts, over the observed runs.
    private struct Merger {
        let observed: [Run]
        /// Index of the first observation that has not been taken.
        private var next = 0
        private var last: Run?
        /// The end of the last interval, if the zone that holds from then on is still to be
        /// determined.
        private var fallBack: Instant?
        private(set) var runs: [Run] = []

        init(observed: [Run]) { self.observed = observed }

        mutating func lay(_ interval: Interval) {
            continueRuns(until: interval.start)
            append(Run(start: interval.start, zone: interval.zone, origin: .manual))
            // An observation inside the interval counts only after the interval.
            while next < observed.count, interval.end.map({ observed[next].start <= $0 }) ?? true { take() }
            fallBack = interval.end
        }

        /// Lets the observed zones hold until `end`; without a limit if it is nil.
        mutating func continueRuns(until end: Instant?) {
            if let fallBack, fallBack != end, let last {
                append(Run(start: fallBack, zone: last.zone, origin: last.origin))
            }
            fallBack = nil
            while next < observed.count, end.map({ observed[next].start < $0 }) ?? true {
                append(observed[next])
                take()
            }
        }

        private mutating func take() {
            last = observed[next]
            next += 1
        }

        private mutating func append(_ run: Run) {
            if let before = runs.last, before.zone == run.zone,
                (before.origin == .manual) == (run.origin == .manual)
            {
                return
            }
            runs.append(run)
        }
    }
}
