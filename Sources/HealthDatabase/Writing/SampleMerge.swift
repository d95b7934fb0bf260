import HealthCore
import Postgres

/// The statements that move staged rows into the store, shared by batches and imports.
///
/// All of them take the parameters of `parameters(…)`: the person, and the numbers of types, source revisions, devices and
/// units by place. They see only rows that the caller selects by a condition on `staged`, and must run under the person's lock.
struct SampleMerge {
    let person: Person
    let references: ResolvedReferences
    /// The change position before the first merged row.
    var position: Int64

    /// $1…$5 of every statement here, and $6, the change position before the first row.
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
    /// - Returns: how many there were.
    mutating func insertSamples(where condition: String, contents: StagedContents, _ session: Session) throws -> Int64 {
        // First what hangs on them: afterwards "not yet in the store" selects none of them any more.
        try insertDetails(where: condition, contents: contents, session)
        let inserted = try session.execute(
            """
            insert into health.sample (
                person_id, change_position, sample_type_id, uuid, start_time, end_time, quantity, source_revision_id,
                device_id, creation_time, sent_unit_id, category_value, sent_quantity, sent_category_value)
            select $1, $6 + row_number() over (), \(SampleMerge.columns)
            from pg_temp.staged_sample staged
            where staged.kind < 5 and not staged.is_copy and (\(condition))
            """,
            parameters
        ).affectedRows
        position += inserted
        return inserted
    }

    private func insertDetails(where condition: String, contents: StagedContents, _ session: Session) throws {
        if contents.haveDetails {
            _ = try session.execute(
                """
                insert into health.sample_detail (person_id, uuid, metadata, parts)
                select $1, staged.uuid, staged.metadata, staged.parts
                from pg_temp.staged_sample staged
                where staged.kind < 5 and not staged.is_copy
                    and (staged.metadata is not null or staged.parts is not null) and (\(condition))
                """,
                [parameters[0]])
        }
        if contents.haveWorkouts {
            _ = try session.execute(
                """
                insert into health.workout
                select $1, staged.uuid, staged.category_value, staged.sent_text, staged.duration,
                    staged.total_energy_burned, staged.total_distance
                from pg_temp.staged_sample staged
                where staged.kind = 3 and not staged.is_copy and (\(condition))
                """,
                [parameters[0]])
        }
    }

    /// Inserts the elements of an export that are no samples, unless the store holds them.
    mutating func insertElements(_ session: Session) throws -> Int64 {
        let inserted = try session.execute(
            """
            insert into health.export_element (person_id, uuid, name, element, change_position)
            select distinct on (staged.uuid) $1::integer, staged.uuid, staged.sent_text, staged.parts, $2::bigint
            from pg_temp.staged_sample staged
            where staged.kind = 5
            on conflict do nothing
            """,
            [parameters[0], .int64(position + 1)]
        ).affectedRows
        if inserted > 0 { position += 1 }
        return inserted
    }

    /// Writes down which correlation or workout contains which sample.
    func insertContained(where condition: String, _ session: Session) throws {
        _ = try session.execute(
            """
            insert into health.contained_sample (person_id, container_uuid, uuid)
            select $1, container.uuid, staged.uuid
            from pg_temp.staged_sample staged
            join pg_temp.staged_sample container on container.ordinal = staged.container
            where staged.container is not null and (\(condition))
            on conflict do nothing
            """,
            [parameters[0]])
    }

    /// Raises the bounds of how long samples of each staged type are.
    func raiseExtents(_ session: Session) throws {
        _ = try session.execute(
            """
            insert into health.sample_extent (person_id, sample_type_id, longest_duration)
            select $1, ($2::integer[])[staged.sample_type + 1], max(staged.end_time - staged.start_time)
            from pg_temp.staged_sample staged
            where staged.kind < 5
            group by 2
            on conflict (person_id, sample_type_id) do update
            set longest_duration = excluded.longest_duration
            where excluded.longest_duration > sample_extent.longest_duration
            """,
            Array(parameters.prefix(2)))
    }
}

/// What a batch or an import holds at all, so that statements with nothing to do are not run.
struct StagedContents {
    var haveDetails = false
    var haveWorkouts = false
    var haveContained = false

    mutating func note(_ sample: Sample) {
        if !sample.metadata.isEmpty || !sample.parts.isEmpty { haveDetails = true }
        if sample.container != nil { haveContained = true }
        if case .workout = sample.content { haveWorkouts = true }
    }
}

/// The place of the person's change feed, locked until the transaction ends: what makes writers of one person take turns
/// and positions commit in order.
enum ChangeCounter {
    static func lock(_ person: Person, _ session: Session) throws -> Int64 {
        let result = try session.execute(
            "select last_position from health.change_counter where person_id = $1 for update", [.int32(person.id)])
        guard result.rowCount == 1 else {
            throw HealthDatabaseError(.unknownPerson, "the person has been deleted")
        }
        return try result[0].int64(0)
    }

    static func set(_ position: Int64, of person: Person, _ session: Session) throws {
        _ = try session.execute(
            "update health.change_counter set last_position = $2 where person_id = $1",
            [.int32(person.id), .int64(position)])
    }
}
