import HTTPServer
import HealthCore
import HealthDatabase
import JSON
import Postgres

extension Endpoint {
    static let getImportStream = Endpoint(
        .get, "/v1/imports/{id}/stream", "Tells how far an import is as it goes on",
        notes:
            "Server-sent events `progress`, and at the end `finished`, `failed` or `cancelled`, with the import as JSON.",
        tag: .imports, parameters: [importID], takes: .parameters { try HealthService.importID($0) },
        gives: .response(.ok("Events until the import ends.", .events)),
        errors: [.noImports, .unknownImport, .tooManyStreams]
    ) { call in
        let (imports, id, service) = (try call.service.requiredImports, call.taken, call.service)
        _ = try await service.storedImport(id, of: call.caller)
        let permit = try imports.streams.admit(call.person)
        return HTTPResponse(
            events: HTTPStream { [permit] writer in
                defer { permit.release() }
                try await writer.write(ServerSentEvent.retry)
                try await service.follow(id, call.person, call.caller.credential, imports, writer)
            })
    }
}

extension HealthService {
    /// The interval at which a stream reads an import that this service runs or receives.
    private static let progressInterval = Duration.milliseconds(500)
    /// The interval at which a stream reads an import that is queued or that another program runs.
    private static let waitingInterval = Duration.seconds(2)
    private static let heartbeatInterval = Duration.seconds(Int(ChangeHub.heartbeatSeconds))

    /// Sends events until the import has ended, the client disconnects or the server stops.
    fileprivate func follow(
        _ id: Int32, _ person: Person, _ token: Credential, _ imports: ImportService, _ writer: HTTPStreamWriter
    ) async throws {
        var last: [UInt8] = []
        var lastWrite = ContinuousClock.now
        while !Task.isCancelled {
            var pause = HealthService.waitingInterval
            do {
                let (stored, caller) = try await live.look(for: person) {
                    try await pool.withSession(for: person) { session in
                        // The token may have been revoked, and the access may have changed.
                        let caller = try HealthService.caller(of: token, session)
                        return (try HealthService.storedImport(id, of: caller, session), caller)
                    }
                }
                let response = ImportResponse(stored, of: caller, imports)
                let json = response.json.bytes
                if stored.state.isEnd {
                    return try await writer.write(ServerSentEvent.event(stored.state.rawValue, data: json))
                }
                if response.isHere { pause = HealthService.progressInterval }
                if json != last {
                    try await writer.write(ServerSentEvent.event("progress", data: json))
                    last = json
                    lastWrite = .now
                }
            } catch {
                if try await writer.end(after: error) { return }
            }
            if lastWrite.duration(to: .now) > HealthService.heartbeatInterval {
                try await writer.write(ServerSentEvent.heartbeat)
                lastWrite = .now
            }
            // The sleep is cancelled when the client disconnects or the server stops.
            guard (try? await Task.sleep(for: pause)) != nil else { return }
        }
    }
}
