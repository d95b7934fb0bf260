import Foundation
import HealthDatabase
import Postgres
import TestSupport

/// A migrated database and the built program, which serves it.
struct ServedStore: Sendable {
    let service: RunningService
    let conninfo: String

    /// Runs a test on a store without people. Tests with the same arguments use the same service one
    /// after the other, because a service takes a third of a second to start.
    ///
    /// The log, the metrics and the memory of the service are also those of earlier tests. A test
    /// that reads them, that stops the service, or that changes more than rows, uses `own`.
    ///
    /// - Parameter arguments: further arguments of `serve`, without paths of temporary files.
    static func with<Value>(
        _ arguments: [String] = [], _ body: (ServedStore) async throws -> Value
    ) async throws -> Value {
        guard !TestServer.isCluster else { return try await own(arguments, body) }
        let store = try await SharedStores.take(arguments)
        let value: Value
        do { value = try await body(store) } catch {
            await SharedStores.end(store)
            throw error
        }
        await SharedStores.giveBack(store, arguments)
        return value
    }

    /// Runs a test on a database and a service of its own.
    ///
    /// - Parameter arguments: further arguments of `serve`.
    static func own<Value>(
        _ arguments: [String] = [], _ body: (ServedStore) async throws -> Value
    ) async throws -> Value {
        try await TestServer.shared().withMigratedDatabase { conninfo in
            let service = try await RunningService.start(["--database-url", conninfo] + arguments)
            let outcome: Result<Value, any Error>
            do { outcome = .success(try await body(ServedStore(service: service, conninfo: conninfo))) } catch {
                outcome = .failure(error)
            }
            // The database is dropped, so the service need not end in order.
            service.process.kill()
            _ = await service.process.waitForExit(seconds: 10)
            return try outcome.get()
        }
    }

    /// Creates a person and returns a token of the person.
    func token(for name: String = "Ada") throws -> String {
        let session = try Session(conninfo: conninfo)
        return try TokenStore.create(for: try PersonStore.create(name: name, session), name: "test", session).text
    }

    func post(_ body: [String: Any], token: String) async throws -> RunningService.Answer {
        let text = String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
        return try await service.send("POST", "/v1/batches", token: token, body: text)
    }
}

extension RunningService.Answer {
    var object: [String: Any] {
        get throws { try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:] }
    }

    /// The `code` of an error response.
    var code: String? { (try? object)?["code"] as? String }
}

/// Returns a step sample as a client posts it.
func step(
    _ uuid: String = UUID().uuidString, start: String = "2024-05-01T10:00:00Z", end: String = "2024-05-01T10:10:00Z",
    value: Double = 100, source: String = "Phone"
) -> [String: Any] {
    [
        "uuid": uuid, "type": "HKQuantityTypeIdentifierStepCount", "startDate": start, "endDate": end, "value": value,
        "unit": "count", "source": ["name": source],
    ]
}
