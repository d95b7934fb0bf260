import Postgres

/// Citus, an extension of PostgreSQL that keeps each person's rows on one of several servers.
///
/// https://docs.citusdata.com
public enum Cluster {
    /// Personal tables that every server keeps whole, because the functions of the policies read
    /// them for any person.
    ///
    /// A change of such a table also locks the tables to which its foreign keys refer, in the order
    /// in which the tables were distributed. In this order, the program changes several of them in
    /// one transaction. Another order would cause deadlocks.
    static let replicatedTables = ["person", "holder", "access_grant", "token"]

    /// The table with which all distributed tables are colocated.
    static let firstTable = "change_counter"

    /// Returns true if the store's tables are distributed.
    ///
    /// - Throws: `PostgresError`.
    static func isDistributed(_ session: Session) throws -> Bool {
        guard try hasCitus(session) else { return false }
        return try session.value(
            "select exists (select 1 from pg_dist_partition where logicalrelid = to_regclass($1))",
            "health.\(firstTable)", as: Bool.self)
    }

    /// Returns true if the database has the extension.
    ///
    /// - Throws: `PostgresError`.
    static func hasCitus(_ session: Session) throws -> Bool {
        try session.value("select exists (select 1 from pg_extension where extname = 'citus')", as: Bool.self)
    }

    /// Lets PostgreSQL plan the statements of `Session.reading` only once. The tests of plans
    /// examine these plans. Citus makes no plan that can be kept, so nothing changes there.
    ///
    /// - Throws: `PostgresError`.
    public static func planReadingOnce(_ session: Session) throws {
        if try !hasCitus(session) { session.readingPlanMode = "force_generic_plan" }
    }

    /// Lets functions that force generic plans plan for the given person. On a cluster, Citus plans
    /// for the person's server, so it needs the number of the person.
    ///
    /// - Throws: `PostgresError`.
    static func planForEachPerson(_ session: Session) throws {
        guard try hasCitus(session) else { return }
        let functions = try session.all(
            """
            select oid::regprocedure::text from pg_proc
            where pronamespace = 'health_code'::regnamespace and 'plan_cache_mode=force_generic_plan' = any (proconfig)
            order by 1
            """, as: String.self)
        for function in functions { try session.run("alter function \(function) set plan_cache_mode = auto") }
    }

    /// Returns the tables of schema health that are not distributed, in the order in which they are
    /// to be: `firstTable`, then `replicatedTables`.
    ///
    /// Citus also lists a new table with a foreign key to a replicated table in
    /// `pg_dist_partition`, as `autoconverted`, and keeps its rows on the coordinator.
    ///
    /// - Throws: `PostgresError`.
    static func localTables(_ session: Session) throws -> [Table] {
        try session.all(
            """
            select relname::text, exists (
                    select 1 from pg_attribute
                    where attrelid = pg_class.oid and attname = 'person_id' and not attisdropped)
                and not relname::text = any ($1)
            from pg_class
            where relnamespace = 'health'::regnamespace and relkind in ('r', 'p')
                and relname::text <> all ($2)
                and not exists (select 1 from pg_dist_partition where logicalrelid = pg_class.oid and not autoconverted)
            order by relname <> $3, array_position($1, relname::text), relname
            """, replicatedTables, bookkeepingTables, firstTable, as: Table.init)
    }

    /// Tables that only the coordinator has: they describe its schema.
    private static let bookkeepingTables = ["dropped_foreign_key", "installed_code", "migration"]

    struct Table {
        var name: String
        /// True if the table is divided by person. Every server keeps a copy of any other table.
        var isPersonal: Bool
    }

    /// Distributes a table. Its rows are moved to the servers that keep them.
    ///
    /// - Throws: `PostgresError`.
    static func distribute(_ table: Table, _ session: Session) throws {
        let name = "health.\(session.quoteIdentifier(table.name))"
        guard table.isPersonal else {
            try session.run("select create_reference_table($1::text::regclass)", name)
            return
        }
        // Citus gives the shards this setting when it creates them, and refuses to
        // pass it on later.
        try isolating(true, session) {
            try session.executeScript("alter table \(name) alter column person_id set statistics 0")
        }
        try distribute(personalTable: name, isFirst: table.name == firstTable, session)
        try session.run("select truncate_local_data_after_distributing_table($1::text::regclass)", name)
    }

    /// Divides a table by person, so that each person's rows are on the server of the person's
    /// other rows.
    ///
    /// - Parameter name: the table with its schema, quoted as in SQL.
    /// - Throws: `PostgresError`.
    static func distribute(personalTable name: String, isFirst: Bool = false, _ session: Session) throws {
        try session.run(
            "select create_distributed_table($1::text::regclass, 'person_id', colocate_with => $2)", name,
            isFirst ? "none" : "health.\(firstTable)")
    }

    /// Distributes the tables that a migration has created.
    ///
    /// - Throws: `PostgresError`.
    static func distributeNewTables(_ session: Session) throws {
        for table in try localTables(session) { try distribute(table, session) }
    }

