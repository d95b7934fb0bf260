import Digests
import Foundation
import Postgres
import SQLFiles

/// Brings a database to the schema of this program.
///
/// Each migration runs once, in order, and is recorded with the hash of its text. If a file of
/// functions or views changed, all functions and views are dropped and created again. The drops do
/// not use CASCADE, which could drop tables. Access is then granted again, because dropped objects
/// lose their grants. The catalogue's tables are filled again if the catalogue changed. The offsets
/// of time zones are written again if Foundation's time zone data changed.
///
/// All of this runs in one transaction under one advisory lock. Any number of processes may
/// therefore start at once, and a failed migration changes nothing.
public struct Migrator {
    private let files: SQLFiles

    public init(files: SQLFiles) {
        self.files = files
    }

    /// Loads the SQL files that were installed with the program.
    ///
    /// - Throws: `HealthDatabaseError` (`filesMissing`) if they cannot be read.
    public init() throws {
        do {
            files = try SQLFiles.load()
        } catch let error as SQLFilesError {
            throw HealthDatabaseError(.filesMissing, error.message)
        }
    }

    /// The number and name of this program's last migration, such as `23 token_last_used`.
    public var latestMigration: String {
        files.migrations.last.map { "\($0.number) \($0.name)" } ?? "none"
    }

