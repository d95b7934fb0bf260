import TestSupport
import Testing

@testable import HealthAPI

/// The protocol of `POST /mcp`.
@Suite struct AssistantMessageTests {
    private static let meta = ["io.modelcontextprotocol/protocolVersion": "2026-07-28"]

    private static func with(_ body: (AssistantClient) async throws -> Void) async throws {
        try await ServedStore.withAda { store, token in
            try await body(AssistantClient(service: store.service, token: token))
        }
    }

    @Test("initialize answers the client's revision, or the newest before it that begins so")
    func initialization() async throws {
        try await Self.with { client in
            for (asked, answered) in [
                ("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("2025-03-26", "2024-11-05"),
                ("2024-10-07", "2024-11-05"), ("2030-01-01", "2025-11-25"),
            ] {
                let result = try await client.result("initialize", ["protocolVersion": asked])
                #expect(result["protocolVersion"] as? String == answered)
                #expect((result["capabilities"] as? [String: Any])?.keys.sorted() == ["prompts", "resources", "tools"])
                #expect((result["serverInfo"] as? [String: String])?["name"] == "healthstore")
                #expect(result["resultType"] == nil)
            }
        }
    }

    @Test("a request that names its revision says it in its header fields, too, and is told what it may keep")
    func withoutInitialization() async throws {
        try await Self.with { client in
            func fields(_ version: String, _ method: String, _ name: String? = nil) -> [String] {
                ["MCP-Protocol-Version: \(version)", "Mcp-Method: \(method)"] + (name.map { ["Mcp-Name: \($0)"] } ?? [])
            }
            for method in ["server/discover", "tools/list", "prompts/list", "resources/list"] {
                let message = AssistantClient.request(method, ["_meta": Self.meta])
                let answer = try await client.send(message, headers: fields("2026-07-28", method))
                answer.expect(200)
                let result = try answer.object["result"] as? [String: Any] ?? [:]
                #expect(result["resultType"] as? String == "complete" && result["ttlMs"] as? Int == 3_600_000)
            }
            let call = AssistantClient.request("tools/call", ["_meta": Self.meta, "name": "access"])
            try await client.send(call, headers: fields("2026-07-28", "tools/call", "access")).expect(200)
            let wrong: [([String], Int)] = [
                ([], -32020), (fields("2026-07-28", "tools/call"), -32020),
                (fields("2026-07-28", "tools/list", "access"), -32020),
                (fields("2026-07-28", "tools/call", "types"), -32020),
                (fields("2025-11-25", "tools/call", "access"), -32020),
                (fields("1900-01-01", "tools/call", "access"), -32022),
            ]
            for (headers, code) in wrong {
                let answer = try await client.send(call, headers: headers)
                let error = try answer.object["error"] as? [String: Any] ?? [:]
                #expect(answer.status == 400 && error["code"] as? Int == code, "\(headers) \(answer.body)")
            }
            let old = AssistantClient.request("tools/list", ["_meta": [ProtocolVersion.metaKey: "1900-01-01"]])
            let error = try await client.send(old).object["error"] as? [String: Any]
            let data = try #require(error?["data"] as? [String: Any])
            #expect((data["supported"] as? [String])?.count == 4 && data["requested"] as? String == "1900-01-01")
            let unknown = AssistantClient.request("logging/setLevel", ["_meta": Self.meta])
            let answer = try await client.send(unknown, headers: fields("2026-07-28", "logging/setLevel"))
            #expect(answer.status == 404 && answer.body.contains("-32601"))
        }
    }

    @Test("a message that is none, or that the protocol does not have, gets its error")
    func errors() async throws {
        let wrong: [(String, Int, Int)] = [
            ("nonsense", 400, -32700), (#"{"jsonrpc":"2.0","id":1,"method":"ping""#, 400, -32700),
            ("[]", 400, -32600), ("7", 400, -32600), ("{}", 400, -32600), (#"{"jsonrpc":"2.0","id":1}"#, 400, -32600),
            (#"{"id":1,"method":"ping"}"#, 400, -32600), (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, 400, -32600),
            (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, 400, -32600),
            (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, 400, -32600),
            (#"{"jsonrpc":"2.0","id":1,"method":"nonsense"}"#, 200, -32601),
            (#"{"jsonrpc":"2.0","id":1,"method":"server/discover"}"#, 200, -32601),
            (#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#, 200, -32602),
            (#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}"#, 200, -32602),
            (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}"#, 200, -32602),
            (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"drop"}}"#, 200, -32602),
            (#"{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"drop"}}"#, 200, -32602),
            (#"{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"review"}}"#, 200, -32602),
            (#"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///etc"}}"#, 200, -32602),
        ]
        try await Self.with { client in
            for (message, status, code) in wrong {
                let answer = try await client.send(message)
                let error = try answer.object["error"] as? [String: Any] ?? [:]
                #expect(answer.status == status && error["code"] as? Int == code, "\(message): \(answer.body)")
                #expect((try answer.object["id"] as? Int == 1) == (status == 200), "\(message): \(answer.body)")
            }
            let long = AssistantClient.request("ping", ["x": String(repeating: "x", count: AssistantMessage.bytesMax)])
            try await client.send(long).expect(413, "content_too_large")
        }
    }

    @Test("notifications and responses get 202 without a body, and there is no stream to get")
    func silence() async throws {
        try await Self.with { client in
            for message in [
                #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
                #"{"jsonrpc":"2.0","method":"notifications/unknown","params":null}"#,
                #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}"#,
                #"{"jsonrpc":"2.0","id":5,"result":{}}"#,
            ] {
                let answer = try await client.send(message)
                #expect(answer.status == 202 && answer.body.isEmpty, "\(message): \(answer)")
            }
            for method in ["GET", "DELETE"] {
                let answer = try await client.service.send(method, "/mcp", token: client.token)
                answer.expect(405, "method_not_allowed")
            }
        }
    }

    @Test("a page of another origin is refused, also with a token, unless the operator allows it")
    func origin() async throws {
        let ping = AssistantClient.request("ping")
        try await Self.with { client in
            try await client.send(ping, headers: ["Origin: https://evil.example"]).expect(403, "cross_site_request")
            try await client.send(ping, headers: ["Origin: \(client.service.address)"]).expect(200)
            try await client.service.send("POST", "/mcp", body: ping).expect(401, "missing_token")
        }
        try await ServedStore.withAda(["--cors-origin", "https://good.example"]) { store, token in
            let client = AssistantClient(service: store.service, token: token)
            try await client.send(ping, headers: ["Origin: https://good.example"]).expect(200)
            try await client.send(ping, headers: ["Origin: https://evil.example"]).expect(403, "cross_site_request")
        }
    }

    @Test("a tool, a prompt and a resource have names and meanings, and tools only read")
    func lists() async throws {
        for endpoint in Endpoint.all where endpoint.tool != nil {
            #expect(endpoint.method == .get && !endpoint.writes && endpoint.access == .bearer, "\(endpoint.template)")
        }
        try await Self.with { client in
            let tools = try await client.result("tools/list")["tools"] as? [[String: Any]] ?? []
            #expect(
                tools.compactMap { $0["name"] as? String }.sorted() == [
                    "access", "correlation", "explain", "freshness", "latest", "patterns", "rings", "samples", "sleep",
                    "sql",
                    "statistics", "trends", "types", "workouts",
                ])
            for tool in tools {
                #expect((tool["description"] as? String)?.isEmpty == false && tool["title"] as? String != "")
                let schema = tool["inputSchema"] as? [String: Any] ?? [:]
                let arguments = schema["properties"] as? [String: [String: Any]] ?? [:]
                #expect(arguments.values.allSatisfy { $0["description"] != nil && ($0["type"] as? String) != nil })
                #expect(Set(schema["required"] as? [String] ?? []).isSubset(of: arguments.keys))
                #expect(arguments["person"] == nil && arguments["Read-After"] == nil)
                #expect((tool["annotations"] as? [String: Bool])?["readOnlyHint"] == true)
            }
            let prompts = try await client.result("prompts/list")["prompts"] as? [[String: Any]] ?? []
            #expect(prompts.count == 3)
            for prompt in prompts {
                let argument = (prompt["arguments"] as? [[String: Any]])?.first?["name"] as? String ?? ""
                let asked = try await client.result(
                    "prompts/get", ["name": prompt["name"] ?? "", "arguments": [argument: "last * week"]])
                #expect("\(asked)".contains("last * week"))
            }
            let resources = try await client.result("resources/list")["resources"] as? [[String: String]] ?? []
            #expect(resources.count == 2)
            for resource in resources {
                let read = try await client.result("resources/read", ["uri": resource["uri"] ?? ""])
                let text = (read["contents"] as? [[String: String]])?.first?["text"] ?? ""
                #expect(text.contains("stepCount") || text.hasPrefix("# Glossary"), "\(text.prefix(100))")
            }
        }
    }
}
