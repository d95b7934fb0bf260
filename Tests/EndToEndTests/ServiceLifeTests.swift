import Foundation
import Postgres
import TestSupport
import Testing

@Suite struct ServiceLifeTests {
    @Test("a stop or a kill in the middle of posting loses nothing that was acknowledged", arguments: [false, true])
    func interrupted(isKill: Bool) async throws {
        try await TestServer.shared().withMigratedDatabase { conninfo in
            let service = try await RunningService.start(["--database-url", conninfo])
            let store = ServedStore(service: service, conninfo: conninfo)
            let token = try store.token()
            let acknowledged = try await withThrowingTaskGroup(of: [String].self) { group in
                for _ in 0..<3 {
                    group.addTask {
                        var acknowledged: [String] = []
                        for _ in 0..<200 {
                            let samples = (0..<20).map { _ in step() }
                            let answer = try await store.post(["samples": samples], token: token)
                            guard answer.status == 200 else { break }
                            acknowledged += samples.compactMap { ($0["uuid"] as? String)?.lowercased() }
                        }
                        return acknowledged
                    }
                }
                let session = try Session(conninfo: conninfo)
                try await wait(for: "some batches to be stored") {
                    try session.execute("select count(*) from health.sample")[0].int64(0) >= 200
                }
                if isKill { service.process.kill() } else { service.process.terminate() }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            let status = await service.process.waitForExit(seconds: 60)
            #expect((status != 0) == isKill, "\(service.process.errors.suffix(2_000))")
            #expect(!acknowledged.isEmpty)
            let stored = try Session(conninfo: conninfo).execute("select uuid from health.sample")
            let kept = Set(try stored.map { try $0.uuid(0).uuidString.lowercased() })
            #expect(Set(acknowledged).subtracting(kept).isEmpty)
            // A batch is stored completely or not at all.
            #expect(kept.count.isMultiple(of: 20))
        }
    }

    @Test("the log is one JSON object a line and holds no health value, token, name or query")
    func log() async throws {
        try await ServedStore.ownWithAda { store, token in
            _ = try await store.post(["samples": [step(value: 7_654_321, source: "Secret phone")]], token: token)
            _ = try await store.post(["samples": [["uuid": "x", "value": 7_654_321]]], token: token)
            _ = try await store.get(
                "/v1/samples", [("type", "stepCount"), ("source", "Secret phone"), ("limit", "x7654321")], token: token)
            // The line of a request is written after its answer.
            try await wait(for: "the lines of the requests") {
                store.service.process.errors.split(separator: "\n").count >= 4
            }
            let log = store.service.process.errors
            let lines = log.split(separator: "\n")
            for line in lines {
                #expect((try? JSONSerialization.jsonObject(with: Data(line.utf8))) is [String: Any], "\(line)")
            }
            for secret in ["7654321", "Secret", token, "Ada", "limit"] { #expect(!log.contains(secret), "\(secret)") }
        }
    }
}
