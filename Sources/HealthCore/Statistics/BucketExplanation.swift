import Foundation

/// Explains the figures of one bucket: it lists how each sample that touches the bucket counts. A
/// member is a sample that counts in the bucket's `count`.
///
/// The sweep that computes the figures also writes the explanation, from the numbers that it adds
/// up. The sum is the sum of all samples' contributions. The average follows from their weights and
/// values.
///
/// Memory is proportional to the page and to the number of sources, not to the number of samples.
public struct BucketExplanation: Sendable {
    /// One sample and the part of it that lies in the bucket.
    public struct Part: Sendable {
        public var sample: StatisticsSample
        /// Start of the part in microseconds since 1970; equal to `end` for a point.
        public var start: Int64
        public var end: Int64
        /// True if the sample counts in `count`, `minimum`, `maximum`, `duration` and `mostRecent`.
        /// Of a category type, true if it counts in `count`.
        public var isMember: Bool
        /// The amount that the sample adds to the sum of a cumulative type.
        public var contribution = 0.0
        /// For a cumulative or category type, the time during which the sample counted. For other
        /// types, its weight in the average. In microseconds.
        public var counted: Int64 = 0
        /// Nil if the whole sample counts.
        public var reason: Reason?
        /// Ranks of the sources with higher priority that had a sample during some of its part.
        public var overruledBy = SourceSet()
        /// The minimum of an aggregate; nil for any other sample.
        public var minimum: Double?
        /// The maximum of an aggregate; nil for any other sample.
        public var maximum: Double?
        /// Nil for an aggregate without an average.
        public var value: Double? { sample.hasValue ? sample.value : nil }
    }

    /// The reason why a sample does not count, or counts only in part.
    public enum Reason: String, CaseIterable, Sendable {
        /// At each instant of its part, a source with higher priority had a sample.
        case overruled
        /// A source with higher priority had a sample during some of its part.
        case partlyOverruled
        /// It overlaps the bucket only outside the range of the question.
        case outsideRange
        /// The predicate `strictStartDate` excludes it.
        case startsOutsideRange
        /// The predicate `strictEndDate` excludes it.
        case endsOutsideRange
        /// A point before the bucket whose value still applies in the bucket. It has a weight in
        /// the average and is no member.
        case standsFromBefore
        /// An aggregate that a sample of a source with higher priority touches.
        case betterKnown
        /// The average weighs by time, and the sample has no duration.
        case noDuration
        /// An aggregate with a minimum or a maximum but no average.
        case noAverage
    }

    /// The totals of the samples of one source.
    public struct SourceTotal: Sendable {
        public var rank: Int
        public private(set) var memberCount = 0
        /// The source's part of the sum of a cumulative type; 0 for other types.
        public var contribution: Double { sum.value }
        /// The sum of `Part.counted`, in microseconds.
        public private(set) var counted: Int64 = 0
        private var sum = CompensatedSum()

        init(rank: Int) { self.rank = rank }

        /// - Parameter figures: the figures of the source alone (`AdditiveFigures.weightedSum`).
        init(rank: Int, _ figures: AdditiveFigures, _ style: AggregationStyle) {
            self.rank = rank
            memberCount = figures.count
            counted = Int64(figures.weight)
            if style == .cumulative { sum.add(figures.weightedSum) }
        }

        mutating func join(isMember: Bool) { memberCount += isMember ? 1 : 0 }

        mutating func count(_ contribution: Double = 0, microseconds: Int64) {
            sum.add(contribution)
            counted += microseconds
        }
    }

    /// The totals of all samples of the bucket. A caller who knows them need not pass all samples
    /// to the engine: the samples that touch those of the page are enough.
    public struct Totals: Sendable {
        let sources: [SourceTotal]
        let totalWeight: Int64

        /// - Parameters:
        ///   - merged: the figures of all sources together.
        ///   - bySource: the figures of each source alone, by rank, ascending.
        public init(
            merged: AdditiveFigures, bySource: [(rank: Int, figures: AdditiveFigures)], _ style: AggregationStyle
        ) {
            sources = bySource.map { SourceTotal(rank: $0.rank, $0.figures, style) }
            totalWeight = Int64(merged.weight)
        }
    }

