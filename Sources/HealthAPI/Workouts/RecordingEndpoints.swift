import Foundation
import HTTPServer
import HealthCore
import HealthDatabase

extension HealthService {
    /// `PUT /v1/workouts/{uuid}/recording`: begins to record a workout.
    @Sendable func putRecording(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await record(request, .putRecording) { uuid, body in
            let start = try RecordingStart(uuid: uuid, body: body)
            return { try $0.begin(start) }
        }
    }

    /// `POST /v1/workouts/{uuid}/recording`: adds events, activities and locations.
    @Sendable func postRecording(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await record(request, .postRecording) { _, body in
            let parts = try RecordingParts(body: body)
            return { try $0.add(parts) }
        }
    }

    /// `POST /v1/workouts/{uuid}/recording/finish`: finishes the workout.
    @Sendable func postRecordingFinish(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await record(request, .postRecordingFinish) { _, body in
            let finish = try RecordingFinish(body: body)
            return { try $0.finish(finish) }
        }
    }

    /// `DELETE /v1/workouts/{uuid}/recording`: discards the workout.
    @Sendable func deleteRecording(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await record(request, .deleteRecording) { _, _ in { try $0.discard() } }
    }

    /// Checks the caller and the request, and runs its action on the database.
    ///
    /// - Parameter read: reads the body, which is empty if the endpoint has none.
    private func record(
        _ request: HTTPRequest, _ endpoint: Endpoint,
        _ read: (UUID, [UInt8]) throws -> @Sendable (WorkoutRecording) throws -> WorkoutRecording.Answer
    ) async throws -> HTTPResponse {
        let caller = try await caller(of: request)
        try caller.requireWrite()
        _ = try RequestParameters(request, of: endpoint)
        guard let uuid = request.pathParameters["uuid"].flatMap({ UUID(text: $0) }) else {
            throw ParameterError(
                .malformed, "uuid", "uuid must look like 1b4e28ba-2fa1-41d2-883f-0016d3cca427")
        }
        let action = try read(uuid, endpoint.body == nil ? [] : try await request.decodedBody())
        let (person, now) = (caller.person, Instant.now)
        let answer = try await pool.withSession(for: person) { session in
            let access = try WriteAccess(caller, session)
            return try action(
                WorkoutRecording(
                    uuid: uuid, store: RecordingStore(person: person, session: session, access: access), now: now))
        }
        return HTTPResponse(json: try answer.json(uuid, now: now))
    }
}
