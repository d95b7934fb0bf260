/// Why one bucket has its figures: what became of every sample that touches it.
///
/// It is written by the sweep that computes the figures, from the very numbers that it adds up: the contributions of all
/// samples make the sum, and weights and values make the average.
///
/// Memory is proportional to the page and to the number of sources, never to the samples of the bucket.
public struct BucketExplanation: Sendable {
    /// One sample and the part of it that the figures see.
    public struct Part: Sendable {
        public var sample: StatisticsSample
        /// Its part of the bucket, microseconds since 1970; equal for a point.
        public var start: Int64
        public var end: Int64
        /// Whether it counts in `count`, `minimum`, `maximum`, `duration` and `mostRecent`.
        public var isMember: Bool
        /// What it adds to the sum of a cumulative type.
        public var contribution = 0.0
        /// Of cumulative types, how long it was the one that counted; else its weight in the average. Microseconds.
        public var counted: Int64 = 0
        /// Nil where it counts as a whole.
        public var reason: Reason?
        /// Ranks of the sources that overruled it somewhere.
        public var overruledBy = SourceSet()
        /// What an aggregate says is its least value; nil for any other sample.
        public var minimum: Double?
        /// The same of the greatest value.
        public var maximum: Double?
        /// Nil for an aggregate without an average.
        public var value: Double? { sample.hasValue ? sample.value : nil }
    }

    /// Why a sample does not count, or not as a whole.
    public enum Reason: String, CaseIterable, Sendable {
        /// A source that is believed more had a sample at every instant of it.
        case overruled
        /// A source that is believed more had a sample during some of it.
        case partlyOverruled
        /// It meets the bucket outside the range that was asked for.
        case outsideRange
        /// The predicate strictStartDate leaves it out.
        case startsOutsideRange
        /// The predicate strictEndDate leaves it out.
        case endsOutsideRange
        /// A point before the bucket that still stands in it: it weighs in the average and is no member.
        case standsFromBefore
        /// A client's figure of a whole bucket, during which a source that is believed more had a sample.
        case betterKnown
        /// It lasts no time, and the average weighs by time.
        case noDuration
        /// A client's figure that says a minimum or a maximum, and no average.
        case noAverage
    }

    /// What the samples of one source did together.
    public struct SourceTotal: Sendable {
        public var rank: Int
        public var memberCount = 0
        /// Of cumulative types.
        public var contribution: Double { sum.value }
        /// As `Part.counted`.
        public var counted: Int64 = 0
        var sum = CompensatedSum()
    }

    /// In order of start, then uuid, then place in the series: those of the page.
    public private(set) var parts: [Part] = []
    /// Whether more follow behind the page.
    public private(set) var hasMore = false
    /// By rank; every source with a sample that touches the bucket.
    public private(set) var sources: [SourceTotal] = []
    /// Σ weight of the average, microseconds; 0 where every member weighs the same.
    public internal(set) var totalWeight: Int64 = 0

    private let style: AggregationStyle
    private let page: Page
    private let windowStart: Int64
    private var places: [Key: Int] = [:]
    private var latestListedStart = Int64.min
    private var totals: [Int: SourceTotal] = [:]
    /// Extremes of aggregates that start last, which may come before their aggregates.
    private var extremes: [Key: (minimum: Double?, maximum: Double?)] = [:]
    private var extremesStart = Int64.min
    /// By rank, until when the source won last; `Int64.min` where it has not.
    private var lastWinEnds: [Int64] = []

    /// Which samples are listed; all of them count in the totals.
    public struct Page: Sendable {
        /// Behind this sample; nil from the first.
        public var after: Key?
        /// At least 1.
        public var limit: Int

        public init(after: Key? = nil, limit: Int) {
            self.after = after
            self.limit = limit
        }
    }

    /// Where a sample stands in the list.
    public struct Key: Hashable, Comparable, Sendable {
        public var start: Int64
        public var uuidHigh: UInt64
        public var uuidLow: UInt64
        /// Tells the quantities of one series apart.
        public var ordinal: Int32

        public init(start: Int64, uuidHigh: UInt64, uuidLow: UInt64, ordinal: Int32 = 0) {
            self.start = start
            self.uuidHigh = uuidHigh
            self.uuidLow = uuidLow
            self.ordinal = ordinal
        }

        init(_ sample: StatisticsSample) {
            self.init(
                start: sample.start, uuidHigh: sample.uuidHigh, uuidLow: sample.uuidLow, ordinal: max(sample.ordinal, 0)
            )
        }

        public static func < (left: Key, right: Key) -> Bool {
            (left.start, left.uuidHigh, left.uuidLow, left.ordinal)
                < (right.start, right.uuidHigh, right.uuidLow, right.ordinal)
        }
    }

    /// - Parameter windowStart: a sample that starts before it and lasts no time is no member.
    init(style: AggregationStyle, page: Page, windowStart: Int64) {
        self.style = style
        self.page = page
        self.windowStart = windowStart
    }

    // MARK: What the sweep reports

