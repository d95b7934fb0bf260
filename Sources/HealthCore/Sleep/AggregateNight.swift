import Foundation

/// The figures that an app sends for a whole night instead of segments. Their source is an
/// aggregate source: its samples are figures that an app computed.
public struct AggregateNight: Hashable, Sendable {
    public var start: Instant
    /// Not before `start`; equal to it if the app sent no times.
    public var end: Instant
    /// Rank of its source in the person's order for sleep, 0 = highest.
    public var sourceRank: Int32
    public var uuid: UUID
    public var lengths: SleepLengths

    /// The type under which the store keeps such nights.
    public static let typeIdentifier = "hae:sleep_analysis"
    /// The member of the sample's parts that has the figures, in seconds.
    public static let partName = "night"

    public init(
        start: Instant, end: Instant, sourceRank: Int32, uuid: UUID, lengths: SleepLengths
    ) {
        self.start = start
        self.end = end
        self.sourceRank = sourceRank
        self.uuid = uuid
        self.lengths = lengths
    }

    /// Returns true if this night and `other`, which ends in the same window, describe some of the
    /// same sleep. A night without times describes all of it.
    func overlaps(_ other: AggregateNight) -> Bool {
        start == end || other.start == other.end || (start < other.end && other.start < end)
    }

    /// Returns true if this night counts instead of `other`, which it overlaps. The
    /// night whose source has the higher priority counts. Between equal sources, the night with
    /// more sleep counts, then the later end, then the greater uuid. Each describes the whole
    /// night, so their figures are never added.
    func outranks(_ other: AggregateNight) -> Bool {
        if sourceRank != other.sourceRank { return sourceRank < other.sourceRank }
        let (asleep, otherAsleep) = (lengths.asleep ?? -1, other.lengths.asleep ?? -1)
        if asleep != otherAsleep { return asleep > otherAsleep }
        if end != other.end { return end > other.end }
        return uuid > other.uuid
    }
}
