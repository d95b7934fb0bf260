import Foundation

/// The part of a quantity sample that the engine needs.
public struct StatisticsSample: Hashable, Sendable {
    /// Microseconds since 1970.
    public var start: Int64
    /// Not before `start`; equal to it for a point.
    public var end: Int64
    /// In the type's canonical unit. Of a category type, the raw value.
    public var value: Double
    /// The rank of its source in the person's order for the type; 0 is the highest.
    public var sourceRank: Int
    public var uuid: UUID
    /// The ordinal of the element. It is 0 for a sample. For a quantity of a series, it is the
    /// position in the series. For an extreme, it is the raw value of `AggregateExtreme`.
    /// Quantities have the uuid of their series, and extremes have the uuid of their aggregate.
    public var ordinal: Int32

    public init(start: Int64, end: Int64, value: Double, sourceRank: Int, uuid: UUID, ordinal: Int32 = 0) {
        self.start = start
        self.end = end
        self.value = value
        self.sourceRank = sourceRank
        self.uuid = uuid
        self.ordinal = ordinal
    }

    public var isPoint: Bool { start == end }

    var categoryValue: Int32 { Int32(exactly: value) ?? ValueFigures.unknown }
}

/// Selects the samples of a query, as HealthKit's `predicateForSamples(withStart:end:options:)`
/// does.
///
/// Without an option, the range selects points inside `from ..< to` and samples whose overlap with
/// `from ..< to` has a positive length. Only the part of a sample inside the range counts. With an
/// option, the whole sample counts.
public struct SampleRange: Hashable, Sendable {
    public var from: Instant
    public var to: Instant
    /// True to select samples with from ≤ start < to.
    public var strictStart: Bool
    /// True to select samples with from ≤ end < to.
    public var strictEnd: Bool

    public init(from: Instant, to: Instant, strictStart: Bool = false, strictEnd: Bool = false) {
        self.from = from
        self.to = to
        self.strictStart = strictStart
        self.strictEnd = strictEnd
    }

    public var isStrict: Bool { strictStart || strictEnd }

    /// The greatest length of a question's range, in years. It is longer than a life.
    public static let yearsMax = 200
    public static let microsecondsMax =
        Int64(yearsMax) * 366 * LocalDateTime.microsecondsPerDay

    /// The longest time for which the value of a point of a temporally weighted type applies (its
    /// *stand*). A point at most this long before `from` may have weight inside the range.
    public static let pointStandMicroseconds: Int64 = 600 * Instant.microsecondsPerSecond

    func selects(_ sample: StatisticsSample) -> Bool {
        let from = from.microseconds
        let to = to.microseconds
        if strictStart, sample.start < from || sample.start >= to { return false }
        if strictEnd, sample.end < from || sample.end >= to { return false }
        if isStrict { return true }
        return sample.isPoint
            ? sample.start >= from && sample.start < to : sample.end > from && sample.start < to
    }

    /// Returns the reason why `selects` is false.
    func reasonToLeaveOut(_ sample: StatisticsSample) -> BucketExplanation.Reason {
        if strictStart, sample.start < from.microseconds || sample.start >= to.microseconds {
            return .startsOutsideRange
        }
        return strictEnd ? .endsOutsideRange : .outsideRange
    }
}