    /// The samples of the page in order of start, then uuid, then ordinal.
    public private(set) var parts: [Part] = []
    /// True if more samples follow after the page.
    public private(set) var hasMore = false
    /// Every source with a sample that touches the bucket, by rank.
    public private(set) var sources: [SourceTotal] = []
    /// The sum of the weights of the average, in microseconds; 0 if all members have equal weight.
    public private(set) var totalWeight: Int64 = 0

    private let known: Totals?
    private let style: AggregationStyle
    private let page: Page
    private let windowStart: Int64
    private var indexes: [Key: Int] = [:]
    private var latestListedStart = Int64.min
    private var totals: [Int: SourceTotal] = [:]
    /// The extremes with the latest start. An extreme may come before its aggregate.
    private var extremes: [Key: (minimum: Double?, maximum: Double?)] = [:]
    private var extremesStart = Int64.min
    /// For each rank, the end of the last time during which the source won; `Int64.min` if it never
    /// won.
    private var lastWinEnds: [Int64] = []

    /// Selects the samples that are listed. All samples count in the totals.
    public struct Page: Sendable {
        /// The page begins after this sample; nil for the first page.
        public var after: Key?
        /// At least 1.
        public var limit: Int

        public init(after: Key? = nil, limit: Int) {
            self.after = after
            self.limit = limit
        }
    }

    /// The position of a sample in the list.
    public struct Key: Hashable, Comparable, Sendable {
        public var start: Int64
        public var uuid: UUID
        /// Distinguishes the quantities of one series.
        public var ordinal: Int32

        public init(start: Int64, uuid: UUID, ordinal: Int32 = 0) {
            self.start = start
            self.uuid = uuid
            self.ordinal = ordinal
        }

        init(_ sample: StatisticsSample) {
            self.init(start: sample.start, uuid: sample.uuid, ordinal: max(sample.ordinal, 0))
        }

        public static func < (left: Key, right: Key) -> Bool {
            (left.start, left.uuid, left.ordinal) < (right.start, right.uuid, right.ordinal)
        }
    }

    /// - Parameters:
    ///   - known: the totals; nil to compute them from the samples.
    ///   - windowStart: a point before this time is not a member.
    init(style: AggregationStyle, page: Page, known: Totals? = nil, windowStart: Int64) {
        self.style = style
        self.page = page
        self.known = known
        self.windowStart = windowStart
    }

    // MARK: Reports of the sweep

    mutating func join(_ sample: StatisticsSample, partStart: Int64, partEnd: Int64) {
        // A sample of a category type is a member if its source wins (`count`).
        let isMember = style != .category
        totals[sample.sourceRank, default: SourceTotal(rank: sample.sourceRank)].join(isMember: isMember)
        list(Part(sample: sample, start: partStart, end: partEnd, isMember: isMember))
    }

    /// Makes a listed sample of a category type a member.
    mutating func count(_ sample: StatisticsSample) {
        totals[sample.sourceRank, default: SourceTotal(rank: sample.sourceRank)].join(isMember: true)
        if let index = indexes[Key(sample)] { parts[index].isMember = true }
    }

