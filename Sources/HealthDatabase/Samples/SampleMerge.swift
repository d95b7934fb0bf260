import HealthCore
import Postgres

/// The statements that move staged rows into the store. Batches and imports share them.
///
/// Statements that insert ignore skipped rows of `table`. All statements must run under the
/// person's lock.
struct SampleMerge {
    let table: StagingTable
    let person: Person
    let references: ResolvedReferences
    /// The holder that saves the rows, as in `health.sample`.
    let holderID: Int32?
    /// The feed position before the first merged row.
    var position: Int64

    /// $1…$7 of the statements. $1 is the person. $2 to $5 are the ids of types, source revisions,
    /// devices and units, in the order of their indices in `SampleReferences`. $6 is `position`,
    /// and $7 is the holder.
    var parameters: [Parameter] {
        [
            .int32(person.id), .int32Array(references.sampleTypeIDs), .int32Array(references.sourceRevisionIDs),
            .int32Array(references.deviceIDs), .int32Array(references.unitIDs), .int64(position), .int32(holderID),
        ]
    }

    /// Inserts the samples that `condition` selects, and their rows in side tables.
    ///
    /// - Parameters:
    ///   - condition: SQL on `staged`. Its text should be constant, so that the statement is
    ///     prepared only once.
    ///   - conditionParameters: $8, $9, … in `condition`.
    ///   - skippingKnown: true to leave out samples that the store has. If it is false, such a
    ///     sample is an error.
    /// - Returns: the number of inserted samples.
    /// - Throws: `PostgresError`
    func insertSamples(
        where condition: String = "true", _ conditionParameters: [Parameter] = [], skippingKnown: Bool = false,
        contents: StagedContents, _ session: Session
    ) throws -> Int64 {
        let parameters = parameters + conditionParameters
        // Side rows are inserted first. After the samples are stored, a condition that selects new
        // samples would select none.
        let onConflict = skippingKnown ? "on conflict do nothing" : ""
        try insertSideRows(where: condition, parameters, onConflict, contents: contents, session)
        return try session.execute(
            """
            with changed as (
                insert into health.sample (
                    person_id, change_position, is_imported, holder_id, \(SampleColumn.names(of: nil)))
                select $1, $6 + 1 + staged.ordinal, \(table.isImport), $7, \(SampleColumn.staged(nil))
                from \(table.name) staged
                where \(StagedKind.isSample()) and not staged.is_skipped and (\(condition))
                \(onConflict)
                returning \(SlotMarkTable.columns)
            ), \(SlotMarkTable.marking("changed", isImport: table.isImport))
            select count(*) from changed
            """,
            parameters
        )[0].int64(0)
    }

    private func insertSideRows(
        where condition: String, _ parameters: [Parameter], _ onConflict: String, contents: StagedContents,
        _ session: Session
    ) throws {
        for table in SideTable.allCases where contents.mayHaveRows(in: table) {
            switch table {
            case .detail:
                let isPresent = SampleColumn.columns(of: table).map { "\($0.staged) is not null" }
                try insertRows(
                    in: table,
                    where: "\(StagedKind.isSample()) and (\(isPresent.joined(separator: " or "))) and (\(condition))",
                    parameters, onConflict, session)
            case .workout:
                try insertRows(
                    in: table, where: "\(StagedKind.workout.isKind("staged")) and (\(condition))", parameters,
                    onConflict,
                    session)
            case .timeZone:
                _ = try session.execute(
                    """
                    insert into health.sample_time_zone (person_id, time_zone, start_time, uuid)
                    select $1, \(SampleTimeZone.name(in: "staged.metadata")), staged.start_time, staged.uuid
                    from \(self.table.name) staged
                    where \(StagedKind.isSample()) and not staged.is_skipped
                        and \(SampleTimeZone.isNamed(in: "staged.metadata")) and (\(condition))
                    \(onConflict)
                    """,
                    parameters)
            case .series: try insertSeries(where: condition, parameters, onConflict, session)
            case .extreme:
                try StoredExtremes.insert(self, where: condition, parameters, onConflict, session)
            // The quantities are inserted with their series. Rows of `contained_sample` are
            // inserted after all samples.
            case .seriesQuantity, .contained: break
            }
        }
    }

