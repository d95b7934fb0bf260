import TestSupport
import Testing

@Suite struct EndpointTests {
    @Test("a malformed request is refused before its token is looked up, and no other text is a token")
    func tokens() async throws {
        try await ServedStore.withAda { store, token in
            for bad in ["x", token + "0", "hs_1_2_3", String(repeating: "a", count: 10_000)] {
                try await store.get("/v1/types", token: bad).expect(401, "invalid_token")
            }
            let wrong = "hs_1_" + String(repeating: "0", count: 32) + "_" + String(repeating: "0", count: 64)
            for (method, path, query) in [
                ("GET", "/v1/types", [("hasSamples", "maybe")]), ("GET", "/v1/sources", [("type", "stepCount")]),
                ("GET", "/v1/sources/priority", [("type", "nope")]), ("PUT", "/v1/sources/priority", []),
            ] {
                let answer = try await store.service.send(method, path, query: query, token: wrong)
                #expect(answer.status == 400, "\(method) \(path): \(answer.body)")
            }
            #expect(try await store.get("/v1/types", token: token).status == 200)
            #expect(try await store.get("/health").body.contains("ok"))
            #expect(try await store.get("/ready").status == 200)
        }
    }

    @Test("what is not there, or asked wrongly, is an error with a stable code that names the parameter")
    func errors() async throws {
        try await ServedStore.withAda { store, token in
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
                (path, with("to", "2024-05-01"), 400, "empty_range"),
                (path, good + [("intervall", "day")], 400, "unknown_parameter"),
                (path, good + [("unit", "count"), ("unit", "count")], 400, "repeated_parameter"),
                ("/v1/samples", [("type", "stepCount"), ("limit", "0")], 400, "out_of_range"),
                ("/v1/samples", [("type", "stepCount"), ("cursor", "abc")], 400, "malformed_cursor"),
                ("/v1/samples", [("type", "nothing")], 400, "unknown_type"), ("/v1/nothing", [], 404, "not_found"),
                ("/v1/sources/priority", [], 400, "missing_parameter"),
            ]
            for (path, query, status, code) in questions {
                let answer = try await store.get(path, query, token: token)
                #expect(answer.status == status, "\(path) \(query): \(answer.body)")
                #expect((answer.code ?? "") == code, "\(path) \(query): \(answer.body)")
                if status != 200 { #expect(Set(try answer.object.keys) == ["code", "message", "details", "hint"]) }
            }
            let method = try await store.service.send("DELETE", "/v1/types", token: token)
            method.expect(405, "method_not_allowed")
        }
    }

    @Test("the order of sources can be read, set by id or name, and given back")
    func priority() async throws {
        try await ServedStore.withAda { store, token in
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
            tooMany.expect(400, "too_many_records")
            func names(_ answer: RunningService.Answer) throws -> [String] {
                (try answer.object["sources"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
            }
            func sum() async throws -> Double? {
                let answer = try await store.get(
                    "/v1/statistics-collection",
                    [
                        ("type", "stepCount"), ("interval", "day"), ("timeZone", "UTC"), ("from", "2024-05-01"),
                        ("to", "2024-05-02"),
                    ],
                    token: token)
                let bucket = (try answer.object["buckets"] as? [[String: Any]])?.first
                return (bucket?["statistics"] as? [String: Any])?["sum"] as? Double
            }
            let byDefault = try names(try await order())
            // Of sources that are equally old, that with the greatest name counts as the newest.
            #expect(byDefault == ["Phone", "Ring", "Band"])
            #expect(try await sum() == 100)
            #expect(try names(try await order(#"{"sources": ["Band", 1]}"#)) == ["Band", "Phone", "Ring"])
            #expect(try await sum() == 70)
            for (body, code) in [
                (#"{"sources": ["Nobody"]}"#, "unknown_source"), (#"{"sources": [99]}"#, "unknown_source"),
                (#"{"sources": ["Ring", "Ring"]}"#, "repeated_source"), (#"{"sources": [1.5]}"#, "malformed_field"),
                (#"{"source": []}"#, "malformed_field"), ("[]", "malformed_field"),
                (#"{"sources": [], "sources": ["Ring"]}"#, "malformed_field"),
                (#"{"sources": [], "type": "stepCount"}"#, "malformed_field"),
            ] {
                try await order(body).expect(400, code, body)
            }
            #expect(try names(try await order(#"{"sources": []}"#)) == byDefault)
        }
    }

    @Test("a renamed source is joined to its new name and separated, over HTTP and on the command line")
    func joinedSources() async throws {
        try await ServedStore.withAda { store, token in
            let samples = [step(value: 100, source: "Band"), step(value: 60, source: "Band 2")]
            #expect(try await store.post(["samples": samples], token: token).status == 200)
            func put(_ id: String, _ body: String) async throws -> RunningService.Answer {
                try await store.service.send("PUT", "/v1/sources/\(id)", token: token, body: body)
            }
            func joined() async throws -> [Int?] {
                let listed = try await store.get("/v1/sources", token: token).object["sources"] as? [[String: Any]]
                return (listed ?? []).map { $0["joinedTo"] as? Int }
            }
            #expect(try await put("1", #"{"joinedTo": "Band 2"}"#).object["joinedTo"] as? Int == 2)
            #expect(try await joined() == [2, nil])
            let order = try await store.get("/v1/sources/priority", [("type", "stepCount")], token: token)
            #expect((try order.object["sources"] as? [[String: Any]])?.count == 1)
            // The old name in a question means the source that it is a name of.
            let found = try await store.get("/v1/samples", [("type", "stepCount"), ("source", "Band")], token: token)
            #expect((try found.object["samples"] as? [Any])?.count == 2)
            let refused = [
                ("1", "[]", 400, "malformed_field"), ("1", "{}", 400, "malformed_field"),
                ("1", #"{"joinedTo": true}"#, 400, "malformed_field"),
                ("1", #"{"joinedTo": 2, "name": "Band"}"#, 400, "malformed_field"),
                ("1", #"{"joinedTo": 9}"#, 400, "unknown_source"),
                ("2", #"{"joinedTo": 1}"#, 409, "source_not_joinable"),
                ("9", #"{"joinedTo": 1}"#, 404, "unknown_source"), ("x", #"{"joinedTo": 1}"#, 404, "unknown_source"),
            ]
            for (id, body, status, code) in refused {
                try await put(id, body).expect(status, code, body)
            }
            #expect(try await put("1", #"{"joinedTo": null}"#).status == 200)
            #expect(try await joined() == [nil, nil])
            func run(_ words: [String]) async throws -> Command {
                try await Command.healthstore(["sources", "--person", "Ada"] + words, database: store.conninfo)
            }
            #expect(try await run(["join", "2", "1"]).status == 0)
            let list = try await run(["list"])
            #expect(list.output.hasSuffix(" 2  other          1  Band 2\n"), "\(list.output)")
            #expect(try await joined() == [nil, 1])
            #expect(try await run(["separate", "2"]).status == 0)
            #expect(try await joined() == [nil, nil])
            for wrong in [["join", "2"], ["join", "x", "1"], ["separate", "0"], ["rename", "1"]] {
                #expect(try await run(wrong).status == 64, "\(wrong)")
            }
        }
    }
}