    /// If the sample is an extreme of an aggregate, stores its value for the aggregate's part.
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
        if let index = indexes[key] { (parts[index].minimum, parts[index].maximum) = known }
    }

    /// Adds a sample that touches the bucket but is not selected.
    mutating func leaveOut(_ sample: StatisticsSample, partStart: Int64, partEnd: Int64, _ reason: Reason) {
        totals[sample.sourceRank, default: SourceTotal(rank: sample.sourceRank)].join(isMember: false)
        list(Part(sample: sample, start: partStart, end: partEnd, isMember: false, reason: reason))
    }

    mutating func credit(_ sample: StatisticsSample, contribution: Double, won: Int64) {
        totals[sample.sourceRank, default: SourceTotal(rank: sample.sourceRank)].count(contribution, microseconds: won)
        guard let index = indexes[Key(sample)] else { return }
        parts[index].contribution = contribution
        parts[index].counted = won
    }

    mutating func weigh(_ sample: StatisticsSample, microseconds: Int64) {
        totals[sample.sourceRank, default: SourceTotal(rank: sample.sourceRank)].count(microseconds: microseconds)
        if indexes[Key(sample)] == nil, sample.start < windowStart {
            list(Part(sample: sample, start: sample.start, end: sample.end, isMember: false, reason: .standsFromBefore))
        }
        guard let index = indexes[Key(sample)] else { return }
        parts[index].counted += microseconds
        if !parts[index].isMember { parts[index].reason = .standsFromBefore }
    }

    /// Records that the source won from the last reported time until `end`.
    mutating func win(_ rank: Int, until end: Int64) {
        while lastWinEnds.count <= rank { lastWinEnds.append(.min) }
        lastWinEnds[rank] = end
    }

    /// Ends the part of a sample. The caller has reported all wins until the sample's end, and no
    /// later win.
    mutating func close(_ sample: StatisticsSample) {
        // Most samples come after the page.
        guard sample.start <= latestListedStart, let index = indexes[Key(sample)] else { return }
        let start = parts[index].start
        for (rank, end) in lastWinEnds.prefix(sample.sourceRank).enumerated() where end > start {
            parts[index].overruledBy.insert(rank)
        }
    }

    /// Records that the source `winner` won at the instant of a point.
    mutating func close(_ point: StatisticsSample, winner: Int?) {
        guard let winner, winner < point.sourceRank, let index = indexes[Key(point)] else { return }
        parts[index].overruledBy.insert(winner)
    }

    private mutating func list(_ part: Part) {
        let key = Key(part.sample)
        if let after = page.after, key <= after { return }
        // Samples come in order of start, except the few points from before the bucket.
        if parts.count > page.limit, part.sample.start > latestListedStart {
            hasMore = true
            return
        }
        latestListedStart = max(latestListedStart, part.sample.start)
        indexes[key] = parts.count
        var part = part
        if part.sample.start == extremesStart, let known = extremes[key] { (part.minimum, part.maximum) = known }
        parts.append(part)
        // Many samples may start at the same instant.
        if parts.count > 2 * page.limit + BucketExplanation.slack { keepFirst(page.limit + 1) }
    }

    /// Parts are dropped when there are more than twice the page's limit plus this number.
    private static let slack = 256

    /// Sorts the parts, and drops all but the first `count`.
    private mutating func keepFirst(_ count: Int) {
        parts.sort { Key($0.sample) < Key($1.sample) }
        guard parts.count > count else { return }
        parts.removeSubrange(count...)
        hasMore = true
        indexes.removeAll(keepingCapacity: true)
        for (index, part) in parts.enumerated() { indexes[Key(part.sample)] = index }
    }

    // MARK: The end

    /// - Parameter weight: the sum of the weights of the samples that were passed.
    mutating func finish(weight: Int64) {
        totalWeight = known?.totalWeight ?? weight
        keepFirst(page.limit)
        for index in parts.indices where parts[index].reason == nil { parts[index].judge(style, totalWeight) }
        sources = known?.sources ?? totals.values.sorted { $0.rank < $1.rank }
    }
}

extension BucketExplanation.Part {
    /// Sets the reason. A method of the explanation would copy all parts for each part.
    fileprivate mutating func judge(_ style: AggregationStyle, _ totalWeight: Int64) {
        guard sample.hasValue else { return reason = .noAverage }
        switch style {
        case .cumulative:
            guard !overruledBy.isEmpty else { return }
            reason = counted == 0 ? .overruled : .partlyOverruled
        case .category:
            guard !overruledBy.isEmpty else { return }
            reason = counted == 0 && !isMember ? .overruled : .partlyOverruled
        case .discreteArithmetic: break
        case .discreteTemporallyWeighted, .discreteEquivalentContinuousLevel:
            if counted == 0, totalWeight > 0 { reason = .noDuration }
        }
    }
}
