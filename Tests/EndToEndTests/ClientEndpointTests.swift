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

    private func send(
        _ store: ServedStore, _ token: String, _ data: [String: Any], session: String? = nil,
        automation: String = "A", aggregation: String = "minutes"
    ) async throws -> [String: Any] {
        let body = String(decoding: try JSONSerialization.data(withJSONObject: ["data": data]), as: UTF8.self)
        var headers = [
            "automation-id: \(automation)", "automation-period: Default", "automation-aggregation: \(aggregation)",
        ]
        if let session { headers.append("session-id: \(session)") }
        let answer = try await store.service.send("POST", Self.path, token: token, body: body, headers: headers)
        answer.expect(200)
        return try answer.object
    }

    /// Returns steps of minutes after 10:00 on 2024-05-01.
    private func steps(_ points: [(minute: Int, value: Double)]) -> [String: Any] {
        let data = points.map { point -> [String: Any] in
            let minute =
                String(point.minute / 60 + 10) + ":" + (point.minute % 60 < 10 ? "0" : "") + "\(point.minute % 60)"
            return ["date": "2024-05-01 \(minute):00 +0000", "qty": point.value, "source": "Ada’s Watch|Ada’s iPhone"]
        }
        return ["metrics": [["name": "step_count", "units": "count", "data": data]]]
    }

    private func counts(_ answer: [String: Any]) -> [String: Int] {
        let metrics = answer["metrics"] as? [[String: Any]] ?? []
        return metrics.first?.compactMapValues { $0 as? Int }.filter { $0.value != 0 } ?? [:]
    }

    private func figures(_ store: ServedStore, _ token: String) async throws -> [Double?] {
        let answer = try await store.object(
            "/v1/statistics-collection",
            [
                ("type", "stepCount"), ("interval", "hour"), ("timeZone", "UTC"), ("from", "2024-05-01T10:00:00"),
                ("to", "2024-05-01T13:00:00"),
            ], token: token)
        let buckets = answer["buckets"] as? [[String: Any]] ?? []
        return buckets.map { ($0["statistics"] as? [String: Any])?["sum"] as? Double }
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

    @Test("a request of an older run adds what is not known, and changes and deletes nothing")
    func replays() async throws {
        try await ServedStore.withAda { store, token in
            _ = try await send(store, token, steps([(0, 10), (1, 20), (2, 30)]), session: "1")
            let newer = try await send(store, token, steps([(0, 11), (2, 31)]), session: "2")
            #expect(counts(newer) == ["updated": 2, "deleted": 1])
            let replay = try await send(store, token, steps([(0, 10), (1, 20), (2, 30), (3, 40)]), session: "1")
            #expect(replay["status"] as? String == "replayed")
            #expect(counts(replay) == ["superseded": 3, "inserted": 1])
            #expect(try await figures(store, token) == [82, nil, nil])
            let continued = try await send(store, token, steps([(0, 12)]), session: "2")
            #expect(counts(continued) == ["updated": 1] && continued["status"] as? String == "stored")
        }
    }

    @Test("aggregates and raw samples of one day are never added up, whatever the person orders")
    func rawAndAggregates() async throws {
        try await ServedStore.withAda { store, token in
            _ = try await send(store, token, steps([(0, 10), (1, 20), (60, 30), (61, 40), (120, 50)]))
            #expect(try await figures(store, token) == [30, 70, 50])
            let raw = try await store.post(
                ["samples": [step(start: "2024-05-01T10:00:30Z", end: "2024-05-01T10:01:30Z", value: 33)]], token: token
            )
            raw.expect(200)
            #expect(try await figures(store, token) == [33, 70, 50])
            let explained = try await store.get(
                "/v1/explain",
                [
                    ("type", "stepCount"), ("from", "2024-05-01T10:00:00"), ("to", "2024-05-01T11:00:00"),
                    ("timeZone", "UTC"),
                ], token: token)
            #expect(explained.body.components(separatedBy: "betterKnown").count == 3, "\(explained.body)")
            let sources = try await store.get("/v1/sources", token: token)
            #expect(sources.body.contains(#""class":"aggregate""#))
            let session = try Session(conninfo: store.conninfo)
            let id = try session.execute("select source_id from health.source where source_class = 'aggregate'")[0]
                .int32(0)
            let order = try await store.service.send(
                "PUT", "/v1/sources/priority", query: [("type", "stepCount")], token: token,
                body: #"{"sources": [\#(id)]}"#)
            order.expect(200)
            #expect(try await figures(store, token) == [33, 70, 50])
            // An aggregate of a whole day from another automation has lower priority than the
            // minutes and the walk. This also applies if the question is only about the day's
            // evening.
            _ = try await send(
                store, token,
                [
                    "metrics": [
                        [
                            "name": "step_count", "units": "count",
                            "data": [["date": "2024-05-01 00:00:00 +0000", "qty": 9_000]],
                        ]
                    ]
                ], automation: "B", aggregation: "Days")
            #expect(try await figures(store, token) == [33, 70, 50])
            let evening = try await store.get(
                "/v1/statistics",
                [
                    ("type", "stepCount"), ("from", "2024-05-01T20:00:00"), ("to", "2024-05-01T21:00:00"),
                    ("timeZone", "UTC"),
                ], token: token)
            #expect(
                try evening.object["statistics"] is NSNull || evening.object["statistics"] == nil, "\(evening.body)")
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
                let answer = try await store.service.send("POST", Self.path, token: token, body: body)
                answer.expect(400)
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
