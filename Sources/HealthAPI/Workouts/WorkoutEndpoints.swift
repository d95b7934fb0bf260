import Foundation
import HTTPServer
import HealthCore
import HealthDatabase

extension Endpoint {
    static let getWorkouts = Endpoint(
        .get, "/v1/workouts", "Workouts, page by page",
        notes: """
            HealthKit's `HKSampleQuery` for workouts, the newest first. A page with `types` has at most \
            \(WorkoutRequest.statisticsLimitMax) workouts.
            """,
        tag: .workouts, parameters: WorkoutQuestion.parameters.map(EndpointParameter.init) + [.cursor],
        takes: .parameters { parameters in
            let cursor = try parameters["cursor"].map { try SampleCursor($0) }
            let format = try AnswerFormat(acceptedBy: parameters.request)
            return (question: try WorkoutQuestion(parameters.question), cursor: cursor, format: format)
        },
        gives: .response(
            .ok(
                "A page of workouts.",
                .json(.object(required: ["workouts": [ShownWorkout].schema, "cursor": .nextCursor])), .csv, .lines,
                headers: [.link])),
        errors: [.missingParameter, .notAcceptable]
    ) { call in
        let (question, cursor, format) = call.taken
        return try await call.answer(question) { request, session in
            let listing = try WorkoutListing(request, after: cursor, call.person, session)
            var response =
                try format == .json
                ? HTTPResponse(json: listing.json) : HTTPResponse(listing.rows(format), as: format)
            if format != .json { response.link(listing.cursor, for: call.request) }
            response.headers.vary("Accept")
            return response
        }
    }.asTool(
        Tool(
            name: "workouts", title: "Workouts",
            text: """
                Workouts, the newest first, with activity, duration in seconds without pauses, elapsedTime with pauses, energy and \
                distance. With types, each has the figures of these quantity types during it. With uuid, the answer is one workout \
                with all figures, its time in heart-rate zones, and its splits. A figure that was not recorded is null, which is not zero. A workout with \
                recordingState is recorded live and not finished.
                """,
            omits: sampleParts.union([
                "workoutEvents", "unreadEvents", "unreadActivities", "metadata", "objects", "workoutRoutes",
                "distanceSplits.steps",
            ])))

    static let getWorkout = Endpoint(
        .get, "/v1/workouts/{uuid}", "One workout and the figures of its samples",
        notes: """
            The workout with its events, activities, pauses and routes, the statistics and zones that came with it, and the \
            figures of every type that has samples in it, or of `types`. `heartRateZones` and `distanceSplits` leave out pauses: \
            they are those of `workout_heart_rate_zones` and `workout_splits` in SQL.
            """,
        tag: .workouts, parameters: [workoutUUID] + WorkoutDetailQuestion.parameters.map(EndpointParameter.init),
        takes: .parameters { parameters in
            let uuid = try parameters.uuid("uuid")
            return (uuid: uuid, question: try WorkoutDetailQuestion(parameters.question))
        }, gives: .json("The workout."), errors: [.unknownWorkout, .missingParameter]
    ) { call in
        let (uuid, question) = call.taken
        return try await call.answer(question) { request, session in
            let reader = WorkoutReader(person: call.person, session: session)
            guard let sample = try reader.workout(uuid) else {
                throw APIError(
                    .unknownWorkout, "the person has no workout of this uuid", key: "parameter", "uuid",
                    hint: "GET /v1/workouts lists them")
            }
            var workout = try MeasuredWorkout(sample)
            try workout.measure(
                request.quantities, units: request.units, reader,
                activities: WorkoutRequest.activityStatisticsMax)
            try workout.findContents(reader)
            try workout.findPace(reader, in: request.units)
            return ShownWorkout(workout, WorkoutTerms(request.clock, request.units))
        }
    }.asTool(Tool(name: "workouts"))

    static let workoutUUID = EndpointParameter(
        name: "uuid", location: .path, schema: .uuid, isRequired: true, meaning: "The workout's uuid.",
        example: workoutExample, errors: [.malformedParameter])
}

/// A workout and the figures of the samples during it.
struct MeasuredWorkout {
    let sample: StoredSample
    private(set) var parts: WorkoutParts
    /// Nil if the request has no types.
    private(set) var statistics: [WorkoutStatistics]?
    /// The figures of the first activities, in the order of the activities.
    private(set) var activityStatistics: [[WorkoutStatistics]] = []

    /// Nil in a page of workouts, because that answer has neither routes nor recorded figures.
    private(set) var routes: [UUID]?
    private(set) var heartRateZones: HeartRateZones?
    private(set) var splits: DistanceSplits?

    /// The present state of a workout that is recorded live; nil if it is finished.
    var recordingState: RecordingState? {
        guard parts.isRecording else { return nil }
        return RecordingState(start: sample.start, end: sample.end, events: parts.events, now: .now)
    }

    init(_ sample: StoredSample) throws {
        self.sample = sample
        parts = try WorkoutParts(sample.parts, workoutEnd: sample.end)
    }

    /// Reads the routes of the workout. For a workout that an app sent, also reads the figures of
    /// an export.
    mutating func findContents(_ reader: WorkoutReader) throws {
        routes = try reader.routes(of: sample.uuid)
        for json in try reader.exportedFigures(of: sample.uuid) {
            parts.figures.add(try WorkoutParts(json, workoutEnd: sample.end).figures)
        }
    }

    /// Reads the zones and the splits of the workout.
    mutating func findPace(_ reader: WorkoutReader, in units: PreferredUnits) throws {
        heartRateZones = try reader.heartRateZones(of: sample, in: units)
        splits = try reader.splits(of: sample, in: units)
    }

    /// - Parameters:
    ///   - quantities: nil for all types that have samples in the workout, in the units of `units`.
    ///   - activities: the number of activities for which figures are computed, too.
    mutating func measure(
        _ quantities: [QuantityRequest]?, units: PreferredUnits = PreferredUnits(), _ reader: WorkoutReader,
        activities: Int
    ) throws {
        statistics = try reader.statistics(quantities, units: units, from: sample.start, to: sample.end)
        activityStatistics = try parts.activities.prefix(activities).map {
            try reader.statistics(quantities, units: units, from: $0.start, to: $0.end)
        }
    }
}
