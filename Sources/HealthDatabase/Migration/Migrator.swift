import Digests
import Foundation
import HealthCore
import Postgres
import SQLFiles

/// Brings a database to the schema of this program.
///
/// A new database gets the tables as the files describe them. A database of an older release is
/// changed by migrations. Each migration runs once, in order, and is recorded with the hash of its
/// text. A file of functions or policies that decide access runs again if it changed. If another
/// function or a view changed, all of these are dropped and created again. The drops do not use
/// CASCADE, which could drop tables. Rights are then granted again, because dropped objects
/// lose their grants. The catalogue's tables are filled again if the catalogue changed. The offsets
/// of time zones are written again if Foundation's time zone data changed.
///
/// All of this runs in one transaction under one advisory lock. Any number of processes may
/// therefore start at once, and a failed migration changes nothing.
public struct Migrator {
    let files: SQLFiles

    public init(files: SQLFiles) {
        self.files = files
    }

    /// Loads the SQL files that were installed with the program.
    ///
    /// - Throws: `HealthDatabaseError` (`filesMissing`) if they cannot be read.
    public init() throws {
        do {
            files = try SQLFiles.load()
        } catch let error as InstallationError {
            throw HealthDatabaseError(.filesMissing, error.message)
        }
    }

    /// The number and name of this program's last migration, such as `1 row_identity`.
    public var latestMigration: String {
        files.migrations.last.map { "\($0.number) \($0.name)" } ?? "none"
    }

    /// Returns the last migration that ran in the database, in the form of `latestMigration`.
    ///
    /// - Throws: `PostgresError`.
    public static func latestMigration(in session: Session) throws -> String {
        guard try hasSchema(session) else { return "none" }
        let latest = "select number || ' ' || name from health.migration order by number desc limit 1"
        return try session.first(latest, as: String.self) ?? "none"
    }

    public struct Report: Sendable, Hashable {
        /// The names of the migrations that ran.
        public var migrations: [String] = []
        /// True if functions and views were created again.
        public var codeChanged = false
        /// True if access was granted again.
        public var accessChanged = false
        /// True if the catalogue was written again.
        public var catalogueChanged = false
        /// True if the offsets of time zones were written again.
        public var timeZonesChanged = false
        /// One line for each action that this user was not allowed to perform. The line names who
        /// can perform it.
        public var warnings: [String] = []

        public var changedAnything: Bool {
            !migrations.isEmpty || codeChanged || accessChanged || catalogueChanged || timeZonesChanged
        }
    }

    /// The text "health" as a number. It is the key of the advisory lock of all processes that
    /// migrate.
    private static let advisoryLock: Int64 = 0x6865_616c_7468

    /// Migrates the database.
    ///
    /// - Parameter lockSeconds: the longest wait for another session that migrates or that uses an
    ///   object to be changed.
    /// - Throws: `HealthDatabaseError` (`lockTimeout`, or `databaseTooNew` or `migrationChanged` if
    ///   the database ran other migrations than this program has); `PostgresError`.
    public func migrate(_ session: Session, lockSeconds: Int = LockHolder.waitSecondsMax) throws -> Report {
        do {
            let report = try migrateUnlessLocked(session, lockSeconds)
            if try Cluster.isDistributed(session) { try installShardPolicies(session) }
            return report
        } catch let error as PostgresError where error.isLockTimeout {
            throw LockHolder.error("migrating", seconds: lockSeconds, try LockHolder.ofRelations(session))
        }
    }

    private func migrateUnlessLocked(_ session: Session, _ lockSeconds: Int) throws -> Report {
        try session.transaction {
            // The wait is limited because readers of a table queue behind a session that waits to
            // alter the table.
            try session.executeScript("set local lock_timeout = '\(lockSeconds)s'")
            try takeLock(session, lockSeconds)
            try Cluster.prepareForChanges(session)
            var report = Report()
            let isNew = try !Migrator.hasSchema(session)
            if isNew { try createTables(session) } else { try verifyTables(session) }
            report.migrations = try runMigrations(session)
            let hasNewTables = isNew || !report.migrations.isEmpty
            _ = session.takeWarnings()
            report.accessChanged = try installAccess(session)
            // Citus warns about each view whose tables are not distributed yet. `Distributor`
            // installs views and functions again.
            let isLocal = try Cluster.hasCitus(session) && !Cluster.isDistributed(session)
            try Cluster.isolating(isLocal, session) {
                report.codeChanged = try installCode(session, force: hasNewTables)
            }
            let isGranted = try grantRights(session, force: report.codeChanged || report.accessChanged)
            report.accessChanged = report.accessChanged || isGranted
            report.warnings = session.takeWarnings()
            report.catalogueChanged = try CatalogueLoader().load(session)
            report.timeZonesChanged = try TimeZoneLoader().load(session)
            if try noteFigures(session) || report.catalogueChanged || report.timeZonesChanged {
                try MarkTable.addForEveryone(session)
            }
            return report
        }
    }

