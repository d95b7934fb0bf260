import HealthCore
import Postgres

/// The statements that move staged rows into the store, shared by batches and imports.
///
/// All of them take `parameters`. They see only rows of `table` that are not skipped, and must run under the person's lock.
struct SampleMerge {
    let table: StagingTable
    let person: Person
    let references: ResolvedReferences
    /// The change position before the first merged row.
    var position: Int64

    /// $1…$6 of every statement here: the person, the numbers of types, source revisions, devices and units by place, and
    /// the change position before the first row.
    var parameters: [Parameter] {
        [
            .int32(person.id), .int32Array(references.sampleTypeIDs), .int32Array(references.sourceRevisionIDs),
            .int32Array(references.deviceIDs), .int32Array(references.unitIDs), .int64(position),
        ]
    }

    /// The columns of a staged sample as `health.sample` holds them, $1…$5 being the parameters.
    static let columns = """
        ($2::integer[])[staged.sample_type + 1] as sample_type_id,
        staged.uuid,
        staged.start_time,
        staged.end_time,
        staged.quantity,
        ($3::integer[])[staged.source_revision + 1] as source_revision_id,
        ($4::integer[])[staged.device + 1] as device_id,
        staged.creation_time,
        ($5::integer[])[staged.sent_unit + 1] as sent_unit_id,
        case when staged.kind = 1 then staged.category_value end as category_value,
        staged.sent_quantity,
        case when staged.kind = 1 then staged.sent_text end as sent_category_value
        """

    /// Inserts the samples that `condition` selects, none of which the store may hold, and what hangs on them.
    ///
    /// - Parameters:
    ///   - condition: on `staged`. Its text should be constant, so that statements are prepared once.
    ///   - conditionParameters: $7, $8, … in it.
    ///   - skippingKnown: leave out, instead of failing on, what the store holds.
    /// - Returns: how many there were.
    func insertSamples(
        where condition: String = "true", _ conditionParameters: [Parameter] = [], skippingKnown: Bool = false,
        contents: StagedContents, _ session: Session
    ) throws -> Int64 {
        let parameters = parameters + conditionParameters
        // First what hangs on them: afterwards "not yet in the store" selects none of them any more.
        let onConflict = skippingKnown ? "on conflict do nothing" : ""
        try insertDetails(where: condition, parameters, onConflict, contents: contents, session)
        return try session.execute(
            """
            with changed as (
                insert into health.sample (
                    person_id, change_position, sample_type_id, uuid, start_time, end_time, quantity, source_revision_id,
                    device_id, creation_time, sent_unit_id, category_value, sent_quantity, sent_category_value, is_imported)
                select $1, $6 + 1 + staged.ordinal, \(SampleMerge.columns), \(table.isImport)
                from \(table.name) staged
                where staged.kind < 5 and not staged.is_skipped and (\(condition))
                \(onConflict)
                returning \(SlotMarkTable.columns)
            ), \(SlotMarkTable.marking("changed", isImport: table.isImport))
            select count(*) from changed
            """,
            parameters
        )[0].int64(0)
    }

    private func insertDetails(
        where condition: String, _ parameters: [Parameter], _ onConflict: String, contents: StagedContents,
        _ session: Session
    ) throws {
        if contents.hasDetails {
            _ = try session.execute(
                """
                insert into health.sample_detail (person_id, uuid, metadata, parts)
                select $1, staged.uuid, staged.metadata, staged.parts
                from \(table.name) staged
                where staged.kind < 5 and not staged.is_skipped
                    and (staged.metadata is not null or staged.parts is not null) and (\(condition))
                \(onConflict)
                """,
                parameters)
        }
        if contents.hasTimeZones {
            _ = try session.execute(
                """
                insert into health.sample_time_zone (person_id, time_zone, start_time, uuid)
                select $1, \(SampleTimeZone.name(in: "staged.metadata")), staged.start_time, staged.uuid
                from \(table.name) staged
                where staged.kind < 5 and not staged.is_skipped and \(SampleTimeZone.isNamed(in: "staged.metadata"))
                    and (\(condition))
                \(onConflict)
                """,
                parameters)
        }
        if contents.hasSeries { try insertSeries(where: condition, parameters, onConflict, session) }
        if contents.hasExtremes { try insertExtremes(where: condition, parameters, onConflict, session) }
        if contents.hasWorkouts {
            _ = try session.execute(
                """
                insert into health.workout
                select $1, staged.uuid, staged.category_value, staged.sent_text, staged.duration,
                    staged.total_energy_burned, staged.total_distance
                from \(table.name) staged
                where staged.kind = 3 and not staged.is_skipped and (\(condition))
                \(onConflict)
                """,
                parameters)
        }
    }

