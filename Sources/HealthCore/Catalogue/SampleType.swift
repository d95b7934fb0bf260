/// A type of HealthKit's samples: `HKSampleType` and its subclasses.
///
/// https://developer.apple.com/documentation/healthkit/hksampletype
public struct SampleType: Sendable, Hashable {
    /// The raw string that apps send and exports print: `HKQuantityTypeIdentifierStepCount`.
    public let identifier: String
    /// HealthKit's name of the type in Swift: `stepCount`.
    public let shortName: String
    public let kind: Kind
    /// The unit in which values are stored. Quantity types only.
    public let canonicalUnit: Unit?
    /// The unit in which values are shown unless the person chooses another: HealthKit's
    /// `preferredUnits` on a phone with metric settings. Quantity types only.
    public let preferredUnit: Unit?
    /// The units among which people choose, each once. The preferred unit comes first, then the
    /// canonical unit. Quantity types only.
    public let units: [TypeUnit]
    /// The way in which values are combined. Quantity types only.
    ///
    /// HealthKit does not document the style of every type. For an undocumented type, the catalogue
    /// contains `discreteArithmetic`. If this is wrong, the answer is an average of a cumulative
    /// type, which is of little use. The opposite mistake would give the sum of a discrete type,
    /// which is wrong.
    public let aggregationStyle: AggregationStyle?
    /// The way in which the figures of hours and days are made. Quantity and category types only.
    /// Nil for sleep, which has nights instead.
    public var figureStyle: AggregationStyle? {
        kind == .category && !isSleep ? .category : aggregationStyle
    }
    /// True for sleepAnalysis. Nights are made of its samples.
    public var isSleep: Bool { identifier == SleepSample.typeIdentifier }
    /// The name of the enumeration of the type's values, such as `HKCategoryValueSleepAnalysis`.
    /// Category types only.
    public let valueEnum: String?
    /// Other names of HealthKit's constants for this type, apart from `identifier` and `shortName`.
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

        /// Returns the kind of a type that is not in the catalogue, for a record that has a value
        /// or a unit. HealthKit's identifiers begin with their class. Otherwise a record with a
        /// unit is a quantity. An empty unit is none.
        public static func unknown(named identifier: String, unit: String?) -> Kind {
            if identifier.hasPrefix("HKQuantityTypeIdentifier") { return .quantity }
            return identifier.hasPrefix("HKCategoryTypeIdentifier") || unit ?? "" == "" ? .category : .quantity
        }
    }

    /// Returns HealthKit's name of a value of a category type. Returns nil for a value that the
    /// catalogue does not have.
    public func valueName(_ value: Int32) -> String? {
        valueEnum.flatMap { Catalogue.categoryValueName(enum: $0, rawValue: value) }
    }
}
