import Foundation

/// A sleepAnalysis sample, with the fields that the engine needs.
public struct SleepSample: Hashable, Sendable {
    public var start: Instant
    /// Not before `start`. A sample without length is ignored.
    public var end: Instant
    /// The time at which the sample was saved; nil if unknown.
    public var creation: Instant?
    public var uuid: UUID
    /// Rank of its source in the person's order for the type, 0 = highest.
    public var sourceRank: Int32
    public var value: SleepValue
    /// The number of the writing among those of the same sleep, in order of creation
    /// (`SleepWritings`). 0 if the creation time is unknown.
    var writing = 0

    /// The type of the samples from which nights are computed.
    public static let typeIdentifier = "HKCategoryTypeIdentifierSleepAnalysis"

    public init(
        start: Instant, end: Instant, value: SleepValue, sourceRank: Int32, creation: Instant? = nil, uuid: UUID
    ) {
        self.start = start
        self.end = end
        self.creation = creation
        self.uuid = uuid
        self.sourceRank = sourceRank
        self.value = value
    }

    /// Returns true if the stage of this sample counts at instants that `other` covers too. It
    /// defines a total order of samples with different uuids. The first difference in this list
    /// decides:
    ///
    /// 1. the source with the higher priority;
    /// 2. a specific stage (core, deep, REM or awake) before unspecified sleep, so that an
    ///    awakening inside one long block of sleep counts;
    /// 3. the later writing, because a source's last statement replaces its earlier ones; samples
    ///    with an unknown creation time are the earliest writing;
    /// 4. any other stage before core, because some sources save core for the whole night beside
    ///    the finer stages;
    /// 5. the sample that was saved later;
    /// 6. the sample that starts later;
    /// 7. the sample with the greater uuid.
    func outranks(_ other: SleepSample) -> Bool {
        if sourceRank != other.sourceRank { return sourceRank < other.sourceRank }
        let isUnspecified = value == .asleepUnspecified
        if isUnspecified != (other.value == .asleepUnspecified) { return !isUnspecified }
        if writing != other.writing { return writing > other.writing }
        if (value == .asleepCore) != (other.value == .asleepCore) { return other.value == .asleepCore }
        let saved = creation?.microseconds ?? .min
        let otherSaved = other.creation?.microseconds ?? .min
        if saved != otherSaved { return saved > otherSaved }
        if start != other.start { return start > other.start }
        return uuid > other.uuid
    }
}

/// A range of time.
public struct SleepInterval: Hashable, Sendable {
    public var start: Instant
    /// After `start`, exclusive.
    public var end: Instant

    public var microseconds: Int64 { end.microseconds - start.microseconds }
}

/// A range of time in which one stage of one source counts.
public struct SleepSegment: Hashable, Sendable {
    public var start: Instant
    /// After `start`, exclusive.
    public var end: Instant
    /// A stage, never `inBed`.
    public var value: SleepValue
    public var sourceRank: Int32

    public var microseconds: Int64 { end.microseconds - start.microseconds }
}
