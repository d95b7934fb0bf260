import Postgres

/// What keeps a server from being restarted: the work of its sessions.
enum ServerActivity {
    /// Why the server is not quiet; nil if it is. Sessions that wait for their client are no reason, unless they hold a lock of their own, as
    /// an import does between its transactions.
    static func reason(_ session: Session) throws -> String? {
        let row = try session.execute(
            """
            select
                (select count(*) from pg_stat_activity
                where backend_type in ('client backend', 'walsender') and pid <> pg_backend_pid() and state is distinct from 'idle'),
                (select count(*) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid())
            """)[0]
        let (statements, locks) = (try row.int64(0), try row.int64(1))
        if statements > 0 { return "\(statements) sessions work" }
        return locks > 0 ? "an import or other work has not ended" : nil
    }
}
