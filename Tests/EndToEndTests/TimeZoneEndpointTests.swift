import Foundation
import HealthDatabase
import Postgres
import TestSupport
import Testing

@Suite struct TimeZoneEndpointTests {
    private static let path = "/v1/time-zones"

    /// Returns each member of a list as one text, such as `start end zone origin`.
    private func list(_ answer: RunningService.Answer, _ name: String = "timeZones") throws -> [String] {
        answer.expect(200)
        return (try answer.object[name] as? [[String: Any]] ?? []).map { zone in
            #expect(Set(zone.keys) == (name == "manual" ? manualMembers : manualMembers.union(["origin"])))
            return ["startDate", "endDate", "timeZone", "origin"].compactMap { key in
                zone[key].map { $0 as? String ?? "-" }
            }.joined(separator: " ")
        }
    }

    private var manualMembers: Set<String> { ["startDate", "endDate", "timeZone"] }

    private func sample(_ hour: Int, zone: String? = nil, value: Double = 1) -> [String: Any] {
        let day = 9 + hour / 24
        let start = "2024-01-\(day < 10 ? "0" : "")\(day)T\(hour % 24 < 10 ? "0" : "")\(hour % 24):00:00Z"
        var sample = step(start: start, end: start, value: value)
        if let zone { sample["metadata"] = ["HKTimeZone": zone] }
        return sample
    }

    /// Returns the steps of each day in SQL. Stored days are sums of hours, which are rounded.
    private func days(_ store: ServedStore) throws -> [String] {
        let session = try Session(conninfo: store.conninfo)
        return try session.execute("select date::text || ' ' || round(steps) from health.daily_steps order by date")
            .map { try $0.text(0) }
    }

