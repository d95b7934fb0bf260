import Postgres

/// Work of a server's sessions that forbids a restart.
enum ServerActivity {
    /// The reason why the server is busy, or nil. Idle sessions do not count, except those that
    /// hold an advisory lock, as an import's session does between its transactions.
    static func reason(_ session: Session) throws -> String? {
        let row = try session.execute(
            """
            select
                (select count(*) from pg_stat_activity
                where backend_type in ('client backend', 'walsender') and pid <> pg_backend_pid() and state is distinct from 'idle'),
                (select count(*) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid())
            """)[0]
        let (statements, locks) = (try row.int64(0), try row.int64(1))
        if statements > 0 { return "other sessions run statements (\(statements))" }
        return locks > 0 ? "an import or another job is unfinished" : nil
    }
}