    /// Calls `body`, whose changes of the schema stay on this server if `isIsolated`. PostgreSQL
    /// ignores the setting without Citus.
    static func isolating(_ isIsolated: Bool, _ session: Session, _ body: () throws -> Void) throws {
        if isIsolated { try session.executeScript("set local citus.enable_ddl_propagation = off") }
        try body()
        if isIsolated { try session.executeScript("set local citus.enable_ddl_propagation = on") }
    }

    /// Lets the transaction change replicated and divided tables together.
    ///
    /// - Throws: `PostgresError`.
    static func prepareForChanges(_ session: Session) throws {
        if try hasCitus(session) { try session.executeScript("set local citus.multi_shard_modify_mode = 'sequential'") }
    }

    /// Runs a statement that Citus does not pass on: here and, on a cluster, on all other servers.
    ///
    /// - Throws: `HealthDatabaseError` (`clusterFailed`); `PostgresError`.
    static func runEverywhere(_ statement: String, _ session: Session) throws {
        guard try isDistributed(session) else { return try session.executeScript(statement) }
        try isolating(true, session) { try session.executeScript(statement) }
        try runOnWorkers(statement, session)
    }

    /// Runs a statement on every server but the coordinator, in a transaction for each.
    ///
    /// - Throws: `HealthDatabaseError` (`clusterFailed`); `PostgresError`.
    static func runOnWorkers(_ statement: String, _ session: Session) throws {
        try check(
            try session.run(
                """
                select nodename || ':' || nodeport, result from run_command_on_workers($1) where not success order by 1
                """, "do $local$ begin \(changingOneServer) execute $run$\(statement)$run$; end; $local$"))
    }

    /// Statements of PL/pgSQL after which a transaction changes objects of its server alone.
    static let changingOneServer = """
        perform set_config('citus.enable_ddl_propagation', 'off', true);
        perform set_config('citus.enable_manual_changes_to_shards', 'on', true);
        perform set_config('citus.override_table_visibility', 'off', true);
        """

    /// Runs a statement on every server, in a transaction for each.
    ///
    /// - Throws: `HealthDatabaseError` (`clusterFailed`); `PostgresError`.
    static func runOnAllServers(_ statement: String, _ session: Session) throws {
        try check(
            try session.run(
                """
                select nodename || ':' || nodeport, result
                from run_command_on_all_nodes($1) join pg_dist_node using (nodeid)
                where not success
                order by 1
                """, statement))
    }

    private static func check(_ failures: Rows) throws {
        guard let failure = failures.first else { return }
        throw HealthDatabaseError(
            .clusterFailed, "the server \(try failure.text(0)) of the cluster refused: \(try failure.text(1))",
            hint: "run the command again when all servers of the cluster run")
    }

    /// The most sessions on one server that a role needs for each session on the coordinator: one
    /// for the statement, and others for functions in it that read other servers.
    static let sessionsPerSession = 4

    // MARK: Sizes

    /// Returns the bytes of tables of schema health with their indexes, on all servers.
    ///
    /// - Throws: `PostgresError`.
    static func bytes(of tables: [String], _ session: Session) throws -> Int64 {
        let size = try isDistributed(session) ? "citus_total_relation_size" : "pg_total_relation_size"
        return try session.value(
            """
            select coalesce(sum(\(size)(oid)), 0)::bigint from pg_class
            where relnamespace = 'health'::regnamespace and relname::text = any($1)
            """, tables, as: Int64.self)
    }

    /// Returns the planner's estimate of the rows of a table of schema health, on all servers.
    ///
    /// - Throws: `PostgresError`.
    static func rows(of table: String, _ session: Session) throws -> Int64 {
        let estimate = "select greatest(reltuples, 0)::bigint from pg_class where oid = "
        guard try isDistributed(session) else {
            return try session.value(estimate + "('health.' || $1)::regclass", table, as: Int64.self)
        }
        return try session.value(
            """
            select coalesce(sum(result::bigint), 0)::bigint
            from run_command_on_shards(('health.' || $1)::regclass, $2)
            where success
            """, table, estimate + "'%s'::regclass", as: Int64.self)
    }

    /// Returns those of the given tables of schema health that fulfil a condition. On a cluster, a
    /// shard on any server that can be reached has to fulfil it.
    ///
    /// - Parameter condition: a condition on the row of `pg_class`.
    /// - Returns: the names, sorted.
    /// - Throws: `PostgresError`.
    static func tables(of names: [String], where condition: String, _ session: Session) throws -> [String] {
        guard try isDistributed(session) else {
            return try session.all(
                """
                select relname::text from pg_class
                where relnamespace = 'health'::regnamespace and relname = any ($1) and \(condition)
                order by relname
                """, names, as: String.self)
        }
        // A shard has the name of its table with an underscore and the number of the shard.
        let ofOneServer = """
            select string_agg(distinct part.name, ',')
            from (
                select regexp_replace(relname, '_[0-9]{5,}$', '') as name from pg_class
                where relnamespace = 'health'::regnamespace and relkind = 'r' and \(condition)
            ) part
            where part.name = any ('{\(names.joined(separator: ","))}')
            """
        return try session.all(
            """
            select distinct name
            from run_command_on_all_nodes($1) cross join lateral unnest(string_to_array(result, ',')) as name
            where success
            order by name
            """, ofOneServer, as: String.self)
    }
}
