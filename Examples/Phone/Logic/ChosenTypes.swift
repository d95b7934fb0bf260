import HealthstoreClient

/// The types that this app can send. The plan of the phone may leave some of them out.
enum ChosenTypes {
    static let all = [
        "HKQuantityTypeIdentifierStepCount", "HKQuantityTypeIdentifierHeartRate",
        "HKQuantityTypeIdentifierActiveEnergyBurned", "HKQuantityTypeIdentifierBodyMass",
        "HKCategoryTypeIdentifierSleepAnalysis", "HKCorrelationTypeIdentifierBloodPressure",
        "HKWorkoutTypeIdentifier", "HKWorkoutRouteTypeIdentifier", "HKDataTypeIdentifierElectrocardiogram",
        SyncEngine.activitySummaryType,
    ]

    /// The types to ask the person for: those that the plan sends.
    static func toRequest(_ plan: SyncPlan) -> [String] { all.filter(plan.includes) }
}
