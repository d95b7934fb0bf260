import HealthCore
import Postgres

/// Finds pairs of a record of an export and a sample with another uuid that are the same
/// measurement.
///
/// Export.xml has no uuids of HealthKit and no bundle identifiers. It cuts times to whole seconds
/// and prints six significant digits in the person's preferred unit. Therefore two are the same if
/// they have
/// - the same type and the same source's name, as `SourceRegistry` compares it;
/// - the same start and end, cut to whole seconds;
/// - the same value in the canonical unit up to `tolerance`, the same raw value of a category, the
///   same activity of a workout, the same identifier of a clinical record.
///
/// Series have no equal in an export. A figure of several records equals only such a figure.
///
/// Of n records of one file and m samples that all match, min(n, m) pairs are made.
enum Recognition {
    /// The greatest difference of two values that count as equal, as a fraction of the greater. Six
    /// printed digits of a number that begins with 1 are off by half of this. The other half is for
    /// conversions and for exports that cut digits off. Whole numbers below 100,000 are never
    /// confused.
    static let tolerance = 1e-5

    /// The columns of `health.recognised_record` that hold what an imported record has and the
    /// sample for which it stands lacks.
    static let keptColumns = SampleColumn.all.filter { column in
        column.name == "device_id" || column.table == .detail
            || MemberColumn.all.contains { $0.name == column.name }
    }

    static var keptNames: String { keptColumns.map(\.name).joined(separator: ", ") }

    /// The values of `keptColumns`, as a list of a SELECT from `staged`, with
    /// `SampleMerge.parameters`, and the stored `sample` with its `sample_detail`. An imported
    /// workout keeps its parts beside those of the app.
    ///
    /// - Parameter isStagedImported: whether the staged row is the imported record; else the stored
    ///   sample is.
    static func kept(isStagedImported: Bool) -> String {
        keptColumns.map { column in
            let stored = "\(column.table?.rawValue ?? "sample").\(column.name)"
            let (imported, other) = isStagedImported ? (column.staged, stored) : (stored, column.staged)
            let isWorkout = column.name == "parts" ? " or \(StagedKind.workout.isKind("staged"))" : ""
            return "case when \(other) is null\(isWorkout) then \(imported) end"
        }.joined(separator: ",\n")
    }

    /// The columns that must be equal, beside the value.
    private static let key = "sample_type_id, name_id, start_second, end_second, content"

    /// A query for pairs of `ordinal` and `uuid`: rows of `fresh` and the samples of `known` that
    /// are the same.
    ///
    /// - Parameters:
    ///   - fresh: a condition on `staged`, the rows of `table`. No two rows that it selects may
    ///     have one uuid.
    ///   - known: a condition on `known`, stored samples.
    static func pairs(in table: StagingTable, fresh: String, known: String) -> String {
        """
        with fresh as materialized (
            select staged.person_id, staged.ordinal, staged.uuid, staged.start_time, staged.end_time, staged.quantity,
                ($2::integer[])[staged.sample_type + 1] as sample_type_id,
                ($3::integer[])[staged.source_revision + 1] as source_revision_id,
                coalesce(
                    staged.category_value::text, staged.sent_text,
                    case when \(StagedKind.other.isKind("staged")) then staged.parts ->> 'identifier' end, '') as content
            from \(table.name) staged
            where \(StagedKind.isSample()) and not staged.is_skipped and (staged.kind <> \(StagedKind.quantity.rawValue) or staged.quantity is not null) and \(fresh)
        ), slot as (
            select distinct person_id, sample_type_id, date_trunc('second', start_time) as start_second from fresh
        ), candidate as materialized (
            select known.*,
                coalesce(
                    known.category_value::text, known.sent_category_value, workout.activity_type::text,
                    workout.sent_activity_type,
                    case when known.quantity is null then (
                        select detail.parts ->> 'identifier' from health.sample_detail detail
                        where detail.person_id = known.person_id and detail.uuid = known.uuid) end,
                    '') as content
            from slot
            cross join lateral (
                -- OFFSET keeps the planner from reading all samples of the type and hashing them.
                select * from health.sample
                where sample.person_id = slot.person_id and sample.sample_type_id = slot.sample_type_id
                    and sample.start_time >= slot.start_second and sample.start_time < slot.start_second + interval '1 second'
                offset 0
            ) known
            left join health.workout on workout.person_id = known.person_id and workout.uuid = known.uuid
            where \(known) and (known.quantity is not null or known.sent_unit_id is null)
        ), either as (
            select true as is_fresh, ordinal, uuid, sample_type_id, source_revision_id, start_time, end_time, quantity, content
            from fresh
            where exists (select from candidate)
            union all
            select false, null, uuid, sample_type_id, source_revision_id, start_time, end_time, quantity, content
            from candidate
        ), writer as (
            -- The first source of a name stands for all of that name.
            select revision.source_revision_id,
                min(source.source_id) over (
                    partition by translate(source.name, U&'\\00A0\\202F\\2019', '  '''),
                        coalesce(source.bundle_identifier = '\(SourceClass.exportAggregates)', false)) as name_id
            from health.source_revision revision
            join health.source using (person_id, source_id)
            where revision.person_id = $1
        ), keyed as (
            select is_fresh, ordinal, uuid, start_time, quantity, sample_type_id, name_id,
                date_trunc('second', start_time) as start_second, date_trunc('second', end_time) as end_second,
                content collate "C" as content
            from either join writer using (source_revision_id)
        ), neighbour as (
            select *, lag(quantity) over (partition by \(key) order by quantity, is_fresh, uuid) as lesser
            from keyed
        ), cluster as (
            -- Values that lie close together are one value.
            select *,
                count(*) filter (where quantity - lesser > \(tolerance) * greatest(abs(quantity), abs(lesser)))
                    over (partition by \(key) order by quantity, is_fresh, uuid) as number
            from neighbour
        ), numbered as (
            select *, row_number() over (
                partition by \(key), number, is_fresh order by quantity, start_time, uuid) as occurrence
            from cluster
        )
        select (array_agg(ordinal) filter (where is_fresh))[1] as ordinal,
            (array_agg(uuid) filter (where not is_fresh))[1] as uuid
        from numbered
        group by \(key), number, occurrence
        having count(*) = 2
        """
    }
}
