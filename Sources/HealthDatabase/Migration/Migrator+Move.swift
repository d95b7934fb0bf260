import HealthCore
import Postgres

/// The move of a whole store by pg_dump and pg_restore into a database without a store.
extension Migrator {
    /// The tables of schema health whose rows say which program made the tables of a store.
    public static let versionTables = ["installed_code", "migration"]

    /// Checks that this program made the tables of a dumped store and has run all of its
    /// migrations.
    ///
    /// - Parameter rows: the rows of `versionTables`, as COPY writes them.
    /// - Throws: `HealthDatabaseError` (`malformedBackup`, `databaseTooOld`, `databaseTooNew`).
    public func verifyDump(rows: String) throws {
        let rows = rows.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
        guard let tables = rows.first(where: { $0.first == Part.tables && $0.count > 1 }) else {
            throw HealthDatabaseError(.malformedBackup, "the file is a dump of another database than a store's")
        }
        let last = rows.compactMap { $0.first.flatMap(Int32.init) }.max() ?? 0
        let ownLast = files.migrations.last?.number ?? 0
        guard tables[1] == tablesHash, last <= ownLast else {
            throw HealthDatabaseError(
                .databaseTooNew, "the file was written by another version of healthstore, whose tables this one lacks",
                hint: "install the newer of the two versions on both machines, and export the store again")
        }
        guard last == ownLast else {
            throw HealthDatabaseError(
                .databaseTooOld, "the file was written by an older version of healthstore",
                hint: "install this version where the store is now, and export the store again")
        }
    }

    /// Checks that the database has no store, and creates the roles that a dump's policies name.
    ///
    /// - Returns: a line for each role that this user may not create.
    /// - Throws: `HealthDatabaseError` (`storeNotEmpty`), `PostgresError`.
    public func prepareForDump(_ session: Session) throws -> [String] {
        guard try !Migrator.hasSchema(session) else {
            throw HealthDatabaseError(
                .storeNotEmpty, "the database has a store already, and a whole store is only imported where none is",
                hint: "name another --data-dir, or a new database; an import of one person goes into any store")
        }
        _ = session.takeWarnings()
        try run(files.rights.roles, session)
        return session.takeWarnings()
    }

    /// Removes the analysts of a restored store, sets rights, and updates the planner's statistics.
    ///
    /// A role of an analyst belongs to the PostgreSQL server. On another server, a role of the same
    /// name may belong to another human.
    ///
    /// - Returns: the names of the analysts, and the warnings of `migrate`.
    /// - Throws: as `migrate`.
    public func completeDump(_ session: Session) throws -> (analysts: [String], warnings: [String]) {
        let analysts = try session.all(
            "delete from health.holder where role is not null returning name", as: String.self)
        let report = try migrate(session)
        try PlannerStatistics.update(session)
        return (analysts.sorted(), report.warnings)
    }
}
