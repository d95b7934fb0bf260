import Postgres

/// The advisory lock of a session that makes slots of one type of a person. PostgreSQL releases it
/// with the session, so that a killed program holds none.
struct SlotLock {
    /// "slot": distinguishes the keys from those of other advisory locks.
    private static let lockClass: Int64 = 0x736c_6f74

    let person: Person
    let sampleTypeID: Int32
    let session: Session

    /// Different types may share a key; their refreshers then take turns.
    private var key: Int64 { SlotLock.lockClass << 32 ^ Int64(person.id) << 16 ^ Int64(sampleTypeID) }

    /// Takes the lock.
    ///
    /// - Returns: nil if another session holds it; else the value of `body`.
    func withLockIfFree<Value>(_ body: () throws -> Value) throws -> Value? {
        guard try session.execute("select pg_try_advisory_lock($1)", [.int64(key)])[0].bool(0) else { return nil }
        defer { release() }
        return try body()
    }

    /// Waits for the lock.
    func withLock<Value>(_ body: () throws -> Value) throws -> Value {
        _ = try session.execute("select pg_advisory_lock($1)", [.int64(key)])
        defer { release() }
        return try body()
    }

    private func release() {
        // If the session is broken, PostgreSQL has released the lock.
        _ = try? session.execute("select pg_advisory_unlock($1)", [.int64(key)])
    }
}
