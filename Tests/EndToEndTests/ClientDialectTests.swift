import Foundation
import Postgres
import TestSupport
import Testing

/// Sends requests in each dialect of other makers' clients, and checks the figures that follow.
@Suite struct ClientDialectTests {
    private typealias Object = [String: Any]

    private func sync(
        _ store: ServedStore, _ token: String, records: [Object], sleep: [Object] = []
    ) async throws -> Object {
        let body: Object = ["provider": "apple", "data": ["records": records, "sleep": sleep]]
        let answer = try await store.service.send(
            "POST", "/api/v1/sdk/users/Ada/sync", token: token,
            body: String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self))
        #expect(answer.status == 202, "\(answer.body)")
        return try answer.object
    }

    private func steps(
        _ source: Object, _ value: Double, minute: Int = 0, minutes: Int = 60, id: String? = nil
    ) -> Object {
        func time(_ minute: Int) -> String {
            "2024-05-01T\(10 + minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60):00Z"
        }
        var record: Object = [
            "type": "HKQuantityTypeIdentifierStepCount", "startDate": time(minute), "endDate": time(minute + minutes),
            "value": value, "unit": "count", "source": source,
        ]
        if let id { record["id"] = id }
        return record
    }

    private func export(
        _ store: ServedStore, _ token: String, _ body: Object, aggregation: String = "Hours"
    ) async throws -> RunningService.Answer {
        try await store.service.send(
            "POST", "/v1/clients/health-auto-export", token: token,
            body: String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self),
            headers: ["automation-id: A", "automation-period: Default", "automation-aggregation: \(aggregation)"])
    }

    private func statistics(
        _ store: ServedStore, _ token: String, type: String = "stepCount", unit: String = "count",
        from: String = "2024-05-01T10:00:00", to: String = "2024-05-01T11:00:00"
    ) async throws -> Object? {
        let answer = try await store.service.send(
            "GET", "/v1/statistics",
            query: [("type", type), ("unit", unit), ("timeZone", "UTC"), ("from", from), ("to", to)], token: token)
        #expect(answer.status == 200, "\(answer.body)")
        return try answer.object["statistics"] as? Object
    }

    private func sources(_ store: ServedStore, _ token: String) async throws -> [String] {
        let answer = try await store.service.send("GET", "/v1/sources", token: token)
        let sources = try #require(try answer.object["sources"] as? [Object])
        return sources.map { "\($0["name"] ?? "?"): \($0["class"] ?? "?")" }.sorted()
    }

    // MARK: open-wearables

    private static let watch = [
        "name": "Ada's Apple Watch", "bundleIdentifier": "com.apple.health", "deviceModel": "Watch",
        "productType": "Watch7,5", "deviceManufacturer": "Apple Inc.",
    ]
    private static let phone = [
        "name": "Ada's iPhone", "bundleIdentifier": "com.apple.health", "deviceModel": "iPhone",
        "productType": "iPhone15,2", "deviceManufacturer": "Apple Inc.",
    ]

    @Test("a phone and a watch of one hour do not add up, in the older form of a source and in the newer one")
    func devices() async throws {
        try await ServedStore.with { store in
            let token = try store.token()
            let older = try await sync(
                store, token,
                records: [
                    steps(Self.watch, 1_000, id: UUID().uuidString), steps(Self.phone, 900, id: UUID().uuidString),
                ])
            #expect(older["inserted"] as? Int == 2 && older["rejected"] as? Int == 0)
            #expect(try await statistics(store, token)?["sum"] as? Double == 1_000)
            let newer: [Object] = [
                [
                    "appId": "com.apple.health", "deviceName": "Ada's Apple Watch", "deviceModel": "Watch7,5",
                    "deviceType": "watch",
                ],
                [
                    "app_id": "com.apple.health", "device_name": "Ada's iPhone", "device_model": "iPhone15,2",
                    "device_type": "phone",
                ],
            ]
            _ = try await sync(
                store, token,
                records: zip(newer, [50.0, 40]).map { steps($0, $1, minute: 60, id: UUID().uuidString) })
            let next = try await statistics(
                store, token, from: "2024-05-01T11:00:00", to: "2024-05-01T12:00:00")
            #expect(next?["sum"] as? Double == 50)
            #expect(try await sources(store, token) == ["Ada's Apple Watch: watch", "Ada's iPhone: phone"])
        }
    }

    @Test("records with any id or none are stored once, and what cannot be taken is kept and told")
    func receipts() async throws {
        try await ServedStore.with { store in
            let token = try store.token()
            var refused = steps(Self.watch, 7)
            refused["value"] = "seven"
            var lost = steps(Self.watch, 7)
            lost["startDate"] = nil
            let records = [
                steps(Self.watch, 10, minutes: 10, id: "metric-1"), steps(Self.watch, 20, minute: 10, minutes: 10),
                steps(Self.watch, 20, minute: 10, minutes: 10), refused, lost,
            ]
            let first = try await sync(store, token, records: records)
            #expect(first["parse_status"] as? String == "partial")
            #expect(first["records_received"] as? Int == 5 && first["records_forwarded"] as? Int == 4)
            #expect(first["rejected"] as? Int == 1 && first["keptAsObjects"] as? Int == 1)
            #expect(first["inserted"] as? Int == 3 && first["unchanged"] as? Int == 1)
            let reasons = try #require(first["reasons"] as? [Object])
            #expect(reasons.map { $0["path"] as? String } == ["data.records[4].startDate", "data.records[3].value"])
            #expect(reasons.map { $0["kept"] as? Bool } == [false, true])
            let again = try await sync(store, token, records: records)
            #expect(again["inserted"] as? Int == 0 && again["unchanged"] as? Int == 4)
            #expect(again["changePosition"] as? Int == first["changePosition"] as? Int)
            #expect(try await statistics(store, token)?["sum"] as? Double == 30)
            let session = try Session(conninfo: store.conninfo)
            let kept = try session.execute(
                """
                select parts -> 'openWearables' ->> 'value' from health.sample join health.sample_type using (sample_type_id)
                join health.sample_detail using (person_id, uuid)
                where identifier = 'openwearables:HKQuantityTypeIdentifierStepCount:object'
                """)
            #expect(try kept.map { try $0.text(0) } == ["seven"])
        }
    }

    // MARK: Health Auto Export

    private func metric(_ name: String, _ units: String, _ points: [Object]) -> Object {
        ["name": name, "units": units, "data": points]
    }

    @Test("a body without lists of the app stores nothing and is told so; with lists in any known depth it is stored")
    func envelopes() async throws {
        try await ServedStore.with { store in
            let token = try store.token()
            for body: Object in [[:], ["data": Object()], ["data": ["points": [1]]], ["samples": [Object]()]] {
                let answer = try await export(store, token, body)
                #expect(answer.status == 400 && answer.code == "malformed_batch", "\(body): \(answer.body)")
                #expect(answer.body.contains("metrics, workouts"))
            }
            let unreadable = try await export(
                store, token, ["metrics": [metric("step_count", "count", [["qty": 1], ["date": "soon", "qty": 2]])]])
            #expect(unreadable.status == 400 && unreadable.body.contains("none of the 2 records"))
            #expect(try await export(store, token, ["metrics": [Object]()]).status == 200)
            let list = [metric("step_count", "count", [["date": "2024-05-01 10:00:00 +0000", "qty": 100]])]
            for body: Object in [
                ["metrics": list], ["data": ["metrics": list]], ["data": ["healthMetrics": ["metrics": list]]],
            ] {
                let answer = try await export(store, token, body)
                #expect(answer.status == 200, "\(answer.body)")
                #expect(try await statistics(store, token)?["sum"] as? Double == 100)
            }
        }
    }

    @Test(
        "minimum and maximum of a heart rate count, beside an average and without one, over HTTP, explained and in SQL")
    func extremes() async throws {
        try await ServedStore.with { store in
            let token = try store.token()
            let points: [Object] = [
                ["date": "2024-05-01 10:00:00 +0000", "Min": 48, "Avg": 70, "Max": 131],
                ["date": "2024-05-01 11:00:00 +0000", "Min": 52, "Max": 99],
            ]
            let answer = try await export(store, token, ["data": ["metrics": [metric("heart_rate", "bpm", points)]]])
            #expect(answer.status == 200, "\(answer.body)")
            func figures(_ hours: ClosedRange<Int>) async throws -> [Double?] {
                let statistics = try await statistics(
                    store, token, type: "heartRate", unit: "count/min", from: "2024-05-01T\(hours.lowerBound):00:00",
                    to: "2024-05-01T\(hours.upperBound):00:00")
                return ["count", "minimum", "average", "maximum"].map { name in
                    (statistics?[name] as? Double).map { ($0 * 1e6).rounded() / 1e6 }
                }
            }
            #expect(try await figures(10...11) == [1, 48, 70, 131])
            #expect(try await figures(11...12) == [1, 52, nil, 99])
            #expect(try await figures(10...12) == [2, 48, 70, 131])
            let explained = try await store.service.send(
                "GET", "/v1/explain",
                query: [
                    ("type", "heartRate"), ("unit", "count/min"), ("timeZone", "UTC"), ("from", "2024-05-01T10:00:00"),
                    ("to", "2024-05-01T12:00:00"),
                ], token: token)
            let parts = try #require(try explained.object["samples"] as? [Object])
            let told = parts.map { part in
                ["minimum", "value", "maximum"].map { name in (part[name] as? Double).map { $0.rounded() } }
            }
            #expect(told == [[48, 70, 131], [52, nil, 99]], "\(explained.body)")
            #expect(parts.map { $0["reason"] as? String } == [nil, "noAverage"])
            let session = try Session(conninfo: store.conninfo)
            let rows = try session.execute(
                """
                select concat_ws(' ', count, round(minimum), coalesce(round(average)::text, '-'), round(maximum), unit)
                from health_code.statistics_collection(
                    'Ada', 'heartRate', 'hour', 'UTC', '2024-05-01 10:00Z', '2024-05-01 12:00Z')
                order by start_time
                """)
            #expect(try rows.map { try $0.text(0) } == ["1 48 70 131 count/min", "1 52 - 99 count/min"])
            // A raw heart rate replaces the whole aggregate.
            var raw = step(start: "2024-05-01T10:30:00Z", end: "2024-05-01T10:30:00Z", value: 80)
            (raw["type"], raw["unit"]) = ("heartRate", "count/min")
            _ = try await store.post(["samples": [raw]], token: token)
            #expect(try await figures(10...12) == [2, 52, 80, 99])
        }
    }

    // MARK: All at once

    @Test("one hour from raw samples, from Health Auto Export and from open-wearables counts once, in any order")
    func oneHour() async throws {
        let watchUUID = UUID().uuidString
        for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2], [1, 2, 0]] {
            try await ServedStore.with { store in
                let token = try store.token()
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
                        let answer = try await export(
                            store, token, ["data": ["metrics": [metric("step_count", "count", [point])]]])
                        #expect(answer.status == 200)
                    default:
                        // Posts the watch's sample again, and the phone's sample, which HealthKit
                        // has merged with it.
                        let answer = try await sync(
                            store, token,
                            records: [steps(Self.watch, 1_000, id: watchUUID), steps(Self.phone, 950)])
                        #expect(answer["rejected"] as? Int == 0)
                    }
                }
                #expect(try await statistics(store, token)?["sum"] as? Double == 1_000, "\(order)")
                let names = try await sources(store, token)
                #expect(
                    names == ["Ada's Apple Watch: watch", "Ada's iPhone: phone", "Health Auto Export: aggregate"],
                    "\(order)")
            }
        }
    }
}
