import Foundation
import TestSupport
import Testing

/// The options of `healthstore mcp`. `Tests/ForeignClientTests` test its tools.
@Suite struct AssistantCommandTests {
    private static let question =
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"access","arguments":{}}}"# + "\n"

    private static func run(
        _ arguments: [String], _ environment: [String: String] = [:], input: String = ""
    ) async throws -> Command {
        try await Command.run(
            try Command.product(), ["mcp"] + arguments,
            environment: ["HEALTHSTORE_TOKEN": "", "http_proxy": "http://127.0.0.1:1"].merging(environment) { $1 },
            input: input)
    }

    @Test("the token is read from a file or a variable, and the certificate is trusted by its authority")
    func tls() async throws {
        try await withTemporaryDirectory { directory in
            let files = try await CertificateFiles.make(in: directory, name: "first")
            try await ServedStore.own(files.arguments) { store in
                let (token, path) = (try store.token(), directory + "/token")
                #expect(
                    FileManager.default.createFile(
                        atPath: path, contents: Data((token + "\n").utf8), attributes: [.posixPermissions: 0o600]))
                let service = ["--service", store.service.address, "--ca-file", files.certificate]
                let asked = try await Self.run(service + ["--token-file", path], input: Self.question)
                #expect(asked.status == 0 && asked.output.contains(#""name":"Ada""#), "\(asked)")
                #expect(asked.errors.isEmpty)
                let variables = ["HEALTHSTORE_TOKEN": token, "HEALTHSTORE_SERVICE": store.service.address]
                let again = try await Self.run(["--ca-file", files.certificate], variables, input: Self.question)
                #expect(again.output.contains(#""name":"Ada""#), "\(again)")
                let untrusted = try await Self.run([], variables, input: Self.question)
                #expect(untrusted.output.contains("is not trusted"), "\(untrusted)")
                #expect(!(asked.output + again.output + untrusted.output).contains(token))
            }
        }
    }

    @Test("a service of this machine is asked without a proxy, and the end of the input ends the command")
    func plain() async throws {
        try await ServedStore.with { store in
            let variables = ["HEALTHSTORE_TOKEN": try store.token()]
            let asked = try await Self.run(
                ["--service", store.service.address + "/"], variables, input: Self.question)
            #expect(asked.status == 0 && asked.output.contains(#""name":"Ada""#), "\(asked)")
            let silent = try await Self.run(["--service", store.service.address], variables)
            #expect(silent.status == 0 && silent.output.isEmpty && silent.errors.isEmpty)
            // An address with a wrong path.
            let other = try await Self.run(
                ["--service", store.service.address + "/nowhere"], variables, input: Self.question)
            #expect(other.output.contains("isError\":true"), "\(other)")
            #expect(other.output.contains("with the status 404"), "\(other)")
        }
    }

    @Test("each line is a message: blank lines are none, and what is no message gets the error of the service")
    func lines() async throws {
        try await ServedStore.withAda { store, token in
            let lines = [
                "", "  \r", "nonsense", #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
                #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}"#,
                #"{"jsonrpc":"2.0","id":"a\"b","method":"ping"}"#,
                #"{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"#
                    + #""2026-07-28"}}}"#,
            ]
            let asked = try await Self.run(
                ["--service", store.service.address], ["HEALTHSTORE_TOKEN": token],
                input: lines.joined(separator: "\n"))
            let answers = try asked.output.split(separator: "\n").map {
                try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
            }
            #expect(answers.count == 3 && asked.errors.isEmpty, "\(asked)")
            #expect(answers.contains { ($0["error"] as? [String: Any])?["code"] as? Int == -32700 })
            #expect(answers.contains { $0["id"] as? String == "a\"b" && $0["result"] != nil })
            #expect(answers.contains { $0["id"] as? Int == 7 && $0["result"] != nil })
        }
    }

    @Test("a service that is away, or does not know the token, is named in the answer to each request")
    func away() async throws {
        let port = try OpenSocket.freePort()
        let variables = ["HEALTHSTORE_TOKEN": "hs_secret"]
        let ping = #"{"jsonrpc":"2.0","id":2,"method":"ping"}"# + "\n"
        let gone = try await Self.run(
            ["--service", "http://127.0.0.1:\(port)"], variables, input: Self.question + ping)
        #expect(gone.output.contains("127.0.0.1:\(port) cannot be reached"), "\(gone)")
        #expect(gone.output.contains("isError\":true") && gone.output.contains("-32603"), "\(gone)")
        try await ServedStore.with { store in
            let refused = try await Self.run(["--service", store.service.address], variables, input: Self.question)
            #expect(refused.output.contains("does not accept the token"), "\(refused)")
            #expect(!refused.output.contains("hs_secret"))
        }
    }

    @Test("a cancelled call ends its request to the service, and gets no answer")
    func cancellation() async throws {
        let listener = try SilentListener()
        defer { listener.close() }
        let answer = #"{"jsonrpc":"2.0","id":2,"result":{}}"# + "\n"
        let answered = Task.detached {
            let cancelled = try listener.accept()
            _ = cancelled.receive(until: "}}")
            // The command closes the connection of the cancelled call.
            _ = cancelled.receive(until: "\0")
            cancelled.close()
            let other = try listener.accept()
            _ = other.receive(until: "}}")
            other.send("HTTP/1.1 200 OK\r\nContent-Length: \(answer.utf8.count)\r\n\r\n" + answer)
            other.close()
        }
        let cancelling = #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#
        let asked = try await Command.run(
            "/bin/sh",
            [
                "-c",
                "{ printf %s \"$FIRST\"; sleep 2; printf '%s\\n' \"$CANCEL\"; sleep 2; printf %s \"$SECOND\"; } | \"$0\" mcp",
            ]
                + [try Command.product()],
            environment: [
                "HEALTHSTORE_TOKEN": "hs_secret", "HEALTHSTORE_SERVICE": "http://127.0.0.1:\(listener.port)",
                "FIRST": Self.question, "CANCEL": cancelling,
                "SECOND": Self.question.replacing("\"id\":1", with: "\"id\":2"),
            ])
        _ = await answered.result
        #expect(asked.status == 0 && asked.output == answer, "\(asked)")
    }

    @Test("options that cannot be used are refused by name, without the token")
    func refusals() async throws {
        try await withTemporaryDirectory { directory in
            let (open, lines) = (directory + "/open", directory + "/lines")
            for (path, text, mode) in [(open, "hs_secret", 0o644), (lines, "hs_secret\nhs_secret", 0o600)] {
                _ = FileManager.default.createFile(
                    atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: mode])
            }
            let token = ["HEALTHSTORE_TOKEN": "hs_secret"]
            let wrong: [([String], [String: String], String, Int32)] = [
                ([], [:], "--token-file is missing, and HEALTHSTORE_TOKEN is not set", 64),
                (["--token-file", directory + "/none"], [:], "cannot be read", 1),
                (["--token-file", open], [:], "every user can read", 1),
                (["--token-file", lines], [:], "one line with the token", 1),
                ([], ["HEALTHSTORE_TOKEN": "hs_secret\r\nX-Injected: 1"], "characters that no token has", 1),
                (["--service", "health.example"], token, "--service must be an address", 64),
                (["--service", "ftp://health.example"], token, "--service must be an address", 64),
                ([], token.merging(["HEALTHSTORE_SERVICE": "x"]) { $1 }, "HEALTHSTORE_SERVICE must be an address", 64),
                (["--service", "http://health.example"], token, "--service is not encrypted", 64),
                (["--ca-file", directory + "/none"], token, "--ca-file cannot be read", 1),
                (["--time-zone", "Mars/Base"], token, "--time-zone must be a name of the IANA", 1),
                (["--data-dir", directory], token, "unknown option --data-dir", 64),
            ]
            for (arguments, environment, text, status) in wrong {
                let answer = try await Self.run(arguments, environment, input: Self.question)
                #expect(answer.status == status && answer.output.isEmpty, "\(arguments): \(answer)")
                let line = answer.errors.split(separator: "\n").first ?? ""
                #expect(line.hasPrefix("healthstore: ") && line.contains(text), "\(arguments): \(answer.errors)")
                #expect(!answer.errors.contains("hs_secret"))
            }
        }
    }
}
