import Foundation
import Postgres
import TestSupport
import Testing

@Suite struct EndpointTests {
    @Test("no endpoint of a person answers without a good token, whatever is wrong with it")
    func tokens() async throws {
        try await ServedStore.with { store in
            let token = try store.token()
            // A malformed request is refused before its token is looked up.
            let range = [("type", "stepCount"), ("timeZone", "UTC"), ("from", "2024-05-01"), ("to", "2024-05-03")]
            let questions: [(path: String, query: [(String, String)])] = [
                ("/v1/types", []), ("/v1/sources", []), ("/v1/samples", [("type", "stepCount")]), ("/v1/changes", []),
                ("/v1/statistics-collection", range + [("interval", "day")]), ("/v1/statistics", range),
                ("/v1/explain", range), ("/v1/sources/priority", [("type", "stepCount")]), ("/v1/time-zones", []),
                ("/v1/workouts", []), ("/v1/anchors/phone/mood", []),
                ("/v1/workouts/00000000-0000-4000-8000-000000000001", []), ("/v1/sleep", Array(range.dropFirst())),
                ("/v1/summaries", Array(range.dropFirst())),
                ("/v1/summaries/2024-05-01/footprint", Array(range.prefix(2))),
            ]
            for (path, query) in questions {
                let none = try await store.service.send("GET", path, query: query)
                #expect(none.status == 401 && none.code == "missing_token")
                let wrong = String(token.dropLast()) + (token.hasSuffix("0") ? "1" : "0")
                for bad in ["x", wrong, token + "0", "hs_1_2_3", String(repeating: "a", count: 10_000)] {
                    let answer = try await store.service.send("GET", path, query: query, token: bad)
                    #expect(answer.status == 401 && answer.code == "invalid_token")
                }
            }
            let wrong = "hs_1_" + String(repeating: "0", count: 32) + "_" + String(repeating: "0", count: 64)
            for (method, path, query) in [
                ("GET", "/v1/types", [("hasSamples", "maybe")]), ("GET", "/v1/sources", [("type", "stepCount")]),
                ("GET", "/v1/sources/priority", [("type", "nope")]), ("PUT", "/v1/sources/priority", []),
            ] {
                let answer = try await store.service.send(method, path, query: query, token: wrong)
                #expect(answer.status == 400, "\(method) \(path): \(answer.body)")
            }
            #expect(try await store.service.send("GET", "/v1/types", token: token).status == 200)
            #expect(try await store.service.send("GET", "/health").body.contains("ok"))
            #expect(try await store.service.send("GET", "/ready").status == 200)
        }
    }

