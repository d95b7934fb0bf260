import HealthCore
import Postgres

extension SampleMerge {
    /// What is to become of a staged sample of a batch.
    struct Verdict {
        var ordinal: Int64
        /// As if each sample had come in a batch of its own.
        var outcome: RecordOutcome
        /// What has to be done; nil for a sample that a later one of the batch replaces.
        var action: RecordOutcome?
    }

    /// Compares each staged sample with the one that was there before it: an earlier one of the batch, or the store's.
    ///
    /// What a correlation contains is part of it. A workout keeps what it contained before, since apps send workouts
    /// without their samples.
    ///
    /// - Parameter contents: whether staged samples are series or have extremes. A series in the store differs from anything else by its
    ///   lack of a quantity alone. The extremes of a stored sample are in its metadata, too, so that it differs from a sample without any.
    func verdicts(_ contents: StagedContents, _ session: Session) throws -> [Verdict] {
        let codes: [RecordOutcome] = [.inserted, .unchanged, .updated, .superseded]
        return try session.execute(verdictQuery(contents), parameters).map { row in
            Verdict(
                ordinal: try row.int64(0), outcome: codes[Int(try row.int32(1))],
                action: try row.optionalInt32(2).map { codes[Int($0)] })
        }
    }

    /// `staged`: each staged sample's content as one record, beside that of the earlier one with its uuid.
    private func stagedContent(_ contents: StagedContents) -> String {
        let hasSeries = contents.hasSeries
        return """
            with objects as (
                select staged.container, array_agg(distinct staged.uuid order by staged.uuid) as uuids
                from \(table.name) staged
                where staged.container is not null and \(SampleMerge.isAlive)
                group by staged.container
            ), content as (
                select staged.person_id, staged.ordinal, staged.uuid, staged.kind, staged.is_skipped, row(
                    sample_type_id, start_time, end_time, quantity, source_revision_id, device_id, creation_time,
                    sent_unit_id, category_value, sent_quantity, sent_category_value, metadata, parts, activity_type,
                    sent_activity_type, duration, total_energy_burned, total_distance, series_digest, extremes,
                    case kind
                        when 2 then coalesce(objects.uuids, '{}')
                        when 3 then array(
                            select unnest(objects.uuids)
                            union
                            select contained_sample.uuid from health.contained_sample
                            where contained_sample.person_id = staged.person_id and contained_sample.container_uuid = staged.uuid
                            order by 1)
                    end) as content
                from (
                    select staged.person_id, staged.ordinal, staged.kind, staged.is_skipped, staged.metadata, staged.parts,
                        staged.duration, staged.total_energy_burned, staged.total_distance,
                        case when staged.kind = 3 then staged.category_value end as activity_type,
                        case when staged.kind = 3 then staged.sent_text end as sent_activity_type,
                        \(hasSeries ? "decode(series.digest, 'hex')" : "null::bytea") as series_digest,
                        \(contents.hasExtremes ? StagedExtremes.staged : "null::double precision[]") as extremes,
                        \(SampleMerge.columns)
                    from \(table.name) staged
                    \(hasSeries ? "left join \(StagedSeries.series) series on series.ordinal = staged.ordinal" : "")
                    where staged.kind < 5
                ) staged
                left join objects on objects.container = staged.ordinal
            ), staged as (
                select person_id, ordinal, uuid, kind, is_skipped, content, lag(ordinal) over earlier is not null as is_repeated,
                    lag(content) over earlier as earlier_content
                from content
                window earlier as (partition by uuid order by ordinal)
            )
            """
    }

    private func verdictQuery(_ contents: StagedContents) -> String {
        let hasSeries = contents.hasSeries
        return """
            \(stagedContent(contents)), compared as (
                select staged.ordinal, staged.is_skipped, staged.is_repeated, deleted.uuid is not null as is_deleted,
                    staged.content is not distinct from staged.earlier_content as equals_earlier,
                    known.uuid is not null as is_known,
                    staged.content is not distinct from row(
                        known.sample_type_id, known.start_time, known.end_time, known.quantity,
                        known.source_revision_id, known.device_id, known.creation_time, known.sent_unit_id,
                        known.category_value, known.sent_quantity, known.sent_category_value, detail.metadata,
                        detail.parts, workout.activity_type, workout.sent_activity_type, workout.duration,
                        workout.total_energy_burned, workout.total_distance, \(hasSeries ? "series.digest" : "null::bytea"),
                        \(contents.hasExtremes ? StagedExtremes.stored : "null::double precision[]"),
                        case when staged.kind in (2, 3) then array(
                            select contained_sample.uuid from health.contained_sample
                            where contained_sample.person_id = staged.person_id and contained_sample.container_uuid = staged.uuid
                            order by 1)
                        end) as equals_known
                from staged
                left join health.deleted_sample deleted on deleted.person_id = staged.person_id and deleted.uuid = staged.uuid
                left join health.sample known on known.person_id = staged.person_id and known.uuid = staged.uuid
                left join health.sample_detail detail on detail.person_id = staged.person_id and detail.uuid = known.uuid
                left join health.workout workout on workout.person_id = staged.person_id and workout.uuid = known.uuid
                \(hasSeries ? SampleMerge.knownSeries : "")
            )
            select ordinal,
                case
                    when is_deleted then 3
                    when is_repeated then case when equals_earlier then 1 else 2 end
                    when not is_known then 0
                    when equals_known then 1
                    else 2
                end,
                case
                    when is_skipped then null
                    when is_deleted then 3
                    when not is_known then 0
                    when equals_known then 1
                    else 2
                end
            from compared
            """
    }

    private static let knownSeries =
        "left join health.quantity_series series on series.person_id = staged.person_id and series.uuid = known.uuid"

    /// Leaves the staged samples of these ordinals out of what follows.
    func skip(ordinals: [Int64], _ session: Session) throws {
        _ = try session.execute(
            "update \(table.name) set is_skipped = true where ordinal = any($1)", [.int64Array(ordinals)])
    }

    /// Removes the stored samples that staged ones of these ordinals replace.
    func removeSamples(ordinals: [Int64], _ session: Session) throws {
        _ = try session.execute(
            """
            with changed as (
                delete from health.sample using \(table.name) staged
                where sample.person_id = staged.person_id and sample.uuid = staged.uuid and staged.ordinal = any($1)
                returning \(SlotMarkTable.columns)
            ), \(SlotMarkTable.marking("changed"))
            select count(*) from changed
            """,
            [.int64Array(ordinals)])
        for table in ["sample_detail", "sample_time_zone", "workout"] {
            _ = try session.execute(
                """
                delete from health.\(table) using \(self.table.name) staged
                where \(table).person_id = staged.person_id and \(table).uuid = staged.uuid and staged.ordinal = any($1)
                """,
                [.int64Array(ordinals)])
        }
        let named = "(select person_id, uuid from \(table.name) where ordinal = any($1)) as named"
        try StoredSeries.delete(of: named, [.int64Array(ordinals)], person, session)
        try StoredExtremes.delete(of: named, [.int64Array(ordinals)], session)
        _ = try session.execute(
            """
            delete from health.contained_sample using \(table.name) staged
            where contained_sample.person_id = staged.person_id and contained_sample.container_uuid = staged.uuid
                and staged.ordinal = any($1) and staged.kind <> 3
            """,
            [.int64Array(ordinals)])
    }
}
