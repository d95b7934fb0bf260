import Postgres

/// The advisory lock under which a person's grants, units and preferences change, and under which
/// the erasing of the person begins. It lasts until the end of the transaction.
///
/// It is no lock of a row: on a cluster, every server has a copy of the person's row, and two
/// writers would lock the copies in different orders. Writers of samples do not take it.
enum PersonLock {
    /// The text "pers" as a number. It separates these keys from those of other advisory locks.
    private static let lockClass: Int32 = 0x7065_7273

    /// Waits until no other transaction holds the lock.
    ///
    /// - Throws: `PostgresError`.
    static func take(_ person: Person, _ session: Session) throws {
        try session.run("select pg_advisory_xact_lock($1, $2)", lockClass, person)
    }

    /// Waits until no other transaction holds the lock alone.
    ///
    /// - Throws: `PostgresError`.
    static func share(_ person: Person, _ session: Session) throws {
        try session.run("select pg_advisory_xact_lock_shared($1, $2)", lockClass, person)
    }

    /// Runs `body` while no other transaction holds the lock alone. Waits for the lock before
    /// `body` begins a transaction, so its snapshot has all changes of earlier owners of the lock.
    ///
    /// - Throws: `PostgresError`, and what `body` throws.
    static func sharing<Value>(_ person: Person, _ session: Session, _ body: () throws -> Value) throws -> Value {
        let key: [Parameter] = [.int32(lockClass), .int32(person.id)]
        try session.run("select pg_advisory_lock_shared($1, $2)", key)
        // If the connection is lost, PostgreSQL has already released the lock.
        defer { _ = try? session.run("select pg_advisory_unlock_shared($1, $2)", key) }
        return try body()
    }

    /// Takes this lock and the lock of the change feed (`ChangeCounter`) of each person, unless
    /// another transaction holds one of them. Waits for none.
    ///
    /// - Returns: the ids of the people whose locks were both taken.
    /// - Throws: `PostgresError`.
    static func tryAll(_ session: Session) throws -> [Int32] {
        try session.all(
            """
            select person_id
            from (select person_id from health.change_counter order by person_id for update skip locked) counter
            where pg_try_advisory_xact_lock($1, person_id)
            """, lockClass, as: Int32.self)
    }
}