    @Test("one person's token shows nothing of another's")
    func people() async throws {
        try await ServedStore.with { store in
            let (ada, bob) = (try store.token(for: "Ada"), try store.token(for: "Bob"))
            _ = try await store.post(["samples": [step()]], token: ada)
            let seen = try await store.service.send("GET", "/v1/samples", query: [("type", "stepCount")], token: bob)
            #expect((try seen.object["samples"] as? [Any])?.isEmpty == true)
            #expect(
                (try await store.service.send("GET", "/v1/sources", token: bob).object["sources"] as? [Any])?.isEmpty
                    == true)
        }
    }

    @Test("what is not there, or asked wrongly, is an error with a stable code that names the parameter")
    func errors() async throws {
        try await ServedStore.with { store in
            let token = try store.token()
            let good = [
                ("type", "stepCount"), ("interval", "day"), ("timeZone", "Europe/Berlin"), ("from", "2024-05-01"),
                ("to", "2024-05-03"),
            ]
            func with(_ name: String, _ value: String?) -> [(String, String)] {
                good.filter { $0.0 != name } + (value.map { [(name, $0)] } ?? [])
            }
            let path = "/v1/statistics-collection"
            let questions: [(String, [(String, String)], Int, String)] = [
                (path, good, 200, ""), (path, with("type", nil), 400, "missing_parameter"),
                (path, with("type", "steps"), 400, "unknown_type"),
                (path, with("type", "sleepAnalysis"), 400, "wrong_kind"),
                (path, with("interval", "fortnight"), 400, "malformed_parameter"),
                (path, with("interval", "0day"), 400, "malformed_parameter"),
                (path, with("timeZone", "PST"), 400, "unknown_time_zone"),
                (path, with("from", "yesterday"), 400, "malformed_parameter"),
                (path, with("to", "2024-05-01"), 400, "empty_range"),
                (path, with("unit", "kg"), 400, "incompatible_unit"),
                (path, with("unit", "parsec"), 400, "unknown_unit"),
                (path, with("options", "discreteAverage"), 400, "incompatible_option"),
                (path, good + [("intervall", "day")], 400, "unknown_parameter"),
                (path, good + [("unit", "count"), ("unit", "count")], 400, "repeated_parameter"),
                (
                    path, with("interval", "minute").filter { $0.0 != "to" } + [("to", "2030-01-01")], 400,
                    "too_many_buckets"
                ),
                ("/v1/samples", [("type", "stepCount"), ("limit", "0")], 400, "out_of_range"),
                ("/v1/samples", [("type", "stepCount"), ("cursor", "abc")], 400, "malformed_cursor"),
                ("/v1/samples", [("type", "nothing")], 400, "unknown_type"), ("/v1/nothing", [], 404, "not_found"),
                ("/v1/sources/priority", [], 400, "missing_parameter"),
            ]
            for (path, query, status, code) in questions {
                let answer = try await store.service.send("GET", path, query: query, token: token)
                #expect(answer.status == status, "\(path) \(query): \(answer.body)")
                #expect((answer.code ?? "") == code, "\(path) \(query): \(answer.body)")
                if status != 200 { #expect(Set(try answer.object.keys) == ["code", "message", "details", "hint"]) }
            }
            let method = try await store.service.send("DELETE", "/v1/types", token: token)
            #expect(method.status == 405 && method.code == "method_not_allowed")
        }
    }

    @Test("paging hands out every sample once, also while others arrive")
    func paging() async throws {
        try await ServedStore.with { store in
            let token = try store.token()
            let samples = (0..<25).map { step(start: "2024-05-01T10:00:0\($0 / 10)Z", value: Double($0)) }
            _ = try await store.post(["samples": samples], token: token)
            var seen: [String] = []
            var cursor: String?
            repeat {
                let query = [("type", "stepCount"), ("limit", "4")] + (cursor.map { [("cursor", $0)] } ?? [])
                let page = try await store.service.send("GET", "/v1/samples", query: query, token: token).object
                seen += (page["samples"] as? [[String: Any]] ?? []).compactMap { $0["uuid"] as? String }
                cursor = page["cursor"] as? String
                _ = try await store.post(
                    ["samples": [step(start: "2024-05-01T09:00:00Z", end: "2024-05-01T09:00:01Z")]], token: token)
            } while cursor != nil
            #expect(seen.count == 25)
            #expect(Set(seen) == Set(samples.compactMap { ($0["uuid"] as? String)?.lowercased() }))
        }
    }

    @Test("the order of sources can be read, set by id or name, and given back")
    func priority() async throws {
        try await ServedStore.with { store in
            let token = try store.token()
            _ = try await store.post(
                [
                    "samples": [
                        step(value: 100, source: "Phone"), step(value: 60, source: "Ring"),
                        step(value: 70, source: "Band"),
                    ]
                ], token: token)
            func order(_ body: String? = nil) async throws -> RunningService.Answer {
                try await store.service.send(
                    body == nil ? "GET" : "PUT", "/v1/sources/priority", query: [("type", "stepCount")], token: token,
                    body: body)
            }
            let tooMany = try await order(
                "{\"sources\": [\(Array(repeating: "1", count: 10_001).joined(separator: ","))]}")
            #expect(tooMany.status == 400 && tooMany.code == "too_many_records")
            func names(_ answer: RunningService.Answer) throws -> [String] {
                (try answer.object["sources"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
            }
            func sum() async throws -> Double? {
                let answer = try await store.service.send(
                    "GET", "/v1/statistics-collection",
                    query: [
                        ("type", "stepCount"), ("interval", "day"), ("timeZone", "UTC"), ("from", "2024-05-01"),
                        ("to", "2024-05-02"),
                    ],
                    token: token)
                let bucket = (try answer.object["buckets"] as? [[String: Any]])?.first
                return (bucket?["statistics"] as? [String: Any])?["sum"] as? Double
            }
            let byDefault = try names(try await order())
            #expect(byDefault == ["Band", "Ring", "Phone"])
            #expect(try await sum() == 70)
            #expect(try names(try await order(#"{"sources": ["Ring", 1]}"#)) == ["Ring", "Phone", "Band"])
            #expect(try await sum() == 60)
            for (body, code) in [
                (#"{"sources": ["Nobody"]}"#, "unknown_source"), (#"{"sources": [99]}"#, "unknown_source"),
                (#"{"sources": ["Ring", "Ring"]}"#, "repeated_source"), (#"{"sources": [1.5]}"#, "malformed_field"),
                (#"{"source": []}"#, "malformed_field"), ("[]", "malformed_field"),
                (#"{"sources": [], "sources": ["Ring"]}"#, "malformed_field"),
                (#"{"sources": [], "type": "stepCount"}"#, "malformed_field"),
            ] {
                let answer = try await order(body)
                #expect(answer.status == 400 && answer.code == code, "\(body) \(answer.body)")
            }
            #expect(try names(try await order(#"{"sources": []}"#)) == byDefault)
        }
    }
}
