import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader
import Postgres
import Synchronization

extension HealthService {
    /// How often a stream tells how far an import is that runs or is received here.
    private static let progressInterval = Duration.milliseconds(500)
    /// How often it looks whether anything has become of one that waits, or belongs to another program.
    private static let waitingInterval = Duration.seconds(2)
    private static let heartbeatInterval = Duration.seconds(Int(ChangeHub.heartbeatSeconds))

    /// `GET /v1/imports/{id}/stream`: events `progress`, and then `finished`, `failed` or `cancelled`.
    @Sendable func getImportStream(_ request: HTTPRequest) async throws -> HTTPResponse {
        let token = try bearerToken(of: request)
        _ = try QueryParameters(request, known: [])
        let id = try HealthService.importID(request)
        let imports = try requiredImports
        let person = try await person(of: token)
        _ = try await storedImport(id, of: person)
        guard let place = imports.streams.take() else {
            var error = APIError(
                .serviceUnavailable, "too_many_streams", "too many streams are open",
                hint: "ask GET /v1/imports/{id} now and then")
            error.retryAfterSeconds = Int(ChangeHub.heartbeatSeconds)
            throw error
        }
        var response = HTTPResponse(status: .ok, contentType: "text/event-stream")
        response.headers.append("Cache-Control", "no-store")
        // nginx would keep events until its buffer is full.
        response.headers.append("X-Accel-Buffering", "no")
        response.stream = HTTPStream { [place] writer in
            // Given back with the closure, also where it is never called.
            _ = place
            try await writer.write(ServerSentEvent.retry)
            try await follow(id, token, imports, writer)
        }
        return response
    }

    /// Tells of an import until it has ended, the client leaves or the server stops.
    private func follow(
        _ id: Int32, _ token: BearerToken, _ imports: ImportService, _ writer: HTTPStreamWriter
    ) async throws {
        var last: [UInt8] = []
        var lastWrite = ContinuousClock.now
        while !Task.isCancelled {
            var pause = HealthService.waitingInterval
            do {
                let (stored, person) = try await live.look {
                    try await pool.withSession { session in
                        let person = try HealthService.person(of: token, session)
                        guard let found = try ImportStore(person: person, session: session).find(id) else {
                            throw HealthService.unknownImport
                        }
                        return (found, person)
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

/// A bounded number of places for streams that look into the database now and then.
final class StreamPlaces: Sendable {
    /// Streams of imports that may be open at once.
    static let importStreamsMax = 100

    private let free: Mutex<Int>

    init(max: Int = StreamPlaces.importStreamsMax) {
        free = Mutex(max)
    }

    /// A place, until it is let go; nil where there is none.
    func take() -> Place? {
        let isFree = free.withLock { free in
            guard free > 0 else { return false }
            free -= 1
            return true
        }
        return isFree ? Place(self) : nil
    }

    final class Place: Sendable {
        private let places: StreamPlaces

        fileprivate init(_ places: StreamPlaces) {
            self.places = places
        }

        deinit { places.free.withLock { $0 += 1 } }
    }
}
