import Foundation
import HealthDatabase
import Postgres

/// `healthstore token`
enum TokenCommand: Command {
    static let description = CommandDescription(
        "token", "Creates, lists and revokes a person's bearer tokens.", positionals: ["create|list|revoke", "[ID]"],
        options: [
            Option("--person", "NAME", "whose tokens"),
            Option("--name", "TEXT", "create: the token's name (token)"),
            Option("--operator", nil, "a token that manages people over HTTP and reads no health data"),
            Option("--expires", "PERIOD", "create: the token ends after so many days, such as 90d (never)"),
        ],
        actions: [
            .init(name: "create", options: ["--name", "--operator", "--expires"]),
            .init(name: "list", options: ["--operator"]),
            .init(name: "revoke", positionals: ["ID"], options: ["--operator"]),
        ],
        notes: """
            create prints the token. It is shown only once: the store keeps a hash of it. list shows the time of the last request \
            with each token, to within a minute.
            """)

    /// The table that `list` prints.
    static func table(_ tokens: [TokenStore.Listed]) -> TextTable {
        let times = LocalTimeText(LocalZone.clock)
        var table = TextTable([
            ("id", false), ("name", false), ("state", false), ("created", false), ("last used", false),
        ])
        for token in tokens {
            table.append([
                token.id.uuidString.lowercased(), token.name, token.isRevoked ? "revoked" : "valid",
                times.second(token.created), token.lastUsed.map(times.second) ?? "never",
            ])
        }
        return table
    }

    static func run(_ arguments: Arguments) async throws -> Int32 {
        let action = try arguments.positional(0, "create, list or revoke")
        if arguments.has("--operator") { return try await OperatorTokenActions.run(action, arguments) }
        let name = try arguments.required("--person")
        return try await Store.with(arguments) { _, session in
            let person = try PersonStore.find(name: name, session)
            switch action {
            case "create":
                print(try TokenStore.create(for: person, name: arguments["--name"] ?? "token", session).text)
            case "list":
                print(table(try TokenStore.list(for: person, session)).text, terminator: "")
            case "revoke":
                guard let id = UUID(uuidString: try arguments.positional(1, "ID")) else {
                    throw arguments.usage("ID must be one that token list shows")
                }
                try TokenStore.revoke(id, of: person, session)
            default: throw arguments.usage("unknown action \"\(action)\"")
            }
            return 0
        }
    }
}
