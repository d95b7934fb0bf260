import Postgres

extension Session {
    /// Returns the number of sessions of this database that meet a condition on the columns of
    /// `pg_stat_activity`.
    public func sessionCount(where condition: String) throws -> Int64 {
        try execute(
            "select count(*) from pg_stat_activity where datname = current_database() and \(condition)")[0].int64(0)
    }

    /// Ends the sessions of this database that meet such a condition.
    public func endSessions(where condition: String) throws {
        _ = try execute(
            "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and \(condition)"
        )
    }
}
