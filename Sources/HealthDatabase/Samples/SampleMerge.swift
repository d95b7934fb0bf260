import Foundation
import HealthCore
import Postgres

/// The statements that move staged rows into the store. Batches and imports share them.
///
/// Statements that insert ignore skipped rows. All statements must run under the person's lock, and
/// name the person as the constant $1 at every table.
struct SampleMerge {
    var rows: StagedRows
    let person: Person
    let references: ResolvedReferences
    /// The holder that saves the rows, as in `health.sample`.
    let holderID: Int32?
    /// The feed position before the first merged row.
    var position: Int64

    /// A merge without rows, which removes samples.
    static func removing(from person: Person, after position: Int64, _ session: Session) throws -> SampleMerge {
        SampleMerge(
            rows: .batch(try StagedBatch([], session)), person: person, references: ResolvedReferences(), holderID: nil,
            position: position)
    }

    /// $1…$7 of the statements. $1 is the person. $2 to $5 are the ids of types, source revisions,
    /// devices and units, in the order of their indices in `SampleReferences`. $6 is `position`,
    /// and $7 is the holder.
    private var ownParameters: [Parameter] {
        [
            .int32(person.id), .int32Array(references.sampleTypeIDs), .int32Array(references.sourceRevisionIDs),
            .int32Array(references.deviceIDs), .int32Array(references.unitIDs), .int64(position), .int32(holderID),
        ]
    }

    /// The parameters of statements about all rows, with those of `StagedRows` after $7.
    var parameters: [Parameter] { ownParameters + rows.parameters }

    /// Inserts the samples of a batch that are not skipped, with their rows in side tables and
    /// their marks. The store has none of them.
    ///
    /// Each statement inserts into one table. A statement that inserts into several would involve
    /// all servers of a cluster.
    ///
    /// - Throws: `PostgresError`
    func insertSamples(of batch: StagedBatch, _ contents: StagedContents, _ session: Session) throws {
        let insertions = insertions(contents, from: "(\(storedRows())) staged")
        for piece in batch.pieces {
            _ = try session.execute(
                insertions.map { insertion in
                    // A kept plan would join large arrays by nested loops.
                    Statement(
                        insertion.sql, ownParameters + piece.prefix(insertion.arrayCount),
                        isPrepared: insertion.arrayCount == 1)
                })
        }
        var changed = MarkRanges()
        for sample in batch.stored { changed.note(sample, references) }
        try MarkTable.mark(changed, of: person, session)
    }

    /// A statement that inserts samples of an import with their rows in side tables and their
    /// marks, and returns the number of samples.
    ///
    /// - Parameter condition: SQL on `staged`, which selects rows.
    func importInsertion(_ contents: StagedContents, where condition: String) -> String {
        let insertions = insertions(contents, from: "staged")
        let sides = insertions.dropFirst().map { "\($0.table)_rows as (\($0.sql))" }
        return """
            with staged as materialized (
                \(storedRows(where: condition))
            ), changed as (
                \(insertions[0].sql)
                returning \(MarkTable.columns)
            ), \(([MarkTable.marking("changed")] + sides).joined(separator: ", "))
            select count(*) from changed
            """
    }

    /// A query for the staged samples that are stored.
    private func storedRows(where condition: String = "true") -> String {
        "select * from \(rows.item) staged where \(StagedKind.isSample()) and not staged.is_skipped and \(condition)"
    }

    /// A statement that inserts the rows of staged samples in one table.
    private struct Insertion {
        var table: String
        var sql: String
        /// How many of the arrays of `StagedBatch.pieces` the statement takes after $7.
        var arrayCount = 1
    }

    /// The statement for `health.sample`, and then one for each side table that may get rows. The
    /// FROM item `staged` has the staged samples.
    private func insertions(_ contents: StagedContents, from staged: String) -> [Insertion] {
        let sample = Insertion(
            table: "sample",
            sql: """
                insert into health.sample (
                    person_id, change_position, import_id, holder_id, \(SampleColumn.names(of: nil)))
                select $1, $6 + 1 + staged.ordinal, \(rows.importID.map { "\($0)" } ?? "null::integer"), $7, \(SampleColumn.staged(nil))
                from \(staged)
                """)
        return [sample] + SideTable.allCases.filter(contents.has).compactMap { insertion(into: $0, staged) }
    }

    /// Returns nil for `contained_sample`, whose rows are inserted after all samples.
    private func insertion(into table: SideTable, _ staged: String) -> Insertion? {
        let name = table.rawValue
        switch table {
        case .detail:
            let isPresent = SampleColumn.columns(of: table).map { "\($0.staged) is not null" }
            return insertion(into: table, staged, where: isPresent.joined(separator: " or "))
        case .workout: return insertion(into: table, staged, where: StagedKind.workout.isKind("staged"))
        case .timeZone:
            return Insertion(
                table: name,
                sql: """
                    insert into health.sample_time_zone (person_id, time_zone, start_time, uuid)
                    select $1, \(SampleTimeZone.name(in: "staged.metadata")), staged.start_time, staged.uuid
                    from \(staged) where \(SampleTimeZone.isNamed(in: "staged.metadata"))
                    """)
        case .series: return Insertion(table: name, sql: StoredSeries.insertion(from: staged), arrayCount: 2)
        case .seriesQuantity:
            return Insertion(table: name, sql: StoredSeries.quantityInsertion(from: staged), arrayCount: 3)
        case .extreme: return Insertion(table: name, sql: StoredExtremes.insertion(from: staged))
        case .contained: return nil
        }
    }

