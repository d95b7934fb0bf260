import Foundation
import HealthCore

/// `healthstore mcp`
enum MCPCommand: Command {
    static let description = CommandDescription(
        "mcp", "Lets an assistant ask a running service, as tools of the Model Context Protocol.",
        options: [
            Option(
                "--service", "URL", "the address of the service (or \(addressVariable)) (\(ServiceAddress.byDefault))"),
            Option("--token-file", "FILE", "the file with the token (or the token in \(tokenVariable))"),
            Option("--ca-file", "FILE", "trust the authorities whose certificates (PEM) are in this file"),
            Option("--insecure-http", nil, "allow http:// to another machine, which anyone on the way can read"),
        ] + Option.of([.timeZone]), usesStore: false,
        notes: """
            A client of the protocol starts this command and talks with it over standard input and output; it ends with the \
            input. The tools only read, and only what the token may read. The token is no argument, because every user of a \
            machine can see the arguments of its programs. The time zone is this machine's where it is not given. healthstore help assistants explains how to set up a client.
            """)

    private static let addressVariable = "HEALTHSTORE_SERVICE"
    private static let tokenVariable = "HEALTHSTORE_TOKEN"

    static func run(_ arguments: Arguments) async throws {
        let environment = ProcessInfo.processInfo.environment
        var (text, name) = (arguments["--service"] ?? ServiceAddress.byDefault, "--service")
        if !arguments.has("--service"), let variable = environment[addressVariable] {
            (text, name) = (variable, addressVariable)
        }
        let address = try ServiceAddress(text, name, arguments)
        guard address.isEncrypted || address.isLoopback || arguments.has("--insecure-http") else {
            throw arguments.usage(
                "\(name) is not encrypted, so anyone on the way can read the token; use https://, or --insecure-http in a network that you trust"
            )
        }
        let authorityFile = arguments["--ca-file"]
        if let authorityFile, !FileManager.default.isReadableFile(atPath: authorityFile) {
            throw CommandFailure(
                message: "the file \(authorityFile) of --ca-file cannot be read",
                hint: "check that the file exists and that this user may read it")
        }
        let zone = arguments["--time-zone"] ?? LocalZone.name
        _ = try QuestionClock(zone)
        let token = try token(arguments, environment[tokenVariable])
        AssistantBridge(address, timeZone: zone, token: token, authorityFile: authorityFile).run()
    }

    /// - Throws: `UsageError` without a token; `CommandFailure` for a file that cannot be used, and
    ///   for a text that is no token. No message has the token.
    private static func token(_ arguments: Arguments, _ variable: String?) throws -> String {
        let token: String
        if let path = arguments["--token-file"] {
            token = try SecretFile.line(
                of: path, with: "the token", example: "a token that healthstore token create prints")
        } else if let variable, !variable.isEmpty {
            token = variable
        } else {
            throw arguments.usage("--token-file is missing, and \(tokenVariable) is not set")
        }
        // A control character would end the header field.
        guard token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw CommandFailure(
                message: "the token has characters that no token has",
                hint: "copy the whole line that healthstore token create prints")
        }
        return token
    }
}
