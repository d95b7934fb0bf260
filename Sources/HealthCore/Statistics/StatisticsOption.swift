/// The figures of a statistics query. They are HealthKit's `HKStatisticsOptions` without
/// `separateBySource`, which is a separate parameter.
///
/// https://developer.apple.com/documentation/healthkit/hkstatisticsoptions
public enum StatisticsOption: String, CaseIterable, Sendable {
    case cumulativeSum, discreteAverage, discreteMin, discreteMax, mostRecent, duration

    /// Returns true if types of this style have the figure.
    public func isCompatible(with style: AggregationStyle) -> Bool {
        switch self {
        case .cumulativeSum: style == .cumulative
        case .discreteAverage, .discreteMin, .discreteMax: style.isDiscrete
        case .mostRecent, .duration: true
        }
    }

    /// Returns every figure that types of this style have.
    public static func all(of style: AggregationStyle) -> Set<StatisticsOption> {
        Set(allCases.filter { $0.isCompatible(with: style) })
    }
}