    mutating func join(_ sample: StatisticsSample, partStart: Int64, partEnd: Int64) {
        totals[sample.sourceRank, default: SourceTotal(rank: sample.sourceRank)].memberCount += 1
        list(Part(sample: sample, start: partStart, end: partEnd, isMember: true))
    }

    /// Takes the extreme of an aggregate, if it is one: its part says it.
    mutating func noteExtreme(_ sample: StatisticsSample) {
        guard sample.ordinal < 0 else { return }
        if sample.start != extremesStart {
            extremesStart = sample.start
            extremes.removeAll(keepingCapacity: true)
        }
        let key = Key(sample)
        var known = extremes[key] ?? (nil, nil)
        if sample.countsInMinimum { known.minimum = sample.value } else { known.maximum = sample.value }
        extremes[key] = known
        if let place = places[key] { (parts[place].minimum, parts[place].maximum) = known }
    }

    /// A sample that touches the bucket and is not selected.
    mutating func leaveOut(_ sample: StatisticsSample, partStart: Int64, partEnd: Int64, _ reason: Reason) {
        _ = totals[sample.sourceRank, default: SourceTotal(rank: sample.sourceRank)]
        list(Part(sample: sample, start: partStart, end: partEnd, isMember: false, reason: reason))
    }

    mutating func credit(_ sample: StatisticsSample, contribution: Double, won: Int64) {
        totals[sample.sourceRank, default: SourceTotal(rank: sample.sourceRank)].sum.add(contribution)
        totals[sample.sourceRank]?.counted += won
        guard let place = places[Key(sample)] else { return }
        parts[place].contribution = contribution
        parts[place].counted = won
    }

    mutating func weigh(_ sample: StatisticsSample, microseconds: Int64) {
        totals[sample.sourceRank, default: SourceTotal(rank: sample.sourceRank)].counted += microseconds
        if places[Key(sample)] == nil, sample.start < windowStart {
            list(Part(sample: sample, start: sample.start, end: sample.end, isMember: false, reason: .standsFromBefore))
        }
        guard let place = places[Key(sample)] else { return }
        parts[place].counted += microseconds
        if !parts[place].isMember { parts[place].reason = .standsFromBefore }
    }

    /// The source has the sample that counts from the last time reported until `end`.
    mutating func win(_ rank: Int, until end: Int64) {
        while lastWinEnds.count <= rank { lastWinEnds.append(.min) }
        lastWinEnds[rank] = end
    }

    /// The sweep has come to the end of the sample's part, and has reported every win up to there and none behind.
    mutating func close(_ sample: StatisticsSample) {
        // Most samples are behind the page.
        guard sample.start <= latestListedStart, let place = places[Key(sample)] else { return }
        let start = parts[place].start
        for (rank, end) in lastWinEnds.prefix(sample.sourceRank).enumerated() where end > start {
            parts[place].overruledBy.insert(rank)
        }
    }

    /// The source `winner` has the sample that counts at the instant of a point.
    mutating func close(_ point: StatisticsSample, winner: Int?) {
        guard let winner, winner < point.sourceRank, let place = places[Key(point)] else { return }
        parts[place].overruledBy.insert(winner)
    }

    private mutating func list(_ part: Part) {
        let key = Key(part.sample)
        if let after = page.after, key <= after { return }
        // Samples come in order of start, save those that stand from before, which are few.
        if parts.count > page.limit, part.sample.start > latestListedStart {
            hasMore = true
            return
        }
        latestListedStart = max(latestListedStart, part.sample.start)
        places[key] = parts.count
        var part = part
        if part.sample.start == extremesStart, let known = extremes[key] { (part.minimum, part.maximum) = known }
        parts.append(part)
        // Any number of samples may start together.
        if parts.count > 2 * page.limit + BucketExplanation.slack { keepFirst(page.limit + 1) }
    }

    /// Parts that are listed beyond twice the page before those behind it are dropped.
    private static let slack = 256

    /// Orders the parts, and drops all but the first.
    private mutating func keepFirst(_ count: Int) {
        parts.sort { Key($0.sample) < Key($1.sample) }
        guard parts.count > count else { return }
        parts.removeSubrange(count...)
        hasMore = true
        places.removeAll(keepingCapacity: true)
        for (place, part) in parts.enumerated() { places[Key(part.sample)] = place }
    }

    // MARK: The end

    mutating func finish() {
        keepFirst(page.limit)
        for place in parts.indices where parts[place].reason == nil { judge(&parts[place]) }
        sources = totals.values.sorted { $0.rank < $1.rank }
    }

    private func judge(_ part: inout Part) {
        guard part.sample.hasValue else { return part.reason = .noAverage }
        switch style {
        case .cumulative:
            guard !part.overruledBy.isEmpty else { return }
            part.reason = part.counted == 0 ? .overruled : .partlyOverruled
        case .discreteArithmetic: break
        case .discreteTemporallyWeighted, .discreteEquivalentContinuousLevel:
            if part.counted == 0, totalWeight > 0 { part.reason = .noDuration }
        }
    }
}
