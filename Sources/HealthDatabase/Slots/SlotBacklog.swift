import HealthCore
import Postgres

/// Which types of which people have slots to make.
public struct SlotBacklog: Sendable {
    /// A type of a person with marks.
    public struct Entry: Hashable, Sendable {
        public var person: Person
        public var sampleTypeID: Int32
    }

    /// Types with marks that should wait no longer, those first that have waited longest.
    public var due: [Entry] = []
    /// How many marks there are, of all types.
    public var markCount: Int64 = 0
    /// For how many seconds the oldest has waited.
    public var oldestSeconds = 0.0

    /// For so long marks wait that lie in the last 24 hours, in seconds: live data changes the same hours again and again, of which
    /// readers take the few samples meanwhile. Ten minutes.
    public static let liveSeconds = 600.0
    /// For so long others wait, in seconds, so that what comes together is made together. One second.
    public static let settledSeconds = 1.0

    /// What waits now.
    public init(_ session: Session) throws {
        for row in try session.execute(
            """
            select person.person_id, person.uuid, person.name, mark.sample_type_id, count(*),
                extract(epoch from now() - min(mark.marked_at))::double precision,
                bool_or(mark.marked_at + make_interval(
                    secs => case when mark.from_time >= now() - interval '24 hours' then $1 else $2 end) <= now())
            from health.slot_mark mark join health.person using (person_id)
            group by person.person_id, mark.sample_type_id
            order by min(mark.marked_at)
            """,
            [.double(SlotBacklog.liveSeconds), .double(SlotBacklog.settledSeconds)])
        {
            markCount += try row.int64(4)
            oldestSeconds = max(oldestSeconds, try row.double(5))
            guard try row.bool(6) else { continue }
            let person = Person(id: try row.int32(0), uuid: try row.uuid(1), name: try row.text(2))
            due.append(Entry(person: person, sampleTypeID: try row.int32(3)))
        }
    }

    /// Types that somebody chose.
    ///
    /// - Parameters:
    ///   - person: nil for everybody.
    ///   - sampleTypeID: nil for all quantity types.
    ///   - isMarked: only those that have marks; else all that have samples, or had some.
    public static func entries(
        of person: Person?, sampleTypeID: Int32? = nil, isMarked: Bool, _ session: Session
    ) throws -> [Entry] {
        try session.execute(
            """
            select person.person_id, person.uuid, person.name, type.sample_type_id
            from health.person cross join health.sample_type type
            where ($1::integer is null or person.person_id = $1)
                and ($2::integer is null or type.sample_type_id = $2)
                and type.kind = 'quantity'
                and (exists (
                        select from health.slot_mark mark
                        where mark.person_id = person.person_id and mark.sample_type_id = type.sample_type_id)
                    or not $3 and exists (
                        select from health.sample_extent extent
                        where extent.person_id = person.person_id and extent.sample_type_id = type.sample_type_id))
            order by person.person_id, type.sample_type_id
            """,
            [.int32(person?.id), .int32(sampleTypeID), .bool(isMarked)]
        ).map { row in
            Entry(
                person: Person(id: try row.int32(0), uuid: try row.uuid(1), name: try row.text(2)),
                sampleTypeID: try row.int32(3))
        }
    }

    /// Whether anybody else works in the database now.
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
