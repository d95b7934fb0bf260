import HealthCore

/// Compares the figures of slots with figures computed from samples.
enum SlotComparison {
    /// The greatest relative difference at which two sums are treated as equal. Sums of the same
    /// terms differ if the terms are added in another order.
    static let tolerance = 1e-9

    /// Returns the names of the figures that differ, which are columns of `health.hour_slot`.
    ///
    /// - Parameter isSeparate: true for the figures of a single source.
    static func differences(
        _ stored: StoredFigures, _ made: StoredFigures, _ style: AggregationStyle, isSeparate: Bool
    ) -> [String] {
        let (one, other) = (stored.figures, made.figures)
        var names: [String] = []
        func exact(_ name: String, _ isSame: Bool) { if !isSame { names.append(name) } }
        exact("started_count", one.startedCount == other.startedCount)
        exact("reaching_count", one.reachingCount == other.reachingCount)
        exact("duration", one.durationMicroseconds == other.durationMicroseconds)
        exact("most_recent_quantity", one.mostRecent?.value == other.mostRecent?.value)
        exact("most_recent_start_time", one.mostRecent?.start == other.mostRecent?.start)
        exact("most_recent_end_time", one.mostRecent?.end == other.mostRecent?.end)
        exact("earliest_start_time", one.earliestStart == other.earliestStart)
        exact("source_ids", stored.sourceIDs == made.sourceIDs)
        guard style != .cumulative else {
            exact("sum", isNear(one.sum, other.sum))
            guard isSeparate else { return names }
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
        exact("weighted_maximum", one.weightedMaximum == other.weightedMaximum)
        return names
    }

    private static func isNear(_ one: Double, _ other: Double) -> Bool {
        one == other || abs(one - other) <= tolerance * max(abs(one), abs(other))
    }
}