    /// Returns the last migration that ran in the database, in the form of `latestMigration`.
    ///
    /// - Throws: `PostgresError`.
    public static func latestMigration(in session: Session) throws -> String {
        guard try session.execute("select to_regclass('health.migration') is not null")[0].bool(0) else {
            return "none"
        }
        return try session.execute("select number, name from health.migration order by number desc limit 1").first.map {
            "\(try $0.int32(0)) \(try $0.text(1))"
        } ?? "none"
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
            try run(Migrator.bookkeeping, session)
            var report = Report()
            report.migrations = try runMigrations(session)
            report.codeChanged = try installCode(session, force: !report.migrations.isEmpty)
            _ = session.takeWarnings()
            report.accessChanged = try installAccess(session, force: report.codeChanged)
            report.warnings = session.takeWarnings()
            // A test may load only earlier migrations. The tables and columns of the catalogue then
            // do not exist.
            if has("levels_and_units") {
                report.catalogueChanged = try CatalogueLoader(hasAccess: has("access")).load(session)
            }
            if has("time_zone_offset") { report.timeZonesChanged = try TimeZoneLoader().load(session) }
            if has("slot"), !report.migrations.isEmpty || report.codeChanged || report.catalogueChanged {
                try SlotMarkTable.addWhereSlotsAreMissing(session)
            }
            return report
        }
    }

    /// Takes the advisory lock, or waits until another migrating process has released it.
    private func takeLock(_ session: Session, _ lockSeconds: Int) throws {
        let deadline = Date(timeIntervalSinceNow: Double(lockSeconds))
        while try !session.execute("select pg_try_advisory_xact_lock($1)", [.int64(Migrator.advisoryLock)])[0].bool(0) {
            guard Date() < deadline else {
                throw LockHolder.error(
                    "migrating", seconds: lockSeconds, try LockHolder.ofAdvisoryLock(Migrator.advisoryLock, session))
            }
            Thread.sleep(forTimeInterval: Migrator.lockPollSeconds)
        }
    }

    private static let lockPollSeconds = 0.05

    private func has(_ migration: String) -> Bool { files.migrations.contains { $0.name == migration } }

    /// Returns true if functions, views, access and offsets of time zones are those of this
    /// program. Else `migrate` writes them again.
    ///
    /// - Throws: `PostgresError`.
    public func isCurrent(_ session: Session) throws -> Bool {
        var installed: [String: String] = [:]
        for row in try session.execute("select name, sha256 from health.installed_code") {
            installed[try row.text(0)] = try row.text(1)
        }
        guard
            installed["code"] == codeHash, installed["access"] == accessHash,
            installed["time_zone_offset"] == TimeZoneLoader.hash
        else { return false }
        if installed["shard_policies"] == nil, try Cluster.isDistributed(session) { return false }
        return try hasGuards(session)
    }

    private var accessHash: String { Migrator.hash(files.access + files.guards) }

    private var codeHash: String {
        Migrator.hash((files.code.map { $0.path + "\n" + $0.text } + [files.analysis]).joined(separator: "\n"))
    }

    /// Checks that the database has the schema of this program. Changes nothing.
    ///
    /// - Throws: `HealthDatabaseError` (`databaseTooOld`, `databaseTooNew`, `migrationChanged`,
    ///   `notTheOwner`), `PostgresError`.
    public func verify(_ session: Session) throws {
        let exists = try session.execute("select to_regclass('health.migration') is not null")
        guard try exists[0].bool(0) else {
            throw HealthDatabaseError(
                .databaseTooOld, "the database has no healthstore schema", hint: "run healthstore migrate")
        }
        // Row-level security hides people from a user who is not the owner. The program would treat
        // the visible people as all people.
        guard
            try !session.execute("select coalesce(row_security_active(to_regclass('health.person')), false)")[0].bool(0)
        else {
            throw HealthDatabaseError(
                .notTheOwner, "row-level security shows this user only the people granted to it",
                hint: "connect as the owner of schema health, or grant the owner's role to this user")
        }
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

    private static let bookkeeping = """
        create schema if not exists health;
        create schema if not exists health_code;
        create schema if not exists health_analysis;
        create table if not exists health.migration (
            number integer not null,
            name text not null,
            sha256 text not null,
            applied_at timestamptz not null default now(),
            constraint migration_pkey primary key (number)
        );
        create table if not exists health.installed_code (
            name text not null,
            sha256 text not null,
            drop_statements text not null,
            constraint installed_code_pkey primary key (name)
        );
        comment on schema health is 'HealthKit data: people, their samples, and the catalogue.';
        comment on schema health_code is 'Functions over schema health.';
        comment on schema health_analysis is 'The views of schema health and the functions of health_code that are for analysts.';
        comment on table health.migration is 'The migrations that ran here.';
        comment on column health.migration.number is 'Their order.';
        comment on column health.migration.name is 'Name of the file.';
        comment on column health.migration.sha256 is 'SHA-256 of the file''s text, in hexadecimal digits.';
        comment on column health.migration.applied_at is 'When it ran.';
        comment on table health.installed_code is 'What is created again when the program''s copy of it changes.';
        comment on column health.installed_code.name is 'code (functions and views), access, shard_policies (on a cluster), catalogue or time_zone_offset.';
        comment on column health.installed_code.sha256 is 'SHA-256 of all its texts, or of what they are made of, in hexadecimal digits.';
        comment on column health.installed_code.drop_statements is 'How to drop what is installed, in order.';
        """

    /// Returns the migrations that have not run in the database.
    private func pending(_ session: Session) throws -> [SQLFiles.Migration] {
        let applied = try session.execute("select number, name, sha256 from health.migration order by number")
        for row in applied {
            var row = row
            let number = try row.int32()
            let name = try row.text()
            guard let migration = files.migrations.first(where: { $0.number == number }) else {
                throw HealthDatabaseError(
                    .databaseTooNew, "the database ran migration \(number) (\(name)), which this program does not have",
                    hint: "use a program that has this migration")
            }
            guard try row.text() == Migrator.hash(migration.text) else {
                throw HealthDatabaseError(
                    .migrationChanged, "migration \(number) (\(name)) ran in this database with another text",
                    hint: "migrations must not be edited; restore the file, and add a new migration")
            }
        }
        return Array(files.migrations.dropFirst(applied.rowCount))
    }

    private func runMigrations(_ session: Session) throws -> [String] {
        let pending = try pending(session)
        // Views that use a table may prevent a migration from changing it.
        if !pending.isEmpty { try dropCode(session) }
        for migration in pending {
            try run(migration.text, session)
            if try Cluster.isDistributed(session) { try Cluster.distributeNewTables(session) }
            _ = try session.execute(
                "insert into health.migration (number, name, sha256) values ($1, $2, $3)",
                [.int32(migration.number), .text(migration.name), .text(Migrator.hash(migration.text))])
        }
        return pending.map(\.name)
    }

    private func installCode(_ session: Session, force: Bool) throws -> Bool {
        let hash = codeHash
        let installed = try session.execute("select sha256 from health.installed_code where name = 'code'")
        if !force, installed.rowCount == 1, try installed[0].text(0) == hash { return false }
        try dropCode(session)
        for file in files.code { try run(file.text, session) }
        try run(files.analysis, session)
        let drops =
            try dropsOfAnalysis(session)
            + files.code.reversed().flatMap { file in
                switch file.kind {
                case .view: ["drop view health.\(session.quoteIdentifier(file.name));"]
                case .function: try overloads(file.name, session).map { "drop function \($0);" }
                }
            }
        _ = try session.execute(
            "insert into health.installed_code (name, sha256, drop_statements) values ('code', $1, $2)",
            [.text(hash), .text(drops.joined(separator: "\n"))])
        return true
    }

    /// Returns the statements that drop what `code/analysis.sql` created.
    private func dropsOfAnalysis(_ session: Session) throws -> [String] {
        try session.execute(
            """
            select 'drop view ' || oid::regclass || ';' from pg_class
            where relnamespace = 'health_analysis'::regnamespace and relkind = 'v'
            union all
            select 'drop function ' || oid::regprocedure || ';' from pg_proc
            where pronamespace = 'health_analysis'::regnamespace
            order by 1
            """
        ).map { try $0.text(0) }
    }

    /// Returns the signatures of all overloads of a function.
    private func overloads(_ name: String, _ session: Session) throws -> [String] {
        try session.execute(
            """
            select oid::regprocedure::text from pg_proc
            where pronamespace = 'health_code'::regnamespace and proname = $1
            order by pronargs, 1
            """, [.text(name)]
        ).map { try $0.text(0) }
    }

    /// - Returns: true if the access of the roles that read changed.
    private func installAccess(_ session: Session, force: Bool) throws -> Bool {
        let hash = accessHash
        let installed = try session.execute("select sha256 from health.installed_code where name = 'access'")
        let isCurrent = try installed.rowCount == 1 && installed[0].text(0) == hash
        // A database that was copied from another server may be used before an administrator has
        // created the roles there.
        let wasOpen = try isOpenToReaders(session)
        if try !force && isCurrent && wasOpen && hasGuards(session) { return false }
        try run(files.access, session)
        for guardStatement in SQLStatements.split(files.guards) { try Cluster.runEverywhere(guardStatement, session) }
        try AnalystStore.completeAll(session)
        _ = try session.execute("delete from health.installed_code where name = 'shard_policies'")
        _ = try session.execute(
            """
            insert into health.installed_code (name, sha256, drop_statements) values ('access', $1, '')
            on conflict (name) do update set sha256 = excluded.sha256
            """, [.text(hash)])
        return try force || !isCurrent || isOpenToReaders(session) != wasOpen
    }

    private func isOpenToReaders(_ session: Session) throws -> Bool {
        try session.execute(
            """
            select count(*) = 2
            from pg_roles
            where rolname in ('healthstore_analyst', 'healthstore_reader')
                and has_schema_privilege(oid, 'health'::regnamespace, 'usage')
            """)[0].bool(0)
    }

    /// Returns true if only the owner may create temporary tables, as access.sql requires. A
    /// restored or copied database has lost this restriction. Also returns true if this user may
    /// not change it.
    private func hasGuards(_ session: Session) throws -> Bool {
        try session.execute(
            """
            select datdba <> (select nspowner from pg_namespace where nspname = 'health')
                or not pg_has_role(datdba, 'usage')
                or not exists (
                    select 1 from aclexplode(coalesce(datacl, acldefault('d', datdba))) as entry
                    where entry.grantee = 0 and entry.privilege_type = 'TEMPORARY')
            from pg_database where datname = current_database()
            """)[0].bool(0)
    }

    /// Creates the policies on all servers of a cluster, and records it.
    private func installShardPolicies(_ session: Session) throws {
        try ShardPolicies.install(session)
        _ = try session.execute(
            """
            insert into health.installed_code (name, sha256, drop_statements) values ('shard_policies', $1, '')
            on conflict (name) do update set sha256 = excluded.sha256
            """, [.text(accessHash)])
    }

    /// Runs the statements of a script one by one.
    private func run(_ script: String, _ session: Session) throws {
        for statement in SQLStatements.split(script) { try session.executeScript(statement) }
    }

    private func dropCode(_ session: Session) throws {
        let installed = try session.execute(
            "delete from health.installed_code where name = 'code' returning drop_statements")
        for row in installed { try run(try row.text(0), session) }
    }

    /// Drops functions and views, so that the next migration creates them and sets access again.
    func forgetCode(_ session: Session) throws {
        try dropCode(session)
        _ = try session.execute("delete from health.installed_code where name in ('access', 'shard_policies')")
    }

    static func hash(_ text: String) -> String {
        hexadecimal(SHA256.hash(Array(text.utf8)))
    }
}
