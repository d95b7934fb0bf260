import Foundation

/// What an app sends of a whole night instead of segments: class aggregate.
public struct AggregateNight: Hashable, Sendable {
    public var start: Instant
    /// Not before `start`; equal to it where the app said no times.
    public var end: Instant
    /// Place of its source in the person's order for sleep, 0 = highest.
    public var sourceRank: Int32
    public var uuid: UUID
    public var lengths: SleepLengths

    /// The type under which the store keeps such nights.
    public static let typeIdentifier = "hae:sleep_analysis"
    /// The member of such a sample's parts that has the figures, in seconds.
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

    /// Whether this one of two that end in one night counts: that of the higher source, then with more sleep, then with the later
    /// end, then with the greater uuid. Both are figures of the whole night and are never added up.
    func outranks(_ other: AggregateNight) -> Bool {
        if sourceRank != other.sourceRank { return sourceRank < other.sourceRank }
        let (asleep, otherAsleep) = (lengths.asleep ?? -1, other.lengths.asleep ?? -1)
        if asleep != otherAsleep { return asleep > otherAsleep }
        if end != other.end { return end > other.end }
        return uuid.uuidString > other.uuid.uuidString
    }
}
