import Foundation

/// The activity rings of a day, `HKActivitySummary` as JSON. Nil members are unknown.
public struct ActivitySummaryRecord: Codable, Hashable, Sendable {
    /// A day of the Gregorian calendar, such as `2024-05-01`.
    public var date: String
    /// The move ring in kilocalories.
    public var activeEnergyBurned: Double?
    public var activeEnergyBurnedGoal: Double?
    /// The move ring in minutes, of people whose move ring counts minutes.
    public var appleMoveTime: Double?
    public var appleMoveTimeGoal: Double?
    /// The exercise ring in minutes.
    public var appleExerciseTime: Double?
    public var appleExerciseTimeGoal: Double?
    /// The stand ring in hours.
    public var appleStandHours: Double?
    public var appleStandHoursGoal: Double?

    public init(date: String) {
        self.date = date
    }

    private enum CodingKeys: String, CodingKey {
        case date = "dateComponents"
        case activeEnergyBurned, activeEnergyBurnedGoal, appleMoveTime, appleMoveTimeGoal
        case appleExerciseTime, appleExerciseTimeGoal, appleStandHours, appleStandHoursGoal
    }

    /// The body of `PUT /v1/activity-summaries/{date}`. Equal summaries have equal bytes.
    func json() throws -> Data { try JSONEncoder.sorted.encode(self) }
}
