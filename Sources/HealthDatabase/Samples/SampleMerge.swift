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

    /// Inserts the samples of a batch.
    ///
    /// - Parameter skippingKnown: true to leave out samples that the store has. If it is false,
    ///   such a sample is an error.
    /// - Returns: the number of inserted samples.
    /// - Throws: `PostgresError`
    func insertSamples(
        of batch: StagedBatch, skippingKnown: Bool = false, _ contents: StagedContents, _ session: Session
    ) throws -> Int64 {
        let statement = insertion(contents, onConflict: skippingKnown ? "on conflict do nothing" : "")
        return try batch.pieces.reduce(0) { count, piece in
            try count + session.execute(statement, ownParameters + piece)[0].int64(0)
        }
    }

    /// A statement that inserts samples with their rows in side tables, and returns their number.
    ///
    /// - Parameter condition: SQL on `staged`, which selects rows.
    func insertion(_ contents: StagedContents, where condition: String = "true", onConflict: String = "") -> String {
        let sides = SideTable.allCases.filter(contents.mayHaveRows).compactMap { insertion(into: $0, onConflict) }
        return """
            with staged as materialized (
                select * from \(rows.item) staged
                where \(StagedKind.isSample()) and not staged.is_skipped and \(condition)
            ), changed as (
                insert into health.sample (
                    person_id, change_position, is_imported, holder_id, \(SampleColumn.names(of: nil)))
                select $1, $6 + 1 + staged.ordinal, \(rows.isImport), $7, \(SampleColumn.staged(nil))
                from staged
                \(onConflict)
                returning \(SlotMarkTable.columns)
            ), \(([SlotMarkTable.marking("changed", isImport: rows.isImport)] + sides).joined(separator: ", "))
            select count(*) from changed
            """
    }

    /// A common table expression that inserts the rows of a side table; nil for a table whose rows
    /// are inserted with those of another table.
    private func insertion(into table: SideTable, _ onConflict: String) -> String? {
        switch table {
        case .detail:
            let isPresent = SampleColumn.columns(of: table).map { "\($0.staged) is not null" }
            return insertion(into: table, where: isPresent.joined(separator: " or "), onConflict)
        case .workout: return insertion(into: table, where: StagedKind.workout.isKind("staged"), onConflict)
        case .timeZone:
            return """
                time_zone_rows as (
                    insert into health.sample_time_zone (person_id, time_zone, start_time, uuid)
                    select $1, \(SampleTimeZone.name(in: "staged.metadata")), staged.start_time, staged.uuid
                    from staged where \(SampleTimeZone.isNamed(in: "staged.metadata"))
                    \(onConflict)
                )
                """
        case .series: return StoredSeries.insertion(onConflict)
        case .extreme: return StoredExtremes.insertion(onConflict)
        // The quantities are inserted with their series. Rows of `contained_sample` are inserted
        // after all samples.
        case .seriesQuantity, .contained: return nil
        }
    }

    /// The same for a table that has all its columns in `SampleColumn.all`.
    private func insertion(into table: SideTable, where condition: String, _ onConflict: String) -> String {
        """
        \(table.rawValue)_rows as (
            insert into health.\(table.rawValue) (person_id, uuid, \(SampleColumn.names(of: table)))
            select $1, staged.uuid, \(SampleColumn.staged(table))
            from staged where \(condition)
            \(onConflict)
        )
        """
    }

    /// Inserts the elements of an export that are not samples and that the store does not have. An
    /// element with a key replaces the stored element with the same name and key, unless the stored
    /// element is from a newer export. The stored element then gets a new position in the change
    /// feed only if its content differs.
    ///
    /// - Returns: the number of new or changed elements.
    /// - Throws: `PostgresError`
    func insertElements(_ session: Session) throws -> Int64 {
        try session.execute(
            """
            with staged as materialized (
                select distinct on (uuid) uuid, ordinal, sent_text as name, file as key,
                    start_time as exported_at, parts as element
                from \(rows.item) element where kind = \(StagedKind.element.rawValue)
                order by uuid, ordinal desc
            ), replaced as (
                update health.export_element known
                set element = staged.element, exported_at = staged.exported_at,
                    change_position =
                        case when known.element = staged.element then known.change_position else $6 + 1 + staged.ordinal end
                from staged
                where known.person_id = $1 and known.name = staged.name and known.key = staged.key
                    and coalesce(known.exported_at <= staged.exported_at, known.exported_at is null)
                    and (known.element, known.exported_at) is distinct from (staged.element, staged.exported_at)
                returning known.change_position > $6 as is_changed
            ), added as (
                insert into health.export_element (person_id, uuid, name, key, exported_at, element, change_position)
                select $1, staged.uuid, staged.name, staged.key, staged.exported_at, staged.element,
                    $6 + 1 + staged.ordinal
                from staged
                where not exists (
                    select 1 from health.export_element known
                    where known.person_id = $1 and known.uuid = staged.uuid)
                and not exists (
                    select 1 from health.export_element known
                    where known.person_id = $1 and known.name = staged.name and known.key = staged.key)
                returning true as is_changed
            )
            select count(*) from (select * from replaced union all select * from added) written where is_changed
            """,
            parameters
        )[0].int64(0)
    }

    /// Moves `position` past every position that inserted rows may have. The position of a row
    /// follows from its ordinal, so positions may have gaps.
    mutating func advance(past contents: StagedContents) { position += contents.ordinalEnd }

    /// Stores which correlation or workout contains which sample, including samples that the store
    /// already had. A sample with a tombstone is in no container.
    ///
    /// - Throws: `PostgresError`
    func insertContained(_ session: Session) throws {
        _ = try session.execute(containedInsertion, parameters)
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

    /// Returns true if one of the samples has a tombstone.
    static func hasDeleted(_ uuids: [UUID], of person: Person, _ session: Session) throws -> Bool {
        try session.execute(
            "select exists (select 1 from health.deleted_sample where person_id = $1 and uuid = any($2))",
            [.int32(person.id), .uuidArray(uuids)])[0].bool(0)
    }
}
