import HealthCore
import Postgres

/// The end of a person's change feed, in `health.change_counter`. A transaction that locks this row
/// blocks other writers of the person, so positions become visible in order.
enum ChangeCounter {
    static func lock(_ person: Person, _ session: Session) throws -> Int64 {
        try read("last_position", "for update", of: person, session) { $0 }
    }

    /// Returns what `make` makes of columns of the person's row.
    ///
    /// - Throws: `HealthDatabaseError` (`unknownPerson`) if the person was deleted, `PostgresError`
    static func read<each Column: ColumnValue, Value>(
        _ columns: String, _ locking: String = "", of person: Person, _ session: Session,
        as make: (repeat each Column) throws -> Value
    ) throws -> Value {
        let found = try session.first(
            "select \(columns) from health.change_counter where person_id = $1 \(locking)", person, as: make)
        guard let found else { throw HealthDatabaseError.deletedPerson }
        return found
    }

    /// SQL on a row of `health.change_counter` that is true if further positions have the arrival
    /// of the last ones (`health.arrival`).
    private static let isArriving = """
        exists (
            select 1 from health.arrival
            where arrival.person_id = $1 and arrival.first_position > change_counter.last_position - 99
                and arrival.first_position <= change_counter.last_position
                and arrival.arrived_at > statement_timestamp() - interval '1 hour')
        """

    /// Moves the end of the feed, and notifies listening sessions when the transaction commits. The
    /// new positions arrive now (`health.arrival`).
    ///
    /// - Parameter isArriving: true if the caller has locked the feed and `Locked.isArriving`.
    static func set(
        _ position: Int64, of person: Person, isArriving: Bool = false, _ session: Session
    ) throws {
        let arrival = Statement(
            """
            insert into health.arrival (person_id, first_position, arrived_at)
            select $1, last_position + 1, statement_timestamp()
            from health.change_counter
            where person_id = $1 and last_position < $2 and not \(ChangeCounter.isArriving)
            on conflict (person_id, first_position) do update set arrived_at = excluded.arrived_at
            """, person, position)
        _ = try session.execute(
            (isArriving ? [] : [arrival]) + [
                Statement("update health.change_counter set last_position = $2 where person_id = $1", person, position),
                Statement("select pg_notify('\(ChangeNotification.channel)', $1::text)", String(person.id)),
            ])
    }

    /// Notes that the positions behind `position`, which the feed does not have yet, arrive now.
    static func noteArrival(behind position: Int64, of person: Person, _ session: Session) throws {
        try session.run(
            """
            insert into health.arrival (person_id, first_position, arrived_at) values ($1, $2, statement_timestamp())
            on conflict do nothing
            """, person, position + 1)
    }

    /// Notes that figures change although the feed does not (`FiguresVersion`). The caller holds
    /// the lock.
    static func noteFigures(of person: Person, _ session: Session) throws {
        try session.run(
            "update health.change_counter set figures_version = figures_version + 1 where person_id = $1", person)
    }

    /// The end of the feed, and what a batch needs to know of the person.
    struct Locked {
        var position: Int64
        /// No imported sample of the person starts later; nil if the person never had an import.
        var importedUntil: Instant?
        /// Samples that start earlier are refused (`SyncPlan.start`).
        var planStart: Instant?
        /// True if further positions need no row of `health.arrival`.
        var isArriving: Bool
    }

    /// Locks the feed like `lock`.
    ///
    /// - Parameter device: the phone that sends; nil if it is unknown.
    static func lock(_ person: Person, forBatchOf device: String?, _ session: Session) throws -> Locked {
        let found = try session.first(
            """
            select last_position, imported_until, \(SyncPlanStore.start("$2")), \(isArriving)
            from health.change_counter where person_id = $1 for update of change_counter
            """, person, device
        ) {
            Locked(
                position: $0, importedUntil: $1, planStart: ($2 as Int64?).map(Instant.init(microseconds:)),
                isArriving: $3)
        }
        guard let found else { throw HealthDatabaseError.deletedPerson }
        return found
    }

    /// Returns the latest start of imported samples, without locking.
    static func importedUntil(of person: Person, _ session: Session) throws -> Instant? {
        try read("imported_until", of: person, session) { $0 }
    }

    /// Raises the latest start of imported samples to `latestStart`. The caller holds the lock.
    static func noteImport(until latestStart: Instant, of person: Person, _ session: Session) throws {
        try session.run(
            """
            update health.change_counter set imported_until = $2
            where person_id = $1 and coalesce(imported_until < $2, true)
            """, person, latestStart)
    }

    /// Notes that the person has no imported samples any more. The caller holds the lock.
    static func forgetImports(of person: Person, _ session: Session) throws {
        try session.run("update health.change_counter set imported_until = null where person_id = $1", person)
    }
}
