import HealthCore
import Postgres

/// Finds records of an import that are the same measurement as a stored sample with another uuid.
/// Such a record is recognised as that sample and is not stored.
extension ImportMerge {
    /// Recognises the staged records: writes the rows of `health.recognised_record`.
    ///
    /// If the store has a sample with the uuid of a record of the file, no other record is
    /// recognised as that sample. So the number of identical rows of one file does not change.
    ///
    /// - Throws: `PostgresError`
    func recognise(_ merge: SampleMerge) throws {
        func isKnown(_ table: String, _ column: String = "uuid") -> String {
            LookUp.exists(
                table, as: "stored", isForced: merge.rows.areFew,
                where: "stored.person_id = $1 and stored.\(column) = staged.uuid")
        }
        let fresh = """
            not \(isKnown("sample")) and not \(isKnown("recognised_record", "imported_uuid")) and \(merge.isAlive)
            """
        let pairs = Recognition.pairs(
            in: merge.rows, fresh: fresh,
            known: """
                not \(isInFile("known.uuid"))
                and not \(hasRecord("known.uuid", isInFile("record.imported_uuid")))
                \(isForeign)
                """)
        try session.run(
            """
            with pair as materialized (\(pairs))
            insert into health.recognised_record (person_id, imported_uuid, sample_uuid, \(Recognition.keptNames))
            select $1, staged.uuid, sample.uuid, \(Recognition.kept(isStagedImported: true))
            from pair
            cross join lateral (
                select * from \(table.name) staged where staged.person_id = $1 and staged.ordinal = pair.ordinal offset 0
            ) staged
            \(LookUp.one("sample", where: "sample.person_id = $1 and sample.uuid = pair.uuid"))
            \(LookUp.any("sample_detail", where: "sample_detail.person_id = $1 and sample_detail.uuid = pair.uuid"))
            """, merge.parameters)
        // What is left may be a sample that a client deleted.
        let deleted = Recognition.pairs(
            in: merge.rows, fresh: fresh, areDeleted: true,
            known: """
                known.stated_at is null and not known.went_with_correlation and not \(hasRecord("known.uuid"))
                """)
        try session.run(
            """
            with pair as materialized (\(deleted))
            insert into health.recognised_record (person_id, imported_uuid, sample_uuid)
            select $1, staged.uuid, pair.uuid
            from pair
            cross join lateral (
                select uuid from \(table.name) staged where staged.person_id = $1 and staged.ordinal = pair.ordinal offset 0
            ) staged
            """, merge.parameters)
    }

    /// A condition on `known`, if a part of this file is stored already. It excludes samples of
    /// this file, and samples that already have a recognised record. This is the person's first
    /// import, so all recognised records come from this file.
    private var isForeign: String {
        guard hasDirect, let directPosition = job.directPosition else { return "" }
        return """
            and not (known.import_id is not null and known.change_position > \(directPosition))
            and not \(hasRecord("known.uuid"))
            """
    }

    /// SQL that tells whether the file has a record with the uuid. `ImportTable.finish` makes the
    /// index for it.
    private func isInFile(_ uuid: String) -> String {
        """
        exists (
            select 1 from \(table.name) other
            where other.person_id = $1 and other.uuid = \(uuid) and \(StagedKind.isInFile("other")) offset 0)
        """
    }

    /// SQL that tells whether a record with `condition` was recognised as the sample.
    private func hasRecord(_ uuid: String, _ condition: String = "true") -> String {
        LookUp.exists(
            "recognised_record", as: "record",
            where: "record.person_id = $1 and record.sample_uuid = \(uuid) and \(condition)")
    }

    /// Gives each recognised record the uuid of its sample, so that containers in the file contain
    /// that sample. This includes records that an earlier import recognised. The record is then
    /// skipped, except in two cases:
    /// - The sample is deleted. `markDeleted` skips the record later and counts it as deleted.
    /// - The record is a workout. It must remain a container of the samples that the file has in
    ///   it.
    ///
    /// - Returns: the number of recognised records whose sample is not deleted, by the indices of
    ///   type and source revision.
    /// - Throws: `PostgresError`
    func followRecognised(_ merge: SampleMerge) throws -> Rows {
        let isForced = merge.rows.areFew
        // A recognised workout contains the samples of both the file and the app. A recognised
        // correlation contains only the samples that the app sent.
        return try session.run(
            """
            with record as (
                select staged.ordinal, staged.sample_type, staged.source_revision, record.sample_uuid,
                    staged.is_skipped as was_skipped, deleted.uuid is null as is_alive,
                    \(StagedKind.workout.isKind("staged")) and known.uuid is not null as is_workout
                from \(table.name) staged
                \(LookUp.one(
                    "recognised_record", as: "record", isForced: isForced,
                    where: "record.person_id = $1 and record.imported_uuid = staged.uuid"))
                \(LookUp.any(
                    "deleted_sample", as: "deleted", isForced: isForced,
                    where: "deleted.person_id = $1 and deleted.uuid = record.sample_uuid"))
                \(LookUp.any(
                    "sample", as: "known", isForced: isForced, where: "known.person_id = $1 and known.uuid = record.sample_uuid"))
                where staged.person_id = $1 and \(StagedKind.isSample())
            ), changed as (
                update \(table.name) staged
                set uuid = record.sample_uuid, is_skipped = was_skipped or is_alive and not is_workout
                from record where staged.person_id = $1 and record.ordinal = staged.ordinal
            )
            select sample_type, source_revision, count(*) from record where is_alive and not was_skipped
            group by sample_type, source_revision
            """, merge.person)
    }
}
