/// The activity rings of one day: `HKActivitySummary`.
///
/// The system computes them; no sum of samples gives the same.
public struct ActivitySummary: Sendable, Hashable {
    /// The day on the person's calendar.
    public var date: CivilDate
    /// What was sent. None is negative or infinite where an app sent it.
    public var values: [Field: Double]

    /// HealthKit's names.
    public enum Field: String, Sendable, CaseIterable {
        /// The move ring in kilocalories.
        case activeEnergyBurned, activeEnergyBurnedGoal
        /// The move ring of those who count minutes.
        case appleMoveTime, appleMoveTimeGoal
        /// The exercise ring in minutes.
        case appleExerciseTime, appleExerciseTimeGoal
        /// The stand ring in hours.
        case appleStandHours, appleStandHoursGoal

        /// The unit of its values, whatever the person chose for types: the rings are no samples.
        public var unitString: String {
            switch self {
            case .activeEnergyBurned, .activeEnergyBurnedGoal: "kcal"
            case .appleMoveTime, .appleMoveTimeGoal, .appleExerciseTime, .appleExerciseTimeGoal: "min"
            case .appleStandHours, .appleStandHoursGoal: "hr"
            }
        }
    }

    public init(date: CivilDate, values: [Field: Double] = [:]) {
        self.date = date
        self.values = values
    }
}

/// A question for the activity summaries of a range of days.
public struct ActivitySummaryRequest: Sendable {
    public let first: CivilDate
    /// The day behind the last.
    public let end: CivilDate

    /// Most days of one answer.
    public static let daysMax = 20_000

    /// - Parameters:
    ///   - from: the first day, `2024-05-01`. Required.
    ///   - to: the day behind the last. Required.
    /// - Throws: `ParameterError`.
    public init(from: String?, to: String?) throws(ParameterError) {
        first = try ParameterText.date(from, "from")
        end = try ParameterText.date(to, "to")
        let count = end.daysSinceEpoch - first.daysSinceEpoch
        guard count > 0 else { throw ParameterError(.emptyRange, "to", "to must be later than from") }
        guard count <= ActivitySummaryRequest.daysMax else {
            throw ParameterError(
                .rangeTooLong, "to",
                "the range has \(count) days; at most \(ActivitySummaryRequest.daysMax) are allowed")
        }
    }
}
