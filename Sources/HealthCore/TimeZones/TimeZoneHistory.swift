/// Where a person was, as far as anybody said it: zones one after the other.
///
/// What was observed (samples' metadata, reports of clients) holds from its instant until something else is observed.
/// Inside an interval that was set by hand only that holds. At its end the zone falls back to what the rest says then;
/// where the rest says nothing yet, the zone set by hand goes on.
public struct TimeZoneHistory: Hashable, Sendable {
    /// Who said it. The raw values are those of the database and of the HTTP interface.
    public enum Origin: String, CaseIterable, Sendable {
        /// A sample's `HKTimeZone`.
        case metadata
        /// A client's report.
        case client
        /// Set by hand.
        case manual
    }

    /// From when on the person was in a zone, until the next run begins.
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

    /// What was set by hand.
    public struct Interval: Hashable, Sendable {
        public var start: Instant
        /// After `start`, and not part of the interval; nil for good.
        public var end: Instant?
        public var zone: Zone

        public init(start: Instant, end: Instant?, zone: Zone) {
            self.start = start
            self.end = end
            self.zone = zone
        }
    }

    /// By strictly increasing start; the last one has no end. Neighbours differ in their zone, or in whether it was set by
    /// hand.
    public let runs: [Run]
    /// By start. They do not overlap.
    public let manual: [Interval]

    /// Most runs of a history. Who flies every day needs 27 years for as many.
    public static let runsMax = 10_000
    /// Most intervals that may be set by hand.
    public static let manualMax = 10_000

    /// - Parameters:
    ///   - observed: by strictly increasing start.
    ///   - manual: in any order; they must not overlap (`firstOverlap`).
    public init(observed: [Run], manual: [Interval]) {
        let intervals = manual.sorted { $0.start < $1.start }
        self.manual = intervals
        var merger = Merger(observed: observed)
        for interval in intervals { merger.lay(interval) }
        merger.goOn(until: nil)
        runs = merger.runs
    }

    /// The person's clock; nil if nobody ever said anything.
    public var clock: WallClock? {
        var segments: [WallClock.Segment] = []
        for run in runs where run.zone != segments.last?.zone {
            segments.append(WallClock.Segment(start: run.start, zone: run.zone))
        }
        return WallClock(history: segments)
    }

    /// The place of an interval that overlaps another which begins before it, or with it and stands before it; nil if
    /// there is none.
    public static func firstOverlap(_ intervals: [Interval]) -> Int? {
        let places = intervals.indices.sorted { (intervals[$0].start, $0) < (intervals[$1].start, $1) }
        for (place, next) in zip(places, places.dropFirst()) {
            guard let end = intervals[place].end, end <= intervals[next].start else { return next }
        }
        return nil
    }

    /// Lays intervals, in order of their starts, over what was observed.
    private struct Merger {
        let observed: [Run]
        /// Place of the first observation that was not looked at.
        private var next = 0
        private var last: Run?
        /// The end of the interval before, where it has to be seen what holds then.
        private var fallBack: Instant?
        private(set) var runs: [Run] = []

        init(observed: [Run]) { self.observed = observed }

        mutating func lay(_ interval: Interval) {
            goOn(until: interval.start)
            append(Run(start: interval.start, zone: interval.zone, origin: .manual))
            // What is observed inside counts only for what holds afterwards.
            while next < observed.count, interval.end.map({ observed[next].start <= $0 }) ?? true { take() }
            fallBack = interval.end
        }

        /// Lets what was observed hold until `end`, or for good.
        mutating func goOn(until end: Instant?) {
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