    /// Inserts the rows of a table that has all its columns in `SampleColumn.all`.
    private func insertRows(
        in side: SideTable, where condition: String, _ parameters: [Parameter], _ onConflict: String,
        _ session: Session
    ) throws {
        _ = try session.execute(
            """
            insert into health.\(side.rawValue) (person_id, uuid, \(SampleColumn.names(of: side)))
            select $1, staged.uuid, \(SampleColumn.staged(side))
            from \(table.name) staged
            where not staged.is_skipped and \(condition)
            \(onConflict)
            """,
            parameters)
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
                select distinct on (uuid) person_id, uuid, ordinal, sent_text as name, file as key,
                    start_time as exported_at, parts as element
                from \(table.name) where kind = \(StagedKind.element.rawValue)
                order by uuid, ordinal desc
            ), replaced as (
                update health.export_element known
                set element = staged.element, exported_at = staged.exported_at,
                    change_position =
                        case when known.element = staged.element then known.change_position else $6 + 1 + staged.ordinal end
                from staged
                where known.person_id = staged.person_id and known.name = staged.name and known.key = staged.key
                    and coalesce(known.exported_at <= staged.exported_at, known.exported_at is null)
                    and (known.element, known.exported_at) is distinct from (staged.element, staged.exported_at)
                returning known.change_position > $6 as is_changed
            ), added as (
                insert into health.export_element (person_id, uuid, name, key, exported_at, element, change_position)
                select $1, staged.uuid, staged.name, staged.key, staged.exported_at, staged.element,
                    $6 + 1 + staged.ordinal
                from staged
                where not exists (
                    select from health.export_element known
                    where known.person_id = staged.person_id and known.uuid = staged.uuid)
                and not exists (
                    select from health.export_element known
                    where known.person_id = staged.person_id and known.name = staged.name and known.key = staged.key)
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
        from \(table.name) staged
        join \(table.name) container on container.ordinal = staged.container
        where staged.container is not null and \(StagedKind.isContainer("container")) and not container.is_skipped and \(SampleMerge.isAlive)
        on conflict do nothing
        """
    }

    /// SQL that tells whether the staged sample has no tombstone.
    static let isAlive = """
        not exists (
            select from health.deleted_sample
            where deleted_sample.person_id = staged.person_id and deleted_sample.uuid = staged.uuid)
        """

    /// Returns true if a staged row has a tombstone.
    func hasDeletedSamples(_ session: Session) throws -> Bool {
        let tombstones = try session.execute(
            "select exists (select from health.deleted_sample where person_id = $1)", [.int32(person.id)])
        guard try tombstones[0].bool(0) else { return false }
        return try session.execute(
            "select exists (select from \(table.name) staged where not \(SampleMerge.isAlive))"
        )[0].bool(0)
    }

    /// Raises the stored length of the longest sample of each staged type. Adds the types of each
    /// source, device and unit.
    func raiseExtents(_ contents: StagedContents, _ session: Session) throws {
        try noteTypes(contents, session)
        // When a first import calls this, a type whose samples are all staged may have no id yet.
        let longest = contents.longestDurations.filter { references.sampleTypeIDs.indices.contains(Int($0.key)) }
            .map { index, duration in (id: references.sampleTypeIDs[Int(index)], duration: duration) }
        _ = try session.execute(
            """
            insert into health.sample_extent (person_id, sample_type_id, longest_duration)
            select $1, sample_type_id, max(microseconds) * interval '1 microsecond'
            from unnest($2, $3) as longest (sample_type_id, microseconds)
            group by sample_type_id
            on conflict (person_id, sample_type_id) do update
            set longest_duration = excluded.longest_duration
            where excluded.longest_duration > sample_extent.longest_duration
            """,
            [.int32(person.id), .int32Array(longest.map(\.id)), .int64Array(longest.map(\.duration))])
    }

    private func noteTypes(_ contents: StagedContents, _ session: Session) throws {
        let noted = contents.revisionTypes.filter {
            references.sourceRevisionIDs.indices.contains(Int($0.revision))
                && references.sampleTypeIDs.indices.contains(Int($0.type))
        }
        let devices = noted.map { noted in
            noted.device.flatMap {
                references.deviceIDs.indices.contains(Int($0)) ? references.deviceIDs[Int($0)] : nil
            } ?? 0
        }
        let units = contents.unitTypes.filter {
            references.unitIDs.indices.contains(Int($0.unit)) && references.sampleTypeIDs.indices.contains(Int($0.type))
        }
        _ = try session.execute(
            """
            with noted as (
                select * from unnest($2, $3, $4) as noted (source_revision_id, sample_type_id, device_id)
            ), units as (
                insert into health.unit_type (person_id, unit_id, sample_type_id)
                select distinct $1::integer, unit.unit_id, noted.sample_type_id
                from unnest($5, $6) as noted (unit_id, sample_type_id)
                join health.unit on unit.unit_id = noted.unit_id and not unit.in_catalogue
                on conflict (person_id, unit_id, sample_type_id) do nothing
            ), devices as (
                insert into health.device_type (person_id, device_id, sample_type_id)
                select distinct $1::integer, device_id, sample_type_id from noted where device_id > 0
                on conflict (person_id, device_id, sample_type_id) do nothing
            )
            insert into health.source_type (person_id, source_id, sample_type_id)
            select distinct $1::integer, source_revision.source_id, noted.sample_type_id
            from noted
            join health.source_revision
                on source_revision.person_id = $1 and source_revision.source_revision_id = noted.source_revision_id
            on conflict (person_id, source_id, sample_type_id) do nothing
            """,
            [
                .int32(person.id), .int32Array(noted.map { references.sourceRevisionIDs[Int($0.revision)] }),
                .int32Array(noted.map { references.sampleTypeIDs[Int($0.type)] }), .int32Array(devices),
                .int32Array(units.map { references.unitIDs[Int($0.unit)] }),
                .int32Array(units.map { references.sampleTypeIDs[Int($0.type)] }),
            ])
    }
}