    /// The same for a table that has all its columns in `SampleColumn.all`.
    private func insertion(into table: SideTable, _ staged: String, where condition: String) -> Insertion {
        Insertion(
            table: table.rawValue,
            sql: """
                insert into health.\(table.rawValue) (person_id, uuid, \(SampleColumn.names(of: table)))
                select $1, staged.uuid, \(SampleColumn.staged(table))
                from \(staged) where \(condition)
                """)
    }

    /// Inserts the elements of an export that are not samples and that the store does not have. An
    /// element with a key replaces the stored element with the same name and key, unless the stored
    /// element is from a newer export. The stored element then gets a new position in the change
    /// feed only if its content differs.
    ///
    /// - Throws: `PostgresError`
    func insertElements(for importID: Int32, _ session: Session) throws {
        try session.run(
            """
            with staged as materialized (
                select distinct on (uuid) uuid, ordinal, sent_text as name, file as key,
                    start_time as exported_at, parts as element
                from \(rows.item) element where kind = \(StagedKind.element.rawValue)
                order by uuid, ordinal desc
            ), changed as materialized (
                select staged.*, known.uuid as known_uuid,
                    case when known.uuid is not null then \(ReplacedSamples.row("known")) end as replaced,
                    case when known.element = staged.element then known.change_position else $6 + 1 + staged.ordinal end
                        as change_position
                from staged
                \(LookUp.any(
                    "export_element", as: "known",
                    where: "known.person_id = $1 and known.name = staged.name and known.key = staged.key"))
                where case
                    when known.uuid is null then not \(LookUp.exists(
                        "export_element", as: "same", where: "same.person_id = $1 and same.uuid = staged.uuid"))
                    else coalesce(known.exported_at <= staged.exported_at, known.exported_at is null)
                        and (known.element, known.exported_at) is distinct from (staged.element, staged.exported_at)
                    end
            ), kept as (
                insert into health.replaced_sample (person_id, import_id, uuid, relation, key, rows)
                select $1, \(importID), known_uuid, 'export_element', 'uuid', jsonb_build_array(replaced)
                from changed where replaced is not null
                on conflict do nothing
            ), written as (
                insert into health.export_element (
                    person_id, uuid, name, key, exported_at, element, import_id, change_position)
                select $1, coalesce(known_uuid, uuid), name, key, exported_at, element, \(importID), change_position
                from changed
                on conflict (person_id, uuid) do update
                set element = excluded.element, exported_at = excluded.exported_at, import_id = excluded.import_id,
                    change_position = excluded.change_position
            )
            select 1
            """, parameters)
    }

    /// Moves `position` past every position that inserted rows may have. The position of a row
    /// follows from its ordinal, so positions may have gaps.
    mutating func advance(past contents: StagedContents) { position += contents.ordinalEnd }

    /// Stores which correlation or workout contains which sample, including samples that the store
    /// already had. A sample with a tombstone is in no container.
    ///
    /// - Throws: `PostgresError`
    func insertContained(_ session: Session) throws {
        try session.run(containedInsertion, parameters, isPrepared: false)
    }

    var containedInsertion: String {
        """
        insert into health.contained_sample (person_id, container_uuid, uuid)
        select $1, container.uuid, staged.uuid
        from \(rows.item) staged
        join \(rows.item) container on container.ordinal = staged.container
        where staged.container is not null and \(StagedKind.isContainer("container")) and not container.is_skipped and \(isAlive)
        on conflict do nothing
        """
    }

    /// SQL that tells whether the staged sample has no tombstone.
    var isAlive: String { "not \(isDeleted("staged"))" }

    /// SQL that tells whether `row` has a tombstone with `condition`.
    func isDeleted(_ row: String, _ condition: String = "true") -> String {
        LookUp.exists(
            "deleted_sample", as: "deleted", isForced: rows.areFew,
            where: "deleted.person_id = $1 and deleted.uuid = \(row).uuid and \(condition)")
    }

    /// Returns true if the store has one of the samples, or a tombstone of one.
    ///
    /// With `uuid = any($2)` in place of look-ups, PostgreSQL reads all rows of the person if it
    /// believes that a person has about as many rows as the array.
    static func hasAny(_ uuids: [UUID], of person: Person, _ session: Session) throws -> Bool {
        try session.value(
            """
            select exists (
                select 1 from unnest($2) as named (uuid)
                where \(LookUp.exists("sample", where: "sample.person_id = $1 and sample.uuid = named.uuid"))
                    or \(LookUp.exists("deleted_sample", where: "deleted_sample.person_id = $1 and deleted_sample.uuid = named.uuid")))
            """, person, uuids, as: Bool.self)
    }
}
