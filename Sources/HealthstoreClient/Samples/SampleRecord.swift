import Foundation

/// A sample in the service's format, which is HealthKit's `HKSample` as JSON.
///
/// Nil members are left out of the JSON. The service refuses a record without uuid, type, dates or
/// source. The receipt names each refused record. The service stores the other records of the
/// batch.
///
/// The members of `CommonMembers`, such as `startDate`, and those of `SampleDetails`, such as
/// `locations`, are members of the record.
@dynamicMemberLookup
public struct SampleRecord: Codable, Hashable, Sendable {
    /// The reason why the store could not read all parts of the sample, such as the locations of a
    /// route. Nil if the record is complete. It is not sent. `SyncEngine` reports it as an event.
    public var incompleteReason: String?
    /// True if the store may return the missing parts later, for example after the person has
    /// shared a document. `SyncEngine` then reads the sample again. It is not sent.
    public var mayBecomeComplete = false
    var members: CommonMembers
    private var details = SampleDetails()

    public init(uuid: UUID, type: String, startDate: Date, endDate: Date, source: Source?) {
        members = CommonMembers(uuid: uuid, type: type, startDate: startDate, endDate: endDate, source: source)
    }

    /// A member that samples of several kinds have, such as `startDate`.
    public subscript<Member>(dynamicMember member: WritableKeyPath<CommonMembers, Member>) -> Member {
        get { members[keyPath: member] }
        set { members[keyPath: member] = newValue }
    }

    /// A member that only one kind of sample has, such as `locations` of a workout route.
    public subscript<Member>(dynamicMember member: WritableKeyPath<SampleDetails, Member>) -> Member {
        get { details[keyPath: member] }
        set { details[keyPath: member] = newValue }
    }

    /// Removes the parts of the sample, such as locations, quantities of a series, voltages and
    /// documents.
    mutating func removeParts() {
        if members.value != nil { members.quantities = nil }
        details.removeParts()
    }

    /// A number, or the name of a constant.
    public enum Value: Codable, Hashable, Sendable {
        /// A finite number. NaN and infinity cannot be encoded.
        case number(Double)
        case name(String)

        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else {
                self = .name(try container.decode(String.self))
            }
        }

        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .number(let number):
                // Raw values of categories must have no fraction, regardless of the encoder.
                if let whole = Int64(exactly: number), whole != 0 || number.sign == .plus {
                    try container.encode(whole)
                } else {
                    try container.encode(number)
                }
            case .name(let name): try container.encode(name)
            }
        }
    }

    /// The app or device that saved a sample, as in `HKSourceRevision`.
    public struct Source: Codable, Hashable, Sendable {
        public var name: String
        public var bundleIdentifier: String?
        public var version: String?
        /// The model of the device, for example `Watch6,1`.
        public var productType: String?
        public var operatingSystemVersion: String?

        public init(
            name: String, bundleIdentifier: String? = nil, version: String? = nil, productType: String? = nil,
            operatingSystemVersion: String? = nil
        ) {
            self.name = name
            self.bundleIdentifier = bundleIdentifier
            self.version = version
            self.productType = productType
            self.operatingSystemVersion = operatingSystemVersion
        }
    }

    /// The device that measured a sample, as in `HKDevice`.
    public struct Device: Codable, Hashable, Sendable {
        public var name: String?
        public var manufacturer: String?
        public var model: String?
        public var hardwareVersion: String?
        public var firmwareVersion: String?
        public var softwareVersion: String?
        public var localIdentifier: String?
        public var udiDeviceIdentifier: String?

        public init() {}
    }
}

extension SampleRecord {
    private enum CodingKeys: String, CodingKey {
        /// The service's answers have the members without a column, such as `unit`, in `parts`.
        case parts
        case unit
    }

    public init(from decoder: any Decoder) throws {
        members = try CommonMembers(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if container.contains(.parts) {
            details = try container.decode(SampleDetails.self, forKey: .parts)
            let parts = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .parts)
            if members.unit == nil { members.unit = try parts.decodeIfPresent(String.self, forKey: .unit) }
        } else {
            details = try SampleDetails(from: decoder)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        try members.encode(to: encoder)
        try details.encode(to: encoder)
    }
}

/// The members of samples of several kinds. Each is also a member of `SampleRecord`.
public struct CommonMembers: Codable, Hashable, Sendable {
    /// `HKObject.uuid`, the permanent identity of the sample.
    public var uuid: UUID
    /// HealthKit's identifier, such as `HKQuantityTypeIdentifierStepCount`, or its short name
    /// `stepCount`.
    public var type: String
    /// The start. The service stores it in microseconds.
    public var startDate: Date
    /// The end, not before `startDate`.
    public var endDate: Date
    /// The time at which the sample was created or saved, if known.
    public var creationDate: Date?
    /// For a quantity, its number in `unit`. For a category, its raw value or the name of its
    /// constant.
    public var value: SampleRecord.Value?
    /// The unit of a quantity, as in `HKUnit.unitString`. HealthKit's `%` is `fraction` in answers.
    public var unit: String?
    /// The app or device that saved the sample, as in `HKSourceRevision`. Required, except in
    /// objects of a correlation.
    public var source: SampleRecord.Source?
    public var device: SampleRecord.Device?
    public var metadata: [String: AnyJSON]?
    /// The samples of a correlation.
    public var objects: [SampleRecord]?
    /// The quantities of a series in `unit`, between the sample's dates. In that case `value` is
    /// their summary.
    public var quantities: [SeriesQuantity]?
    /// The raw value or name of a workout's activity type.
    public var workoutActivityType: SampleRecord.Value?
    /// The duration of a workout in seconds.
    public var duration: Double?
    /// The energy burned in a workout in kilocalories.
    public var totalEnergyBurned: Double?
    /// The distance of a workout in metres.
    public var totalDistance: Double?
    public var workoutEvents: [WorkoutEvent]?
    public var workoutActivities: [WorkoutActivity]?
}
