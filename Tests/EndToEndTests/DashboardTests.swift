import Foundation
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
        try await ServedStore.with(arguments) { store in
            let token = try store.token()
            let receipt = try await store.post(
                [
                    "samples": [
                        step(value: 100, source: "Phone"),
                        step(
                            start: "2024-05-01T12:00:00Z", end: "2024-05-01T12:30:00Z", value: 50,
                            source: "=HYPERLINK(\"x\")"),
                    ]
                ], token: token)
            #expect(receipt.status == 200)
            try await body(store, token)
        }
    }

    private static func get(
        _ store: ServedStore, _ token: String?, _ path: String = "/v1/statistics-collection",
        _ query: [(String, String)] = question, _ headers: String...
    ) async throws -> RunningService.Answer {
        try await store.service.send("GET", path, query: query, token: token, headers: headers)
    }

    private static let columns =
        "type,startDate,endDate,partial,sourceId,source,count,sum,average,minimum,maximum,mostRecent,"
        + "mostRecentStartDate,mostRecentEndDate,unit,duration"

    @Test("Statistics are CSV for who asks for it: a row for each bucket and source, a name no formula")
    func csv() async throws {
        try await Self.withSteps { store, token in
            let answer = try await Self.get(
                store, token, "/v1/statistics-collection", Self.question + [("separateBySource", "true")],
                "Accept: text/csv")
            #expect(answer.status == 200)
            #expect(answer.header("content-type") == "text/csv; charset=utf-8; header=present")
            let lines = answer.body.replacing("\r\n", with: "\n").split(
                separator: "\n", omittingEmptySubsequences: false)
            let day = "HKQuantityTypeIdentifierStepCount,2024-05-01T00:00:00+02:00,2024-05-02T00:00:00+02:00,false,"
            let recent = "2024-05-01T14:00:00+02:00,2024-05-01T14:30:00+02:00,count"
            #expect(lines.count == 6 && lines.last == "")
            #expect(lines.first.map(String.init) == Self.columns)
            #expect(lines[1] == "\(day),,2,150,,,,50,\(recent),2400")
            let sources = Set(lines[2...3].map { $0.replacing(/^(.*?false),\d+,/) { "\($0.output.1),N," } })
            #expect(
                sources == [
                    "\(day)N,\"'=HYPERLINK(\"\"x\"\")\",1,50,,,,50,\(recent),1800",
                    "\(day)N,Phone,1,100,,,,100,2024-05-01T12:00:00+02:00,2024-05-01T12:10:00+02:00,count,600",
                ])
            #expect(
                lines[4]
                    == "HKQuantityTypeIdentifierStepCount,2024-05-02T00:00:00+02:00,2024-05-03T00:00:00+02:00,false,,,,,,,,,,,count,"
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
            #expect(
                answer.body
                    == #"{"type":"HKQuantityTypeIdentifierStepCount","startDate":"2024-05-01T00:00:00+02:00","#
                    + #""endDate":"2024-05-02T00:00:00+02:00","partial":false,"sourceId":null,"source":null,"count":2,"#
                    + #""sum":150,"average":null,"minimum":null,"maximum":null,"mostRecent":50,"#
                    + #""mostRecentStartDate":"2024-05-01T14:00:00+02:00","mostRecentEndDate":"2024-05-01T14:30:00+02:00","#
                    + #""unit":"count","duration":2400}"# + "\n")
            let range = Self.question.filter { $0.0 != "interval" } + [("options", "cumulativeSum")]
            let single = try await Self.get(store, token, "/v1/statistics", range, "Accept: text/csv")
            #expect(
                single.body
                    == Self.columns.replacing("type,", with: "type,from,to,", maxReplacements: 1) + "\r\n"
                    + "HKQuantityTypeIdentifierStepCount,2024-05-01T00:00:00+02:00,2024-05-03T00:00:00+02:00,"
                    + "2024-05-01T12:00:00+02:00,2024-05-01T14:30:00+02:00,false,,,2,150,,,,,,,count,\r\n")
        }
    }

    @Test("Accept is weighed; what is not offered is 406, in the shape of every error, and other endpoints keep JSON")
    func negotiation() async throws {
        try await Self.withSteps { store, token in
            for (accept, type) in [
                ("*/*", "application/json"), ("text/csv;q=0.1, application/json;q=0.2", "application/json"),
                ("text/csv, */*;q=0.5", "text/csv; charset=utf-8; header=present"),
                ("text/html, */*;q=0.1", "application/json"),
            ] {
                let answer = try await Self.get(
                    store, token, "/v1/statistics-collection", Self.question, "Accept: \(accept)")
                #expect(answer.status == 200)
                #expect(answer.header("content-type") == type)
                #expect(answer.header("vary") == "Authorization, Cookie, Accept, Accept-Encoding")
            }
            let refused = try await Self.get(
                store, token, "/v1/statistics", [("type", "x")], "Accept: application/xml, text/csv;q=0")
            #expect(refused.status == 406)
            #expect(
                refused.body
                    == #"{"code":"not_acceptable","message":"Accept names no media type that this endpoint can answer with","#
                    + #""details":{"header":"Accept","offered":["application/json","application/x-ndjson","text/csv"]},"#
                    + #""hint":"it answers with application/json, application/x-ndjson, text/csv"}"# + "\n")
            #expect(
                try await Self.get(store, token, "/v1/types", [], "Accept: text/csv").header("content-type")
                    == "application/json")
        }
    }

    @Test("A tag is good until a sample changes what it stands for, in each format and coding")
    func tags() async throws {
        try await Self.withSteps { store, token in
            func ask(_ headers: String...) async throws -> RunningService.Answer {
                try await store.service.send(
                    "GET", "/v1/statistics-collection", query: Self.question, token: token, headers: headers)
            }
            let json = try #require(try await ask().header("etag"))
            let csv = try #require(try await ask("Accept: text/csv").header("etag"))
            #expect(json != csv && json.hasPrefix("\""))
            let known = try await ask("If-None-Match: \"other\", W/\(json)")
            #expect(known.status == 304 && known.body.isEmpty)
            #expect(known.header("etag") == json)
            #expect(known.header("cache-control") == "private, no-cache")
            #expect(known.header("server-timing")?.contains("total;dur=") == true)
            #expect(try await ask("If-None-Match: \(json)", "Accept: text/csv").status == 200)
            #expect(try await ask("If-None-Match: \(csv)", "Accept: text/csv").status == 304)
            // A sample of another time changes the position of the change feed, but no entity tag.
            _ = try await store.post(
                ["samples": [step(start: "2023-01-01T10:00:00Z", end: "2023-01-01T10:10:00Z")]], token: token)
            #expect(try await ask("If-None-Match: \(json)").status == 304)
            _ = try await store.post(
                ["samples": [step(start: "2024-05-02T10:00:00Z", end: "2024-05-02T10:10:00Z")]], token: token)
            let changed = try await ask("If-None-Match: \(json)")
            #expect(changed.status == 200)
            #expect(changed.header("etag") != json)
            #expect(
                try await Self.get(store, nil, "/v1/statistics-collection", Self.question, "If-None-Match: *").status
                    == 401)
            let sleep = [("timeZone", "UTC"), ("from", "2024-05-01"), ("to", "2024-05-03")]
            let night = try #require(try await Self.get(store, token, "/v1/sleep", sleep).header("etag"))
            #expect(try await Self.get(store, token, "/v1/sleep", sleep, "If-None-Match: \(night)").status == 304)
        }
    }

    @Test("An answer is compressed for who wants it, and says how long its parts took")
    func compressed() async throws {
        try await Self.withSteps { store, token in
            let year = Self.question.dropLast() + [("to", "2024-12-31")]
            let plain = try await Self.get(store, token, "/v1/statistics-collection", Array(year))
            let url =
                store.service.address + "/v1/statistics-collection?"
                + year.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
            let curl = try await Command.run(
                "/usr/bin/curl",
                [
                    "-sS", "--compressed", "-H", "Authorization: Bearer \(token)", "-w",
                    "\n%{size_download} %{header_json}", url,
                ])
            #expect(curl.output.hasPrefix(plain.body))
            let tail = curl.output.dropFirst(plain.body.count)
            let size = tail.split(separator: " ").first.flatMap { Int($0.filter(\.isNumber)) } ?? .max
            #expect(plain.body.utf8.count > 20_000 && size < 10_000)
            #expect(tail.contains(#""content-encoding":["gzip"]"#))
            #expect(plain.header("content-encoding") == nil)
            let timing = try #require(plain.header("server-timing"))
            #expect(timing.wholeMatch(of: /db;dur=[\d.]+, render;dur=[\d.]+, total;dur=[\d.]+/) != nil)
            #expect(
                try await store.service.send("GET", "/health").header("server-timing")?.hasPrefix("total;dur=") == true)
            #expect(try await Self.get(store, nil).header("server-timing")?.hasPrefix("total;dur=") == true)
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

    @Test(
        "An origin that is none keeps the service from starting",
        arguments: ["null", "grafana.example.org", "https://a/"])
    func malformedOrigin(origin: String) async throws {
        let result = try await Command.run(
            try Command.product(), ["serve", "--cors-origin", "http://localhost:3000", "--cors-origin", origin])
        #expect(result.status == 64)
        #expect(result.errors.contains("--cors-origin: "))
    }

    @Test("Samples are lines for who asks for them, and Link leads to the next page")
    func samples() async throws {
        try await Self.withSteps { store, token in
            let query = [("type", "stepCount"), ("limit", "1"), ("source", "=HYPERLINK(\"x\")"), ("source", "Phone")]
            let first = try await Self.get(store, token, "/v1/samples", query, "Accept: application/x-ndjson")
            #expect(first.status == 200)
            #expect(first.header("content-type") == "application/x-ndjson")
            #expect(first.body.split(separator: "\n").count == 1 && first.body.contains(#""value":100"#))
            let link = try #require(first.header("link"))
            let next = try #require(link.firstMatch(of: /^<(\?[^>]*)>; rel="next"$/)?.output.1)
            let second = try await store.service.send(
                "GET", "/v1/samples" + next, token: token, headers: ["Accept: application/x-ndjson"])
            #expect(second.body.contains(#""value":50"#))
            let pages = try await Self.get(
                store, token, "/v1/samples", [("type", "stepCount")], "Accept: application/x-ndjson")
            #expect(pages.body.split(separator: "\n").count == 2)
            #expect(pages.header("link") == nil)
        }
    }
}
