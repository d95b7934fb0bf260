import HealthCore
import Postgres

extension SampleMerge {
    /// What is to become of each staged sample of a batch, by ordinal.
    func outcomes(_ session: Session) throws -> [Int64: RecordOutcome] {
        var outcomes: [Int64: RecordOutcome] = [:]
        for row in try session.execute(
            """
            select staged.ordinal, case
                when deleted.uuid is not null then 3
                when known.uuid is null then 0
                when (
                    known.sample_type_id, known.start_time, known.end_time, known.quantity, known.source_revision_id,
                    known.device_id, known.creation_time, known.sent_unit_id, known.category_value,
                    known.sent_quantity, known.sent_category_value, detail.metadata, detail.parts,
                    workout.activity_type, workout.sent_activity_type, workout.duration,
                    workout.total_energy_burned, workout.total_distance
                ) is not distinct from (
                    staged.sample_type_id, staged.start_time, staged.end_time, staged.quantity,
                    staged.source_revision_id, staged.device_id, staged.creation_time, staged.sent_unit_id,
                    staged.category_value, staged.sent_quantity, staged.sent_category_value, staged.metadata,
                    staged.parts, staged.activity_type, staged.sent_activity_type, staged.duration,
                    staged.total_energy_burned, staged.total_distance
                ) then 1
                else 2
            end
            from (
                select staged.ordinal, staged.metadata, staged.parts, staged.duration, staged.total_energy_burned,
                    staged.total_distance,
                    case when staged.kind = 3 then staged.category_value end as activity_type,
                    case when staged.kind = 3 then staged.sent_text end as sent_activity_type,
                    \(SampleMerge.columns)
                from pg_temp.staged_sample staged
                where staged.kind < 5
            ) staged
            left join health.deleted_sample deleted on deleted.person_id = $1 and deleted.uuid = staged.uuid
            left join health.sample known on known.person_id = $1 and known.uuid = staged.uuid
            left join health.sample_detail detail on detail.person_id = $1 and detail.uuid = known.uuid
            left join health.workout workout on workout.person_id = $1 and workout.uuid = known.uuid
            """,
            Array(parameters.prefix(5)))
        {
            let codes: [RecordOutcome] = [.inserted, .unchanged, .updated, .superseded]
            outcomes[try row.int64(0)] = codes[Int(try row.int32(1))]
        }
        return outcomes
    }

    /// Removes the stored samples that staged ones of these ordinals replace.
    func removeSamples(ordinals: [Int64], _ session: Session) throws {
        for (table, key) in [
            ("sample", "uuid"), ("sample_detail", "uuid"), ("workout", "uuid"), ("contained_sample", "container_uuid"),
        ] {
            _ = try session.execute(
                """
                delete from health.\(table) using pg_temp.staged_sample staged
                where \(table).person_id = $1 and \(table).\(key) = staged.uuid and staged.ordinal = any($2::bigint[])
                """,
                [.int32(person.id), .int64Array(ordinals)])
        }
    }
}
