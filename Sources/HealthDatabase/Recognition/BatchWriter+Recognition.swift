import Foundation
import HealthCore
import Postgres

/// Replaces imported samples with samples of a batch that are the same measurement.
///
/// A batch does not replace an imported sample that the caller may not write.
extension BatchWriter {
    /// Deletes the imported samples that equal staged samples. For each of them, a row of
    /// `health.recognised_record` then names the staged sample.
    ///
    /// In the change feed, the imported uuid is deleted before the sample is saved. If the sample
    /// was deleted before it arrived, the imported sample is deleted, too. The caller holds the
    /// person's lock and has checked `StagedContents.mayRepeatImport`.
    ///
    /// - Throws: `PostgresError`
    func replaceImported(_ batch: StagedBatch, _ merge: inout SampleMerge) throws {
        let imported = try recognise(batch, merge)
        guard !imported.isEmpty else { return }
        let uuids = Parameter.uuidArray(imported)
        try remove(imported, after: merge.position)
        merge.position += Int64(imported.count)
        try inheritContainers(uuids, &merge)
        try inheritContents(uuids, batch)
    }

    /// Pairs imported samples with staged samples and stores the pairs.
    ///
    /// - Returns: the uuids of the imported samples.
    private func recognise(_ batch: StagedBatch, _ merge: SampleMerge) throws -> [UUID] {
        // A staged sample with the uuid of an imported sample is that sample.
        let pairs = Recognition.pairs(
            in: .batch(batch),
            fresh: """
                not \(LookUp.exists(
                    "recognised_record", as: "record",
                    where: "record.person_id = $1 and record.sample_uuid = staged.uuid"))
                and not \(LookUp.exists(
                    "sample", where: "sample.person_id = $1 and sample.uuid = staged.uuid and sample.import_id is not null"))
                """,
            known: "known.import_id is not null")
        var found = try session.all(pairs, Array(merge.parameters.prefix(8)), isPrepared: false) {
            (try $0.int64(), try $0.uuid())
        }
        let protected = try SampleScopeReader(person: person, session: session, access: access)
            .protected(among: found.map(\.1))
        found.removeAll { protected.contains($0.1) }
        guard !found.isEmpty else { return [] }
        try session.run(
            """
            insert into health.recognised_record (person_id, imported_uuid, sample_uuid, \(Recognition.keptNames))
            select $1, sample.uuid, staged.uuid, \(Recognition.kept(isStagedImported: false))
            from unnest($9, $10) as pair (ordinal, uuid)
            join \(merge.rows.item) staged on staged.ordinal = pair.ordinal
            \(LookUp.one("sample", where: "sample.person_id = $1 and sample.uuid = pair.uuid"))
            \(LookUp.any("sample_detail", where: "sample_detail.person_id = $1 and sample_detail.uuid = pair.uuid"))
            """, Array(merge.parameters.prefix(8)), found.map(\.0), found.map(\.1), isPrepared: false)
        return found.map(\.1)
    }

    private func remove(_ imported: [UUID], after position: Int64) throws {
        let gone = try session.run(
            """
            delete from health.sample where sample.person_id = $1 and sample.uuid = any($2)
            returning \(MarkTable.columns), sample.uuid, sample.holder_id
            """, person, imported)
        var tombstones = Tombstones(imported.map { RemovedSample(uuid: $0) }, namedCount: imported.count, holderID: nil)
        let changed = try tombstones.add(deleted: gone)
        _ = try session.execute(
            [
                tombstones.insertion(
                    of: try gone.map { try $0.uuid(MarkTable.columnCount) }.sorted(), after: position, person)
            ]
                + [MarkTable.marking(changed, of: person)].compactMap { $0 })
        let imported = Parameter.uuidArray(imported)
        // `inheritContents` moves the contents of containers.
        let tables = SideTable.allCases.filter { $0 != .contained }
        try SideTable.deleteRows(in: tables, of: imported, person, session)
        // Records that were recognised as the imported sample now belong to the sample of the
        // batch.
        try session.run(
            """
            update health.recognised_record record set sample_uuid = (
                select successor.sample_uuid from health.recognised_record successor
                where successor.person_id = $1 and successor.imported_uuid = record.sample_uuid)
            where record.person_id = $1 and record.sample_uuid = any($2)
            """, person, imported)
    }

    /// Replaces imported samples in the containers that contain them with the samples of the batch.
    /// A sample of the batch that was deleted before it arrived is in no container.
    private func inheritContainers(_ imported: Parameter, _ merge: inout SampleMerge) throws {
        try session.run(
            """
            insert into health.contained_sample (person_id, container_uuid, uuid)
            select $1, link.container_uuid, record.sample_uuid
            from unnest($2) as named (uuid)
            cross join lateral (
                select link.container_uuid from health.contained_sample link
                where link.person_id = $1 and link.uuid = named.uuid
                offset 0
            ) link
            \(successor)
            on conflict do nothing
            """, person, imported)
        try merge.takeOutOfContainers(imported, session)
    }

    /// Moves the contents of an imported workout to the workout of the batch. A correlation
    /// contains only the samples that the batch gives it. A workout that was deleted before it
    /// arrived contains nothing.
    private func inheritContents(_ imported: Parameter, _ batch: StagedBatch) throws {
        let workouts = batch.samples.lazy.map(\.sample).filter { StagedKind($0.content) == .workout }.map(\.uuid)
        let links = try session.all(
            """
            delete from health.contained_sample link where link.person_id = $1 and link.container_uuid = any($2)
            returning link.container_uuid, link.uuid
            """, person, imported
        ) { (try $0.uuid(), try $0.uuid()) }
        guard !links.isEmpty else { return }
        try session.run(
            """
            insert into health.contained_sample (person_id, container_uuid, uuid)
            select $1, record.sample_uuid, named.contained_uuid
            from unnest($2, $3) as named (uuid, contained_uuid)
            \(successor)
            where record.sample_uuid = any($4)
            on conflict do nothing
            """, person, links.map(\.0), links.map(\.1), Array(workouts))
    }

    /// A join with the sample of each record in `named`, if that sample is not deleted.
    private var successor: String {
        LookUp.one(
            "recognised_record", as: "record", "sample_uuid",
            where: """
                person_id = $1 and imported_uuid = named.uuid
                    and not exists (
                        select 1 from health.deleted_sample deleted
                        where deleted.person_id = $1 and deleted.uuid = record.sample_uuid)
                """)
    }
}