    /// Takes the advisory lock, or waits until another migrating process has released it.
    private func takeLock(_ session: Session, _ lockSeconds: Int) throws {
        let deadline = Date(timeIntervalSinceNow: Double(lockSeconds))
        while try !session.value("select pg_try_advisory_xact_lock($1)", Migrator.advisoryLock, as: Bool.self) {
            guard Date() < deadline else {
                throw LockHolder.error(
                    "migrating", seconds: lockSeconds, try LockHolder.ofAdvisoryLock(Migrator.advisoryLock, session))
            }
            Thread.sleep(forTimeInterval: Migrator.lockPollSeconds)
        }
    }

    private static let lockPollSeconds = 0.05

    /// Returns true if functions, views, access and offsets of time zones are those of this
    /// program. Else `migrate` writes them again.
    ///
    /// - Throws: `PostgresError`.
    public func isCurrent(_ session: Session) throws -> Bool {
        let installed = try Migrator.installed(session)
        guard
            installed[Part.code] == codeHash, installed[Part.rights] == rightsHash,
            installed[Part.timeZoneOffset] == TimeZoneLoader.hash, try changedAccess(installed, session).isEmpty
        else { return false }
        if installed[Part.shardPolicies] == nil, try Cluster.isDistributed(session) { return false }
        return try hasGuards(session)
    }

    /// The names in `health.installed_code` besides the paths of the files in `SQLFiles.access`.
    enum Part {
        static let tables = "tables"
        static let code = "code"
        static let rights = "rights"
        static let catalogue = "catalogue"
        static let timeZoneOffset = "time_zone_offset"
        static let shardPolicies = "shard_policies"
        static let figures = "figures"
    }

    /// The version of the meaning of stored figures. Raise it if a change of the code makes other
    /// figures of the same samples. All figures are then stale.
    private static let figuresVersion = "2"

