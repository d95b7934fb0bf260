import HealthCore
import Postgres

/// The types with marks, and the age of the oldest mark. A mark is a row of `health.mark`, which
/// makes figures stale.
public struct MarkBacklog: Sendable {
    /// A type of a person.
    public struct Entry: Hashable, Sendable {
        public var person: Person
        public var sampleTypeID: Int32
    }

    /// Returns the types with marks. The type with the oldest mark comes first.
    ///
    /// - Throws: `PostgresError`.
    public static func entries(_ session: Session) throws -> [Entry] {
        try session.all(
            """
            select person.person_id, person.uuid, person.name, mark.sample_type_id
            from health.mark join health.person using (person_id)
            where mark.marked_at < 'infinity' and person.erasing_since is null
            group by person.person_id, mark.sample_type_id
            order by min(mark.marked_at)
            """, as: Entry.init)
    }

    /// Returns types of people that have figures, in order of person and type.
    ///
    /// - Parameters:
    ///   - person: nil for all people.
    ///   - sampleTypeID: nil for all types.
    ///   - isMarked: if true, only types with marks; else also all types for which the person has
    ///     or had samples.
    /// - Throws: `PostgresError`.
    public static func entries(
        of person: Person?, sampleTypeID: Int32? = nil, isMarked: Bool, _ session: Session
    ) throws -> [Entry] {
        try session.all(
            """
            select distinct person.person_id, person.uuid, person.name, marked.sample_type_id
            from (
                select mark.person_id, mark.sample_type_id from (\(MarkTable.keys)) mark
                where $1::integer is null or mark.person_id = $1
                union
                select extent.person_id, extent.sample_type_id from health.sample_extent extent
                where not $3 and ($1::integer is null or extent.person_id = $1)
            ) known
            join health.person on person.person_id = known.person_id
            join health.sample_type on sample_type.sample_type_id = known.sample_type_id
            \(MarkTable.joinMarked)
            where person.erasing_since is null and ($2::integer is null or marked.sample_type_id = $2)
                and \(MarkTable.hasFigures("sample_type"))
            order by 1, 4
            """, person?.id, sampleTypeID, isMarked, as: Entry.init)
    }

    /// True if another client is running a statement or a transaction in the database.
    ///
    /// - Throws: `PostgresError`.
    public static func isBusy(_ session: Session) throws -> Bool {
        try session.value(
            """
            select exists (
                select 1 from pg_stat_activity
                where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
                    and state <> 'idle')
            """, as: Bool.self)
    }
}
