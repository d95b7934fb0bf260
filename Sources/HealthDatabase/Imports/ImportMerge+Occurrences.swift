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
        try session.executeScript(
            """
            create temporary table staged_occurrence (ordinal bigint, uuid uuid, occurrence bigint, is_inside boolean)
            on commit drop;
            create temporary table staged_uuid (ordinal bigint, uuid uuid) on commit drop
            """)
        // A record that was copied directly came before its repetitions and is in no container. A
        // client may since have replaced or deleted it, so three tables are searched for it.
        _ = try session.execute(
            """
            with suspected as materialized (
                select distinct uuid, $1 as person_id from (\(suspected)) suspected
            ), candidates as (
                select staged.ordinal, staged.uuid, staged.container is not null as is_inside
                from \(table.name) staged join suspected using (uuid)
                where \(StagedKind.isSample())
                union all
                select -1, suspected.uuid, false
                from suspected
                where $2 and (
                    exists (
                        select from health.sample
                        where sample.person_id = suspected.person_id and sample.uuid = suspected.uuid)
                    or exists (
                        select from health.deleted_sample
                        where deleted_sample.person_id = suspected.person_id and deleted_sample.uuid = suspected.uuid)
                    or exists (
                        select from health.recognised_record record
                        where record.person_id = suspected.person_id and record.imported_uuid = suspected.uuid))
            )
            insert into staged_occurrence
            select ordinal, uuid, row_number() over (partition by uuid, is_inside order by ordinal), is_inside
            from candidates
            """,
            [.int32(person.id), .bool(hasDirect)] + (suspects.map { [.uuidArray($0)] } ?? []))
        if try copyOccurrenceUUIDs() {
            _ = try session.execute(
                """
                update \(table.name) staged set uuid = staged_uuid.uuid
                from pg_temp.staged_uuid where staged.ordinal = staged_uuid.ordinal
                """)
        }
        return try session.execute(
            """
            with copy as (
                update \(table.name) staged set is_skipped = true
                from pg_temp.staged_occurrence inside
                join pg_temp.staged_occurrence outside using (uuid, occurrence)
                where inside.is_inside and not outside.is_inside and staged.ordinal = inside.ordinal
                returning staged.sample_type, staged.source_revision
            )
            select sample_type, source_revision, count(*) from copy group by sample_type, source_revision
            """)
    }

    /// A query for the uuids that may occur more than once. $3 is `suspects`.
    private var suspected: String {
        suspects == nil
            ? "select staged.uuid from \(table.name) staged where \(StagedKind.isSample())"
            : "select unnest($3::uuid[]) as uuid"
    }

    /// Copies the uuids of second and further occurrences into `staged_uuid`.
    ///
    /// - Returns: true if a record has several occurrences.
    private func copyOccurrenceUUIDs() throws -> Bool {
        var uuids: [(ordinal: Int64, uuid: UUID)] = []
        var lastOrdinal: Int64 = -1
        repeat {
            uuids.removeAll(keepingCapacity: true)
            let page = try session.execute(
                """
                select ordinal, uuid, occurrence from pg_temp.staged_occurrence
                where occurrence > 1 and ordinal > $1 order by ordinal limit $2
                """,
                [.int64(lastOrdinal), .int64(ImportMerge.occurrencePage)])
            for var row in page {
                let ordinal = try row.int64()
                uuids.append((ordinal, ImportMerge.occurrenceUUID(of: try row.uuid(), number: try row.int64())))
                lastOrdinal = ordinal
            }
            guard !uuids.isEmpty else { return lastOrdinal >= 0 }
            var writer = BinaryCopyWriter()
            for (ordinal, uuid) in uuids {
                writer.beginRow(2)
                writer.int64(ordinal)
                writer.uuid(uuid)
            }
            writer.trailer()
            var bytes: [UInt8]? = writer.take()
            _ = try session.copyIn("copy pg_temp.staged_uuid from stdin (format binary)") {
                defer { bytes = nil }
                return bytes
            }
        } while true
    }

    private static let occurrencePage: Int64 = 50_000

    /// Returns the version 5 uuid whose namespace is the first uuid and whose name is the decimal
    /// number. This rule must never change: with another rule, importing a file again would store
    /// its records again.
    static func occurrenceUUID(of first: UUID, number: Int64) -> UUID {
        NameBasedUUID(namespace: first).uuid(name: Array(String(number).utf8))
    }
}
