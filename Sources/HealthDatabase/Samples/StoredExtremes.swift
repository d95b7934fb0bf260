import HealthCore
import Postgres

/// The minimum and maximum of aggregates, in `health.aggregate_extreme`.
enum StoredExtremes {
    /// SQL of a VALUES list with the columns `ordinal` and `quantity`, the rows of one sample. The
    /// parameters are SQL expressions. The quantity of a row is null if the sample lacks that
    /// extreme.
    static func rows(minimum: String, maximum: String, hasAverage: String) -> String {
        """
        values
            (case when \(hasAverage) then \(AggregateExtreme.minimum.rawValue)
                else \(AggregateExtreme.minimumOfMember.rawValue) end, \(minimum)),
            (case when \(hasAverage) or \(minimum) is not null then \(AggregateExtreme.maximum.rawValue)
                else \(AggregateExtreme.maximumOfMember.rawValue) end, \(maximum))
        """
    }

    /// A statement that inserts the extremes of the samples in the FROM item `staged`.
    static func insertion(from staged: String) -> String {
        """
        insert into health.aggregate_extreme (
            person_id, sample_type_id, uuid, ordinal, start_time, end_time, quantity, source_revision_id)
        select $1, ($2::integer[])[staged.sample_type + 1], staged.uuid, extreme.ordinal, staged.start_time,
            staged.end_time, extreme.quantity, ($3::integer[])[staged.source_revision + 1]
        from \(staged)
        cross join lateral (\(rows(
            minimum: "staged.minimum", maximum: "staged.maximum", hasAverage: "staged.quantity is not null")))
            extreme (ordinal, quantity)
        where extreme.quantity is not null
        """
    }

    /// Adds the extremes of staged samples to imported samples that have none. An older program
    /// stored these extremes only among the attributes. Each completed sample gets the feed
    /// position that follows from the ordinal of its staged row. It also gets marks, because its
    /// figures change.
    ///
    /// - Returns: the number of completed samples that this import had not moved in the feed
    ///   before.
    static func complete(_ merge: SampleMerge, _ session: Session) throws -> Int64 {
        try session.value(
            """
            with candidate as materialized (
                select distinct on (staged.uuid) staged.ordinal, staged.minimum, staged.maximum,
                    staged.quantity is not null as has_average, known.*
                from \(merge.rows.item) staged
                join health.sample known on known.person_id = $1 and known.uuid = staged.uuid
                where not staged.is_skipped and (staged.minimum is not null or staged.maximum is not null)
                    and known.import_id is not null
                    and not exists (
                        select 1 from health.aggregate_extreme extreme
                        where extreme.person_id = $1 and extreme.uuid = known.uuid)
                order by staged.uuid, staged.ordinal
            ), added as (
                insert into health.aggregate_extreme (
                    person_id, sample_type_id, uuid, ordinal, start_time, end_time, quantity, source_revision_id)
                select $1, candidate.sample_type_id, candidate.uuid, extreme.ordinal, candidate.start_time,
                    candidate.end_time, extreme.quantity, candidate.source_revision_id
                from candidate
                cross join lateral (\(rows(
                    minimum: "candidate.minimum", maximum: "candidate.maximum", hasAverage: "candidate.has_average")))
                    extreme (ordinal, quantity)
                where extreme.quantity is not null
            ), changed as (
                update health.sample set change_position = $2 + 1 + candidate.ordinal
                from candidate where sample.person_id = $1 and sample.uuid = candidate.uuid
                returning \(MarkTable.columns), candidate.change_position <= $2 as is_moved
            ), \(MarkTable.marking("changed"))
            select count(*) from changed where is_moved
            """, merge.person, merge.position, as: Int64.self)
    }

    /// SQL of an array with the minimum and maximum of the stored sample `known`, for comparisons
    /// with `staged`.
    static func array(of known: String) -> String {
        func one(_ extremes: AggregateExtreme...) -> String {
            """
            (
                select quantity from health.aggregate_extreme extreme
                where extreme.person_id = $1 and extreme.uuid = \(known).uuid
                    and extreme.ordinal in (\(extremes.map { "\($0.rawValue)" }.joined(separator: ", "))))
            """
        }
        return "array[\(one(.minimum, .minimumOfMember)), \(one(.maximum, .maximumOfMember))]"
    }
}
