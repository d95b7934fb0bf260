import Foundation
import Postgres
import TestSupport
import Testing

/// Tests statistics of one range and of buckets, of several types at once, and explanations, over
/// HTTP.
@Suite struct StatisticsEndpointTests {
    private static let range = [("timeZone", "Europe/Berlin"), ("from", "2024-05-01"), ("to", "2024-05-03")]

    /// Posts a walk that two sources recorded, and heart beats.
    private static func fill(_ store: ServedStore, _ token: String) async throws {
        try await store.post(
            [
                "samples": [
                    step(
                        "00000000-0000-4000-8000-000000000001", start: "2024-05-01T21:50:00Z",
                        end: "2024-05-01T22:10:00Z", value: 200, source: "Ada’s Apple Watch"),
                    step(
                        "00000000-0000-4000-8000-000000000002", start: "2024-05-01T21:40:00Z",
                        end: "2024-05-01T22:00:00Z", value: 100, source: "Ada’s iPhone"),
                    clientSample("heartRate", ["value": 1.2, "unit": "count/s"], source: "Ada’s Apple Watch"),
                ]
            ], token: token
        ).expect(200)
    }

    @Test("one range has the dates of its samples, its sources, and whether the present cuts it")
    func single() async throws {
        try await ServedStore.withAda { store, token in
            try await Self.fill(store, token)
            func ask(_ query: [(String, String)]) async throws -> [String: Any] {
                try await store.object("/v1/statistics", Self.range + query, token: token)
            }
            let steps = try await ask([
                ("type", "stepCount"), ("options", "cumulativeSum,discreteMostRecent,separateBySource"),
            ])
            try expect(
                steps,
                has: [
                    "startDate": "2024-05-01T23:40:00+02:00", "endDate": "2024-05-02T00:10:00+02:00", "partial": false,
                ])
            let statistics = try #require(steps["statistics"] as? [String: Any])
            #expect(statistics["sum"] as? Double == 250 && statistics["mostRecent"] != nil)
            #expect((steps["sources"] as? [[String: Any]])?.compactMap { $0["name"] as? String }.count == 2)
            #expect((steps["bySource"] as? [Any])?.count == 2)
            let none = try await ask([("type", "flightsClimbed")])
            try expect(none, has: ["statistics": NSNull(), "startDate": NSNull()])
            let both = try await ask([("types", "stepCount,heartRate"), ("options", "mostRecent")])
            let list = try #require(both["statistics"] as? [[String: Any]])
            try #require(list.count == 2)
            try expect(list[0], has: ["aggregationStyle": "cumulative", "unit": "count"])
            try expect(list[1], has: ["aggregationStyle": "discreteTemporallyWeighted", "unit": "count/min"])
            let recent = (list[1]["statistics"] as? [String: Any])?["mostRecent"] as? [String: Any]
            try expect(recent, has: ["value": 72])
        }
    }

    @Test("what is asked wrongly is refused by name although the database is gone")
    func withoutDatabase() async throws {
        try await ServedStore.ownWithAda { store, token in
            let session = try Session(conninfo: store.conninfo)
            _ = try session.execute("alter table health.token rename to forgotten_token")
            let good = Self.range + [("type", "stepCount"), ("interval", "day")]
            func send(_ path: String, _ query: [(String, String)]) async throws -> RunningService.Answer {
                try await store.get(path, query, token: token)
            }
            #expect(try await send("/v1/statistics-collection", good).status == 500)
            for (name, value) in [("timeZone", "Mars"), ("unit", "kg"), ("to", "9999-01-01"), ("fill", "zero")] {
                let answer = try await send(
                    "/v1/statistics-collection", good.filter { $0.0 != name } + [(name, value)])
                #expect(answer.status == 400 && answer.parameter == name, "\(name) \(answer.body)")
            }
            try await send(
                "/v1/statistics-collection",
                [
                    ("type", "stepCount"), ("timeZone", "UTC"), ("interval", "minute"), ("from", "2020-01-01"),
                    ("to", "2022-01-01"),
                ]
            ).expect(400, "too_many_buckets")
            for path in ["/v1/statistics", "/v1/explain"] {
                try await send(path, Self.range + [("type", "steps")]).expect(400, "unknown_type")
            }
        }
    }
}
