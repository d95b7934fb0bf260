import CLibPQ

extension Database {
    /// Returns true if the server is a pooler that may run each transaction of a session in another
    /// session of PostgreSQL, as PgBouncer does in transaction mode. Settings, prepared statements,
    /// advisory locks and LISTEN of a session are then lost.
    ///
    /// - Parameter session: an open session of this database, outside a transaction.
    /// - Throws: `PostgresError`.
    public func poolsTransactions(_ session: Session) throws -> Bool {
        let process = try session.serverProcess()
        // PgBouncer names a number of its own at the login.
        guard process != PQbackendPID(session.connection) else { return false }
        // In session mode, the first session keeps its process for itself.
        let other = try open()
        return try other.serverProcess() == process || session.serverProcess() != process
    }
}

extension Session {
    fileprivate func serverProcess() throws -> Int32 {
        try executeUnprepared("select pg_backend_pid()")[0].int32(0)
    }
}
