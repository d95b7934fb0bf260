import HealthCore
import Postgres

/// Finds records of an import that are the same measurement as a stored sample with another uuid.
/// Such a record is recognised as that sample and is not stored.
struct ImportRecognition {
    let session: Session

    let table: StagingTable
    /// The feed position before this import's own samples; nil if none are stored yet.
    let directPosition: Int64?

    private var staged: String { table.name }

    /// Recognises the staged records.
    ///
    /// Each recognised record gets the uuid of its sample, so that containers in the file contain
    /// that sample. This includes records that an earlier import recognised. The record is then
    /// skipped, except in two cases:
    /// - The sample is deleted. `ImportMerge` skips the record later and counts it as deleted.
    /// - The record is a workout. It must remain a container of the samples that the file has in
    ///   it.
    ///
    /// If the store has a sample with the uuid of a record of the file, no other record is
    /// recognised as that sample. So the number of identical rows of one file does not change.
    ///
    /// - Parameter written: called when all rows of `health.recognised_record` are written, before
    ///   staged rows get other uuids.
    /// - Returns: the number of recognised records whose sample is not deleted, by the indices of
    ///   type and source revision.
    /// - Throws: what `written` throws, or `PostgresError`
    func recognise(_ merge: SampleMerge, written: () throws -> Void) throws -> Rows {
        try write(merge)
        try written()
        return try follow(merge)
    }

    private func write(_ merge: SampleMerge) throws {
        let pairs = Recognition.pairs(
            in: table,
            fresh: """
                not exists (
                    select from health.sample where sample.person_id = staged.person_id and sample.uuid = staged.uuid)
                and not exists (
                    select from health.recognised_record record
                    where record.person_id = staged.person_id and record.imported_uuid = staged.uuid)
                and \(SampleMerge.isAlive)
                """,
            known: """
                not exists (select from \(staged) other where \(StagedKind.isSample("other")) and other.uuid = known.uuid)
                and not exists (
                    select from health.recognised_record record
                    join \(staged) other on other.uuid = record.imported_uuid and \(StagedKind.isSample("other"))
                    where record.person_id = known.person_id and record.sample_uuid = known.uuid)
                \(isForeign)
                """)
        // Without statistics, the planner expects few rows and reads all of them for each pair.
        try session.executeScript(
            """
            analyze \(staged) (uuid);
            create temporary table staged_pair (ordinal bigint, uuid uuid) on commit drop
            """)
        let found = try session.execute(
            "insert into pg_temp.staged_pair \(pairs)", Array(merge.parameters.prefix(3))
        ).affectedRows
        guard found > 0 else { return }
        try session.executeScript("analyze pg_temp.staged_pair")
        _ = try session.execute(
            """
            insert into health.recognised_record (person_id, imported_uuid, sample_uuid, \(Recognition.keptNames))
            select $1, staged.uuid, sample.uuid, \(Recognition.kept(isStagedImported: true))
            from pg_temp.staged_pair pair
            join \(staged) staged on staged.ordinal = pair.ordinal
            join health.sample on sample.person_id = staged.person_id and sample.uuid = pair.uuid
            left join health.sample_detail
                on sample_detail.person_id = sample.person_id and sample_detail.uuid = sample.uuid
            """,
            merge.parameters)
    }

    /// A condition on `known`, if a part of this file is stored already. It excludes samples of
    /// this file, and samples that already have a recognised record. This is the person's first
    /// import, so all recognised records come from this file.
    private var isForeign: String {
        guard let directPosition else { return "" }
        return """
            and not (known.is_imported and known.change_position > \(directPosition))
            and not exists (
                select from health.recognised_record record
                where record.person_id = known.person_id and record.sample_uuid = known.uuid)
            """
    }

    private func follow(_ merge: SampleMerge) throws -> Rows {
        // A recognised workout contains the samples of both the file and the app. A recognised
        // correlation contains only the samples that the app sent.
        return try session.execute(
            """
            with record as (
                select staged.ordinal, staged.sample_type, staged.source_revision, record.sample_uuid,
                    staged.is_skipped as was_skipped, deleted.uuid is null as is_alive,
                    \(StagedKind.workout.isKind("staged")) and sample.uuid is not null as is_workout
                from \(staged) staged
                join health.recognised_record record
                    on record.person_id = staged.person_id and record.imported_uuid = staged.uuid
                left join health.deleted_sample deleted
                    on deleted.person_id = record.person_id and deleted.uuid = record.sample_uuid
                left join health.sample on sample.person_id = record.person_id and sample.uuid = record.sample_uuid
                where \(StagedKind.isSample())
            ), changed as (
                update \(staged) staged
                set uuid = record.sample_uuid, is_skipped = was_skipped or is_alive and not is_workout
                from record where record.ordinal = staged.ordinal
            )
            select sample_type, source_revision, count(*) from record where is_alive and not was_skipped
            group by sample_type, source_revision
            """)
    }
}
