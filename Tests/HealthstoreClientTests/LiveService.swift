import Foundation
import Postgres
import TestSupport

@testable import HealthstoreClient

/// The built service and a database without samples.
actor LiveService {
    nonisolated let conninfo: String
    private var service: RunningService
    nonisolated let token: String

    /// Runs a test with a service that tests use one after the other.
    static func with<Value: Sendable>(_ body: (LiveService) async throws -> Value) async throws -> Value {
        try await ServedStore.with { store in try await body(LiveService(store)) }
    }

    /// Runs a test with a service of its own, which the test may kill and start again.
    static func own<Value: Sendable>(_ body: (LiveService) async throws -> Value) async throws -> Value {
        try await ServedStore.own { store in
            let live = try await LiveService(store)
            let outcome: Result<Value, any Error>
            do { outcome = .success(try await body(live)) } catch { outcome = .failure(error) }
            await live.kill()
            return try outcome.get()
        }
    }

    private init(_ store: ServedStore) async throws {
        conninfo = store.conninfo
        service = store.service
        token = try await LiveService.newToken(store.conninfo)
    }

    private static func newToken(_ conninfo: String) async throws -> String {
        _ = try await Command.healthstore(["person", "add", "Ada"], database: conninfo)
        let created = try await Command.healthstore(["token", "create", "--person", "Ada"], database: conninfo)
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

    /// The end of the person's feed.
    var changePosition: Int64 {
        get throws {
            try Session(conninfo: conninfo).value("select last_position from health.change_counter", as: Int64.self)
        }
    }

    /// Returns the number of samples after a position of the feed that start before a time.
    func countEarly(before start: Date, after position: Int64) throws -> Int64 {
        try Session(conninfo: conninfo).value(
            "select count(*) from health.sample where change_position > $1 and start_time < $2::timestamptz", position,
            TimeText.text(of: start), as: Int64.self)
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
