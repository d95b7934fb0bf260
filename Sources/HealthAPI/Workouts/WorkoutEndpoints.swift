import Foundation
import HTTPServer
import HealthCore
import HealthDatabase

extension HealthService {
    /// `GET /v1/workouts`: the counterpart of HealthKit's `HKSampleQuery` for workouts. The newest
    /// workout comes first.
    @Sendable func getWorkouts(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        let query = try RequestParameters(
            request, known: Set(WorkoutParameters.fields.keys).union(["cursor"]))
        let cursor = try query["cursor"].map { try SampleCursor($0) }
        let question = try WorkoutQuestion(WorkoutParameters(query))
        return try await answer(presented, question) { request, person, session in
            HTTPResponse(json: try WorkoutListing(request, after: cursor, person, session).json)
        }
    }

    /// `GET /v1/workouts/{uuid}`: one `HKWorkout`. The answer has its `allStatistics` as recorded,
    /// and as computed from the samples.
    @Sendable func getWorkout(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        guard let uuid = request.pathParameters["uuid"].flatMap({ UUID(text: $0) }) else {
            throw ParameterError(
                .malformed, "uuid", "uuid must look like 1b4e28ba-2fa1-41d2-883f-0016d3cca427")
        }
        let parameters = WorkoutParameters(try RequestParameters(request, known: ["timeZone", "types", "unit"]))
        return try await answer(presented, try WorkoutDetailQuestion(parameters)) { request, person, session in
            let reader = WorkoutReader(person: person, session: session)
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
            return HTTPResponse(json: WorkoutResponse(clock: request.clock, units: request.units).json(workout))
        }
    }
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

extension WorkoutParameters {
    static let fields: [String: WritableKeyPath<WorkoutParameters, String?> & Sendable] = [
        "from": \.from, "to": \.to, "timeZone": \.timeZone, "activityType": \.activityType, "types": \.types,
        "unit": \.unit, "limit": \.limit, "order": \.order,
    ]

    init(_ query: RequestParameters) {
        self.init()
        for (name, field) in WorkoutParameters.fields { self[keyPath: field] = query[name] }
    }
}