    /// Comments do not count, so that a corrected word needs no migration.
    var tablesHash: String {
        Migrator.hash(
            files.tables.map { file in
                let lines = file.text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("--") }
                return file.path + "\n" + lines.joined(separator: "\n")
            }.joined(separator: "\n"))
    }
    private var codeHash: String { Migrator.hash(files.code) }
    var rightsHash: String { Migrator.hash(files.rights.roles + files.rights.grants + files.rights.guards) }

    private static func hash(_ files: [SQLFiles.File]) -> String {
        hash(files.map { $0.path + "\n" + $0.text }.joined(separator: "\n"))
    }

    static func hasSchema(_ session: Session) throws -> Bool {
        try session.value("select to_regclass('health.migration') is not null", as: Bool.self)
    }

    /// The hashes of what is installed, by name.
    static func installed(_ session: Session) throws -> [String: String] {
        try session.dictionary("select name, sha256 from health.installed_code")
    }

    static func record(_ name: String, _ hash: String, drops: String = "", _ session: Session) throws {
        try session.run(
            """
            insert into health.installed_code (name, sha256, drop_statements) values ($1, $2, $3)
            on conflict (name) do update set sha256 = excluded.sha256, drop_statements = excluded.drop_statements
            """, name, hash, drops)
    }

    /// Records the version of the meaning of figures.
    ///
    /// - Returns: false if the database already has this program's version.
    private func noteFigures(_ session: Session) throws -> Bool {
        guard try Migrator.installed(session)[Part.figures] != Migrator.figuresVersion else { return false }
        try Migrator.record(Part.figures, Migrator.figuresVersion, session)
        return true
    }

    /// Checks that the database has the schema of this program. Changes nothing.
    ///
    /// - Throws: `HealthDatabaseError` (`databaseTooOld`, `databaseTooNew`, `migrationChanged`,
    ///   `notTheOwner`), `PostgresError`.
    public func verify(_ session: Session) throws {
        guard try Migrator.hasSchema(session) else {
            throw HealthDatabaseError(
                .databaseTooOld, "the database has no healthstore schema", hint: "run healthstore migrate")
        }
        // Row-level security hides people from a user who is not the owner. The program would treat
        // the visible people as all people.
        guard
            try !session.value(
                "select coalesce(row_security_active(to_regclass('health.person')), false)", as: Bool.self)
        else {
            throw HealthDatabaseError(
                .notTheOwner, "row-level security shows this user only the people granted to it",
                hint: "connect as the owner of schema health, or grant the owner's role to this user")
        }
        try verifyTables(session)
        guard try !Distributor.isInterrupted(session) else {
            throw HealthDatabaseError(
                .databaseTooOld, "the distribution of the store over several servers was interrupted",
                hint: "run healthstore distribute again: it goes on where it stopped")
        }
        guard try pending(session).isEmpty else {
            throw HealthDatabaseError(
                .databaseTooOld, "the database was migrated by an older program", hint: "run healthstore migrate")
        }
    }

    // MARK: Tables

    private func createTables(_ session: Session) throws {
        for file in files.tables { try runWithComments(file.text, session) }
        try Migrator.record(Part.tables, tablesHash, session)
    }

    /// Checks that the files of this program created the tables. No release has a migration from
    /// other tables.
    private func verifyTables(_ session: Session) throws {
        guard try Migrator.installed(session)[Part.tables] == tablesHash else {
            throw HealthDatabaseError(
                .databaseTooOld, "a program before release 1.0 created the tables, and this program cannot change them",
                hint: "run export --person NAME of the program that created them for each person, then import of "
                    + "this program into a new store: healthstore help backup")
        }
    }

    // MARK: Migrations

    /// Returns the migrations that have not run in the database.
    private func pending(_ session: Session) throws -> [SQLFiles.Migration] {
        let applied = try session.all(
            "select number, name, sha256 from health.migration order by number",
            as: { (number: Int32, name: String, hash: String) in (number, name, hash) })
        for (number, name, hash) in applied {
            guard let migration = files.migrations.first(where: { $0.number == number }) else {
                throw HealthDatabaseError(
                    .databaseTooNew, "the database ran migration \(number) (\(name)), which this program does not have",
                    hint: "use a program that has this migration")
            }
            guard hash == Migrator.hash(migration.text) else {
                throw HealthDatabaseError(
                    .migrationChanged, "migration \(number) (\(name)) ran in this database with another text",
                    hint: "migrations must not be edited; restore the file, and add a new migration")
            }
        }
        return Array(files.migrations.dropFirst(applied.count))
    }

    private func runMigrations(_ session: Session) throws -> [String] {
        let pending = try pending(session)
        // Views that use a table may prevent a migration from changing it.
        if !pending.isEmpty { try dropCode(session) }
        for migration in pending {
            try runWithComments(migration.text, session)
            if try Cluster.isDistributed(session) { try Cluster.distributeNewTables(session) }
            try session.run(
                "insert into health.migration (number, name, sha256) values ($1, $2, $3)", migration.number,
                migration.name, Migrator.hash(migration.text))
        }
        return pending.map(\.name)
    }

    // MARK: Functions and views

    private func installCode(_ session: Session, force: Bool) throws -> Bool {
        if try !force && Migrator.installed(session)[Part.code] == codeHash { return false }
        try dropCode(session)
        for file in files.code { try run(file.text, session) }
        try Cluster.planForEachPerson(session)
        let drops =
            try dropsOfAnalysis(session)
            + files.code.reversed().flatMap { file in
                switch file.folder {
                case "views": ["drop view health.\(session.quoteIdentifier(file.name));"]
                case "functions": try overloads(file.name, session).map { "drop function \($0);" }
                default: [String]()
                }
            }
        try Migrator.record(Part.code, codeHash, drops: drops.joined(separator: "\n"), session)
        return true
    }

    /// Returns the statements that drop what `analysis.sql` created.
    private func dropsOfAnalysis(_ session: Session) throws -> [String] {
        try session.all(
            """
            select 'drop view ' || oid::regclass || ';' from pg_class
            where relnamespace = 'health_analysis'::regnamespace and relkind = 'v'
            union all
            select 'drop function ' || oid::regprocedure || ';' from pg_proc
            where pronamespace = 'health_analysis'::regnamespace
            order by 1
            """, as: String.self)
    }

    /// Returns the signatures of all overloads of a function.
    private func overloads(_ name: String, _ session: Session) throws -> [String] {
        try session.all(
            """
            select oid::regprocedure::text from pg_proc
            where pronamespace = 'health_code'::regnamespace and proname = $1
            order by pronargs, 1
            """, name, as: String.self)
    }

    /// Runs the statements of a script one by one.
    func run(_ script: String, _ session: Session) throws {
        for statement in SQLStatements.split(script) { try session.executeScript(statement) }
    }

    private func runWithComments(_ script: String, _ session: Session) throws {
        try run(script, session)
        for comment in TableComments.statements(of: script) { try session.executeScript(comment) }
    }

    private func dropCode(_ session: Session) throws {
        let drops = try session.first(
            "delete from health.installed_code where name = $1 returning drop_statements", Part.code, as: String.self)
        try run(drops ?? "", session)
    }

    /// Drops functions and views, so that the next migration creates them, and policies that were
    /// dropped, and sets rights again.
    func forgetCode(_ session: Session) throws {
        try dropCode(session)
        try session.run(
            "delete from health.installed_code where name like 'access/%' or name = any ($1)",
            [Part.rights, Part.shardPolicies])
    }

    static func hash(_ text: String) -> String {
        hexadecimal(SHA256.hash(Array(text.utf8)))
    }
}
