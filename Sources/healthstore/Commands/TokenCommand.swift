import Foundation
import HealthAPI
import HealthCore
import HealthDatabase
import Postgres

/// `healthstore token`
enum TokenCommand: Command {
    static let description = CommandDescription(
        "token", "Creates, lists and revokes bearer tokens about a person.",
        positionals: ["create|list|revoke", "[ID]"],
        options: [
            Option("--person", "NAME", "the person whom the tokens are about"),
            Option("--name", "TEXT", "create: the token's name (token)"),
            Option("--operator", nil, "for tokens of operators, which manage people over HTTP and read no health data"),
            Option("--holder", "NAME", "create: the holder of the token (the person)"),
            Option("--read-only", nil, "create: only for reading, the same as --rights read"), .rights,
        ] + Option.scope + [
            Option("--expires", "TIME", "create: the end of the token: a time, or a duration such as 90d"), .hidesNames,
        ],
        actions: [
            .init(
                name: "create",
                options: ["--name", "--operator", "--holder", "--read-only", "--rights", "--expires", "--no-names"]
                    + Option.scope.map(\.name)),
            .init(name: "list", options: ["--operator"]),
            .init(name: "revoke", positionals: ["ID"], options: ["--operator"]),
        ],
        notes: """
            create prints the token only once, because the store keeps only a hash of it. A token gives at most what the \
            grants of its holder give. The options narrow it further. \(Option.groupNote)

            list shows the time of the last request with each token, to within a minute.
            """)

    /// The table that `list` prints.
    static func table(_ tokens: [TokenStore.Listed]) -> TextTable {
        let times = LocalTimeText(LocalZone.clock)
        let now = Instant.now
        var table = TextTable([
            ("id", false), ("name", false), ("state", false), ("created", false), ("last used", false),
            ("holder", false), ("limits", false),
        ])
        for token in tokens {
            let isNarrowed = token.terms != .everything
            let state = token.isRevoked ? "revoked" : token.isValid(at: now) ? "valid" : "expired"
            table.append([
                token.id.uuidString.lowercased(), token.name, state, times.second(token.created),
                token.lastUsed.map(times.second) ?? "never", token.holder.name,
                isNarrowed ? token.terms.text(on: LocalZone.clock) : "none",
            ])
        }
        return table
    }

    static func run(_ arguments: Arguments) async throws -> Int32 {
        let action = try arguments.positional(0, "create, list or revoke")
        if arguments.has("--operator") { return try await OperatorTokenActions.run(action, arguments) }
        let name = try arguments.required("--person")
        guard !(arguments.has("--read-only") && arguments.has("--rights")) else {
            throw arguments.usage("--read-only and --rights exclude each other")
        }
        return try await Store.with(arguments) { _, session in
            let person = try PersonStore.find(name: name, session)
            switch action {
            case "create": print(try create(arguments, person, session).text)
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

    private static func create(_ arguments: Arguments, _ person: Person, _ session: Session) throws -> BearerToken {
        let holder = try arguments.has("--holder") ? arguments.holder("--holder", session) : nil
        var scope = try arguments.accessScope(of: person, session)
        if !scope.hasTypes {
            (scope.hasAllGroups, scope.groups) = (AccessScope.everything.hasAllGroups, AccessScope.everything.groups)
        }
        let rights = try arguments["--rights"].map { try AccessRights($0) }
        let terms = AccessTerms(
            rights: arguments.has("--read-only") ? .read : rights ?? .all, scope: scope,
            showsNames: !arguments.has("--no-names"), expires: try arguments.expiry("--expires"))
        return try TokenStore.create(
            for: person, name: arguments["--name"] ?? "token", holder: holder, terms: terms, session)
    }
}
