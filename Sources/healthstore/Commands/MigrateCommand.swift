import HealthDatabase

/// `healthstore migrate`
enum MigrateCommand: Command {
    static let description = CommandDescription(
        "migrate", "Updates the database to the schema of this program.",
        notes: "Any number of processes may run this command at once. Each migration runs once, in one transaction.")

    static func run(_ arguments: Arguments) async throws -> Int32 {
        try await Store.with(arguments, for: .migrate) { store, session in
            let report = try Migrator().migrate(session)
            for warning in report.warnings { StandardError.write("healthstore: \(warning)\n") }
            for name in report.migrations { print("ran \(name)") }
            if report.codeChanged { print("installed functions and views") }
            if report.accessChanged { print("set access rights") }
            if report.catalogueChanged { print("filled the catalogue") }
            if report.timeZonesChanged { print("updated the time zones") }
            try store.reconcileErased(session)
            for person in try PersonEraser.pending(session) {
                guard let counts = try PersonEraser.erase(person, list: store.erasedList, session) else { continue }
                try PersonEraser.vacuum(counts, session)
                print("erased \(person.name), whose erasing had begun")
            }
            if !report.changedAnything { print("the database is up to date") }
            return 0
        }
    }
}
