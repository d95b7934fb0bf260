import Postgres

/// Work of a server's sessions that forbids a restart.
enum ServerActivity {
    /// Returns the reason why the server is busy, or nil. An idle session does not make it busy
    /// unless it holds an advisory lock. The session of an import holds one between its
    /// transactions.
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
