import Synchronization

/// The starts of servers after which a commit was confirmed.
final class ConfirmedStarts: Sendable {
    private let starts = Mutex<Set<Int64>>([])

    func contains(_ start: Int64) -> Bool { starts.withLock { $0.contains(start) } }
    func insert(_ start: Int64) { starts.withLock { _ = $0.insert(start) } }
    /// A commit that nothing confirmed may be visible.
    func removeAll() { starts.withLock { $0.removeAll() } }
}

extension Session {
    /// Waits until a standby has everything that this session sees. Call it outside a transaction,
    /// before a client reads data that it keeps, such as a feed.
    ///
    /// A commit that still waits for its standby is visible after a restart of PostgreSQL. If the
    /// standby is then promoted, the commit is lost. Therefore the first call after each start
    /// makes a commit of its own, which is confirmed after all earlier ones. Later calls return at
    /// once. Does nothing for a session that no fenced `Database` opened, and for a standby.
    ///
    /// https://www.postgresql.org/docs/15/warm-standby.html#SYNCHRONOUS-REPLICATION
    ///
    /// - Throws: `PostgresError`, whose `isUnknownCommit` is true if no standby confirms in time.
    public func confirmVisible() throws {
        guard let confirmed, let serverStart, !confirmed.contains(serverStart) else { return }
        // The message has no effect. It is written to the log like a change.
        try transaction { _ = try executeUnprepared("select pg_logical_emit_message(true, 'healthstore', '')") }
        confirmed.insert(serverStart)
    }
}
