import Foundation

/// What the engine needs to know of a sleepAnalysis sample.
public struct SleepSample: Hashable, Sendable {
    public var start: Instant
    /// Not before `start`. A point, which ends where it starts, carries nothing.
    public var end: Instant
    /// When it was saved; nil where nobody said.
    public var creation: Instant?
    /// The uuid's bytes, big endian, which order as its lower-case text does.
    public var uuidHigh: UInt64
    public var uuidLow: UInt64
    /// Place of its source in the person's order for the type, 0 = highest.
    public var sourceRank: Int32
    public var value: SleepValue

    /// The type of the samples of which nights are made.
    public static let typeIdentifier = "HKCategoryTypeIdentifierSleepAnalysis"

    public init(
        start: Instant, end: Instant, value: SleepValue, sourceRank: Int32, creation: Instant? = nil, uuidHigh: UInt64,
        uuidLow: UInt64
    ) {
        self.start = start
        self.end = end
        self.creation = creation
        self.uuidHigh = uuidHigh
        self.uuidLow = uuidLow
        self.sourceRank = sourceRank
        self.value = value
    }

    /// Whether this stage sample decides an instant that `other` covers, too. A strict total order of samples with
    /// different uuids:
    ///
    /// 1. the source that is higher in the person's order;
    /// 2. a stage that says more than "asleep, nobody knows how": core, deep, REM and awake before unspecified, so that
    ///    an awakening inside one long block of sleep counts;
    /// 3. the one that was saved later, where unknown is earliest: what a source says last is what it means;
    /// 4. the one that starts later;
    /// 5. the one with the greater uuid.
    func outranks(_ other: SleepSample) -> Bool {
        if sourceRank != other.sourceRank { return sourceRank < other.sourceRank }
        let isUnspecified = value == .asleepUnspecified
        if isUnspecified != (other.value == .asleepUnspecified) { return !isUnspecified }
        let saved = creation?.microseconds ?? .min
        let otherSaved = other.creation?.microseconds ?? .min
        if saved != otherSaved { return saved > otherSaved }
        if start != other.start { return start > other.start }
        return (uuidHigh, uuidLow) > (other.uuidHigh, other.uuidLow)
    }
}

/// A piece of the time line.
public struct SleepInterval: Hashable, Sendable {
    public var start: Instant
    /// After `start`, and not part of it.
    public var end: Instant

    public init(start: Instant, end: Instant) {
        self.start = start
        self.end = end
    }

    public var microseconds: Int64 { end.microseconds - start.microseconds }
}

/// A piece of a night in which one stage of one source decided.
public struct SleepSegment: Hashable, Sendable {
    public var start: Instant
    /// After `start`, and not part of it.
    public var end: Instant
    public var sourceRank: Int32
    /// A stage, never `inBed`.
    public var value: SleepValue

    public init(start: Instant, end: Instant, value: SleepValue, sourceRank: Int32) {
        self.start = start
        self.end = end
        self.sourceRank = sourceRank
        self.value = value
    }

    public var microseconds: Int64 { end.microseconds - start.microseconds }
}
