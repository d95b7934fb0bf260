import Foundation
import HealthCore
import Postgres

/// Lets the samples of a batch take the places of imported records that are the same.
struct BatchRecognition {
    let person: Person
    let session: Session

    /// Removes the imported samples that staged ones repeat, and writes down for which they stand.
    ///
    /// In the change feed the imported uuid is deleted, and the sample saved after it. A sample that was deleted before it arrived
    /// takes the imported one along. The caller has told `StagedContents.mayRepeatImport`, and holds the person's lock.
    func replaceImported(_ merge: inout SampleMerge) throws {
        let imported = try recognise(merge)
        guard !imported.isEmpty else { return }
        let uuids = Parameter.uuidArray(imported)
        try remove(uuids, after: merge.position)
        merge.position += Int64(imported.count)
        try inheritPlaces(uuids, &merge)
        try inheritContents(uuids)
    }

    /// - Returns: the uuids of the imported samples.
    private func recognise(_ merge: SampleMerge) throws -> [UUID] {
        // Whoever sends an imported sample under its own uuid means that very sample.
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
        let found = try session.execute(pairs, Array(merge.parameters.prefix(3))).map {
            (try $0.int64(0), try $0.uuid(1))
        }
        guard !found.isEmpty else { return [] }
        _ = try session.execute(
            """
            insert into health.recognised_record (
                person_id, imported_uuid, sample_uuid, device_id, creation_time, metadata, parts)
            select staged.person_id, sample.uuid, staged.uuid,
                case when staged.device is null then sample.device_id end,
                case when staged.creation_time is null then sample.creation_time end,
                case when staged.metadata is null then detail.metadata end,
                case when staged.parts is null or staged.kind = \(StagedKind.workout.rawValue) then detail.parts end
            from unnest($1, $2) as pair (ordinal, uuid)
            join \(merge.table.name) staged on staged.ordinal = pair.ordinal
            join health.sample on sample.person_id = staged.person_id and sample.uuid = pair.uuid
            left join health.sample_detail detail on detail.person_id = sample.person_id and detail.uuid = sample.uuid
            """,
            [.int64Array(found.map(\.0)), .uuidArray(found.map(\.1))])
        return found.map(\.1)
    }

    private func remove(_ imported: Parameter, after position: Int64) throws {
        _ = try session.execute(
            """
            with gone as (
                delete from health.sample using \(BatchRecognition.named)
                where sample.person_id = named.person_id and sample.uuid = named.uuid
                returning sample.uuid, \(SlotMarkTable.columns)
            ), \(SlotMarkTable.marking("gone"))
            insert into health.deleted_sample (person_id, uuid, sample_type_id, change_position)
            select $1, uuid, sample_type_id, $3 + row_number() over (order by uuid) from gone
            """,
            [.int32(person.id), imported, .int64(position)])
        for table in ["sample_detail", "sample_time_zone", "workout"] {
            _ = try session.execute(
                """
                delete from health.\(table) using \(BatchRecognition.named)
                where \(table).person_id = named.person_id and \(table).uuid = named.uuid
                """,
                [.int32(person.id), imported])
        }
        // What stood for the imported sample stands for its successor.
        _ = try session.execute(
            """
            update health.recognised_record record set sample_uuid = (
                select successor.sample_uuid from health.recognised_record successor
                where successor.person_id = record.person_id and successor.imported_uuid = record.sample_uuid)
            where record.person_id = $1 and record.sample_uuid = any($2)
            """,
            [.int32(person.id), imported])
    }

    /// Lets containers hold the samples themselves. What is deleted is in nothing.
    private func inheritPlaces(_ imported: Parameter, _ merge: inout SampleMerge) throws {
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

    /// Lets a workout hold what the export says is in it. A correlation holds what the phone says, and what is deleted holds
    /// nothing.
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
                select from \(StagingTable.batch.name) staged where staged.uuid = record.sample_uuid and staged.kind = 3)
            on conflict do nothing
            """,
            [.int32(person.id), imported])
    }

    /// The sample for which a record in `named` stands, unless that was deleted.
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

    /// Has a subquery looked up in an index for each row: a plan made while the table was small would go through all of it.
    private let lookUp = "offset 0"

    /// The uuids $2 of the person $1, as rows.
    private static let named = "unnest($2, array_fill($1, array[cardinality($2)])) as named (uuid, person_id)"
}
