import Postgres

/// The archive of the write-ahead log that a server makes itself (`archive_mode`).
///
/// https://www.postgresql.org/docs/15/monitoring-stats.html#MONITORING-PG-STAT-ARCHIVER-VIEW
public enum ServerArchive {
    /// Returns the seconds since the server's last success, if its last attempt has failed, and 0
    /// if it has not.
    ///
    /// - Returns: nil if the server archives nothing itself.
    /// - Throws: `PostgresError`.
    public static func failingSeconds(_ session: Session) throws -> Double? {
        try session.run(
            """
            select case when last_failed_time > coalesce(last_archived_time, '-infinity')
                then greatest(extract(epoch from clock_timestamp() - coalesce(last_archived_time, stats_reset)), 1)
                else 0 end::double precision
            from pg_stat_archiver where current_setting('archive_mode') <> 'off'
            """
        ).first.map { try $0.double(0) }
    }
}
