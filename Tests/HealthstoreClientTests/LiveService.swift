import Foundation
import HealthstoreClient
import Postgres
import Synchronization
import TestSupport

/// The built service and a database without samples. It can be killed and started again.
actor LiveService {
    nonisolated let conninfo: String
    private var service: RunningService
    nonisolated let token: String

    /// The service that the last test has left, and its database.
    private static let idle = Mutex<(conninfo: String, service: RunningService)?>(nil)

    /// Runs a test with a service that tests use one after the other, or on a cluster with its own.
    static func with<Value: Sendable>(_ body: (LiveService) async throws -> Value) async throws -> Value {
        let server = try TestServer.shared()
        guard !TestServer.isCluster else {
            return try await server.withMigratedDatabase { conninfo in
                let live = try await LiveService(conninfo, RunningService.start(["--database-url", conninfo]))
                let result = await outcome(of: body, live)
                await live.kill()
                return try result.get()
            }
        }
        let (conninfo, service) = try await take()
        let live = try await LiveService(conninfo, service)
        let result = await outcome(of: body, live)
        let last = await live.service
        if case .success = result, last.process.isRunning, try server.empty(conninfo, endsSessions: false) {
            idle.withLock { $0 = (conninfo, last) }
        } else {
            await live.kill()
            try server.dropShared(conninfo)
        }
        return try result.get()
    }

    private static func outcome<Value: Sendable>(
        of body: (LiveService) async throws -> Value, _ live: LiveService
    ) async -> Result<Value, any Error> {
        do { return .success(try await body(live)) } catch { return .failure(error) }
    }

    private static func take() async throws -> (conninfo: String, service: RunningService) {
        let kept = idle.withLock { idle in
            defer { idle = nil }
            return idle
        }
        if let kept { return kept }
        let conninfo = try TestServer.shared().makeSharedDatabase()
        // It runs before the server of the tests is stopped.
        atexit { if let kept = LiveService.idle.withLock({ $0 }) { kept.service.process.kill() } }
        return (conninfo, try await RunningService.start(["--database-url", conninfo]))
    }

    private init(_ conninfo: String, _ service: RunningService) async throws {
        self.conninfo = conninfo
        self.service = service
        token = try await LiveService.newToken(conninfo)
    }

    private static func newToken(_ conninfo: String) async throws -> String {
        let program = try Command.product()
        let connection = ["--database-url", conninfo]
        _ = try await Command.run(program, ["person", "add", "Ada"] + connection)
        let created = try await Command.run(program, ["token", "create", "--person", "Ada"] + connection)
        guard created.status == 0, let token = created.output.split(separator: "\n").first else {
            throw HealthstoreError(.refused, created.output + created.errors)
        }
        return String(token)
    }

    var address: URL {
        get throws {
            guard let url = URL(string: service.address) else { throw URLError(.badURL) }
            return url
        }
    }

    func kill() async {
        service.process.kill()
        _ = await service.process.waitForExit(seconds: 10)
    }

    func start() async throws {
        service = try await RunningService.start(["--database-url", conninfo])
    }

    func get(_ path: String, _ query: [(String, String)]) async throws -> Data {
        let answer = try await service.send("GET", path, query: query, token: token)
        guard answer.status == 200 else { throw HealthstoreError(.refused, answer.body, status: answer.status) }
        return answer.data
    }

    /// Every sample of a type, page by page.
    func samples(_ type: String, withQuantities: Bool = false) async throws -> [SampleRecord] {
        struct Page: Decodable {
            var samples: [SampleRecord]
            var cursor: String?
        }
        var samples: [SampleRecord] = []
        var cursor: String?
        repeat {
            let query =
                [("type", type), ("limit", "1000")] + (withQuantities ? [("quantities", "true")] : [])
                + (cursor.map { [("cursor", $0)] } ?? [])
            let page = try JSONDecoder().decode(Page.self, from: try await get("/v1/samples", query))
            samples += page.samples
            cursor = page.cursor
        } while cursor != nil
        return samples
    }

    /// Removes samples without tombstones. The store is then as after restoring a backup that is
    /// older than the samples.
    func forget(_ uuids: [UUID]) async throws {
        let session = try Session(conninfo: conninfo)
        for table in ["sample_detail", "sample"] {
            _ = try session.execute("delete from health.\(table) where uuid = any($1)", [.uuidArray(uuids)])
        }
    }

    /// Returns the sum, or nil without samples.
    func sum(_ type: String) async throws -> Double? {
        struct Answer: Decodable {
            struct Statistics: Decodable {
                var sum: Double?
            }
            var statistics: Statistics?
        }
        let query = [
            ("type", type), ("from", "2024-04-01"), ("to", "2024-07-01"), ("timeZone", "UTC"),
            ("options", "cumulativeSum"),
        ]
        return try JSONDecoder().decode(Answer.self, from: try await get("/v1/statistics", query)).statistics?.sum
    }
}
