/// A type of HealthKit's samples: `HKSampleType` and its subclasses.
///
/// https://developer.apple.com/documentation/healthkit/hksampletype
public struct SampleType: Sendable, Hashable {
    /// The raw string that apps send and exports print: `HKQuantityTypeIdentifierStepCount`.
    public let identifier: String
    /// HealthKit's name of the type in Swift: `stepCount`.
    public let shortName: String
    public let kind: Kind
    /// Quantity types only: the unit in which values are stored.
    public let canonicalUnit: Unit?
    /// Quantity types only: the unit in which people read values unless they choose another;
    /// HealthKit's `preferredUnits` on a phone with metric settings.
    public let preferredUnit: Unit?
    /// Quantity types only: the units among which people choose, each once; the preferred one
    /// first, then the canonical one.
    public let units: [TypeUnit]
    /// Quantity types only.
    ///
    /// HealthKit does not document the style of every type. The catalogue then has
    /// `discreteArithmetic`: the average of a cumulative type is of little use, but the sum of a
    /// discrete type is wrong.
    public let aggregationStyle: AggregationStyle?
    /// Category types only: the name of the enumeration of its values, such as
    /// `HKCategoryValueSleepAnalysis`.
    public let valueEnum: String?
    /// Names of HealthKit's constants that mean this type, besides `identifier` and `shortName`.
    public let alternateNames: [String]
    /// The name in the Health app: `Resting Heart Rate`.
    public let displayName: String
    /// The group in the Health app: a name of `type_group`, such as `heart`.
    public let displayGroup: String

    /// The class of a type's samples.
    public enum Kind: String, Sendable, Hashable, CaseIterable, Codable {
        /// `HKQuantityType`
        case quantity
        /// `HKCategoryType`
        case category
        /// `HKCorrelationType`
        case correlation
        /// `HKWorkoutType`
        case workout
        /// Any other class: routes, heartbeat series, electrocardiograms, audiograms, clinical
        /// records, …
        case other
    }

    init(
        identifier: String, shortName: String, kind: Kind, canonicalUnit: Unit? = nil, preferredUnit: Unit? = nil,
        otherUnits: [Unit] = [], aggregationStyle: AggregationStyle? = nil, valueEnum: String? = nil,
        alternateNames: [String] = [], displayName: String, displayGroup: String
    ) {
        self.identifier = identifier
        self.shortName = shortName
        self.kind = kind
        self.canonicalUnit = canonicalUnit
        self.preferredUnit = preferredUnit
        units = canonicalUnit.map { TypeUnit.all([preferredUnit, $0] + otherUnits, canonical: $0) } ?? []
        self.aggregationStyle = aggregationStyle
        self.valueEnum = valueEnum
        self.alternateNames = alternateNames
        self.displayName = displayName
        self.displayGroup = displayGroup
    }
}
