import HealthCore
import Postgres

/// Finds pairs of a record of an export and a sample with another uuid that are the same
/// measurement. The record is then recognised as the sample.
///
/// An export.xml has neither uuids of HealthKit nor bundle identifiers. It cuts times to whole
/// seconds and prints six significant digits in the person's preferred unit. Therefore a record and
/// a sample are the same measurement if all of these are equal:
/// - the type;
/// - the source, as below;
/// - the start and the end, cut to whole seconds;
/// - the value in the canonical unit up to `tolerance`, the raw value of a category, the activity
///   of a workout, or the identifier of a clinical record.
///
/// Sources are equal if their names are, as `SourceRegistry` compares names. Records and samples
/// that have no partner yet may also have two Apple devices of one hardware as sources, or a source
/// that has no other name than its bundle identifier. An app that sends samples of others may not
/// know the names that the export has. The source of a workout is not compared, because a person
/// does one workout of an activity at a time.
///
/// Series are never equal to a record of an export. A figure that the export merged from several
/// records equals only another such figure.
///
/// If n records of one file and m samples all match, min(n, m) pairs are made.
enum Recognition {
    /// The greatest difference at which two values are equal, as a fraction of the greater value. A
    /// number that begins with 1 and is printed with six digits differs by up to half of this. The
    /// other half allows for conversions and for exports that cut digits off. Different whole
    /// numbers below 100,000 are never equal.
    static let tolerance = 1e-5

    /// The columns of `health.recognised_record`. They hold values that an imported record has and
    /// that are null in the sample.
    static let keptColumns = SampleColumn.all.filter { column in
        column.name == "device_id" || column.table == .detail
            || SampleMembers.all.contains { $0.column == column.name }
    }

    static var keptNames: String { keptColumns.map(\.name).joined(separator: ", ") }

    /// The values of `keptColumns`, as a SELECT list with `SampleMerge.parameters`. It refers to
    /// the rows `staged`, `sample` (the stored sample) and `sample_detail`. The parts of an
    /// imported workout are kept even if the workout of the app has parts.
    ///
    /// - Parameter isStagedImported: true if the staged row is the imported record, false if the
    ///   stored sample is.
    static func kept(isStagedImported: Bool) -> String {
        keptColumns.map { column in
            let stored = "\(column.table?.rawValue ?? "sample").\(column.name)"
            let (imported, other) = isStagedImported ? (column.staged, stored) : (stored, column.staged)
            let isWorkout = column.name == "parts" ? " or \(StagedKind.workout.isKind("staged"))" : ""
            return "case when \(other) is null\(isWorkout) then \(imported) end"
        }.joined(separator: ",\n")
    }

    /// The columns that must be equal, in addition to the value.
    private static let key = "sample_type_id, name_id, start_second, end_second, content"

    /// SQL of what must be equal of samples without a quantity, as text: the value of a category
    /// sample, the activity of a workout, or the identifier of a clinical record. $1 is the person.
    static func content(_ sample: String) -> String {
        """
        coalesce(
            \(sample).category_value::text, \(sample).sent_category_value,
            case when \(sample).quantity is null then (
                select coalesce(workout.activity_type::text, workout.sent_activity_type) from health.workout
                where workout.person_id = $1 and workout.uuid = \(sample).uuid) end,
            case when \(sample).quantity is null then (
                select detail.parts ->> 'identifier' from health.sample_detail detail
                where detail.person_id = $1 and detail.uuid = \(sample).uuid) end)
        """
    }

    /// SQL of the same for the row `staged`; an empty text for a sample with a quantity.
    static let stagedContent = """
        coalesce(
            staged.category_value::text, staged.sent_text,
            case when \(StagedKind.other.isKind("staged")) then staged.parts ->> 'identifier' end, '')
        """

