/// A type of samples HealthKit knows: `HKSampleType` and its subclasses.
///
/// https://developer.apple.com/documentation/healthkit/hksampletype
public struct SampleType: Sendable, Hashable {
    /// The raw string as apps send it and exports print it: `HKQuantityTypeIdentifierStepCount`.
    public let identifier: String
    /// HealthKit's name of it in Swift: `stepCount`.
    public let shortName: String
    public let kind: Kind
    /// Quantity types only: the unit in which values are stored.
    public let canonicalUnit: Unit?
    /// Quantity types only: the unit in which people read values unless they choose another, HealthKit's `preferredUnits`
    /// on a phone with metric settings.
    public let preferredUnit: Unit?
    /// Quantity types only: every unit that people choose among, the preferred one first, then the canonical one, each once.
    public let units: [TypeUnit]
    /// Quantity types only.
    ///
    /// HealthKit does not say the style of every type; the catalogue then holds `discreteArithmetic`:
    /// the mean of a cumulative type is dull, the sum of a discrete one is false.
    public let aggregationStyle: AggregationStyle?
    /// Category types only: the name of the enum of its values, `HKCategoryValueSleepAnalysis`.
    public let valueEnum: String?
    /// Names of HealthKit's constants that stand for this type beside `identifier` and `shortName`.
    public let alternateNames: [String]
    /// The Health app's name: `Resting Heart Rate`.
    public let displayName: String
    /// The Health app's group: a name of `type_group`, such as `heart`.
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
        /// Any other: routes, heartbeat series, electrocardiograms, audiograms, clinical records, …
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
