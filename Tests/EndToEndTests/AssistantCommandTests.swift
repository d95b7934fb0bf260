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
            #expect(other.output.contains("refuses the question"), "\(other)")
        }
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
