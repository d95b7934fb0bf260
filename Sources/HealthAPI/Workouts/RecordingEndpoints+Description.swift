import HealthCore
import HealthDatabase
import HealthImport

extension Endpoint {
    static let putRecording = Endpoint(
        .put, "/v1/workouts/{uuid}/recording", "Begins to record a workout live",
        notes: """
            HealthKit's `HKWorkoutBuilder`. The client chooses the workout's uuid. Samples that name it in their member \
            `workout` (`POST /v1/batches`) belong to it. `locationType` becomes the metadata key `HKIndoorWorkout`. Sent again, \
            it changes nothing. A person has at most \(RecordingState.openMax) running or paused recordings. The token must be \
            able to write and to read workouts of the time.
            """,
        tag: .workouts, parameters: [recorded],
        body: Body(contents: [
            .json(
                .recordingStart,
                example: """
                    {"workoutActivityType": "running", "locationType": "outdoor", "startDate": "2024-05-01T17:00:00Z", \
                    "source": {"name": "Ada’s Apple Watch"}}
                    """)
        ]), answers: [state],
        errors: recordingErrors + [
            .workoutExists, .tooManyRecordings, .readNotGranted, .malformedDate, .endBeforeStart, .malformedNumber,
            .unknownValue, .contradictory, .tooManyNames,
        ], handler: HealthService.putRecording)

    static let postRecording = Endpoint(
        .post, "/v1/workouts/{uuid}/recording",
        "Adds events, activities and locations to a recorded workout",
        notes: """
            All parts are sets: they may arrive twice, late and in any order, also after the finish. Pause and resume are \
            events, as in HealthKit. An activity is known by its uuid; the one that ends later counts. The pieces of a route have \
            the uuid of the route. A request has at most \(BatchParser.recordsMax) parts.
            """,
        tag: .workouts, parameters: [recorded],
        body: Body(contents: [
            .json(
                .recordingParts,
                example: """
                    {"workoutEvents": [{"type": "pause", "startDate": "2024-05-01T17:10:00Z"}], "workoutRoute": {"uuid": \
                    "7c1c5a5e-3c1e-4a0c-9d51-0a4b7d6a2f10", "locations": [{"timestamp": "2024-05-01T17:09:59Z", \
                    "latitude": 52.52, "longitude": 13.405, "altitude": 34}]}}
                    """)
        ]), answers: [state],
        errors: recordingErrors + [
            .unknownWorkout, .workoutExists, .malformedUUID, .malformedDate, .malformedNumber, .endBeforeStart,
            .tooManyRecords, .deletedBefore,
        ], handler: HealthService.postRecording)

    static let postRecordingFinish = Endpoint(
        .post, "/v1/workouts/{uuid}/recording/finish", "Finishes a recorded workout",
        notes: """
            The workout is then equal to the same workout posted whole, at any time after its recording began. Metadata are \
            added to those of the beginning.
            """,
        tag: .workouts, parameters: [recorded],
        body: Body(contents: [
            .json(
                .recordingFinish,
                example: """
                    {"endDate": "2024-05-01T17:25:00Z", "totalEnergyBurned": 300, "totalDistance": 5000}
                    """)
        ]), answers: [state],
        errors: recordingErrors + [
            .unknownWorkout, .recordingFinished, .malformedDate, .malformedNumber, .endBeforeStart, .deletedBefore,
        ], handler: HealthService.postRecordingFinish)

    static let deleteRecording = Endpoint(
        .delete, "/v1/workouts/{uuid}/recording", "Discards a recorded workout",
        notes: "Deletes the workout and the routes that its recording collected. Its samples stay, as in HealthKit.",
        tag: .workouts, parameters: [recorded], answers: [state],
        errors: [.unknownWorkout, .recordingFinished, .writeNotGranted], handler: HealthService.deleteRecording)

    private static let recordingErrors: [ErrorCode] = [
        .malformedJSON, .malformedBatch, .unknownField, .missingField, .malformedField, .fieldTooLong,
        .writeNotGranted, .recordingDiscarded,
    ]

    private static let recorded = Parameter(
        name: "uuid", location: .path, schema: .uuid, isRequired: true, meaning: "The workout's uuid.",
        example: workoutExample, errors: [.malformedParameter])

    private static let state = Answer.ok("The state of the recording.", .json(.recording))
}

extension Schema {
    fileprivate static let recording = Schema.named(
        "Recording",
        .object(
            required: [
                "uuid": .uuid,
                "state": .choice(RecordingState.allCases.map(\.rawValue) + ["finished", "discarded"]),
            ],
            optional: [
                "startDate": .time, "endDate": Schema.time.described("The end, or the time of the newest data."),
                "duration": Schema.number.described("In seconds, without pauses."), "elapsedTime": .number,
            ]))

    fileprivate static let recordingStart = Schema.named(
        "RecordingStart",
        .object(
            required: [
                "workoutActivityType": Schema.anyOf([.integer(Int64(Int32.min)...Int64(Int32.max)), .string]),
                "startDate": .time, "source": .map(.any),
            ],
            optional: [
                "locationType": .choice(["indoor", "outdoor", "unknown"]), "creationDate": .time, "device": .map(.any),
                "metadata": .map(.any),
            ]))

    fileprivate static let recordingParts = Schema.named(
        "RecordingParts",
        .object(optional: [
            "workoutEvents": .array(of: .map(.any)), "workoutActivities": .array(of: .map(.any)),
            "workoutRoute": .object(required: ["uuid": .uuid, "locations": .array(of: .map(.any), minItems: 1)]),
        ]))

    fileprivate static let recordingFinish = Schema.named(
        "RecordingFinish",
        .object(
            required: ["endDate": .time],
            optional: [
                "duration": Schema.number(minimum: 0), "totalEnergyBurned": .number, "totalDistance": .number,
                "creationDate": .time, "metadata": .map(.any), "workoutStatistics": .array(of: .map(.any)),
                "workoutZoneGroups": .array(of: .map(.any)),
            ]))
}
