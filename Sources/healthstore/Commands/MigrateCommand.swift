import HealthDatabase

/// `healthstore migrate`
enum MigrateCommand: Command {
    static let description = CommandDescription(
        "migrate", "Updates the database to the schema of this program.",
        options: [Option("--import-dir", "DIR", "the folder of uploads (imports in the data directory)")],
        notes: """
            Any number of processes may run this command at once. Each migration runs once, in one transaction. The command \
            also goes on with the erasing of people that was interrupted, or that begins again because an older backup was \
            restored.
            """)

    static func run(_ arguments: Arguments) async throws {
        try await Store.with(arguments, for: .migrate) { store, session in
            let report = try Migrator().migrate(session)
            report.warnings.forEach(StandardError.warn)
            for name in report.migrations { print("ran \(name)") }
            if report.codeChanged { print("installed functions and views") }
            if report.accessChanged { print("set access rights") }
            if report.catalogueChanged { print("filled the catalogue") }
            if report.timeZonesChanged { print("updated the time zones") }
            try store.reconcileErased(session)
            try PersonErasing.goOn(folder: ServeCommand.importDirectory(arguments), store, session)
            if !report.changedAnything { print("the database is up to date") }
        }
    }
}
