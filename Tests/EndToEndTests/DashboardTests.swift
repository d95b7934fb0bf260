import TestSupport
import Testing

/// Tests what dashboards need besides figures. These are formats, entity tags, encodings, times and
/// pages of other origins.
@Suite struct DashboardTests {
    private static let question = [
        ("type", "stepCount"), ("interval", "day"), ("timeZone", "Europe/Berlin"), ("from", "2024-05-01"),
        ("to", "2024-05-03"),
    ]

    private static func withSteps(
        _ arguments: [String] = [], _ body: @Sendable (ServedStore, String) async throws -> Void
    ) async throws {
        try await ServedStore.withAda(arguments) { store, token in
            try await store.post(
                [
                    "samples": [
                        step(value: 100, source: "Phone"),
                        step(
                            start: "2024-05-01T12:00:00Z", end: "2024-05-01T12:30:00Z", value: 50,
                            source: "=HYPERLINK(\"x\")"),
                    ]
                ], token: token
            ).expect(200)
            try await body(store, token)
        }
    }

    private static func get(
        _ store: ServedStore, _ token: String?, _ path: String = "/v1/statistics-collection",
        _ query: [(String, String)] = question, _ headers: String...
    ) async throws -> RunningService.Answer {
        try await store.get(path, query, token: token, headers: headers)
    }

    private static let columns =
        "date,type,startDate,endDate,partial,sourceId,source,count,sum,average,minimum,maximum,mostRecent,"
        + "mostRecentStartDate,mostRecentEndDate,unit,duration,utcOffset"

    @Test("Statistics are CSV for who asks for it: a row for each bucket and source, a name no formula")
    func csv() async throws {
        try await Self.withSteps { store, token in
            let answer = try await Self.get(
                store, token, "/v1/statistics-collection", Self.question + [("separateBySource", "true")],
                "Accept: text/csv")
            answer.expect(200)
            #expect(answer.header("content-type") == "text/csv; charset=utf-8; header=present")
            let lines = answer.body.replacing("\r\n", with: "\n").split(
                separator: "\n", omittingEmptySubsequences: false)
            let day = "2024-05-01,HKQuantityTypeIdentifierStepCount,2024-05-01 00:00:00,2024-05-02 00:00:00,false,"
            let recent = "2024-05-01 14:00:00,2024-05-01 14:30:00,count"
            #expect(lines.count == 6 && lines.last == "")
            #expect(lines.first.map(String.init) == Self.columns)
            #expect(lines[1] == "\(day),,2,150,,,,50,\(recent),2400,+02:00")
            let sources = Set(lines[2...3].map { $0.replacing(/^(.*?false),\d+,/) { "\($0.output.1),N," } })
            #expect(
                sources == [
                    "\(day)N,\"'=HYPERLINK(\"\"x\"\")\",1,50,,,,50,\(recent),1800,+02:00",
                    "\(day)N,Phone,1,100,,,,100,2024-05-01 12:00:00,2024-05-01 12:10:00,count,600,+02:00",
                ])
            #expect(
                lines[4]
                    == "2024-05-02,HKQuantityTypeIdentifierStepCount,2024-05-02 00:00:00,2024-05-03 00:00:00,false,,,,,,,,,,,count,,+02:00"
            )
        }
    }

    @Test("They are lines of JSON with the same columns, for several types, and of one range too")
    func lines() async throws {
        try await Self.withSteps { store, token in
            let list = [("types", "stepCount,heartRate")] + Self.question.dropFirst() + [("fill", "omit")]
            let answer = try await Self.get(
                store, token, "/v1/statistics-collection", list, "Accept: application/x-ndjson")
            #expect(answer.header("content-type") == "application/x-ndjson")
            let line = #"""
                {"type":"HKQuantityTypeIdentifierStepCount","startDate":"2024-05-01T00:00:00+02:00",\#
                "endDate":"2024-05-02T00:00:00+02:00","partial":false,"sourceId":null,"source":null,"count":2,\#
                "sum":150,"average":null,"minimum":null,"maximum":null,"mostRecent":50,\#
                "mostRecentStartDate":"2024-05-01T14:00:00+02:00","mostRecentEndDate":"2024-05-01T14:30:00+02:00",\#
                "unit":"count","duration":2400}
                """#
            #expect(answer.body == line + "\n")
            let range = Self.question.filter { $0.0 != "interval" } + [("options", "cumulativeSum")]
            let single = try await Self.get(store, token, "/v1/statistics", range, "Accept: text/csv")
            #expect(
                single.body
                    == Self.columns.replacing("type,", with: "type,from,to,", maxReplacements: 1) + "\r\n"
                    + "2024-05-01,HKQuantityTypeIdentifierStepCount,2024-05-01 00:00:00,2024-05-03 00:00:00,"
                    + "2024-05-01 12:00:00,2024-05-01 14:30:00,false,,,2,150,,,,,,,count,,+02:00\r\n")
        }
    }

    @Test("Stated pages may ask every endpoint; a preflight needs no token")
    func crossOrigin() async throws {
        let page = "https://grafana.example.org"
        try await Self.withSteps(["--cors-origin", page, "--cors-origin", "http://localhost:3000"]) { store, token in
            let preflight = try await store.service.send(
                "OPTIONS", "/v1/batches", headers: ["Origin: \(page)", "Access-Control-Request-Method: POST"])
            #expect(preflight.status == 204 && preflight.header("access-control-allow-origin") == page)
            let headers = (preflight.header("access-control-allow-headers") ?? "").lowercased().split(separator: ", ")
            #expect(
                Set(headers).isSuperset(of: [
                    "authorization", "content-type", "content-encoding", "if-none-match", "idempotency-key",
                    "content-range", "content-digest", "repr-digest", "last-event-id", "accept",
                ]))
            let answer = try await Self.get(
                store, token, "/v1/statistics-collection", Self.question, "Origin: http://localhost:3000")
            let exposed = answer.header("access-control-expose-headers")?.split(separator: ", ") ?? []
            #expect(Set(exposed).isSuperset(of: ["ETag", "Server-Timing", "Retry-After", "X-Request-ID"]))
            let other = try await Self.get(store, token, "/v1/types", [], "Origin: https://evil.example")
            #expect(other.header("access-control-allow-origin") == nil)
        }
    }
}
