import HealthCore
import Postgres

/// The types with stale slots, and how long their marks have waited.
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

    /// Types whose marks have waited long enough; the type with the oldest mark comes first.
    public var due: [Entry] = []
    /// The number of marks of all types.
    public var markCount: Int64 = 0
    /// The age of the oldest mark.
    public var oldestSeconds = 0.0

    /// How long marks of the last 24 hours wait: ten minutes. Live data change the same hours again
    /// and again, and readers use their few samples meanwhile.
    public static let liveSeconds = 600.0
    /// How long other marks wait, so that changes that arrive together are processed together: one
    /// second.
    public static let settledSeconds = 1.0

    /// Reads the backlog of now.
    ///
    /// - Throws: `PostgresError`.
    public init(_ session: Session) throws {
        for type in try SlotMarkTable.markedTypes(
            liveSeconds: SlotBacklog.liveSeconds, settledSeconds: SlotBacklog.settledSeconds, session)
        {
            markCount += type.markCount
            oldestSeconds = max(oldestSeconds, type.oldestSeconds)
            if type.isDue { due.append(type.entry) }
        }
    }

    /// The quantity types of people, in order of person and type.
    ///
    /// - Parameters:
    ///   - person: nil for everyone.
    ///   - sampleTypeID: nil for all quantity types.
    ///   - isMarked: only types with marks; else all types that have or had samples.
    /// - Throws: `PostgresError`.
    public static func entries(
        of person: Person?, sampleTypeID: Int32? = nil, isMarked: Bool, _ session: Session
    ) throws -> [Entry] {
        try session.execute(
            """
            select person.person_id, person.uuid, person.name, type.sample_type_id
            from health.person cross join health.sample_type type
            where ($1::integer is null or person.person_id = $1) and person.erasing_since is null
                and ($2::integer is null or type.sample_type_id = $2)
                and type.kind = 'quantity'
                and (\(SlotMarkTable.hasMarks(person: "person", type: "type"))
                    or not $3 and exists (
                        select from health.sample_extent extent
                        where extent.person_id = person.person_id and extent.sample_type_id = type.sample_type_id))
            order by person.person_id, type.sample_type_id
            """,
            [.int32(person?.id), .int32(sampleTypeID), .bool(isMarked)]
        ).map { row in
            var row = row
            return try Entry(reading: &row)
        }
    }

    /// Whether another client runs a statement or a transaction in the database now.
    ///
    /// - Throws: `PostgresError`.
    public static func isBusy(_ session: Session) throws -> Bool {
        try session.execute(
            """
            select exists (
                select from pg_stat_activity
                where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
                    and state <> 'idle')
            """)[0].bool(0)
    }
}
