import Foundation
import HealthCore
import Synchronization
import TestSupport
import Testing

@testable import HealthAssistant

/// The protocol of `healthstore mcp`, without a service that answers.
@Suite struct AssistantServerTests {
    /// Sends lines to a server, and returns the messages that it writes until its input has ended.
    private static func exchange(_ lines: [String], port: UInt16 = 1) throws -> [[String: Any]] {
        let output = Mutex<[UInt8]>([])
        let service = ServiceClient(
            address: "http://127.0.0.1:\(port)", token: "hs_secret", authorityFile: nil, usesProxy: false)
        let server = AssistantServer(
            service: service, timeZone: "Europe/Berlin", version: "1.2.3", clock: { Instant(seconds: 1_800_000_000) },
            write: { bytes in output.withLock { $0 += bytes } })
        var chunks = lines.map { Array(($0 + "\n").utf8) }[...]
        server.run { chunks.popFirst() ?? [] }
        let text = String(decoding: output.withLock { $0 }, as: UTF8.self)
        #expect(text.isEmpty || text.hasSuffix("\n"))
        #expect(!text.contains("hs_secret"))
        return try text.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    private static func request(_ method: String, _ parameters: String? = nil, id: String = "1") -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)""# + (parameters.map { ",\"params\":" + $0 } ?? "") + "}"
    }

    private static func result(_ line: String) throws -> [String: Any] {
        let messages = try exchange([line])
        #expect(messages.count == 1 && messages[0]["id"] as? Int == 1, "\(messages)")
        return try #require(messages[0]["result"] as? [String: Any])
    }

    private static func error(_ line: String) throws -> (id: Any?, code: Int?, text: String) {
        let messages = try exchange([line])
        #expect(messages.count == 1, "\(messages)")
        let error = messages.first?["error"] as? [String: Any]
        return (messages.first?["id"], error?["code"] as? Int, error?["message"] as? String ?? "")
    }

    private static let meta =
        #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#

    @Test(
        "initialize answers the client's revision, or the newest before it that has sessions",
        arguments: [
            ("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("2025-03-26", "2024-11-05"),
            ("2024-11-05", "2024-11-05"), ("2024-10-07", "2024-11-05"), ("2030-01-01", "2025-11-25"),
        ])
    func sessions(asked: String, answered: String) throws {
        let result = try Self.result(Self.request("initialize", #"{"protocolVersion":"\#(asked)"}"#))
        #expect(result["protocolVersion"] as? String == answered)
        #expect((result["serverInfo"] as? [String: String]) == ["name": "healthstore", "version": "1.2.3"])
        #expect((result["capabilities"] as? [String: Any])?.keys.sorted() == ["tools"])
        #expect(result["resultType"] == nil)
    }

    @Test("a request that names its revision is answered without a session, and says what may be cached")
    func stateless() throws {
        let discovered = try Self.result(Self.request("server/discover", "{\(Self.meta)}"))
        #expect(
            discovered["supportedVersions"] as? [String] == ["2026-07-28", "2025-11-25", "2025-06-18", "2024-11-05"])
        let tools = try Self.result(Self.request("tools/list", "{\(Self.meta)}"))
        for result in [discovered, tools] {
            #expect(result["resultType"] as? String == "complete" && result["cacheScope"] as? String == "public")
            #expect(result["ttlMs"] as? Int == 3_600_000)
            let meta = try #require(result["_meta"] as? [String: Any])
            #expect(meta["io.modelcontextprotocol/serverInfo"] != nil)
        }
        let wrong = Self.meta.replacing("2026-07-28", with: "1900-01-01")
        let messages = try Self.exchange([Self.request("tools/list", "{\(wrong)}")])
        let error = try #require(messages[0]["error"] as? [String: Any])
        #expect(error["code"] as? Int == -32022)
        let data = try #require(error["data"] as? [String: Any])
        #expect(data["requested"] as? String == "1900-01-01" && (data["supported"] as? [String])?.count == 4)
    }

    @Test(
        "a message that is none, or that the protocol does not have, gets its error",
        arguments: [
            ("nonsense", -32700), ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"", -32700),
            (String(repeating: "[", count: 100) + String(repeating: "]", count: 100), -32700), ("\"\u{1}\"", -32700),
            ("[]", -32600), ("7", -32600), ("{}", nil), (#"{"jsonrpc":"2.0","id":1}"#, -32600),
            (#"{"id":1,"method":"ping"}"#, -32600), (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600),
            (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
            (#"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#, -32601),
            (#"{"jsonrpc":"2.0","id":1,"method":"server/discover"}"#, -32601),
            (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, -32602),
            (#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#, -32602),
            (#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}"#, -32602),
            (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}"#, -32602),
            (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"drop"}}"#, -32602),
        ] as [(String, Int?)])
    func errors(line: String, code: Int?) throws {
        guard let code else { return #expect(try Self.exchange([line]).isEmpty) }
        let error = try Self.error(line)
        #expect(error.code == code && !error.text.isEmpty, "\(error)")
        // Only a message whose id is a text or a whole number is answered with the id.
        #expect((error.id as? Int == 1) == (code != -32700 && line.contains(#/"id":1[,}]/#)), "\(error)")
    }

    @Test("a message that is too long gets an error, and the next message is answered")
    func longMessage() throws {
        let long = Self.request("ping", "{\"x\":\"" + String(repeating: "x", count: MessageReader.bytesMax) + "\"}")
        let messages = try Self.exchange([long, Self.request("ping", id: "\"a\\\"b\"")])
        #expect((messages[0]["error"] as? [String: Any])?["code"] as? Int == -32600)
        #expect(messages[1]["id"] as? String == "a\"b" && messages[1]["result"] != nil && messages.count == 2)
    }

    @Test("notifications, responses and blank lines get no answer")
    func silence() throws {
        let lines = [
            "", "  \r", #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            #"{"jsonrpc":"2.0","method":"notifications/unknown","params":7}"#,
            #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}"#,
            #"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#, #"{"jsonrpc":"2.0","id":5,"result":{}}"#,
            #"{"jsonrpc":"2.0","id":5,"error":{"code":-1,"message":"x"}}"#,
        ]
        #expect(try Self.exchange(lines).isEmpty)
    }

    @Test("a service that does not answer is a result with isError that names its address")
    func unreachable() throws {
        let port = try OpenSocket.freePort()
        let messages = try Self.exchange([Self.request("tools/call", #"{"name":"access"}"#)], port: port)
        let result = try #require(messages[0]["result"] as? [String: Any])
        #expect(result["isError"] as? Bool == true && result["structuredContent"] == nil)
        let text = (result["content"] as? [[String: String]])?[0]["text"] ?? ""
        #expect(text.contains("http://127.0.0.1:\(port) cannot be reached"), "\(text)")
    }

    @Test("a cancelled call ends without an answer, also one that waits, and others are still answered")
    func cancellation() throws {
        let listener = try SilentListener()
        defer { listener.close() }
        let ids = 1...(AssistantServer.callsAtOnce + 2)
        let calls = ids.map { Self.request("tools/call", #"{"name":"access"}"#, id: "\($0)") }
        let cancelled = ids.map {
            #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#($0)}}"#
        }
        let others = [calls[0], Self.request("ping", id: "\"p\"")]
        let messages = try Self.exchange(calls + others + cancelled, port: listener.port)
        // The repeated id is refused, because its call has not finished.
        #expect(messages.map { $0["id"] as? Int } == [1, nil] && messages[1]["id"] as? String == "p", "\(messages)")
        #expect((messages[0]["error"] as? [String: Any])?["code"] as? Int == -32600)
    }

    @Test("more calls than the limit are refused, until earlier ones have finished")
    func limit() throws {
        let listener = try SilentListener()
        defer { listener.close() }
        let ids = 1...(AssistantServer.callsMax + 1)
        let calls = ids.map { Self.request("tools/call", #"{"name":"access"}"#, id: "\($0)") }
        let cancelled = ids.map {
            #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#($0)}}"#
        }
        let messages = try Self.exchange(calls + cancelled, port: listener.port)
        #expect(messages.count == 1 && messages[0]["id"] as? Int == AssistantServer.callsMax + 1, "\(messages)")
        #expect((messages[0]["result"] as? [String: Any])?["isError"] as? Bool == true)
    }
}
