import HealthCore

extension Endpoint {
    static let getActivitySummaries = Endpoint(
        method: .get, template: "/v1/activity-summaries", summary: "The activity rings and their goals, day by day",
        notes: "HealthKit's `HKActivitySummaryQuery`. At most \(ActivitySummaryRequest.daysMax) days.",
        tag: .activitySummaries, parameters: [.dateFrom.required, .dateTo.required],
        answers: [
            .ok(
                "The days that are known.",
                .json(.object(required: ["activitySummaries": .array(of: .activitySummary), "units": .map(.string)])))
        ], handler: HealthService.getActivitySummaries)

    static let putActivitySummary = Endpoint(
        method: .put, template: "/v1/activity-summaries/{date}", summary: "Stores the activity rings of a day",
        notes: "Replaces the day that is known. A member that is missing or null is unknown.", tag: .activitySummaries,
        parameters: [
            Parameter(
                name: "date", location: .path, schema: .date, isRequired: true, meaning: "The day.",
                example: "2024-05-01", errors: [.malformedParameter, .missingParameter])
        ],
        body: Body(contents: [
            .json(
                .activitySummaryFields,
                example: #"{"activeEnergyBurned": 412, "activeEnergyBurnedGoal": 500, "appleExerciseTime": 34}"#)
        ]), answers: [.ok("The day as it is stored.", .json(.activitySummary))],
        errors: [.malformedJSON, .malformedField, .malformedNumber, .writeNotGranted],
        handler: HealthService.putActivitySummary)
}

extension Schema {
    private static let ring = Schema.number(minimum: 0).orNull

    fileprivate static let activitySummary = Schema.named(
        "ActivitySummary",
        .object(required: [
            "dateComponents": .date, "activeEnergyBurned": ring, "activeEnergyBurnedGoal": ring, "appleMoveTime": ring,
            "appleMoveTimeGoal": ring, "appleExerciseTime": ring, "appleExerciseTimeGoal": ring,
            "appleStandHours": ring, "appleStandHoursGoal": ring,
        ]))

    fileprivate static let activitySummaryFields = Schema.component(
        Component(
            name: "ActivitySummaryFields",
            schema: .object(optional: [
                "dateComponents": .date, "activeEnergyBurned": ring, "activeEnergyBurnedGoal": ring,
                "appleMoveTime": ring, "appleMoveTimeGoal": ring, "appleExerciseTime": ring,
                "appleExerciseTimeGoal": ring, "appleStandHours": ring, "appleStandHoursGoal": ring,
            ]), isSent: true))
}
