/// The way in which the values of a quantity type are combined: HealthKit's
/// `HKQuantityAggregationStyle`.
///
/// https://developer.apple.com/documentation/healthkit/hkquantityaggregationstyle
public enum AggregationStyle: Int, CaseIterable, Sendable {
    case cumulative = 0
    case discreteArithmetic = 1
    case discreteTemporallyWeighted = 2
    case discreteEquivalentContinuousLevel = 3

    /// HealthKit's name of the case.
    public var name: String { String(describing: self) }

    public init?(name: String) {
        guard let style = AggregationStyle.allCases.first(where: { $0.name == name }) else { return nil }
        self = style
    }
}
