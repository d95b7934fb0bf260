import Foundation
import HealthCore

/// A question for samples of one type: HealthKit's `HKSampleQuery`.
public struct SampleQuery: Sendable {
    public var sampleTypeID: Int32
    /// Nil: all samples. Else samples that overlap the range, or that start or end inside, as in a
    /// statistics query.
    public var range: SampleRange?
    /// Nil: every source.
    public var sourceIDs: [Int32]?
    /// Of workouts: `HKWorkoutActivityType`'s raw value. Nil: every one.
    public var activityType: Int32?
    /// Nil: every sample.
    public var uuid: UUID?
    /// By start, then uuid, as HealthKit's `HKSampleSortIdentifierStartDate`.
    public var isAscending = true
    /// 1…`limitMax`
    public var limit = SampleQuery.limitDefault
    /// The position after which the page begins; nil for the start.
    public var cursor: SampleCursor?
    /// Whether the quantities of series are read: HealthKit's `HKQuantitySeriesSampleQuery`.
    public var readsQuantities = false
    var parts = Parts.all

    public static let limitDefault = 1_000
    /// The most samples of one page.
    public static let limitMax = 10_000
    /// The most bytes of the texts of one page: metadata, parts and names, as in JSON. A page has
    /// one sample at least. 16 MiB.
    public static let bytesMax = 16 << 20
    /// The most quantities of all series of one page. Every single series fits.
    public static let quantitiesMax = QuantitySeries.partsMax

    public init(sampleTypeID: Int32) {
        self.sampleTypeID = sampleTypeID
    }

    /// The members of `StoredSample.parts` that are read.
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

    /// The cursor of the next page if only the first `count` samples of this page are answered, 1
    /// or more.
    public func next(behind count: Int) -> SampleCursor? {
        count < samples.count ? SampleCursor(samples[count - 1]) : next
    }
}

/// A position between two samples of one type. Samples that arrive between two pages neither repeat
/// nor hide others.
public struct SampleCursor: Hashable, Sendable {
    public var start: Instant
    public var uuid: UUID
    /// The ordinal of a quantity of a series, of several that start together; 0 for any other
    /// position.
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

    /// The cursor for clients, which must not interpret it: base64url of eight bytes of the start,
    /// sixteen of the uuid, and three of the ordinal if it is not 0.
    public var text: String {
        var bytes = Data()
        for shift in stride(from: 56, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: start.microseconds >> Int64(shift)))
        }
        let id = uuid.uuid
        bytes.append(contentsOf: [
            id.0, id.1, id.2, id.3, id.4, id.5, id.6, id.7, id.8, id.9, id.10, id.11, id.12, id.13, id.14, id.15,
        ])
        if ordinal != 0 {
            for shift in [16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: ordinal >> Int32(shift))) }
        }
        return bytes.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
    }

    /// Reads a cursor that `text` has made.
    ///
    /// - Throws: `HealthDatabaseError` (`malformedCursor`)
    public init(_ text: String) throws {
        let base64 = text.replacing("-", with: "+").replacing("_", with: "/")
        guard let data = Data(base64Encoded: base64), data.count == 24 || data.count == 27 else {
            throw HealthDatabaseError(.malformedCursor, "the cursor is not one that this service gave")
        }
        let bytes = Array(data)
        let microseconds = bytes[..<8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        start = Instant(microseconds: Int64(bitPattern: microseconds))
        ordinal = bytes[24...].reduce(0) { $0 << 8 | Int32($1) }
        let id = bytes[8...]
        uuid = UUID(
            uuid: (
                id[8], id[9], id[10], id[11], id[12], id[13], id[14], id[15], id[16], id[17], id[18], id[19], id[20],
                id[21], id[22], id[23]
            ))
        // Other spellings of the same bytes are refused.
        guard (Instant.earliest...Instant.latest).contains(start), self.text == text else {
            throw HealthDatabaseError(.malformedCursor, "the cursor is not one that this service gave")
        }
    }
}
