import Foundation
import Postgres

/// A point of the write-ahead log, and the digests of the store at exactly this point.
///
/// A snapshot alone belongs to no point of the log: a transaction writes its commit to the log
/// before others see its changes. So every writer's lock of a person is held while the snapshot is
/// taken and the point is written. No writer of such a person is then between the two.
public struct StorePoint {
    public var name: String
    /// PostgreSQL's text of the position.
    public var position: String
    public var time: Date
    public var digest: StoreDigest

    /// The attempts to find a moment at which all people can be locked.
    public static let attemptsMax = 50
    /// The wait between two attempts in microseconds. 100 ms.
    private static let waitMicroseconds: UInt32 = 100_000

    /// Makes a point of the log, and computes the digests.
    ///
    /// The locks are held for milliseconds. An import may hold its person's lock for longer. After
    /// five seconds the point is made without it, and the person's digest is marked as busy.
    ///
    /// - Parameters:
    ///   - session: reads. It needs no rights to write.
    ///   - other: a second session of a superuser, which locks and writes the point.
    ///   - attempts: the number of attempts to lock all people.
    ///   - step: called again and again. An error that it throws ends the reading.
    /// - Throws: `PostgresError`, `HealthDatabaseError` (`damagedStore`), the error of `step`.
    public static func make(
        name: String, _ session: Session, locking other: Session, attempts: Int = attemptsMax,
        step: () throws -> Void = {}
    ) throws -> StorePoint {
        for attempt in 1... {
            let isLast = attempt >= attempts
            let point = try session.transaction(isolation: .repeatableRead, readOnly: true) { () -> StorePoint? in
                guard let made = try lockedPoint(name, session, other, isLast: isLast) else { return nil }
                return StorePoint(
                    name: name, position: made.position, time: made.time,
                    digest: try StoreDigest.read(made.people, busy: made.busy, session, step: step))
            }
            if let point { return point }
            usleep(waitMicroseconds)
        }
        preconditionFailure("the last attempt makes a point")
    }

    private typealias Locked = (
        position: String, time: Date, people: [(person: Person, position: Int64)], busy: Set<Int32>
    )

    /// - Returns: nil if a person is being written and this is not the last attempt.
    private static func lockedPoint(
        _ name: String, _ session: Session, _ other: Session, isLast: Bool
    ) throws -> Locked? {
        try other.transaction {
            let locked = Set(try PersonLock.tryAll(other))
            // The first statement of the transaction takes its snapshot, so this is after the
            // locks.
            let people = try positions(session)
            let busy = Set(people.map(\.person.id)).subtracting(locked)
            guard busy.isEmpty || isLast else { return nil }
            let row = try other.run("select pg_create_restore_point($1)::text, clock_timestamp()", name)[0]
            let time = Date(timeIntervalSince1970: Double(try row.timestamptz(1)) / 1_000_000)
            return (try row.text(0), time, people, busy)
        }
    }

    /// Returns all people with the positions of their last changes, in order of uuid.
    static func positions(_ session: Session) throws -> [(person: Person, position: Int64)] {
        try session.all(
            """
            select person_id, uuid, name, last_position from health.person join health.change_counter using (person_id)
            where erasing_since is null order by uuid
            """, as: { (person: Person, position: Int64) in (person, position) })
    }
}