    /// Returns a query for pairs of `ordinal` and `uuid`. Each pair is a staged row and a stored
    /// sample that are the same measurement.
    ///
    /// - Parameters:
    ///   - fresh: a condition on `staged`, the staged rows. No two selected rows may have the
    ///     same uuid.
    ///   - areDeleted: true to compare the rows with samples that clients deleted.
    ///   - known: a condition on `known`, the stored samples.
    static func pairs(
        in rows: StagedRows, fresh: String, areDeleted: Bool = false, known: String
    ) -> String {
        """
        with fresh as materialized (
            select staged.ordinal, staged.uuid, staged.start_time, staged.end_time, staged.quantity,
                ($2::integer[])[staged.sample_type + 1] as sample_type_id,
                ($3::integer[])[staged.source_revision + 1] as source_revision_id,
                ($4::integer[])[staged.device + 1] as device_id,
                \(stagedContent) as content
            from \(rows.item) staged
            where \(StagedKind.isSample()) and not staged.is_skipped and (staged.kind <> \(StagedKind.quantity.rawValue) or staged.quantity is not null) and \(fresh)
        ), slot as (
            select distinct sample_type_id, date_trunc('second', start_time) as start_second from fresh
        ), candidate as materialized (
            select known.uuid, known.sample_type_id, known.source_revision_id,
                \(areDeleted ? "null::integer" : "known.device_id") as device_id, known.start_time,
                known.end_time, known.quantity, coalesce(\(areDeleted ? "known.content" : content("known")), '') as content
            from slot
            cross join lateral (
                -- OFFSET keeps the planner from reading all samples of the type and hashing them.
                select * from health.\(areDeleted ? "deleted_sample" : "sample") stored
                where stored.person_id = $1 and stored.sample_type_id = slot.sample_type_id
                    and stored.start_time >= slot.start_second and stored.start_time < slot.start_second + interval '1 second'
                    \(areDeleted ? "and stored.source_revision_id is not null" : "")
                offset 0
            ) known
            where \(known)
                \(areDeleted ? "" : "and (known.quantity is not null or known.sent_unit_id is null)")
        ), either as (
            select true as is_fresh, ordinal, uuid, sample_type_id, source_revision_id, device_id, start_time, end_time,
                quantity, content
            from fresh
            where exists (select 1 from candidate)
            union all
            select false, null, uuid, sample_type_id, source_revision_id, device_id, start_time, end_time, quantity,
                content
            from candidate
        ), writer as (
            -- The first source of a name stands for all of that name.
            select revision.source_revision_id, revision.product_type, source.source_class,
                coalesce(source.name = source.bundle_identifier, false) as is_nameless,
                min(source.source_id) over (
                    partition by translate(source.name, U&'\\00A0\\202F\\2019', '  '''),
                        coalesce(source.bundle_identifier = '\(SourceClass.exportAggregates)', false)) as name_id
            from health.source_revision revision
            join health.source on source.person_id = $1 and source.source_id = revision.source_id
            where revision.person_id = $1
        ), keyed as (
            select is_fresh, ordinal, uuid, start_time, quantity, sample_type_id, name_id, source_class, is_nameless,
                coalesce(product_type, hardware_version) as hardware,
                date_trunc('second', start_time) as start_second, date_trunc('second', end_time) as end_second,
                content collate "C" as content
            from either
            join writer using (source_revision_id)
            left join (
                select device_id, hardware_version from health.device where person_id = $1
            ) device using (device_id)
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
        ), counted as materialized (
            select *, count(*) over (partition by \(key), number, occurrence) as size from numbered
        ), named as (
            select (array_agg(ordinal) filter (where is_fresh))[1] as ordinal,
                (array_agg(uuid) filter (where not is_fresh))[1] as uuid
            from counted
            where size = 2
            group by \(key), number, occurrence
        ), rest as (
            -- Arrays, because a join could compare each record with each sample.
            select sample_type_id = (
                    select sample_type_id from health.sample_type where identifier = '\(RecordingStore.workoutType)')
                    as is_workout,
                \(arrays("record", where: "is_fresh")), \(arrays("sample", where: "not is_fresh"))
            from counted
            where size = 1
            group by sample_type_id, start_second, end_second, content
            having bool_or(is_fresh) and not bool_and(is_fresh)
        ), loose as (
            -- The first record gets the first sample, the second the second.
            select record.ordinal, sample.uuid,
                row_number() over (partition by record.ordinal order by sample.start_time, sample.uuid) as choice,
                row_number() over (partition by sample.uuid order by record.ordinal) as turn
            from rest
            cross join \(unnested("record")) cross join \(unnested("sample"))
            where coalesce(
                    abs(record.quantity - sample.quantity)
                        <= \(tolerance) * greatest(abs(record.quantity), abs(sample.quantity)), true)
                and (is_workout
                    or record.source_class <> 'aggregate' and sample.source_class <> 'aggregate'
                        and (record.is_nameless or sample.is_nameless
                            or record.hardware = sample.hardware and record.hardware ~ '^(Watch|iPhone|iPad|iPod)'))
        )
        select ordinal, uuid from named
        union all
        select ordinal, uuid from loose where choice = turn
        """
    }

    /// The columns of the records and samples that have no partner of the same source.
    private static let unpaired = [
        "ordinal", "uuid", "start_time", "quantity", "source_class", "is_nameless", "hardware",
    ]

    private static func arrays(_ name: String, where condition: String) -> String {
        unpaired.map { "array_agg(\($0)) filter (where \(condition)) as \(name)_\($0)" }.joined(separator: ", ")
    }

    private static func unnested(_ name: String) -> String {
        "unnest(\(unpaired.map { "\(name)_\($0)" }.joined(separator: ", "))) as \(name) (\(unpaired.joined(separator: ", ")))"
    }
}