    @Test(
        "offsets in the times of clients are the person's clock, in SQL too, until a zone is known; in any order of the requests",
        arguments: [[0, 1, 2], [2, 1, 0], [1, 0, 2, 0, 1]])
    func offsetsOfClients(_ order: [Int]) async throws {
        // Three days in a zone of +01:00, then one of +09:00.
        let points = [("2026-03-01", "+0100", 8_000), ("2026-03-02", "+0100", 4_000), ("2026-03-04", "+0900", 700)]
        let bodies = points.map { date, offset, steps in
            #"{"data": {"metrics": [{"name": "step_count", "units": "count", "data": ["#
                + #"{"date": "\#(date) 00:00:00 \#(offset)", "qty": \#(steps)}]}]}}"#
        }
        try await ServedStore.withAda { store, token in
            for index in order {
                let answer = try await store.service.send(
                    "POST", "/v1/clients/health-auto-export", token: token, body: bodies[index],
                    headers: ["automation-id: A", "automation-period: Today", "automation-aggregation: Days"])
                answer.expect(200)
            }
            #expect(try days(store) == ["2026-03-01 8000", "2026-03-02 4000", "2026-03-04 700"])
            func zones() async throws -> [String] {
                try list(try await store.service.send("GET", TimeZoneEndpointTests.path, token: token))
            }
            #expect(
                try await zones() == [
                    "2026-02-28T23:00:00Z 2026-03-03T15:00:00Z GMT+0100 client",
                    "2026-03-03T15:00:00Z - GMT+0900 client",
                ])
            let record = #"""
                {"data": {"records": [{"id": "\#(UUID().uuidString)", "type": "HKQuantityTypeIdentifierStepCount",
                    "startDate": "2026-09-16T23:30:00Z", "endDate": "2026-09-16T23:40:00Z", "zoneOffset": "+02:00",
                    "value": 600, "unit": "count", "source": {"appId": "a.b"}}]}}
                """#
            try await store.service.send(
                "POST", "/api/v1/sdk/users/Ada/sync", token: token, body: record
            ).expect(202)
            #expect(try days(store).last == "2026-09-17 600")
            let report = #"{"timeZone": "UTC", "startDate": "2026-03-01T00:00:00Z"}"#
            let reported = try await store.service.send(
                "POST", TimeZoneEndpointTests.path, token: token, body: report)
            #expect(try list(reported) == ["2026-03-01T00:00:00Z - UTC client"])
            #expect(try days(store).last == "2026-09-16 600")
        }
    }

    @Test("zones of samples, of clients' reports and set by hand are one history, in UTC")
    func history() async throws {
        try await ServedStore.withAda { store, token in
            func send(_ method: String, _ body: String? = nil) async throws -> RunningService.Answer {
                try await store.service.send(method, TimeZoneEndpointTests.path, token: token, body: body)
            }
            let empty = try await send("GET")
            #expect(try empty.object.keys.sorted() == ["manual", "timeZones"])
            #expect(try list(empty) == [] && list(empty, "manual") == [])
            _ = try await store.post(
                ["samples": [sample(12, zone: "Asia/Tokyo"), sample(60, zone: "Asia/Tokyo")]], token: token)
            #expect(try list(try await send("GET")) == ["2024-01-09T12:00:00Z - Asia/Tokyo metadata"])
            let report = #"{"timeZone": "America/Los_Angeles", "startDate": "2024-01-10T12:00:00+09:00"}"#
            for _ in 0..<2 {
                let answer = try await send("POST", report)
                #expect(
                    try list(answer) == [
                        "2024-01-09T12:00:00Z 2024-01-10T03:00:00Z Asia/Tokyo metadata",
                        "2024-01-10T03:00:00Z 2024-01-11T12:00:00Z America/Los_Angeles client",
                        "2024-01-11T12:00:00Z - Asia/Tokyo metadata",
                    ])
            }
            // The two intervals are not in order. The first interval ends when the other begins.
            let put = """
                {"timeZones": [
                    {"startDate": "2024-01-11T00:00:00.5Z", "endDate": "2024-01-11T06:00:00Z", "timeZone": "Europe/Berlin"},
                    {"timeZone": "UTC", "startDate": "2024-01-10T06:00:00Z", "endDate": "2024-01-11T00:00:00.500Z"}]}
                """
            let manual = try await send("PUT", put)
            #expect(
                try list(manual) == [
                    "2024-01-09T12:00:00Z 2024-01-10T03:00:00Z Asia/Tokyo metadata",
                    "2024-01-10T03:00:00Z 2024-01-10T06:00:00Z America/Los_Angeles client",
                    "2024-01-10T06:00:00Z 2024-01-11T00:00:00.5Z UTC manual",
                    "2024-01-11T00:00:00.5Z 2024-01-11T06:00:00Z Europe/Berlin manual",
                    "2024-01-11T06:00:00Z 2024-01-11T12:00:00Z America/Los_Angeles client",
                    "2024-01-11T12:00:00Z - Asia/Tokyo metadata",
                ])
            #expect(
                try list(manual, "manual") == [
                    "2024-01-10T06:00:00Z 2024-01-11T00:00:00.5Z UTC",
                    "2024-01-11T00:00:00.5Z 2024-01-11T06:00:00Z Europe/Berlin",
                ])
            #expect(try await send("GET").body == manual.body)
            let none = try await send("PUT", #"{"timeZones": []}"#)
            #expect(try list(none).count == 3 && list(none, "manual") == [])
            let forGood = try await send(
                "PUT", #"{"timeZones": [{"startDate": "2024-01-01T00:00:00Z", "endDate": null, "timeZone": "UTC"}]}"#)
            #expect(try list(forGood) == ["2024-01-01T00:00:00Z - UTC manual"])
            #expect(try list(forGood, "manual") == ["2024-01-01T00:00:00Z - UTC"])
        }
    }

    @Test("a report without a date is for now; a report for the same instant replaces the one before")
    func report() async throws {
        try await ServedStore.withAda { store, token in
            func post(_ body: String) async throws -> [String] {
                try list(try await store.service.send("POST", TimeZoneEndpointTests.path, token: token, body: body))
            }
            let before = Date()
            let now = try await post(#"{"timeZone": "Asia/Tokyo"}"#)
            #expect(now.count == 1 && now[0].hasSuffix(" - Asia/Tokyo client"))
            let strategy = Date.ISO8601FormatStyle(includingFractionalSeconds: now[0].prefix(22).contains("."))
            let start = try strategy.parse(String(now[0].prefix { $0 != " " }))
            #expect(start > before.addingTimeInterval(-1) && start < Date().addingTimeInterval(1))
            _ = try await post(#"{"timeZone": "Europe/Paris", "startDate": "2024-01-01T00:00:00Z"}"#)
            let replaced = try await post(#"{"startDate": "2024-01-01T00:00:00.000Z", "timeZone": "Europe/Berlin"}"#)
            #expect(replaced.first?.contains("Europe/Berlin client") == true && replaced.count == 2)
        }
    }

    /// A body with one interval.
    private static func zone(_ members: String) -> String { #"{"timeZones": [{\#(members)}]}"# }

    private static let start = #""startDate": "2024-01-01T00:00:00Z""#

    /// Bodies that are refused, with the code and the field.
    private static let malformed: [(method: String, body: String, code: String, field: String)] = [
        ("PUT", "[]", "malformed_field", ""),
        ("PUT", "{}", "malformed_field", "timeZones"),
        ("PUT", #"{"timeZones": {}}"#, "malformed_field", "timeZones"),
        ("PUT", #"{"timeZones": [], "manual": []}"#, "malformed_field", "manual"),
        ("PUT", #"{"timeZones": [], "timeZones": []}"#, "malformed_field", "timeZones"),
        ("PUT", #"{"timeZones": [1]}"#, "malformed_field", "timeZones[0]"),
        ("PUT", zone(start), "missing_field", "timeZones[0].timeZone"),
        ("PUT", zone(#""timeZone": "UTC""#), "missing_field", "timeZones[0].startDate"),
        ("PUT", zone(#""timeZone": "UTC", "startDate": null"#), "missing_field", "timeZones[0].startDate"),
        ("PUT", zone(#""timeZone": "UTC", "startDate": "2024-01-01""#), "malformed_date", "timeZones[0].startDate"),
        ("PUT", zone(#""timeZone": "UTC", "endDate": 7, "# + start), "malformed_date", "timeZones[0].endDate"),
        (
            "PUT", zone(#""timeZone": "UTC", "endDate": "2024-01-01T00:00:00Z", "# + start), "end_before_start",
            "timeZones[0].endDate"
        ),
        ("PUT", zone(#""timeZone": "PST", "# + start), "unknown_time_zone", "timeZones[0].timeZone"),
        ("PUT", zone(#""timeZone": "person", "# + start), "unknown_time_zone", "timeZones[0].timeZone"),
        ("PUT", zone(#""timeZone": null, "# + start), "malformed_field", "timeZones[0].timeZone"),
        ("PUT", zone(#""timeZone": "UTC", "origin": "manual", "# + start), "malformed_field", "timeZones[0].origin"),
        (
            "PUT",
            """
            {"timeZones": [
                {"timeZone": "UTC", "startDate": "2024-01-02T00:00:00Z"},
                {"timeZone": "UTC", "startDate": "2024-01-01T00:00:00Z", "endDate": "2024-01-02T00:00:00.000001Z"}]}
            """, "overlapping_time_zones", "timeZones[0]"
        ),
        ("POST", "[]", "malformed_field", ""), ("POST", "{}", "missing_field", "timeZone"),
        ("POST", #"{"timeZone": 1}"#, "malformed_field", "timeZone"),
        ("POST", #"{"timeZone": "Mars/Olympus"}"#, "unknown_time_zone", "timeZone"),
        ("POST", #"{"timeZone": "UTC\u0000"}"#, "unknown_time_zone", "timeZone"),
        ("POST", #"{"timeZone": "UTC", "startDate": "yesterday"}"#, "malformed_date", "startDate"),
        ("POST", #"{"timeZone": "UTC", "endDate": "2024-01-01T00:00:00Z"}"#, "malformed_field", "endDate"),
    ]

    @Test("an error names the field, is not shown without a token, and changes nothing")
    func errors() async throws {
        try await ServedStore.withAda { store, token in
            func send(_ method: String, _ body: String?, _ token: String?) async throws -> RunningService.Answer {
                try await store.service.send(method, TimeZoneEndpointTests.path, token: token, body: body)
            }
            for (method, body, code, field) in TimeZoneEndpointTests.malformed {
                try await send(method, body, token).expect(400, code, body, naming: field)
            }
            let wrong = String(token.dropLast()) + (token.hasSuffix("0") ? "1" : "0")
            #expect(try await send("PUT", "[]", wrong).status == 401)
            for (method, body) in [
                ("GET", nil), ("PUT", #"{"timeZones": []}"#), ("POST", #"{"timeZone": "UTC"}"#),
            ] {
                #expect(try await send(method, body, nil).code == "missing_token")
                #expect(try await send(method, body, wrong).code == "invalid_token")
            }
            #expect(try await send("PUT", "{", token).code == "malformed_json")
            let query = try await store.get(TimeZoneEndpointTests.path, [("from", "2024-01-01")], token: token)
            #expect(query.code == "unknown_parameter")
            let many = (0...10_000).map {
                #"{"timeZone":"UTC","startDate":"\#(1_000 + $0 / 10)-01-0\#($0 % 10)T00:00:00Z"}"#
            }
            let tooMany = try await send("PUT", #"{"timeZones":[\#(many.joined(separator: ","))]}"#, token)
            tooMany.expect(400, "too_many_records")
            #expect(try list(try await send("GET", nil, token)) == [])
            let session = try Session(conninfo: store.conninfo)
            let reports = try session.execute("select count(*) from health.time_zone_report")[0].int64(0)
            #expect(reports == 0)
        }
    }
}
