import HealthCore
import Postgres

/// The types with marks, and the age of the oldest mark. A mark is a row of `health.slot_mark` that
/// makes slots stale.
public struct SlotBacklog: Sendable {
    /// A type of a person.
    public struct Entry: Hashable, Sendable {
        public var person: Person
        public var sampleTypeID: Int32

        init(person: Person, sampleTypeID: Int32) {
            self.person = person
            self.sampleTypeID = sampleTypeID
        }

        /// Reads the columns `person_id`, `uuid`, `name` and `sample_type_id`.
        init(reading row: inout Row) throws {
            person = Person(id: try row.int32(), uuid: try row.uuid(), name: try row.text())
            sampleTypeID = try row.int32()
        }
    }

    /// Types whose marks are old enough to be processed. The type with the oldest mark comes first.
    public var due: [Entry] = []
    /// The time until another type is due, in seconds; infinite if there is none.
    public var nextSeconds = Double.infinity
    /// The number of marks of all types.
    public var markCount: Int64 = 0
    /// The age of the oldest mark, in seconds.
    public var oldestSeconds = 0.0

    /// The age at which a mark that begins in the last 24 hours is due: ten minutes. Live data
    /// change the same hours repeatedly, and readers of these stale hours read few samples.
    public static let liveSeconds = 600.0
    /// The age at which any other mark is due: one second. Changes that arrive together are then
    /// processed together.
    public static let settledSeconds = 1.0

    /// Reads the current backlog.
    ///
    /// - Throws: `PostgresError`.
    public init(_ session: Session) throws {
        for type in try SlotMarkTable.markedTypes(
            liveSeconds: SlotBacklog.liveSeconds, settledSeconds: SlotBacklog.settledSeconds, session)
        {
            markCount += type.markCount
            oldestSeconds = max(oldestSeconds, type.oldestSeconds)
            if type.dueSeconds <= 0 { due.append(type.entry) } else { nextSeconds = min(nextSeconds, type.dueSeconds) }
        }
    }

    /// Returns quantity types of people, in order of person and type.
    ///
    /// - Parameters:
    ///   - person: nil for all people.
    ///   - sampleTypeID: nil for all quantity types.
    ///   - isMarked: if true, only types with marks; else also all types for which the person has
    ///     or had samples.
    /// - Throws: `PostgresError`.
    public static func entries(
        of person: Person?, sampleTypeID: Int32? = nil, isMarked: Bool, _ session: Session
    ) throws -> [Entry] {
        try session.execute(
            """
            select person.person_id, person.uuid, person.name, type.sample_type_id
            from (
                select mark.person_id, mark.sample_type_id from (\(SlotMarkTable.spans)) mark
                where $1::integer is null or mark.person_id = $1
                union
                select extent.person_id, extent.sample_type_id from health.sample_extent extent
                where not $3 and ($1::integer is null or extent.person_id = $1)
            ) known
            join health.person on person.person_id = known.person_id
            join health.sample_type type on type.sample_type_id = known.sample_type_id
            where person.erasing_since is null and ($2::integer is null or type.sample_type_id = $2)
                and type.kind = 'quantity'
            order by person.person_id, type.sample_type_id
            """,
            [.int32(person?.id), .int32(sampleTypeID), .bool(isMarked)]
        ).map { row in
            var row = row
            return try Entry(reading: &row)
        }
    }

    /// True if another client is running a statement or a transaction in the database.
    ///
    /// - Throws: `PostgresError`.
    public static func isBusy(_ session: Session) throws -> Bool {
        try session.execute(
            """
            select exists (
                select 1 from pg_stat_activity
                where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
                    and state <> 'idle')
            """)[0].bool(0)
    }
}
