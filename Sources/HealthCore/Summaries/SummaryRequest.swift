/// A request for several types, with figures for each civil day. `SummaryQuestion` creates it.
public struct SummaryRequest: Sendable {
    public let quantities: [QuantityRequest]
    public let clock: WallClock
    public let plan: BucketPlan
    /// The civil days of the plan's buckets. Days that the zone skipped are not included.
    public let dates: [CivilDate]

    /// The greatest number of days in one answer.
    public static let daysMax = 1_000

    /// The types that are answered if the question names none.
    public static let defaultTypes = [
        "stepCount", "distanceWalkingRunning", "flightsClimbed", "activeEnergyBurned", "basalEnergyBurned",
        "appleExerciseTime", "appleStandTime", "heartRate", "restingHeartRate", "heartRateVariabilitySDNN",
        "respiratoryRate", "oxygenSaturation", "bodyMass",
    ]
}
