import Foundation
import Postgres

/// Divides the tables of a store by person over the servers of a Citus cluster.
///
/// Foreign keys are dropped first and added again at the end, because Citus accepts no order of the
/// tables in which each foreign key is allowed. Each step is a transaction of its own. A run that
/// was interrupted goes on with the next one; until it has ended, other commands refuse the store.
public struct Distributor {
    let session: Session

    public init(session: Session) {
        self.session = session
    }

    public struct Progress: Sendable {
        /// The table that was distributed, such as `health.sample`.
        public var table: String
        /// True if each server keeps a copy of the whole table.
        public var isReplicated: Bool
        public var done: Int
        public var all: Int
    }

    /// Distributes the tables that are not distributed. Has no effect on the others, except that
    /// rights and settings are set on all servers again.
    ///
    /// The time is that of copying all rows. No other session may use the store meanwhile.
    ///
    /// - Throws: `HealthDatabaseError` (`notACluster`, `storeInUse`, `clusterFailed`, and those of
    ///   `Migrator.migrate`); `PostgresError`.
    public func run(_ report: (Progress) -> Void = { _ in }) throws {
        try requireCluster()
        if try !Distributor.isInterrupted(session) { _ = try Migrator().migrate(session) }
        let tables = try Cluster.localTables(session)
        if !tables.isEmpty {
            try requireUnused()
            try dropForeignKeys()
            for (index, table) in tables.enumerated() {
                try session.transaction { try Cluster.distribute(table, session) }
                report(
                    Progress(
                        table: "health.\(table.name)", isReplicated: !table.isPersonal, done: index + 1,
                        all: tables.count))
            }
        }
        try setUpServers()
        _ = try Migrator().migrate(session)
        try addForeignKeys()
    }

    /// Returns true if a run of this type was interrupted, so that the store cannot be used.
    ///
    /// - Throws: `PostgresError`.
    static func isInterrupted(_ session: Session) throws -> Bool {
        guard try session.value("select to_regclass('health.dropped_foreign_key') is not null", as: Bool.self) else {
            return false
        }
        return try session.value("select exists (select 1 from health.dropped_foreign_key)", as: Bool.self)
    }

    private func requireCluster() throws {
        guard try Cluster.hasCitus(session) else {
            throw HealthDatabaseError(
                .notACluster, "the database has no extension citus",
                hint: "install Citus on all servers, then follow healthstore help growing")
        }
        guard try session.value("select groupid = 0 from pg_dist_local_group", as: Bool.self) else {
            throw HealthDatabaseError(
                .notACluster, "this server is not the coordinator of the cluster",
                hint: "connect to the coordinator, where citus_add_node was called")
        }
        let servers = try session.value(
            "select count(*) from pg_dist_node where isactive and shouldhaveshards and noderole = 'primary'",
            as: Int64.self)
        guard servers > 0 else {
            throw HealthDatabaseError(
                .notACluster, "the cluster has no server for the rows", hint: "add servers with citus_add_node")
        }
    }

    /// Throws if another session of the program is connected. Its statements would fail. A session
    /// that was closed just now may take a moment to end.
    private func requireUnused() throws {
        let deadline = Date(timeIntervalSinceNow: Distributor.endSeconds)
        while let others = try otherSessions() {
            guard Date() < deadline else {
                throw HealthDatabaseError(
                    .storeInUse, "the store is in use: \(others)",
                    hint: "stop healthstore serve and other commands first")
            }
            Thread.sleep(forTimeInterval: Distributor.pollSeconds)
        }
    }

    /// The longest wait for the end of other sessions, in seconds.
    private static let endSeconds = 5.0
    private static let pollSeconds = 0.05

    private func otherSessions() throws -> String? {
        try session.value(
            """
            select string_agg(distinct application_name || ' (process ' || pid || ')', ', ')
            from pg_stat_activity
            where datname = current_database() and application_name like 'healthstore%' and pid <> pg_backend_pid()
            """, as: String?.self)
    }

    /// Drops the foreign keys, and records them so that they are added again.
    private func dropForeignKeys() throws {
        try session.transaction {
            try session.run(
                """
                insert into health.dropped_foreign_key (table_name, constraint_name, definition)
                select relname::text, conname::text, pg_get_constraintdef(pg_constraint.oid)
                from pg_constraint join pg_class on pg_class.oid = conrelid
                where contype = 'f' and connamespace = 'health'::regnamespace and conparentid = 0
                """)
            // An interrupted run has already dropped its foreign keys. Citus distributes no table
            // that has policies with subqueries. Without them, only the owner can read. The
            // migration creates them again.
            let drops = try session.all(
                """
                select format('alter table health.%I drop constraint if exists %I', table_name, constraint_name)
                from health.dropped_foreign_key
                union all
                select format('drop policy %I on health.%I', policyname, tablename)
                from pg_policies where schemaname = 'health'
                order by 1
                """, as: String.self)
            for drop in drops { try session.executeScript(drop) }
            try Migrator().forgetCode(session)
        }
    }

    private func addForeignKeys() throws {
        typealias Key = (table: String, name: String, addition: String)
        let keys: [Key] = try session.all(
            """
            select table_name, constraint_name,
                format('alter table health.%I add constraint %I %s', table_name, constraint_name, definition)
            from health.dropped_foreign_key order by 1, 2
            """, as: { ($0, $1, $2) })
        for key in keys {
            try session.transaction {
                try Cluster.prepareForChanges(session)
                try session.executeScript(key.addition)
                try session.run(
                    "delete from health.dropped_foreign_key where table_name = $1 and constraint_name = $2", key.table,
                    key.name)
            }
        }
    }

    /// The settings of the database on each server. The service's own sessions have the same; see
    /// `Session`. Sessions between servers have only these.
    private static let settings = [
        // Functions and policies read other tables of the cluster.
        "citus.allow_nested_distributed_execution = on",
        // The service tells the policies with SET LOCAL for whom it reads.
        "citus.propagate_set_commands = local",
        // A statement about several people takes one connection to each server. Citus would open
        // more, and close them again after the statement.
        "citus.max_adaptive_executor_pool_size = 1", "citus.multi_shard_modify_mode = sequential",
        "enable_bitmapscan = off", "jit = off", "timezone = 'UTC'",
    ]

    private func setUpServers() throws {
        let database = try session.value("select current_database()::text", as: String.self)
        for setting in Distributor.settings {
            try session.transaction {
                try Cluster.runEverywhere("alter database \(session.quoteIdentifier(database)) set \(setting)", session)
            }
        }
        // A session of the role that the service takes logs in as this role on the other servers.
        let mayLogIn = try session.first(
            "select rolcanlogin from pg_roles where rolname = 'healthstore_reader'", as: Bool.self)
        if mayLogIn == false { try session.executeScript("alter role healthstore_reader login") }
        try AnalystStore.limitAgain(session)
    }
}
