import EmbeddedPostgres

/// `healthstore psql`
enum PsqlCommand: Command {
    static let description = CommandDescription(
        "psql", "Opens psql on the database.", options: [],
        notes: "Arguments behind -- go to psql: healthstore psql -- -c '\\d+ health.sample'")

    static func run(_ arguments: Arguments) async throws -> Int32 {
        try await Store.with(arguments, for: .inspect) { store, _ in
            try PsqlProgram.run(conninfo: store.conninfo, arguments: arguments.rest)
        }
    }
}
