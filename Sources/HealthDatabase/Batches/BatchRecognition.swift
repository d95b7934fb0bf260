import Foundation
import HealthCore
import Postgres

/// Replaces imported samples with samples of a batch that are the same measurement.
struct BatchRecognition {
    let person: Person
    let session: Session
    /// The access of the caller who sends the batch. A batch does not replace an imported sample
    /// that the caller may not write.
    let access: WriteAccess

    /// Deletes the imported samples that equal staged samples. For each of them, a row of
    /// `health.recognised_record` then names the staged sample.
    ///
    /// In the change feed, the imported uuid is deleted before the sample is saved. If the sample
    /// was deleted before it arrived, the imported sample is deleted, too. The caller holds the
    /// person's lock and has checked `StagedContents.mayRepeatImport`.
    ///
    /// - Throws: `PostgresError`
    func replaceImported(_ merge: inout SampleMerge) throws {
        let imported = try recognise(merge)
        guard !imported.isEmpty else { return }
        let uuids = Parameter.uuidArray(imported)
        try remove(uuids, after: merge.position)
        merge.position += Int64(imported.count)
        try inheritContainers(uuids, &merge)
        try inheritContents(uuids)
    }

    /// Pairs imported samples with staged samples and stores the pairs.
    ///
    /// - Returns: the uuids of the imported samples.
    private func recognise(_ merge: SampleMerge) throws -> [UUID] {
        // A staged sample with the uuid of an imported sample is that sample.
        let pairs = Recognition.pairs(
            in: .batch,
            fresh: """
                not exists (
                    select from health.recognised_record record
                    where record.person_id = staged.person_id and record.sample_uuid = staged.uuid
                    \(lookUp))
                and not exists (
                    select from health.sample
                    where sample.person_id = staged.person_id and sample.uuid = staged.uuid and sample.is_imported
                    \(lookUp))
                """,
            known: "known.is_imported")
        var found = try session.execute(pairs, Array(merge.parameters.prefix(3))).map {
            (try $0.int64(0), try $0.uuid(1))
        }
        if !access.writesAll {
            let stored = try SampleScopeReader(person: person, session: session, access: access)
                .scopes(of: found.map(\.1))
            found.removeAll { stored[$0.1].map { !access.mayReplace($0) } ?? false }
        }
        guard !found.isEmpty else { return [] }
        _ = try session.execute(
            """
            insert into health.recognised_record (person_id, imported_uuid, sample_uuid, \(Recognition.keptNames))
            select $1, sample.uuid, staged.uuid, \(Recognition.kept(isStagedImported: false))
            from unnest($8, $9) as pair (ordinal, uuid)
            join \(merge.table.name) staged on staged.ordinal = pair.ordinal
            join health.sample on sample.person_id = staged.person_id and sample.uuid = pair.uuid
            left join health.sample_detail
                on sample_detail.person_id = sample.person_id and sample_detail.uuid = sample.uuid
            """,
            merge.parameters + [.int64Array(found.map(\.0)), .uuidArray(found.map(\.1))])
        return found.map(\.1)
    }

    private func remove(_ imported: Parameter, after position: Int64) throws {
        _ = try session.execute(
            """
            with gone as (
                delete from health.sample using \(BatchRecognition.named)
                where sample.person_id = named.person_id and sample.uuid = named.uuid
                returning sample.uuid, sample.holder_id, \(SlotMarkTable.columns)
            ), \(SlotMarkTable.marking("gone"))
            insert into health.deleted_sample (
                person_id, uuid, sample_type_id, start_time, end_time, holder_id, change_position)
            select $1, uuid, sample_type_id, start_time, end_time, holder_id, $3 + row_number() over (order by uuid)
            from gone
            """,
            [.int32(person.id), imported, .int64(position)])
        // `inheritContents` moves the contents of containers.
        let tables = SideTable.allCases.filter { $0 != .contained }
        try SideTable.deleteRows(
            in: tables, of: BatchRecognition.named, [.int32(person.id), imported], person, session)
        // Records that were recognised as the imported sample now belong to the sample of the
        // batch.
        _ = try session.execute(
            """
            update health.recognised_record record set sample_uuid = (
                select successor.sample_uuid from health.recognised_record successor
                where successor.person_id = record.person_id and successor.imported_uuid = record.sample_uuid)
            where record.person_id = $1 and record.sample_uuid = any($2)
            """,
            [.int32(person.id), imported])
    }

    /// Replaces imported samples in the containers that contain them with the samples of the batch.
    /// A sample of the batch that was deleted before it arrived is in no container.
    private func inheritContainers(_ imported: Parameter, _ merge: inout SampleMerge) throws {
        _ = try session.execute(
            """
            insert into health.contained_sample (person_id, container_uuid, uuid)
            select link.person_id, link.container_uuid, record.sample_uuid
            from \(BatchRecognition.named)
            join health.contained_sample link on link.person_id = named.person_id and link.uuid = named.uuid
            \(successor)
            on conflict do nothing
            """,
            [.int32(person.id), imported])
        try merge.takeOutOfContainers(imported, session)
    }

    /// Moves the contents of an imported workout to the workout of the batch. A correlation
    /// contains only the samples that the batch gives it. A workout that was deleted before it
    /// arrived contains nothing.
    private func inheritContents(_ imported: Parameter) throws {
        _ = try session.execute(
            """
            with link as (
                delete from health.contained_sample link using \(BatchRecognition.named)
                where link.person_id = named.person_id and link.container_uuid = named.uuid
                returning link.person_id, link.container_uuid, link.uuid
            ), named as (
                select person_id, container_uuid as uuid, uuid as contained_uuid from link
            )
            insert into health.contained_sample (person_id, container_uuid, uuid)
            select named.person_id, record.sample_uuid, named.contained_uuid
            from named
            \(successor)
            where exists (
                select from \(StagingTable.batch.name) staged where staged.uuid = record.sample_uuid and \(StagedKind.workout.isKind("staged")))
            on conflict do nothing
            """,
            [.int32(person.id), imported])
    }

    /// A join with the sample of each record in `named`, if that sample is not deleted.
    private var successor: String {
        """
        join lateral (
            select known.sample_uuid from health.recognised_record known
            where known.person_id = named.person_id and known.imported_uuid = named.uuid
                and not exists (
                    select from health.deleted_sample deleted
                    where deleted.person_id = known.person_id and deleted.uuid = known.sample_uuid)
            \(lookUp)
        ) record on true
        """
    }

    /// Makes PostgreSQL use an index to evaluate a subquery for each row. A plan that was made
    /// while the table was small would read the whole table.
    private let lookUp = "offset 0"

    /// The uuids $2 of the person $1, as rows.
    private static let named = "unnest($2, array_fill($1, array[cardinality($2)])) as named (uuid, person_id)"
}
