import HealthCore

extension Endpoint {
    static let getWorkouts = Endpoint(
        .get, "/v1/workouts", "Workouts, page by page",
        notes: """
            HealthKit's `HKSampleQuery` for workouts, the newest first. A page with `types` has at most \
            \(WorkoutRequest.statisticsLimitMax) workouts.
            """,
        tag: .workouts,
        parameters: [
            .from, .to, .timeZone,
            Parameter(
                name: "activityType", schema: .string,
                meaning: "The name or raw value of an `HKWorkoutActivityType`, such as `running` or `37`.",
                example: "running"), figures, unitOfFigures,
            .limit(WorkoutRequest.limitMax, default: WorkoutRequest.limitDefault, of: "workouts"), .order, .cursor,
        ],
        answers: [
            .ok(
                "A page of workouts.",
                .json(.object(required: ["workouts": .array(of: .workout), "cursor": .nextCursor])))
        ], errors: [.missingParameter], handler: HealthService.getWorkouts)

    static let getWorkout = Endpoint(
        .get, "/v1/workouts/{uuid}", "One workout and the figures of its samples",
        notes: """
            The workout with its events, activities, pauses and routes, the statistics and zones that came with it, and the \
            figures of every type that has samples in it, or of `types`.
            """,
        tag: .workouts,
        parameters: [
            Parameter(
                name: "uuid", location: .path, schema: .uuid, isRequired: true, meaning: "The workout's uuid.",
                example: workoutExample, errors: [.malformedParameter]), figures, .unit, .timeZone,
        ], answers: [.ok("The workout.", .json(.workout))], errors: [.unknownWorkout, .missingParameter],
        handler: HealthService.getWorkout)

    private static let figures = Parameter(
        name: "types", schema: .string(pattern: "^.+$"),
        meaning: "Quantity types whose figures over each workout are part of the answer, separated by commas.",
        example: "heartRate", errors: [.missingParameter, .unknownType, .wrongKind, .repeatedParameter, .outOfRange])
    /// The unit of figures. It requires the parameter `types`.
    private static let unitOfFigures = Parameter(
        name: "unit", schema: .string, meaning: "The unit of the figures, or units of several types; needs `types`.",
        example: "", errors: Parameter.unit.errors + [.missingParameter])
}

extension Schema {
    fileprivate static let workout = Schema.named(
        "Workout",
        .object(
            required: [
                "uuid": .uuid, "workoutActivityType": Schema.integer(rawValues).orNull,
                "workoutActivityTypeName": Schema.string.orNull, "startDate": .time, "endDate": .time,
                "duration": Schema.number.orNull.described("In seconds, without pauses."), "elapsedTime": .number,
                "pauses": .array(of: .object(required: ["startDate": .time, "endDate": .time])),
                "totalEnergyBurned": Schema.number.orNull, "totalEnergyBurnedUnit": .string,
                "totalDistance": Schema.number.orNull, "totalDistanceUnit": .string,
                "workoutEvents": .array(of: workoutEvent), "unreadEvents": count,
                "workoutActivities": .array(of: activity), "unreadActivities": count, "source": origin,
            ],
            optional: [
                "recordingState": Schema.choice(RecordingState.allCases.map(\.rawValue)).described(
                    "Of a workout that is recorded live and not finished. Its endDate is that of its newest data."),
                "sentWorkoutActivityType": .string, "creationDate": .time, "device": device, "metadata": metadata,
                "objects": .any, "workoutRoutes": .array(of: .uuid),
                "workoutStatistics": .array(of: recordedStatistics), "workoutZoneGroups": .array(of: zoneGroup),
                "statistics": .array(of: measuredStatistics),
            ]))

    private static let activity = Schema.named(
        "WorkoutActivity",
        .object(
            required: [
                "uuid": Schema.string.orNull, "workoutActivityType": Schema.integer(rawValues).orNull,
                "workoutActivityTypeName": Schema.string.orNull, "startDate": .time, "endDate": .time,
                "duration": Schema.number.orNull, "elapsedTime": .number,
                "pauses": .array(of: .object(required: ["startDate": .time, "endDate": .time])),
                "workoutEvents": .array(of: workoutEvent), "unreadEvents": count,
            ],
            optional: [
                "sentWorkoutActivityType": .string, "metadata": .any,
                "workoutStatistics": .array(of: recordedStatistics), "workoutZoneGroups": .array(of: zoneGroup),
                "statistics": .array(of: measuredStatistics),
            ]))

    private static let workoutEvent = Schema.named(
        "WorkoutEvent",
        .object(
            required: [
                "type": Schema.integer(rawValues).orNull, "typeName": Schema.string.orNull, "startDate": .time,
                "endDate": .time,
            ], optional: ["sentType": .string, "metadata": .any]))

    /// The figures that a sender recorded for the workout.
    private static let recordedStatistics = Schema.named(
        "RecordedStatistics",
        .object(
            required: [
                "type": Schema.string.orNull, "unit": Schema.string.orNull, "startDate": time.orNull,
                "endDate": time.orNull,
            ], optional: ["sum": .number, "average": .number, "minimum": .number, "maximum": .number, "unread": .any]))

    private static let zoneGroup = Schema.named(
        "WorkoutZoneGroup",
        .object(
            required: [
                "type": Schema.string.orNull, "source": Schema.string.orNull, "unit": Schema.string.orNull,
                "zones": .array(
                    of: .object(
                        required: ["duration": Schema.number.orNull],
                        optional: ["minimum": .number, "maximum": .number, "unread": .any])),
            ], optional: ["unread": .any]))

    private static let measuredStatistics = Schema.named(
        "WorkoutStatistics",
        .object(required: [
            "type": .string, "aggregationStyle": aggregationStyle, "unit": .string, "sources": .array(of: source),
            "statistics": statistics.orNull,
        ]))
}
