import Postgres

/// The advisory lock that a session holds while it computes figures of one type of a person.
/// PostgreSQL releases the lock when the session ends, so a killed program leaves no lock.
struct FigureLock {
    /// The text "figs" as a number. It separates these keys from those of other advisory locks.
    private static let lockClass: Int64 = 0x6669_6773

    let person: Person
    let sampleTypeID: Int32
    let session: Session

    /// Two types may have the same key. Their refreshers then run one after the other.
    private var key: Int64 { FigureLock.lockClass << 32 ^ Int64(person.id) << 16 ^ Int64(sampleTypeID) }

    /// Runs `body` under the lock if no other session holds the lock.
    ///
    /// - Returns: the result of `body`; nil if another session holds the lock.
    func withLockIfFree<Value>(_ body: () throws -> Value) throws -> Value? {
        guard try session.value("select pg_try_advisory_lock($1)", key, as: Bool.self) else { return nil }
        defer { release() }
        return try body()
    }

    /// Waits for the lock and runs `body` under it.
    func withLock<Value>(_ body: () throws -> Value) throws -> Value {
        try session.run("select pg_advisory_lock($1)", key)
        defer { release() }
        return try body()
    }

    private func release() {
        // If the connection is lost, PostgreSQL has already released the lock.
        _ = try? session.run("select pg_advisory_unlock($1)", key)
    }
}
