import Foundation
import HealthCore
import Synchronization
import TestSupport
import Testing

@testable import HealthAssistant

/// The protocol of `healthstore mcp`, and what its tools compute from given answers of a service.
@Suite struct AssistantServerTests {
    /// Sends lines to a server, and returns the messages that it writes until its input has ended.
    ///
    /// - Parameter isReady: called before the line of an index, or the end, is sent, with the
    ///   number of messages that the server has written. It is called again until it returns true.
    private static func exchange(
        _ lines: [String], port: UInt16 = 1, isReady: (_ line: Int, _ messages: Int) throws -> Bool = { _, _ in true }
    ) throws -> [[String: Any]] {
        let output = Mutex<[UInt8]>([])
        let service = ServiceClient(
            address: "http://127.0.0.1:\(port)", token: "hs_secret", authorityFile: nil, usesProxy: false)
        let server = AssistantServer(
            service: service, timeZone: "Europe/Berlin", version: "1.2.3", clock: { Instant(seconds: 1_800_000_000) },
            write: { bytes in output.withLock { $0 += bytes } })
        var chunks = lines.map { Array(($0 + "\n").utf8) }[...]
        let deadline = ContinuousClock.now + Patience.duration
        try server.run {
            while ContinuousClock.now < deadline {
                let count = output.withLock { bytes in bytes.count { $0 == UInt8(ascii: "\n") } }
                if try isReady(lines.count - chunks.count, count) { break }
                usleep(1_000)
            }
            return chunks.popFirst() ?? []
        }
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

    private static func cancelling(_ id: Int) -> String {
        #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(id)}}"#
    }

    /// Returns the answer of a tool if the service answers its requests with these bodies in turn.
    private static func answer(_ call: String, from bodies: [String]) throws -> [String: Any] {
        let listener = try SilentListener()
        defer { listener.close() }
        Thread.detachNewThread {
            for body in bodies {
                guard let connection = try? listener.accept() else { return }
                _ = connection.receive(until: "\r\n\r\n")
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body)
                connection.close()
            }
        }
        let messages = try exchange([request("tools/call", call)], port: listener.port)
        let result = messages.first?["result"] as? [String: Any]
        return try #require(result?["structuredContent"] as? [String: Any], "\(messages)")
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
        var arrived: [OpenSocket] = []
        defer {
            for connection in arrived { connection.close() }
            listener.close()
        }
        let ids = 1...(AssistantServer.callsAtOnce + 2)
        let calls = ids.map { Self.request("tools/call", #"{"name":"access"}"#, id: "\($0)") }
        let lines = calls + [calls[0], Self.request("ping", id: "\"p\"")]
        let start = ContinuousClock.now
        let messages = try Self.exchange(lines + ids.map(Self.cancelling), port: listener.port) { line, _ in
            if line == lines.count {
                // The calls that run are cancelled after their requests have arrived.
                for _ in 0..<AssistantServer.callsAtOnce { arrived.append(try listener.accept()) }
                for connection in arrived { _ = connection.receive(until: "\r\n\r\n") }
            } else if line == lines.count + ids.count {
                // The client closes the connections before the input ends.
                for connection in arrived { _ = connection.receive(until: "\0") }
            }
            return true
        }
        #expect(ContinuousClock.now - start < .seconds(ServiceClient.secondsMax))
        // The repeated id is refused, because its call has not finished.
        #expect(messages.map { $0["id"] as? Int } == [1, nil] && messages[1]["id"] as? String == "p", "\(messages)")
        #expect((messages[0]["error"] as? [String: Any])?["code"] as? Int == -32600)
    }

    @Test("a cancellation before a call or after its answer does nothing, and an id can be used again")
    func lateCancellation() throws {
        let call = Self.request("tools/call", #"{"name":"access"}"#)
        // Each call is answered before the next line is sent.
        let messages = try Self.exchange([Self.cancelling(1), call, Self.cancelling(1), call]) { $1 == $0 / 2 }
        #expect(messages.count == 2 && messages.allSatisfy { $0["result"] != nil }, "\(messages)")
    }

    @Test("more calls than the limit are refused, until earlier ones have finished")
    func limit() throws {
        let listener = try SilentListener()
        defer { listener.close() }
        let ids = 1...(AssistantServer.callsMax + 1)
        let calls = ids.map { Self.request("tools/call", #"{"name":"access"}"#, id: "\($0)") }
        let messages = try Self.exchange(calls + ids.map(Self.cancelling), port: listener.port)
        #expect(messages.count == 1 && messages[0]["id"] as? Int == AssistantServer.callsMax + 1, "\(messages)")
        #expect((messages[0]["result"] as? [String: Any])?["isError"] as? Bool == true)
    }

    @Test("a change in percent has the sign of the difference, and days without samples do not count")
    func comparison() throws {
        let compared = try Self.answer(
            #"{"name":"compare_periods","arguments":{"type":"x","firstFrom":"1","firstTo":"2","#
                + #""secondFrom":"3","secondTo":"4"}}"#,
            from: [
                #"{"statistics":{"average":-4,"minimum":0,"sum":6}}"#, #"{"count":[2,null,0,1]}"#,
                #"{"statistics":{"average":-1,"minimum":2,"sum":-3}}"#, #"{"count":[0]}"#,
            ])
        let figures = try #require(compared["comparison"] as? [String: [String: Any]])
        let percents = ["average", "sum", "minimum", "sumPerDay"].map { figures[$0]?["percent"] as? Double }
        #expect(percents == [75, -150, nil, nil])
        #expect(figures["sumPerDay"]?["first"] as? Double == 3)
    }

    @Test("figures of a fraction are shown as per cent, and those of other units, counts and changes are not changed")
    func percent() throws {
        let compared = try Self.answer(
            #"{"name":"compare_periods","arguments":{"type":"x","firstFrom":"1","firstTo":"2","#
                + #""secondFrom":"3","secondTo":"4"}}"#,
            from: [
                #"{"unit":"fraction","statistics":{"count":3,"average":0.5,"mostRecent":{"value":0.57}}}"#,
                #"{"count":[3]}"#, #"{"unit":"fraction","statistics":{"count":1,"average":0.25}}"#, #"{"count":[1]}"#,
            ])
        #expect(compared["unit"] as? String == "%")
        let statistics = (compared["first"] as? [String: Any])?["statistics"] as? [String: Any]
        #expect(statistics?["count"] as? Int == 3 && statistics?["average"] as? Double == 50)
        #expect((statistics?["mostRecent"] as? [String: Double])?["value"] == 57)
        let change = (compared["comparison"] as? [String: Any])?["average"] as? [String: Double]
        #expect(change == ["first": 50, "second": 25, "difference": -25, "percent": -50])

        let workouts = try Self.answer(
            #"{"name":"workouts","arguments":{"types":"oxygenSaturation,heartRate"}}"#,
            from: [
                #"{"workouts":[{"duration":60,"statistics":[{"unit":"fraction","statistics":{"minimum":0.9,"maximum":null}},"#
                    + #"{"unit":"count/min","statistics":{"minimum":0.9}}]}]}"#
            ])
        let run = try #require((workouts["workouts"] as? [[String: Any]])?.first)
        let measured = try #require(run["statistics"] as? [[String: Any]])
        #expect(measured.map { $0["unit"] as? String } == ["%", "count/min"] && run["duration"] as? Int == 60)
        let figures = measured.map { $0["statistics"] as? [String: Any] }
        #expect(figures.map { $0?["minimum"] as? Double } == [90, 0.9] && figures[0]?["maximum"] is NSNull)
    }

    @Test("nights are listed up to the most rows of an answer", arguments: [200, 201])
    func longest(count: Int) throws {
        let nights = Array(repeating: "{}", count: count).joined(separator: ",")
        let answer = try Self.answer(
            #"{"name":"sleep","arguments":{"from":"2026-01-01","to":"2026-12-01"}}"#,
            from: [#"{"nights":[\#(nights)]}"#])
        #expect(answer["interval"] as? String == (count == 200 ? "night" : "month"))
    }

    @Test(
        "an answer is partial if any of its buckets or nights is, such as a first one that the range cuts",
        arguments: [[true, false, false], [false, true, true, false], [false, false]])
    func partial(parts: [Bool]) throws {
        let list = parts.map { #"{"partial":\#($0)}"# }.joined(separator: ",")
        let range = #""from":"2026-01-01","to":"2026-01-02""#
        for call in [
            #"{"name":"statistics","arguments":{"type":"heartRate","interval":"hour",\#(range)}}"#,
            #"{"name":"sleep","arguments":{\#(range)}}"#,
        ] {
            let answer = try Self.answer(call, from: [#"{"buckets":[\#(list)],"nights":[\#(list)]}"#])
            #expect(answer["partial"] as? Bool == parts.contains(true), "\(call)")
        }
    }
}
