import HealthCore

/// Compares stored figures with figures computed from samples.
enum FigureComparison {
    /// The greatest relative difference at which two sums are treated as equal. Sums of the same
    /// terms differ if the terms are added in another order.
    static let tolerance = 1e-9

    /// Returns the names of the figures that differ, which are columns of `health.hour`.
    static func differences(_ stored: FigureRow, _ made: FigureRow, _ style: AggregationStyle) -> [String] {
        let (one, other) = (stored.figures, made.figures)
        var names: [String] = []
        func exact(_ name: String, _ isSame: Bool) { if !isSame { names.append(name) } }
        exact("start_time", stored.span == made.span)
        exact("count", one.count == other.count)
        exact("reaching_count", one.reachingCount == other.reachingCount)
        exact("valueless_count", one.startedWithoutValue == other.startedWithoutValue)
        exact("reaching_valueless_count", one.reachingWithoutValue == other.reachingWithoutValue)
        exact("duration", one.durationMicroseconds == other.durationMicroseconds)
        exact("most_recent", one.mostRecent == other.mostRecent)
        exact("earliest_start_time", one.earliestStart == other.earliestStart)
        exact("source_ids", stored.sourceIDs == made.sourceIDs)
        exact("category_values", one.values.map(\.value) == other.values.map(\.value))
        exact("value_counts", one.values.map(\.startedCount) == other.values.map(\.startedCount))
        exact("value_reaching_counts", one.values.map(\.reachingCount) == other.values.map(\.reachingCount))
        exact(
            "value_durations",
            one.values.map(\.durationMicroseconds) == other.values.map(\.durationMicroseconds))
        guard style != .category else { return names }
        guard style != .cumulative else {
            exact("sum", isNear(one.sum, other.sum))
            guard stored.sourceID != 0 else { return names }
            exact("weighted_sum", isNear(one.weightedSum, other.weightedSum))
            exact("weight", one.weight == other.weight)
            return names
        }
        exact("value_sum", isNear(one.valueSum, other.valueSum))
        exact("reaching_value_sum", isNear(one.reachingValueSum, other.reachingValueSum))
        exact("minimum", one.minimum == other.minimum)
        exact("maximum", one.maximum == other.maximum)
        guard style != .discreteArithmetic else { return names }
        exact("weighted_sum", isNear(one.weightedSum, other.weightedSum))
        exact("weight", isNear(one.weight, other.weight))
        guard style == .discreteEquivalentContinuousLevel else { return names }
        exact("value_maximum", one.valueMaximum == other.valueMaximum)
        exact("weighted_maximum", one.weightedMaximum == other.weightedMaximum)
        return names
    }

    private static func isNear(_ one: Double, _ other: Double) -> Bool {
        one == other || abs(one - other) <= tolerance * max(abs(one), abs(other))
    }
}
