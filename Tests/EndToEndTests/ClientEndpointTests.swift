import Foundation
import Postgres
import TestSupport
import Testing

/// Sends requests of other makers' clients over HTTP.
@Suite struct ClientEndpointTests {
    private static let path = "/v1/clients/health-auto-export"

    private func fixture(_ name: String) throws -> String {
        let url = Bundle.module.bundleURL.appendingPathComponent("Fixtures/\(name)")
        return try String(contentsOf: url, encoding: .utf8)
    }

    @Test("every record of the examples of both versions is stored, and sent again changes nothing")
    func fixtures() async throws {
        try await ServedStore.withAda { store, token in
            for name in ["meltforce+FreeReps__spec_examples", "irvinlim__v1_metrics_sleep_workout"] {
                let body = try fixture("health-auto-export/\(name).json")
                let first = try await store.service.send("POST", Self.path, token: token, body: body)
                first.expect(200)
                let metrics = try #require(try first.object["metrics"] as? [[String: Any]])
                let given = try #require(
                    try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: [String: Any]])
                let lists = given["data"] ?? [:]
                let points = (lists["metrics"] as? [[String: Any]] ?? []).reduce(0) {
                    $0 + ($1["data"] as? [Any] ?? []).count
                }
                let workouts = (lists["workouts"] as? [Any] ?? []).count
                #expect(metrics.reduce(0) { $0 + ($1["inserted"] as? Int ?? 0) } == points + workouts)
                #expect(metrics.allSatisfy { $0["rejected"] as? Int == 0 })
                let again = try await store.service.send("POST", Self.path, token: token, body: body)
                let metricsAgain = try #require(try again.object["metrics"] as? [[String: Any]])
                #expect(metricsAgain.reduce(0) { $0 + ($1["unchanged"] as? Int ?? 0) } == points + workouts)
                #expect(try again.object["changePosition"] as? Int == first.object["changePosition"] as? Int)
            }
            let workouts = try await store.get("/v1/workouts", token: token)
            #expect(workouts.status == 200 && workouts.body.contains("6f2c7c64-3d2b-4b5b-9e58-0a1b2c3d4e5f"))
            let session = try Session(conninfo: store.conninfo)
            let types = try session.execute(
                "select distinct short_name from health.sample join health.sample_type using (sample_type_id) order by 1"
            ).map { try $0.text(0) }
            #expect(
                types == [
                    "activeEnergyBurned", "bloodPressure", "bloodPressureDiastolic", "bloodPressureSystolic",
                    "hae:sleep_analysis", "heartRate", "restingHeartRate", "sleepAnalysis", "workout",
                ])
            let routes = try session.execute(
                "select count(*) from health.sample_detail where parts -> 'HealthAutoExport' -> 'route' -> 0 is not null"
            )
            #expect(try routes[0].int64(0) == 2)
        }
    }

    @Test("the token may come in any of the fields that users type, and a wrong one is refused")
    func tokens() async throws {
        try await ServedStore.withAda { store, token in
            let body = #"{"data": {"metrics": []}}"#
            for field in ["Authorization: \(token)", "X-API-Key: \(token)", "api-key: Bearer \(token)"] {
                let answer = try await store.service.send("POST", Self.path, body: body, headers: [field])
                #expect(answer.status == 200, "\(field)")
            }
            let behindProxy = try await store.service.send(
                "POST", Self.path, body: body, headers: ["Authorization: Basic YTpi", "X-API-Key: \(token)"])
            behindProxy.expect(200)
            for headers in [[], ["api-key: no"], ["Authorization: Basic \(token)"], ["X-API-Key: \(token)x"]] {
                let answer = try await store.service.send("POST", Self.path, body: body, headers: headers)
                #expect(answer.status == 401, "\(headers)")
            }
            let foreign = try fixture("other-clients/fixtures_health_bridge_batch_v1.synthetic.json")
            for body in [foreign, "{", #"{"data": 1}"#] {
                try await store.service.send("POST", Self.path, token: token, body: body).expect(400)
            }
        }
    }

    @Test("the SDK's records unite with HealthKit's own, deletions too; wrong ones are told and cost no other")
    func openWearables() async throws {
        try await ServedStore.withAda { store, token in
            let id = UUID().uuidString
            _ = try await store.post(
                ["samples": [step(id, start: "2024-05-01T10:00:00.25Z", end: "2024-05-01T10:10:00.5Z", value: 100)]],
                token: token)
            let fresh = UUID().uuidString
            func body(deletions: String = "") -> String {
                #"""
                {"schema": "healthmes.healthkit.v1", "data": {"records": [
                    {"id": "\#(id)", "type": "HKQuantityTypeIdentifierStepCount", "startDate": "2024-05-01T10:00:00Z",
                        "endDate": "2024-05-01T10:10:00Z", "value": 100, "unit": "count", "source": {"appId": "a.b"}},
                    {"id": "\#(fresh)", "type": "HKQuantityTypeIdentifierOxygenSaturation",
                        "startDate": "2024-05-01T10:00:00Z", "endDate": "2024-05-01T10:00:00Z", "value": 97, "unit": "%",
                        "zoneOffset": "+02:00", "source": {"appId": "a.b"}},
                    {"id": "x"}], "sleep": [], "workouts": [], "deletions": [\#(deletions)]}}
                """#
            }
            func sync(_ body: String, user: String = "Ada", headers: [String]) async throws -> RunningService.Answer {
                try await store.service.send("POST", "/api/v1/sdk/users/\(user)/sync", body: body, headers: headers)
            }
            let first = try await sync(body(), headers: ["Authorization: \(token)", "Idempotency-Key: 1"])
            first.expect(202)
            try expect(
                first.object, has: ["unchanged": 1, "inserted": 1, "durable": true, "records_forwarded": 2])
            #expect(try (first.object["sha256"] as? String)?.count == 64)
            let reasons = try #require(try first.object["reasons"] as? [[String: Any]])
            #expect(reasons.count == 1 && (reasons[0]["path"] as? String)?.hasPrefix("data.records[2]") == true)
            let session = try Session(conninfo: store.conninfo)
            let start = try session.execute(
                "select start_time from health.sample where uuid = $1", [.uuid(UUID(uuidString: id))])
            #expect(try start[0].timestamptz(0) % 1_000_000 == 250_000)
            let person = try session.execute("select uuid::text from health.person")[0].text(0)
            let gone = try await sync(
                body(deletions: #"{"id": "\#(id)", "type": "HKQuantityTypeIdentifierStepCount"}"#), user: person,
                headers: ["X-Open-Wearables-API-Key: \(token)"])
            try expect(gone.object, has: ["deleted": 1, "superseded": 1])
            let late = try await sync(body(), headers: ["Authorization: Bearer \(token)"])
            try expect(late.object, has: ["superseded": 1, "unchanged": 1])
            let stranger = try await sync(body(), user: "Bob", headers: ["Authorization: \(token)"])
            stranger.expect(401, "wrong_person")
            #expect(try await sync(body(), headers: ["Authorization: no"]).status == 401)
        }
    }
}
