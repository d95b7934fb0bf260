import Digests
import Foundation
import HealthCore
import Postgres

/// Gives identical records of one file different uuids.
extension ImportMerge {
    /// Gives the second, third, … of identical records uuids of their own. Skips a record in a
    /// container if the file repeats that record at its top level.
    ///
    /// - Returns: the number of skipped records, by the indices of type and source revision; nil
    ///   for none.
    /// - Throws: `PostgresError`
    func numberOccurrences() throws -> Rows? {
        if let suspects, suspects.isEmpty { return nil }
        let suspected =
            suspects == nil
            ? "select staged.uuid from \(table.name) staged where staged.person_id = $1 and \(StagedKind.isSample())"
            : "select unnest($3::uuid[]) as uuid"
        // A known record has no ordinal, and came before its repetitions.
        // A record that was copied directly came before its repetitions and is in no container. A
        // client may since have replaced or deleted it, so three tables are searched for it.
        let copies = try session.execute(
            """
            with suspected as materialized (
                select distinct uuid from (\(suspected)) suspected
            ), candidates as (
                select coalesce(staged.ordinal, -1) as ordinal, staged.uuid, staged.container is not null as is_inside
                from \(table.name) staged join suspected using (uuid)
                where staged.person_id = $1 and \(StagedKind.isInFile())
                union all
                select -1, suspected.uuid, false
                from suspected
                where $2 and (
                    \(LookUp.exists("sample", where: "sample.person_id = $1 and sample.uuid = suspected.uuid"))
                    or \(LookUp.exists("deleted_sample", where: "deleted_sample.person_id = $1 and deleted_sample.uuid = suspected.uuid"))
                    or \(LookUp.exists(
                        "recognised_record", as: "record",
                        where: "record.person_id = $1 and record.imported_uuid = suspected.uuid")))
            ), numbered as (
                select ordinal, is_inside, row_number() over (partition by uuid, is_inside order by ordinal) as occurrence,
                    count(*) filter (where not is_inside) over (partition by uuid) as outside_count
                from candidates
            ), changed as (
                update \(table.name) staged
                set occurrence = numbered.occurrence, is_skipped = is_inside and numbered.occurrence <= outside_count
                from numbered
                where staged.person_id = $1 and staged.ordinal = numbered.ordinal
                    and (numbered.occurrence > 1 or is_inside and outside_count > 0)
                returning staged.sample_type, staged.source_revision, staged.is_skipped
            )
            select sample_type, source_revision, count(*) from changed where is_skipped
            group by sample_type, source_revision
            """,
            [.int32(person.id), .bool(hasDirect)] + (suspects.map { [.uuidArray($0)] } ?? []))
        try setOccurrenceUUIDs()
        return copies
    }

    /// Gives second and further occurrences their uuids.
    private func setOccurrenceUUIDs() throws {
        var lastOrdinal: Int64 = -1
        while true {
            let uuids = try session.all(
                """
                select ordinal, uuid, occurrence from \(table.name)
                where person_id = $1 and occurrence > 1 and ordinal > $2 order by ordinal limit $3
                """, person, lastOrdinal, ImportMerge.occurrencePage
            ) { (ordinal: try $0.int64(), uuid: ImportMerge.occurrenceUUID(of: try $0.uuid(), number: try $0.int64())) }
            guard let last = uuids.last else { return }
            lastOrdinal = last.ordinal
            try session.run(
                """
                update \(table.name) staged set uuid = named.uuid from unnest($2, $3) as named (ordinal, uuid)
                where staged.person_id = $1 and staged.ordinal = named.ordinal
                """, person, uuids.map(\.ordinal), uuids.map(\.uuid))
        }
    }

    private static let occurrencePage: Int64 = 10_000

    /// Returns the uuid of a further occurrence. The first uuid is its namespace, the decimal
    /// number is its name, and both uuids have the same prefix. This rule must never change: with
    /// another rule, importing a file again would store its records again.
    static func occurrenceUUID(of first: UUID, number: Int64) -> UUID {
        NameBasedUUID(namespace: first).uuid(name: Array(String(number).utf8), prefix: first.prefix)
    }
}
