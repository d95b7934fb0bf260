import Foundation
import TestSupport
import Testing

/// Sends one hour in each dialect of other makers' clients, and checks the figure that follows.
@Suite struct ClientDialectTests {
    private typealias Object = [String: Any]

    private func send(_ store: ServedStore, _ token: String, _ path: String, _ body: Object) async throws {
        let answer = try await store.service.send(
            "POST", path, token: token,
            body: String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self),
            headers: ["automation-id: A", "automation-period: Default", "automation-aggregation: Hours"])
        #expect(answer.status < 300 && !answer.body.contains(#""rejected":1"#), "\(answer.body)")
    }

    /// A record of open-wearables.
    private func steps(_ name: String, _ device: String, _ value: Double, id: String? = nil) -> Object {
        let source = [
            "name": name, "bundleIdentifier": "com.apple.health", "productType": device,
            "deviceManufacturer": "Apple Inc.",
        ]
        var record: Object = [
            "type": "HKQuantityTypeIdentifierStepCount", "startDate": "2024-05-01T10:00:00Z",
            "endDate": "2024-05-01T11:00:00Z", "value": value, "unit": "count", "source": source,
        ]
        record["id"] = id
        return record
    }

    private func sum(_ store: ServedStore, _ token: String) async throws -> Double? {
        let answer = try await store.get(
            "/v1/statistics",
            [
                ("type", "stepCount"), ("timeZone", "UTC"), ("from", "2024-05-01T10:00:00"),
                ("to", "2024-05-01T11:00:00"),
            ], token: token)
        return (try answer.object["statistics"] as? Object)?["sum"] as? Double
    }

    private func sources(_ store: ServedStore, _ token: String) async throws -> [String] {
        let answer = try await store.get("/v1/sources", token: token)
        let sources = try #require(try answer.object["sources"] as? [Object])
        return sources.map { "\($0["name"] ?? "?"): \($0["class"] ?? "?")" }.sorted()
    }

    @Test("one hour from raw samples, from Health Auto Export and from open-wearables counts once, in any order")
    func oneHour() async throws {
        let watchUUID = UUID().uuidString
        for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2], [1, 2, 0]].prefix(Rounds.count(4, short: 2)) {
            try await ServedStore.withAda { store, token in
                for dialect in order {
                    switch dialect {
                    case 0:
                        var raw = step(start: "2024-05-01T10:00:00Z", end: "2024-05-01T11:00:00Z", value: 1_000)
                        raw["uuid"] = watchUUID
                        raw["source"] = [
                            "name": "Ada's Apple Watch", "bundleIdentifier": "com.apple.health",
                            "productType": "Watch7,5",
                        ]
                        #expect(try await store.post(["samples": [raw]], token: token).status == 200)
                    case 1:
                        let point: Object = ["date": "2024-05-01 10:00:00 +0000", "qty": 1_050]
                        let metric: Object = ["name": "step_count", "units": "count", "data": [point]]
                        try await send(
                            store, token, "/v1/clients/health-auto-export", ["data": ["metrics": [metric]]])
                    default:
                        // Posts the watch's sample again, and the phone's sample, which HealthKit
                        // has merged with it.
                        let records = [
                            steps("Ada's Apple Watch", "Watch7,5", 1_000, id: watchUUID),
                            steps("Ada's iPhone", "iPhone15,2", 950),
                        ]
                        try await send(
                            store, token, "/api/v1/sdk/users/Ada/sync",
                            ["provider": "apple", "data": ["records": records]])
                    }
                }
                #expect(try await sum(store, token) == 1_000, "\(order)")
                let names = try await sources(store, token)
                #expect(
                    names == ["Ada's Apple Watch: watch", "Ada's iPhone: phone", "Health Auto Export: aggregate"],
                    "\(order)")
            }
        }
    }
}