    /// Inserts the elements of an export that are no samples, unless the store holds them. One with a key replaces what a not
    /// newer export said of the same key, and takes a place in the change feed only if it says something else.
    ///
    /// - Returns: how many are new or changed.
    func insertElements(_ session: Session) throws -> Int64 {
        try session.execute(
            """
            with staged as materialized (
                select distinct on (uuid) person_id, uuid, ordinal, sent_text as name, file as key,
                    start_time as exported_at, parts as element
                from \(table.name) where kind = 5
                order by uuid, ordinal desc
            ), replaced as (
                update health.export_element known
                set element = staged.element, exported_at = staged.exported_at,
                    change_position =
                        case when known.element = staged.element then known.change_position else $6 + 1 + staged.ordinal end
                from staged
                where known.person_id = staged.person_id and known.name = staged.name and known.key = staged.key
                    and coalesce(known.exported_at <= staged.exported_at, known.exported_at is null)
                    and (known.element, known.exported_at) is distinct from (staged.element, staged.exported_at)
                returning known.change_position > $6 as is_changed
            ), added as (
                insert into health.export_element (person_id, uuid, name, key, exported_at, element, change_position)
                select $1, staged.uuid, staged.name, staged.key, staged.exported_at, staged.element,
                    $6 + 1 + staged.ordinal
                from staged
                where not exists (
                    select from health.export_element known
                    where known.person_id = staged.person_id and known.uuid = staged.uuid)
                and not exists (
                    select from health.export_element known
                    where known.person_id = staged.person_id and known.name = staged.name and known.key = staged.key)
                returning true as is_changed
            )
            select count(*) from (select * from replaced union all select * from added) written where is_changed
            """,
            parameters
        )[0].int64(0)
    }

    /// Goes to the position after the last that the inserted rows may have got. A row's position follows from its ordinal, so that
    /// they need not be counted; positions may have gaps.
    mutating func advance(past contents: StagedContents) { position += contents.ordinalEnd }

    /// Writes down which correlation or workout contains which sample, whether or not the sample itself is new. What the
    /// person deleted is in nothing.
    func insertContained(_ session: Session) throws {
        _ = try session.execute(containedInsertion, parameters)
    }

    var containedInsertion: String {
        """
        insert into health.contained_sample (person_id, container_uuid, uuid)
        select $1, container.uuid, staged.uuid
        from \(table.name) staged
        join \(table.name) container on container.ordinal = staged.container
        where staged.container is not null and container.kind in (2, 3) and not container.is_skipped and \(SampleMerge.isAlive)
        on conflict do nothing
        """
    }

    /// Whether the person has not deleted a staged sample.
    static let isAlive = """
        not exists (
            select from health.deleted_sample
            where deleted_sample.person_id = staged.person_id and deleted_sample.uuid = staged.uuid)
        """

    /// Whether the person has deleted any staged sample.
    func hasDeletedSamples(_ session: Session) throws -> Bool {
        let tombstones = try session.execute(
            "select exists (select from health.deleted_sample where person_id = $1)", [.int32(person.id)])
        guard try tombstones[0].bool(0) else { return false }
        return try session.execute(
            "select exists (select from \(table.name) staged where not \(SampleMerge.isAlive))"
        )[0].bool(0)
    }

    /// Raises the bounds of how long samples of each staged type are.
    func raiseExtents(_ contents: StagedContents, _ session: Session) throws {
        // Some may wait for their numbers still.
        let longest = contents.longestDurations.filter { references.sampleTypeIDs.indices.contains(Int($0.key)) }
            .map { place, duration in (id: references.sampleTypeIDs[Int(place)], duration: duration) }
        _ = try session.execute(
            """
            insert into health.sample_extent (person_id, sample_type_id, longest_duration)
            select $1, sample_type_id, max(microseconds) * interval '1 microsecond'
            from unnest($2, $3) as longest (sample_type_id, microseconds)
            group by sample_type_id
            on conflict (person_id, sample_type_id) do update
            set longest_duration = excluded.longest_duration
            where excluded.longest_duration > sample_extent.longest_duration
            """,
            [.int32(person.id), .int32Array(longest.map(\.id)), .int64Array(longest.map(\.duration))])
    }
}
