import Foundation

/// What the engine needs to know of a quantity sample.
public struct StatisticsSample: Hashable, Sendable {
    /// Microseconds since 1970.
    public var start: Int64
    /// Not before `start`; equal to it for a point.
    public var end: Int64
    /// In the type's canonical unit.
    public var value: Double
    /// Place of its source in the person's order for the type, 0 = highest.
    public var sourceRank: Int
    /// The uuid's bytes, big endian, which order as its lower-case text does.
    public var uuidHigh: UInt64
    public var uuidLow: UInt64
    /// Place among the quantities of its series, which have the uuid of the series; 0 for any other sample; of an extreme of an
    /// aggregate, which has the uuid of the aggregate, the raw value of `AggregateExtreme`.
    public var ordinal: Int32

    public init(
        start: Int64, end: Int64, value: Double, sourceRank: Int, uuidHigh: UInt64, uuidLow: UInt64, ordinal: Int32 = 0
    ) {
        self.start = start
        self.end = end
        self.value = value
        self.sourceRank = sourceRank
        self.uuidHigh = uuidHigh
        self.uuidLow = uuidLow
        self.ordinal = ordinal
    }

    public init(start: Int64, end: Int64, value: Double, sourceRank: Int, uuid: UUID, ordinal: Int32 = 0) {
        let bytes = uuid.uuid
        let high = [bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5, bytes.6, bytes.7]
        let low = [bytes.8, bytes.9, bytes.10, bytes.11, bytes.12, bytes.13, bytes.14, bytes.15]
        self.init(
            start: start, end: end, value: value, sourceRank: sourceRank,
            uuidHigh: high.reduce(0) { $0 << 8 | UInt64($1) }, uuidLow: low.reduce(0) { $0 << 8 | UInt64($1) },
            ordinal: ordinal)
    }

    public var isPoint: Bool { start == end }

    public var uuid: UUID {
        let bytes = [uuidHigh, uuidLow].flatMap { word in
            stride(from: UInt64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
        }
        return UUID(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9],
                bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
            ))
    }
}

/// The samples that a query asks for: HealthKit's `predicateForSamples(withStart:end:options:)`.
///
/// Without an option a sample is selected that overlaps `from ..< to` with positive length, or a point inside,
/// and only its part inside the range counts. With either option the whole sample counts.
public struct SampleRange: Hashable, Sendable {
    public var from: Instant
    public var to: Instant
    /// from ≤ start < to
    public var strictStart: Bool
    /// from ≤ end < to
    public var strictEnd: Bool

    public init(from: Instant, to: Instant, strictStart: Bool = false, strictEnd: Bool = false) {
        self.from = from
        self.to = to
        self.strictStart = strictStart
        self.strictEnd = strictEnd
    }

    public var isStrict: Bool { strictStart || strictEnd }

    /// Most years of a range that is asked for: nobody has more samples than years.
    public static let yearsMax = 200
    public static let microsecondsMax =
        Int64(yearsMax) * 366 * LocalDateTime.microsecondsPerDay

    /// Longest time for which a point of a temporally weighted type stands; so far before `from` may a
    /// sample begin and still weigh inside the range.
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

    /// Why `selects` says no.
    func reasonToLeaveOut(_ sample: StatisticsSample) -> BucketExplanation.Reason {
        if strictStart, sample.start < from.microseconds || sample.start >= to.microseconds {
            return .startsOutsideRange
        }
        return strictEnd ? .endsOutsideRange : .outsideRange
    }
}
