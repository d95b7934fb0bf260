import Foundation
import HealthCore

/// A query for samples of one type, as HealthKit's `HKSampleQuery`, or of several types.
public struct SampleQuery: Sendable {
    public var sampleTypeIDs: [Int32]
    /// Selects samples that overlap one of the ranges. With `strictStart` or `strictEnd`, it
    /// selects samples that start or end in one, as in a statistics query. All ranges have the same
    /// strict predicates. They are in order and do not overlap. Nil selects all samples.
    public var ranges: [SampleRange]?
    /// The only range.
    public var range: SampleRange? {
        get { ranges?.first }
        set { ranges = newValue.map { [$0] } }
    }
    /// Conditions that each sample satisfies.
    public var predicates: [SamplePredicate] = []
    /// True to order by start, then uuid, as HealthKit's `HKSampleSortIdentifierStartDate`. False
    /// for the reverse order.
    public var isAscending = true
    /// The maximum number of samples on the page, 1…`limitMax`.
    public var limit = SampleQuery.limitDefault
    /// The position after which the page begins; nil for the start.
    public var cursor: SampleCursor?
    /// True to read the quantities of series, as HealthKit's `HKQuantitySeriesSampleQuery`.
    public var readsQuantities = false
    /// True to read when the samples arrived.
    public var readsArrival = false
    var parts = Parts.all

    public static let limitDefault = 1_000
    /// The maximum number of samples on one page.
    public static let limitMax = 10_000
    /// The maximum number of bytes of the texts on one page. The texts are the metadata, parts and
    /// names, as in JSON. A page has at least one sample, even if its texts are larger. 16 MiB.
    public static let bytesMax = 16 << 20
    /// The maximum number of quantities of all series on one page. Every single series fits.
    public static let quantitiesMax = QuantitySeries.partsMax

    public init(sampleTypeID: Int32) {
        sampleTypeIDs = [sampleTypeID]
    }

    /// Selects the members of `StoredSample.parts` to read.
    enum Parts {
        case all
        /// Events and activities, without routes and recorded figures.
        case workoutEventsAndActivities
        /// Events, activities and recorded figures.
        case workoutEventsActivitiesAndFigures
        /// No parts, metadata or objects.
        case none
    }
}

public struct SamplePage: Sendable {
    public var samples: [StoredSample]
    /// The position after which the next page begins; nil if this is the last page.
    public var next: SampleCursor?

    /// Removes all samples except the first `count`. The next page begins after them.
    public mutating func keep(first count: Int) {
        guard count < samples.count else { return }
        next = next(behind: count)
        samples.removeLast(samples.count - count)
    }

    /// Returns the cursor of the next page if the answer has only the first `count` samples of this
    /// page. `count` is at least 1.
    public func next(behind count: Int) -> SampleCursor? {
        count < samples.count ? SampleCursor(samples[count - 1]) : next
    }
}

/// A position between two samples. Samples that arrive between two pages cause neither
/// repeated nor missing samples.
public struct SampleCursor: Hashable, Sendable {
    public var start: Instant
    public var uuid: UUID
    /// The ordinal of a quantity of a series, which distinguishes quantities that start together. 0
    /// for any other position.
    public var ordinal: Int32

    public init(start: Instant, uuid: UUID, ordinal: Int32 = 0) {
        self.start = start
        self.uuid = uuid
        self.ordinal = ordinal
    }

    /// The position after `sample`.
    public init(_ sample: StoredSample) {
        self.init(start: sample.start, uuid: sample.uuid)
    }

    /// The cursor as text for clients, which must not interpret it. It is base64url of eight bytes
    /// of the start, sixteen bytes of the uuid, and three bytes of the ordinal if that is not 0.
    public var text: String {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: start.microseconds)
        bytes += uuid.bytes
        if ordinal != 0 { bytes += [16, 8, 0].map { UInt8(truncatingIfNeeded: ordinal >> $0) } }
        return bytes.base64URL
    }

    /// Reads a cursor from its `text`.
    ///
    /// - Throws: `HealthDatabaseError` (`malformedCursor`)
    public init(_ text: String) throws {
        let malformed = HealthDatabaseError(.malformedCursor, "the cursor is not one of this service")
        guard let bytes = [UInt8](base64URL: text), bytes.count == 24 || bytes.count == 27 else { throw malformed }
        start = Instant(microseconds: Int64(bigEndian: bytes[..<8]))
        uuid = UUID(bytes: bytes[8..<24])
        ordinal = bytes[24...].reduce(0) { $0 << 8 | Int32($1) }
        // Another text of the same bytes is refused.
        guard (Instant.earliest...Instant.latest).contains(start), self.text == text else { throw malformed }
    }
}
