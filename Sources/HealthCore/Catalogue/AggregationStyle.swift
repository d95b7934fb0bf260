/// The way in which the samples of a type are combined: of quantity types HealthKit's
/// `HKQuantityAggregationStyle`, and of category types `category`.
///
/// https://developer.apple.com/documentation/healthkit/hkquantityaggregationstyle
public enum AggregationStyle: Int, CaseIterable, Sendable {
    case cumulative = 0
    case discreteArithmetic = 1
    case discreteTemporallyWeighted = 2
    case discreteEquivalentContinuousLevel = 3
    /// The style of category types, which HealthKit does not name. Samples are counted, and their
    /// time is added up, in all and for each value. Sources are merged by priority.
    case category = -1

    /// HealthKit's styles.
    public static let allCases: [AggregationStyle] = [
        .cumulative, .discreteArithmetic, .discreteTemporallyWeighted, .discreteEquivalentContinuousLevel,
    ]

    /// True if the values have an average, a minimum and a maximum. All sources count together.
    public var isDiscrete: Bool { self != .cumulative && self != .category }

    /// HealthKit's name of the case.
    public var name: String { String(describing: self) }

    public init?(name: String) {
        guard let style = AggregationStyle.allCases.first(where: { $0.name == name }) else { return nil }
        self = style
    }
}
