import Foundation

/// One sample that is to be stored: HealthKit's `HKSample`. Indices in `SampleReferences` replace
/// the names of its type, unit, source and device.
public struct Sample: Sendable {
    /// HealthKit's uuid. If the sender sent none, a uuid computed from the content
    /// (`ContentUUID`).
    public var uuid: UUID
    /// Index in `SampleReferences.types`.
    public var type: Int32
    /// Index in `SampleReferences.sourceRevisions`.
    public var sourceRevision: Int32
    /// Index in `SampleReferences.devices`; nil if there is no device.
    public var device: Int32?
    public var start: Instant
    /// Not before `start`. For a point it is equal to `start`.
    public var end: Instant
    public var members: SampleMembers
    public var content: Content
    /// `HKMetadata` as the text of one JSON object, or empty.
    public var metadata: [UInt8]
    /// Further data of the sample without a separate column, as JSON text, or empty. Examples are a
    /// workout's events, activities and statistics, heart-rate beats and routes.
    public var parts: [UInt8]
    /// The ordinal of the correlation or workout of the same stream that contains this sample.
    public var container: Int64?
    /// The sync identifier and version in the metadata. Nil if the store must not apply them.
    public var sync: SyncIdentity?
    /// The path of a file in the archive of an export, such as a route or a clinical record. The
    /// content of the file becomes part of `parts`.
    public var file: String?
    /// The workout that the sample names with its member `workout`, which stays in `parts`. The
    /// store need not have the workout yet.
    public var workout: UUID?

    /// The content of a sample. It depends on HealthKit's class of the sample.
    public enum Content: Sendable {
        case quantity(Quantity)
        /// A figure that a client computed from several records, and their least and greatest
        /// values. The quantity is the average. If the aggregate has no average, only the
        /// quantity's unit is used.
        case aggregate(Quantity, SampleExtremes)
        /// A quantity sample that holds several quantities. `summary` is their sum or average.
        case series(QuantitySeries, summary: Quantity)
        /// `value` is nil if no catalogue contains the text. `sent` is nil if it equals the
        /// catalogue's text of `value`.
        case category(value: Int32?, sent: String?)
        case correlation
        case workout(Workout)
        /// A sample of another class, such as an audiogram or an ECG. All its data are in `parts`.
        case other

        /// The value of a quantity sample; for a series, its summary. Nil for other samples.
        public var quantity: Quantity? {
            switch self {
            case .quantity(let quantity), .aggregate(let quantity, _), .series(_, let quantity): quantity
            case .category, .correlation, .workout, .other: nil
            }
        }
    }

    public init(
        uuid: UUID, type: Int32, sourceRevision: Int32, device: Int32? = nil, start: Instant, end: Instant,
        members: SampleMembers = SampleMembers(), content: Content, metadata: [UInt8] = [], parts: [UInt8] = [],
        container: Int64? = nil, sync: SyncIdentity? = nil, file: String? = nil, workout: UUID? = nil
    ) {
        self.uuid = uuid
        self.type = type
        self.sourceRevision = sourceRevision
        self.device = device
        self.start = start
        self.end = end
        self.members = members
        self.content = content
        self.metadata = metadata
        self.parts = parts
        self.container = container
        self.sync = sync
        self.file = file
        self.workout = workout
    }
}

/// A quantity as sent and in the canonical unit of its type.
public struct Quantity: Sendable, Hashable {
    /// In the type's canonical unit. If the type is not in the catalogue, in the unit as sent.
    public var value: Double
    public var sentValue: Double
    /// Index in `SampleReferences.units`.
    public var sentUnit: Int32

    /// The greatest magnitude of a value, in the type's canonical unit. It is so small that each
    /// statistic in each unit is finite, even for as many samples as the store can hold.
    public static let magnitudeMax = 1e150
}

/// The columns of an `HKWorkout`. A value that was not sent is nil.
public struct Workout: Sendable, Hashable {
    /// `HKWorkoutActivityType`'s raw value; nil if it is not in the catalogue.
    public var activityType: Int32?
    /// The activity as sent, if it differs from the catalogue's text of `activityType`.
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
