/// A request for several types together, civil day by civil day. `SummaryQuestion` makes it.
public struct SummaryRequest: Sendable {
    public let quantities: [QuantityRequest]
    public let clock: WallClock
    public let plan: BucketPlan
    /// The civil days of the plan's buckets; a day that the zone skipped is not among them.
    public let dates: [CivilDate]

    /// Most days of one answer.
    public static let daysMax = 1_000

    /// The types of a question that names none.
    public static let defaultTypes = [
        "stepCount", "distanceWalkingRunning", "flightsClimbed", "activeEnergyBurned", "basalEnergyBurned",
        "appleExerciseTime", "appleStandTime", "heartRate", "restingHeartRate", "heartRateVariabilitySDNN",
        "respiratoryRate", "oxygenSaturation", "bodyMass",
    ]
}
