import HealthCore
import Postgres

/// The length of a person's longest sample of a type. A sample that overlaps a range begins at most
/// this long before the range.
enum SampleExtent {
    /// Returns SQL that is true if the caller may know that the person $1 has or had samples of the
    /// type of a row of `table`.
    ///
    /// The policy of `table` also shows the row if all samples of the type are at times that the
    /// caller may not read. So this condition looks for a readable sample or deletion.
    static func isSeen(_ table: String) -> String {
        """
        (not \(Access.isLimited)
            or \(table).sample_type_id in (select sample_type_id from health.readable_types())
            or coalesce(
                (
                    select true from health.sample
                    where sample.person_id = $1 and sample.sample_type_id = \(table).sample_type_id
                    order by sample.start_time limit 1
                ), (
                    select true from health.deleted_sample
                    where deleted_sample.person_id = $1 and deleted_sample.sample_type_id = \(table).sample_type_id
                        and deleted_sample.start_time is not null
                    limit 1
                ), false))
        """
    }

    /// Returns the length of the longest sample of the type, or more, in microseconds. Returns nil
    /// if the person never had a sample of the type.
    ///
    /// - Throws: `PostgresError`
    static func longestMicroseconds(person: Person, sampleTypeID: Int32, _ session: Session) throws -> Int64? {
        try session.execute(statement(person, sampleTypeID: sampleTypeID)).first?.int64(0)
    }

    /// Selects the same length.
    static func statement(_ person: Person, sampleTypeID: Int32) -> Statement {
        Statement("\(longest) where person_id = $1 and sample_type_id = $2", person, sampleTypeID)
    }

    /// Selects the lengths of all people and types.
    static let longest = "select (extract(epoch from longest_duration) * 1000000)::bigint from health.sample_extent"
}
