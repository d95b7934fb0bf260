import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader
import Postgres

extension HealthService {
    /// How often a stream tells how far an import is that runs or is received here.
    private static let progressInterval = Duration.milliseconds(500)
    /// How often it looks whether anything has become of one that waits, or belongs to another program.
    private static let waitingInterval = Duration.seconds(2)
    private static let heartbeatInterval = Duration.seconds(Int(ChangeHub.heartbeatSeconds))

    /// `GET /v1/imports/{id}/stream`: events `progress`, and then `finished`, `failed` or `cancelled`.
    @Sendable func getImportStream(_ request: HTTPRequest) async throws -> HTTPResponse {
        let token = try bearerToken(of: request)
        _ = try QueryParameters(request, of: .getImportStream)
        let id = try HealthService.importID(request)
        let imports = try requiredImports
        let person = try await person(of: token)
        _ = try await storedImport(id, of: person)
        let place = try imports.streams.take(for: person)
        var response = HTTPResponse(status: .ok, contentType: "text/event-stream")
        response.headers.append("Cache-Control", "no-store")
        // nginx would keep events until its buffer is full.
        response.headers.append("X-Accel-Buffering", "no")
        response.stream = HTTPStream { [place] writer in
            defer { place.giveBack() }
            try await writer.write(ServerSentEvent.retry)
            try await follow(id, person, token.token, imports, writer)
        }
        return response
    }

    /// Tells of an import until it has ended, the client leaves or the server stops.
    private func follow(
        _ id: Int32, _ person: Person, _ token: BearerToken, _ imports: ImportService, _ writer: HTTPStreamWriter
    ) async throws {
        var last: [UInt8] = []
        var lastWrite = ContinuousClock.now
        while !Task.isCancelled {
            var pause = HealthService.waitingInterval
            do {
                let stored = try await live.look(for: person) {
                    try await pool.withSession(for: person) { session in
                        _ = try HealthService.person(of: token, session)
                        guard let found = try ImportStore(person: person, session: session).find(id) else {
                            throw HealthService.unknownImport
                        }
                        return found
                    }
                }
                let response = ImportResponse(stored, of: person, imports)
                let json = response.json().bytes
                if stored.state.isEnd {
                    return try await writer.write(ServerSentEvent.event(stored.state.rawValue, data: json))
                }
                if response.isHere { pause = HealthService.progressInterval }
                if json != last {
                    try await writer.write(ServerSentEvent.event("progress", data: json))
                    last = json
                    lastWrite = .now
                }
            } catch let error as HTTPStreamClosed {
                throw error
            } catch {
                // What cannot be read now is tried again; what cannot be mended is told.
                let known = ErrorTable.error(for: error)
                if known.status.rawValue < 500 {
                    return try await writer.write(ServerSentEvent.event("error", data: known.json))
                }
            }
            if lastWrite.duration(to: .now) > HealthService.heartbeatInterval {
                try await writer.write(ServerSentEvent.heartbeat)
                lastWrite = .now
            }
            // Cancelled when the client has left and when the server stops.
            guard (try? await Task.sleep(for: pause)) != nil else { return }
        }
    }
}
