import EmbeddedPostgres
import Foundation
import HealthAPI
import HealthCore
import HealthDatabase
import Postgres

/// `healthstore analyst`
enum AnalystCommand: Command {
    static let description = CommandDescription(
        "analyst", "Adds, lists and removes analysts, who read the data of granted people in SQL.",
        positionals: ["add|grant|revoke|remove|list|tcp", "[NAME]", "[PERSON]"],
        options: [
            Option("--person", "NAMES", "add: the people whose data the analyst may read, separated by commas (none)"),
            Option(
                "--statement-timeout", "SECONDS",
                "add: the time limit of one statement (\(AnalystStore.statementTimeoutSecondsDefault))"
            ),
        ] + Option.scope + [.until, .hidesNames],
        actions: [
            .init(
                name: "add", positionals: ["NAME"], options: ["--person", "--statement-timeout"] + grantOptions),
            .init(name: "grant", positionals: ["NAME", "PERSON"], options: grantOptions),
            .init(name: "revoke", positionals: ["NAME", "PERSON"]), .init(name: "remove", positionals: ["NAME"]),
            .init(name: "list"), .init(name: "tcp", positionals: ["PORT|off"]),
        ],
        notes: """
            add prints the password, which is shown only once. It prints how to log in on the standard error stream. An analyst \
            is a role of the server and a member of \(AnalystStore.role). The analyst reads what was granted in tables, views \
            and functions, and cannot change data. Each analyst is a holder. add and grant make a grant of the preset analyst, \
            which the options narrow. \(Option.groupNote)

            While analysts exist, other users of this machine may log in to the \
            private server; it accepts them while it runs, as under healthstore serve.

            tcp lets analysts log in at a port of localhost as well, for programs that open no socket file. It \
            takes effect when the private server next starts. The name of the socket file has the same port.
            """)

    /// The options that narrow a grant.
    private static let grantOptions = (Option.scope + [.until, .hidesNames]).map(\.name)

    static func run(_ arguments: Arguments) async throws {
        let action = try arguments.positional(0, "add, grant, revoke, remove, list or tcp")
        if action == "tcp" { return try setPort(arguments) }
        let name = action == "list" ? "" : try arguments.positional(1, "NAME")
        let person = ["grant", "revoke"].contains(action) ? try arguments.positional(2, "PERSON") : nil
        let seconds = try arguments.integer("--statement-timeout", in: 1...AnalystStore.statementTimeoutSecondsMax)
        try await Store.with(arguments) { store, session in
            let person = try person.map { try PersonStore.find(name: $0, session) }
            switch (action, person) {
            case ("list", _): return try list(session)
            case ("add", _): return try add(name, seconds, arguments, store, session)
            case ("grant", let person?):
                try AnalystStore.grant(name, person, terms: try terms(arguments, person, session), session)
            case ("revoke", let person?): try AnalystStore.revoke(name, person, session)
            default: try AnalystStore.remove(name, session)
            }
            try store.admitAnalysts(session)
        }
    }

    @MainActor private static func add(
        _ name: String, _ seconds: Int?, _ arguments: Arguments, _ store: Store, _ session: Session
    ) throws {
        let people = try (arguments["--person"] ?? "").split(separator: ",")
            .map { try PersonStore.find(name: String($0), session) }
        let password = try AnalystStore.create(
            name: name, people: people,
            // A type that is not in the catalogue can be named only if exactly one person is
            // granted.
            terms: try terms(arguments, people.count == 1 ? people.first : nil, session),
            statementTimeoutSeconds: seconds ?? AnalystStore.statementTimeoutSecondsDefault, session)
        try store.admitAnalysts(session)
        print(password)
        StandardError.write("log in with: psql \"\(try store.conninfo(analyst: name))\"\n")
        if let server = store.privateServer, let port = server.tcpPort {
            StandardError.write("or with: psql \"\(server.conninfo(user: name, tcpPort: port))\"\n")
        }
    }

    private static func setPort(_ arguments: Arguments) throws {
        let text = try arguments.positional(1, "PORT or off")
        let port = text == "off" ? nil : Int(text)
        guard text == "off" || port.map((1...Int(UInt16.max)).contains) == true else {
            throw arguments.usage("PORT must be from 1 to \(UInt16.max), or off")
        }
        guard try !Store.namesServer(arguments) else {
            throw CommandFailure(
                message: "the settings of a server of yours decide whether analysts log in over TCP",
                hint: "set listen_addresses and pg_hba.conf of that server")
        }
        let directory = arguments.dataDirectory
        let server = try EmbeddedServer(dataDirectory: directory, isCreating: false)
        try server.setTCPPort(port)
        guard server.isRunning else { return }
        StandardError.write("restart healthstore serve: PostgreSQL runs with the settings of its start\n")
    }

    private static func terms(
        _ arguments: Arguments, _ person: Person?, _ session: Session
    ) throws -> AccessTerms {
        try AccessPreset.analyst.terms(
            scope: try arguments.accessScope(of: person, session), showsNames: !arguments.has("--no-names"),
            expires: try arguments.expiry("--until"), now: .now)
    }

    private static func list(_ session: Session) throws {
        let table = TextTable(
            of: try AnalystStore.list(session),
            [
                .text("name", \.name),
                .number("statement timeout") { $0.statementTimeoutSeconds.map { "\($0) s" } ?? "none" },
                .text("people") { $0.people.joined(separator: ", ") },
            ])
        print(table.text, terminator: "")
    }
}
