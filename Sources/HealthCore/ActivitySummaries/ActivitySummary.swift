/// The activity rings of one day: `HKActivitySummary`.
///
/// The phone computes them. No sum of samples gives the same figures.
public struct ActivitySummary: Sendable, Hashable {
    /// HealthKit's name of the type, which a sync plan may list.
    public static let typeIdentifier = "HKActivitySummaryTypeIdentifier"

    /// The day on the person's calendar.
    public var date: CivilDate
    /// The values as sent. Values from an app are finite and not negative.
    public var values: [Field: Double]

    /// The fields, with HealthKit's names.
    public enum Field: String, Sendable, CaseIterable {
        /// The move ring in kilocalories.
        case activeEnergyBurned, activeEnergyBurnedGoal
        /// The move ring of people whose move ring counts minutes.
        case appleMoveTime, appleMoveTimeGoal
        /// The exercise ring in minutes.
        case appleExerciseTime, appleExerciseTimeGoal
        /// The stand ring in hours.
        case appleStandHours, appleStandHoursGoal

        /// The unit of the values. The person cannot choose another unit, because the rings are not
        /// samples.
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

/// The checked parameters of a request for the activity summaries of a range of days.
public struct ActivitySummaryRequest: Sendable {
    public let first: CivilDate
    /// The day after the last one.
    public let end: CivilDate

    /// The greatest number of days in one answer.
    public static let daysMax = 20_000

    /// Parses the parameters.
    ///
    /// - Parameters:
    ///   - from: the first day, such as `2024-05-01`. Required.
    ///   - to: the day after the last one. Required.
    /// - Throws: `ParameterError`, which names the first parameter that is wrong.
    public init(from: String?, to: String?) throws(ParameterError) {
        let days = try ParameterText.days(from: from, to: to, max: ActivitySummaryRequest.daysMax)
        first = CivilDate(daysSinceEpoch: days.lowerBound)
        end = CivilDate(daysSinceEpoch: days.upperBound)
    }
}
