import HealthCore
import Postgres

/// Completes stored records with parts from a later file. A route gets its points, which are in the
/// zip but not in export.xml. A workout gets the statistics that older exports left out.
extension ImportMerge {
    /// Adds the parts of staged rows to the imported samples with their uuids. Each changed sample
    /// gets the position in the change feed that its staged row would have got.
    ///
    /// Samples that clients sent do not change. Run this after new samples are inserted and
    /// counted.
    ///
    /// - Returns: the number of samples that have more parts than before.
    /// - Throws: `PostgresError`
    func completeSamples(_ merge: SampleMerge) throws -> Int64 {
        try session.affectedRows(
            """
            with candidate as materialized (
                select distinct on (staged.uuid) staged.uuid, staged.ordinal, staged.parts
                from \(table.name) staged
                where staged.person_id = $1 and \(StagedKind.isSample()) and not staged.is_skipped and staged.parts is not null
                order by staged.uuid, staged.ordinal
            ), completed as (
                select candidate.uuid, candidate.ordinal, merged.parts
                from candidate
                join health.sample known on known.person_id = $1 and known.uuid = candidate.uuid
                left join health.sample_detail detail
                    on detail.person_id = $1 and detail.uuid = known.uuid
                cross join lateral (
                    -- OFFSET makes PostgreSQL compute the parts once and not for each use.
                    select \(ImportMerge.completed("detail.parts", by: "candidate.parts")) as parts offset 0
                ) merged
                where known.import_id is not null and known.change_position <= $2 and merged.parts is distinct from detail.parts
            ), kept as (
                insert into health.replaced_sample (person_id, import_id, uuid, relation, key, rows)
                select $1, $3, completed.uuid, 'sample_detail', 'uuid',
                    coalesce((
                        select jsonb_agg(\(ReplacedSamples.row("detail"))) from health.sample_detail detail
                        where detail.person_id = $1 and detail.uuid = completed.uuid), '[]')
                from completed
                on conflict do nothing
            ), written as (
                insert into health.sample_detail (person_id, uuid, parts)
                select $1, uuid, parts from completed
                on conflict (person_id, uuid) do update set parts = excluded.parts
            ), forgotten as (
                delete from health.contained_change using completed
                where contained_change.person_id = $1 and contained_change.container_uuid = completed.uuid
            )
            update health.sample set change_position = $2 + 1 + completed.ordinal
            from completed where sample.person_id = $1 and sample.uuid = completed.uuid
            """, person, merge.position, job.id)
    }

    /// Adds the parts of staged workouts to the rows of `health.recognised_record` that recognise
    /// them as workouts of an app. Rows whose workout is deleted do not change. Run this before
    /// staged rows get the uuids of the app's workouts.
    ///
    /// - Returns: the number of records that have more parts than before.
    /// - Throws: `PostgresError`
    func completeRecords() throws -> Int64 {
        try session.affectedRows(
            """
            with completed as materialized (
                select record.imported_uuid, merged.parts
                from \(table.name) staged
                join health.recognised_record record on record.person_id = $1 and record.imported_uuid = staged.uuid
                cross join lateral (
                    select \(ImportMerge.completed("record.parts", by: "staged.parts")) as parts offset 0
                ) merged
                where staged.person_id = $1 and \(StagedKind.workout.isKind("staged")) and not staged.is_skipped
                    and staged.parts is not null
                    and not exists (
                        select 1 from health.deleted_sample deleted
                        where deleted.person_id = $1 and deleted.uuid = record.sample_uuid)
                    and merged.parts is distinct from record.parts
            )
            update health.recognised_record record set parts = completed.parts
            from completed
            where record.person_id = $1 and record.imported_uuid = completed.imported_uuid
            """, person)
    }

    /// SQL of the parts `known`, extended by the members of `more` that `known` lacks. An element
    /// of a list of `more` is added only if the list of `known` has no element with its name and
    /// type, so no event or figure is repeated.
    private static func completed(_ known: String, by more: String) -> String {
        func group(_ element: String) -> String {
            "coalesce(\(element) ->> 'name', ''), coalesce(\(element) ->> 'type', \(element) -> 'attributes' ->> 'type', '')"
        }
        let lists = ["workoutEvents", "workoutActivities", "workoutStatistics", "workoutZoneGroups", "children"]
        let completedLists = lists.map { list in
            """
            || case when jsonb_typeof(\(known) -> '\(list)') = 'array' and jsonb_typeof(\(more) -> '\(list)') = 'array'
                then jsonb_build_object('\(list)', (\(known) -> '\(list)') || (
                    select coalesce(jsonb_agg(added.element order by added.ordinality), '[]')
                    from jsonb_array_elements(\(more) -> '\(list)') with ordinality as added (element, ordinality)
                    where (\(group("added.element"))) not in (
                        select \(group("held.element"))
                        from jsonb_array_elements(\(known) -> '\(list)') as held (element))
                )) else '{}' end
            """
        }
        return """
            \(more) || coalesce(\(known), '{}')
            || case when \(known) ? 'attributes' and \(more) ? 'attributes'
                then jsonb_build_object('attributes', (\(more) -> 'attributes') || (\(known) -> 'attributes')) else '{}' end
            \(completedLists.joined(separator: "\n"))
            """
    }
}
