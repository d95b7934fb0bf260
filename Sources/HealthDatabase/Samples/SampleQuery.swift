import Foundation
import HealthCore

/// Which samples of one type are asked for: HealthKit's `HKSampleQuery`.
public struct SampleQuery: Sendable {
    public var sampleTypeID: Int32
    /// Nil: all of them. Selects as a statistics query does: what overlaps, or what starts and ends strictly inside.
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
    /// Behind which sample the page begins.
    public var cursor: SampleCursor?
    /// Whether the quantities of series are read, too: HealthKit's `HKQuantitySeriesSampleQuery`.
    public var readsQuantities = false
    var parts = Parts.all

    public static let limitDefault = 1_000
    /// Most samples of one page.
    public static let limitMax = 10_000
    /// A page ends before the sample with which its texts (metadata, parts and names, as JSON has them) would be longer than so
    /// many bytes; it has one sample at least. 16 MiB.
    public static let bytesMax = 16 << 20
    /// Most quantities of the series of one page together, which has fewer samples rather than more quantities. Every series fits.
    public static let quantitiesMax = QuantitySeries.partsMax

    public init(sampleTypeID: Int32) {
        self.sampleTypeID = sampleTypeID
    }

    /// What is read of `StoredSample.parts`.
    enum Parts {
        case all
        /// The members and elements that hold them, without routes and recorded figures.
        case workoutEventsAndActivities
        /// These and the recorded figures of the workout.
        case workoutEventsActivitiesAndFigures
        /// Neither parts nor metadata nor objects.
        case none
    }
}

public struct SamplePage: Sendable {
    public var samples: [StoredSample]
    /// Where the next page begins; nil at the end.
    public var next: SampleCursor?

    /// Where the next page begins if only the first `count` samples of this one are answered. 1 or more.
    public func next(behind count: Int) -> SampleCursor? {
        count < samples.count ? SampleCursor(samples[count - 1]) : next
    }
}

/// A place between two samples of one type. Samples that arrive meanwhile neither repeat nor hide others.
public struct SampleCursor: Hashable, Sendable {
    public var start: Instant
    public var uuid: UUID
    /// Between which quantities of one series that start together; 0 for any other place.
    public var ordinal: Int32

    public init(start: Instant, uuid: UUID, ordinal: Int32 = 0) {
        self.start = start
        self.uuid = uuid
        self.ordinal = ordinal
    }

    /// Behind `sample`.
    public init(_ sample: StoredSample) {
        self.init(start: sample.start, uuid: sample.uuid)
    }

    /// Opaque to clients: base64url of the start's eight bytes, the uuid's sixteen, and the ordinal's three if it is not 0.
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

    /// - Throws: `HealthDatabaseError` (`malformedCursor`) for anything that `text` did not make.
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
        // Other spellings of the same bytes are not ours.
        guard (Instant.earliest...Instant.latest).contains(start), self.text == text else {
            throw HealthDatabaseError(.malformedCursor, "the cursor is not one that this service gave")
        }
    }
}
