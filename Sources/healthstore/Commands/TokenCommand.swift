import Foundation
import HealthAPI
import HealthCore
import HealthDatabase
import Postgres
import QRCodes

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
            Option("--health-auto-export", nil, "create: only for writing; print links that set up Health Auto Export"),
            Option(
                "--url", "URL", "create: the address of the service as the phone reaches it, for --health-auto-export"),
        ],
        actions: [
            .init(
                name: "create",
                options: [
                    "--name", "--operator", "--holder", "--read-only", "--rights", "--expires", "--no-names",
                    "--health-auto-export", "--url",
                ] + Option.scope.map(\.name)),
            .init(name: "list", options: ["--operator"]),
            .init(name: "revoke", positionals: ["ID"], options: ["--operator"]),
        ],
        notes: """
            create prints the token only once, because the store keeps only a hash of it. A token gives at most what the \
            grants of its holder give. The options narrow it further. \(Option.groupNote)

            --health-auto-export prints a link for health metrics and one for workouts, and their QR codes on the standard \
            error stream. The links have the token. They switch Summarize Data on, with the interval Minutes and the period \
            Previous 7 Days. `healthstore help clients` says what these settings do to figures.

            list shows the time of the last request with each token, to within a minute.
            """)

    /// The table that `list` prints.
    static func table(_ tokens: [TokenStore.Listed]) -> TextTable {
        let times = LocalTimeText()
        let now = Instant.now
        return TextTable(
            of: tokens,
            [
                .text("id") { $0.id.uuidString.lowercased() }, .text("name", \.name),
                .text("state") { $0.isRevoked ? "revoked" : $0.isValid(at: now) ? "valid" : "expired" },
                .text("created") { times.second($0.created) },
                .text("last used") { $0.lastUsed.map(times.second) ?? "never" }, .text("holder", \.holder.name),
                .text("limits") { $0.terms != .everything ? $0.terms.text(on: LocalZone.clock) : "none" },
            ])
    }

    static func run(_ arguments: Arguments) async throws {
        let action = try arguments.positional(0, "create, list or revoke")
        let address = try healthAutoExportAddress(arguments)
        if arguments.has("--operator") { return try await OperatorTokenActions.run(action, arguments) }
        guard !(arguments.has("--read-only") && arguments.has("--rights")) else {
            throw arguments.usage("--read-only and --rights exclude each other")
        }
        try await Store.withPerson(arguments) { _, session, person in
            switch action {
            case "create":
                let token = try create(arguments, person, session).text
                if let address { printLinks(address, token) } else { print(token) }
            case "list":
                print(table(try TokenStore.list(for: person, session)).text, terminator: "")
            default: try TokenStore.revoke(try arguments.id(1, shownBy: "token list"), of: person, session)
            }
        }
    }

    private static func create(_ arguments: Arguments, _ person: Person, _ session: Session) throws -> BearerToken {
        let holder = try arguments.has("--holder") ? arguments.holder("--holder", session) : nil
        var scope = try arguments.accessScope(of: person, session)
        if !scope.hasTypes {
            (scope.hasAllGroups, scope.groups) = (AccessScope.everything.hasAllGroups, AccessScope.everything.groups)
        }
        let isOnlyWriting = arguments.has("--health-auto-export")
        let rights = try isOnlyWriting ? .write : arguments["--rights"].map { try AccessRights($0) }
        let terms = AccessTerms(
            rights: arguments.has("--read-only") ? .read : rights ?? .all, scope: scope,
            showsNames: !arguments.has("--no-names"), expires: try arguments.expiry("--expires"))
        return try TokenStore.create(
            for: person, name: arguments["--name"] ?? (isOnlyWriting ? "Health Auto Export" : "token"), holder: holder,
            terms: terms, session)
    }

    // MARK: Health Auto Export

    /// Returns the address of `--url`; nil without `--health-auto-export`.
    ///
    /// - Throws: `UsageError`.
    private static func healthAutoExportAddress(_ arguments: Arguments) throws -> String? {
        guard arguments.has("--health-auto-export") else {
            guard !arguments.has("--url") else { throw arguments.usage("--url needs --health-auto-export") }
            return nil
        }
        try arguments.forbid("--operator", "--read-only", "--rights") {
            "--health-auto-export and \($0) exclude each other: the token may only write"
        }
        let address = try ServiceAddress(try arguments.required("--url"), "--url", arguments)
        guard !address.isLoopback else {
            throw arguments.usage("--url must be an address that the phone reaches, such as https://health.example")
        }
        return address.text
    }

    private static func printLinks(_ address: String, _ token: String) {
        for kind in HealthAutoExportLink.DataKind.allCases {
            let link = HealthAutoExportLink(kind, address: address, token: token).text
            print(link)
            guard let code = QRCode(link) else { continue }
            StandardError.write(kind.text + ":\n" + code.text(hasColours: StandardError.isTerminal))
        }
    }
}
