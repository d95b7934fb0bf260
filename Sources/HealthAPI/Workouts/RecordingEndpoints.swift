import Foundation
import HTTPServer
import HealthCore
import HealthDatabase
import HealthImport
import Postgres

extension Endpoint {
    static let putRecording = Endpoint(
        .put, "/v1/workouts/{uuid}/recording", "Begins to record a workout live",
        notes: """
            HealthKit's `HKWorkoutBuilder`. The client chooses the workout's uuid. Samples that name it in their member \
            `workout` (`POST /v1/batches`) belong to it. `locationType` becomes the metadata key `HKIndoorWorkout`. Sent again, \
            it changes nothing. A person has at most \(RecordingState.openMax) running or paused recordings. The token must be \
            able to write and to read workouts of the time.
            """,
        tag: .workouts, parameters: [workoutUUID],
        takes: .bytes(
            .json(
                .recordingStart,
                example: """
                    {"workoutActivityType": "running", "locationType": "outdoor", "startDate": "2024-05-01T17:00:00Z", \
                    "source": {"name": "Ada’s Apple Watch"}}
                    """), parameters: uuid, { try RecordingStart(uuid: $0, body: $1) }),
        right: .write, gives: .json("The state of the recording."),
        errors: recordingErrors + [
            .workoutExists, .tooManyRecordings, .readNotGranted, .malformedDate, .endBeforeStart, .malformedNumber,
            .unknownValue, .contradictory, .tooManyNames,
        ]
    ) { call in
        let (uuid, start) = call.taken
        return try await call.record(uuid) { try $0.begin(start) }
    }

    static let postRecording = Endpoint(
        .post, "/v1/workouts/{uuid}/recording",
        "Adds events, activities and locations to a recorded workout",
        notes: """
            All parts are sets: they may arrive twice, late and in any order, also after the finish. Pause and resume are \
            events, as in HealthKit. An activity is known by its uuid; the one that ends later counts. The pieces of a route have \
            the uuid of the route. A request has at most \(BatchParser.recordsMax) parts.
            """,
        tag: .workouts, parameters: [workoutUUID],
        takes: .bytes(
            .json(
                .recordingParts,
                example: """
                    {"workoutEvents": [{"type": "pause", "startDate": "2024-05-01T17:10:00Z"}], "workoutRoute": {"uuid": \
                    "7c1c5a5e-3c1e-4a0c-9d51-0a4b7d6a2f10", "locations": [{"timestamp": "2024-05-01T17:09:59Z", \
                    "latitude": 52.52, "longitude": 13.405, "altitude": 34}]}}
                    """), parameters: uuid, { try RecordingParts(body: $1) }),
        right: .write, gives: .json("The state of the recording."),
        errors: recordingErrors + [
            .unknownWorkout, .workoutExists, .malformedUUID, .malformedDate, .malformedNumber, .endBeforeStart,
            .tooManyRecords, .deletedBefore,
        ]
    ) { call in
        let (uuid, parts) = call.taken
        return try await call.record(uuid) { try $0.add(parts) }
    }

    static let postRecordingFinish = Endpoint(
        .post, "/v1/workouts/{uuid}/recording/finish", "Finishes a recorded workout",
        notes: """
            The workout is then equal to the same workout posted whole, at any time after its recording began. Metadata are \
            added to those of the beginning.
            """,
        tag: .workouts, parameters: [workoutUUID],
        takes: .bytes(
            .json(
                .recordingFinish,
                example: """
                    {"endDate": "2024-05-01T17:25:00Z", "totalEnergyBurned": 300, "totalDistance": 5000}
                    """), parameters: uuid, { try RecordingFinish(body: $1) }),
        right: .write, gives: .json("The state of the recording."),
        errors: recordingErrors + [
            .unknownWorkout, .recordingFinished, .malformedDate, .malformedNumber, .endBeforeStart, .deletedBefore,
        ]
    ) { call in
        let (uuid, finish) = call.taken
        return try await call.record(uuid) { try $0.finish(finish) }
    }

    static let deleteRecording = Endpoint(
        .delete, "/v1/workouts/{uuid}/recording", "Discards a recorded workout",
        notes: "Deletes the workout and the routes that its recording collected. Its samples stay, as in HealthKit.",
        tag: .workouts, parameters: [workoutUUID], takes: .parameters(uuid), right: .write,
        gives: .json("The state of the recording."),
        errors: [.unknownWorkout, .recordingFinished]
    ) { call in
        try await call.record(call.taken) { try $0.discard() }
    }

    private static let recordingErrors: [ErrorCode] = [
        .malformedJSON, .malformedBatch, .unknownField, .missingField, .malformedField, .fieldTooLong,
        .recordingDiscarded, .beforeStart,
    ]

    @Sendable private static func uuid(_ parameters: RequestParameters) throws(ParameterError) -> UUID {
        try parameters.uuid("uuid")
    }
}

extension Call {
    fileprivate func record(
        _ uuid: UUID, _ action: @escaping @Sendable (WorkoutRecording) throws -> StoredSample?
    ) async throws -> ShownRecording {
        let now = Instant.now
        let sample = try await withSession { session in
            let access = try WriteAccess(caller, session)
            let store = RecordingStore(person: person, session: session, access: access)
            return try action(WorkoutRecording(uuid: uuid, store: store, now: now))
        }
        return try ShownRecording(uuid, sample, now: now)
    }
}

extension Schema {
    fileprivate static let recordingStart = Schema.object(
        required: [
            "workoutActivityType": Schema.anyOf([.integer(Int64(Int32.min)...Int64(Int32.max)), .string]),
            "startDate": .time, "source": .map(.any),
        ],
        optional: [
            "locationType": .choice(["indoor", "outdoor", "unknown"]), "creationDate": .time, "device": .map(.any),
            "metadata": .map(.any),
        ]
    ).named("RecordingStart")

    fileprivate static let recordingParts = Schema.object(optional: [
        "workoutEvents": .array(of: .map(.any)), "workoutActivities": .array(of: .map(.any)),
        "workoutRoute": .object(required: ["uuid": .uuid, "locations": .array(of: .map(.any), minItems: 1)]),
    ]).named("RecordingParts")

    fileprivate static let recordingFinish = Schema.object(
        required: ["endDate": .time],
        optional: [
            "duration": Schema.number(minimum: 0), "totalEnergyBurned": .number, "totalDistance": .number,
            "creationDate": .time, "metadata": .map(.any), "workoutStatistics": .array(of: .map(.any)),
            "workoutZoneGroups": .array(of: .map(.any)),
        ]
    ).named("RecordingFinish")
}
