import EmbeddedPostgres
import HealthDatabase
import Postgres

/// `healthstore psql`
enum PsqlCommand: Command {
    static let description = CommandDescription(
        "psql", "Opens psql on the database, read-only as an analyst.",
        options: [
            Option("--person", "NAME", "show only the data of this person (all people)"),
            Option("--owner", nil, "use all rights of the database's owner"),
        ],
        passesOn: true,
        notes: """
            Arguments after -- are passed to psql: healthstore psql -- -c '\\d+ health.sample'

            Without --owner, data cannot be changed by mistake, and tokens are not visible. This is not a security boundary: \
            SET ROLE NONE ends it. To restrict what a person can see, use healthstore analyst.
            """)

    static func run(_ arguments: Arguments) async throws {
        guard !arguments.has("--owner") || !arguments.has("--person") else {
            throw arguments.usage("--owner sees all people; omit --person")
        }
        try await Store.with(arguments, for: .inspect) { store, session in
            var string = try ConnectionString(store.conninfo)
            let password = string["password"]
            string["password"] = nil
            if !arguments.has("--owner") {
                let settings = try AnalystStore.readOnlySettings(
                    person: try arguments["--person"].map { try PersonStore.find(name: $0, session) }, session)
                for (name, value) in settings { string.set(name, to: value) }
            }
            let status = try PsqlProgram.run(conninfo: string.text, password: password, arguments: arguments.rest)
            if status != 0 { throw ExitStatus(code: status) }
        }
    }
}
