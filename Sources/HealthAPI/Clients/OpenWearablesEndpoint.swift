import Foundation
import HTTPServer
import HealthCore
import HealthDatabase
import HealthImport

extension HealthService {
    /// `POST /api/v1/sdk/users/{user_id}/sync`: stores the requests of the open-wearables SDK and
    /// of HealthMes.
    ///
    /// The SDK sends a chunk again after 401 and 5xx, and never after 202 or another 4xx.
    /// Therefore:
    ///
    /// - A record with an error does not affect the other records. The receipt lists the record. It
    ///   is stored as an object if it has a start.
    /// - The answer is 401 if `user_id` is not the token's person. So the chunk is not lost, and it
    ///   is not stored for the wrong person.
    /// - The answer is 503 where other endpoints answer 429.
    @Sendable func postOpenWearables(_ request: HTTPRequest) async throws -> HTTPResponse {
        do {
            return try await takeOpenWearables(request)
        } catch {
            var known = ErrorTable.error(for: error)
            guard known.status == .tooManyRequests else { throw error }
            known.status = .serviceUnavailable
            throw known
        }
    }

    /// Returns the caller, who may write data of the user in the path.
    func openWearablesCaller(of request: HTTPRequest) async throws -> Caller {
        let caller = try await caller(of: try clientToken(of: request))
        let user = request.pathParameters["user_id"] ?? ""
        guard user == caller.person.name || UUID(text: user) == caller.person.uuid else {
            throw APIError(
                .wrongPerson, "the token does not speak for the user in the path",
                hint: "the path names the token's person, by uuid or name")
        }
        try caller.require(.write)
        return caller
    }

    private func takeOpenWearables(_ request: HTTPRequest) async throws -> HTTPResponse {
        let caller = try await openWearablesCaller(of: request)
        let person = caller.person
        let body = try await request.decodedBody()
        let parsed = try OpenWearablesParser.parse(body, personUUID: person.uuid)
        let receipt = try await pool.withSession(for: person) { session in
            try ClientWriter(person: person, session: session, access: try WriteAccess(caller, session))
                .add(parsed.batch)
        }
        recordCounters.count(receipt, unread: parsed.lists.reduce(0) { $0 + $1.rejected.count { !$0.isKept } })
        let response = OpenWearablesResponse(id: request.id, body: body, parsed: parsed, receipt: receipt)
        return HTTPResponse(json: response.json, status: .accepted)
    }
}
