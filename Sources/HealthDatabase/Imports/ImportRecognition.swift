import HealthCore
import Postgres

/// Marks the records of an import that the store has as samples with other uuids, so that they are
/// not stored.
struct ImportRecognition {
    let session: Session

    let table: StagingTable
    /// The change position before this import's own samples; nil if none are stored yet.
    let directPosition: Int64?

    private var staged: String { table.name }

    /// Gives each staged record that is recognised, now or by an earlier import, the uuid of the
    /// sample for which it stands, so that containers in the file contain that sample, and skips
    /// the record. A record that stands for a deleted sample is not skipped: it is counted as
    /// deleted later.
    ///
    /// A record whose uuid the store has stands for that sample. No second record of the file
    /// stands for it, so identical rows of one file stay as many as they are.
    ///
    /// - Parameter written: called when all recognised records are stored, before staged rows get
    ///   other uuids.
    /// - Returns: how many records stand for samples that are not deleted, by the indices of type
    ///   and source revision.
    /// - Throws: `PostgresError`
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

    /// If records of this file are stored already, it is the person's first import, so every
    /// recognised record is from this file.
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
        // A recognised workout also contains what the file says; a correlation only what the phone
        // says.
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
