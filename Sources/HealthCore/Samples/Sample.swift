import Foundation

/// One sample on its way into the store: HealthKit's `HKSample`, with the names of its type,
/// unit, source and device replaced by their indices in `SampleReferences`.
public struct Sample: Sendable {
    /// HealthKit's uuid, or one made from the content where the sender had none (`SampleIdentity`).
    public var uuid: UUID
    /// Index in `SampleReferences.types`.
    public var type: Int32
    /// Index in `SampleReferences.sourceRevisions`.
    public var sourceRevision: Int32
    /// Index in `SampleReferences.devices`; nil without a device.
    public var device: Int32?
    public var start: Instant
    /// Not before `start`. Equal to it: a point.
    public var end: Instant
    /// When the sample was saved on the phone, where the sender says so.
    public var creation: Instant?
    public var content: Content
    /// `HKMetadata` as the text of one JSON object, or empty.
    public var metadata: [UInt8]
    /// What else belongs to the sample and has no column of its own, as JSON text, or empty:
    /// a workout's events, activities and statistics, heart-rate beats, routes.
    public var parts: [UInt8]
    /// The ordinal of the correlation or workout of the same stream that contains this sample.
    public var container: Int64?
    /// The sync identifier and version in the metadata; nil where the store must not apply them.
    public var sync: SyncIdentity?
    /// The path, in the archive of an export, of the file whose content becomes part of `parts`: a
    /// route, a clinical record.
    public var file: String?

    /// What kinds of samples hold, by HealthKit's classes.
    public enum Content: Sendable {
        case quantity(Quantity)
        /// A figure of several records, with the least and the greatest value of these. The
        /// quantity is the average; of an aggregate without an average, only its unit means
        /// something.
        case aggregate(Quantity, SampleExtremes)
        /// A quantity sample that holds several quantities. `summary` is the sum or the average
        /// that stands for all of them.
        case series(QuantitySeries, summary: Quantity)
        /// `value` is nil where the text is in no catalogue; `sent` is nil where it is the
        /// catalogue's own text of `value`.
        case category(value: Int32?, sent: String?)
        case correlation
        case workout(Workout)
        /// A sample of another class (audiogram, ECG, …); everything is in `parts`.
        case other

        /// The value of a quantity sample, which is the summary for a series; nil for other
        /// samples.
        public var quantity: Quantity? {
            switch self {
            case .quantity(let quantity), .aggregate(let quantity, _), .series(_, let quantity): quantity
            case .category, .correlation, .workout, .other: nil
            }
        }
    }

    public init(
        uuid: UUID, type: Int32, sourceRevision: Int32, device: Int32? = nil, start: Instant, end: Instant,
        creation: Instant? = nil, content: Content, metadata: [UInt8] = [], parts: [UInt8] = [],
        container: Int64? = nil, sync: SyncIdentity? = nil, file: String? = nil
    ) {
        self.uuid = uuid
        self.type = type
        self.sourceRevision = sourceRevision
        self.device = device
        self.start = start
        self.end = end
        self.creation = creation
        self.content = content
        self.metadata = metadata
        self.parts = parts
        self.container = container
        self.sync = sync
        self.file = file
    }
}

/// A quantity as sent and in the canonical unit of its type.
public struct Quantity: Sendable, Hashable {
    /// In the type's canonical unit; in the unit as sent where the type is not in the catalogue.
    public var value: Double
    public var sentValue: Double
    /// Index in `SampleReferences.units`.
    public var sentUnit: Int32

    /// The greatest magnitude of a value, in the type's canonical unit. A sum of as many such
    /// values as the store can hold is finite, and so is every statistic in every unit.
    public static let magnitudeMax = 1e150

    public init(value: Double, sentValue: Double, sentUnit: Int32) {
        self.value = value
        self.sentValue = sentValue
        self.sentUnit = sentUnit
    }
}

/// The columns of an `HKWorkout`; what is nil was not sent.
public struct Workout: Sendable, Hashable {
    /// `HKWorkoutActivityType`'s raw value; nil for one that is in no catalogue.
    public var activityType: Int32?
    /// The activity as sent, where it is not the catalogue's own text of `activityType`.
    public var sentActivityType: String?
    /// Seconds, without pauses.
    public var duration: Double?
    /// In `energyUnit`.
    public var totalEnergyBurned: Double?
    /// In `distanceUnit`.
    public var totalDistance: Double?

    /// Kilocalories.
    public static let energyUnit = "kcal"
    /// Metres.
    public static let distanceUnit = "m"

    public init(
        activityType: Int32?, sentActivityType: String? = nil, duration: Double? = nil,
        totalEnergyBurned: Double? = nil, totalDistance: Double? = nil
    ) {
        self.activityType = activityType
        self.sentActivityType = sentActivityType
        self.duration = duration
        self.totalEnergyBurned = totalEnergyBurned
        self.totalDistance = totalDistance
    }
}
