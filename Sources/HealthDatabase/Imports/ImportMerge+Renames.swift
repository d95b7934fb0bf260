import HealthCore
import Postgres

/// A person renames an app or a device between two exports. The phone then prints all its records
/// under the new name.
///
/// The rename is certain if the newer export has no record of the old name, the older one has none
/// of the new name, and of each type 95 of 100 records of the old name return under the new name,
/// with equal times, creation time and value. The exports may be imported in either order.
extension ImportMerge {
    /// Joins renamed sources, before records are compared with the store.
    ///
    /// - Returns: true if sources were joined.
    /// - Throws: `PostgresError`
    func joinRenamed(_ resolved: ResolvedReferences) throws -> Bool {
        guard let exportedAt = job.checkpoint.exportedAt, job.access.writesAll, !hasDirect else { return false }
        var index = try SourceRegistry.sources(of: person, session)
        let inFile = Set(
            references.sourceRevisions.compactMap { revision -> Int32? in
                if case .known(let id) = index.match(revision) { id } else { nil }
            })
        // A source of the file that had no sample before has no row of `source_type` yet.
        let candidates = try session.all(
            """
            select source.source_id, exists (
                select 1 from health.source_type
                where source_type.person_id = $1 and source_type.source_id = source.source_id)
            from health.source
            where source.person_id = $1 and source.bundle_identifier is null and source.joined_source_id is null
            """, person
        ) { (id: try $0.int32(), isKnown: try $0.bool()) }
        let stored = candidates.filter { $0.isKnown && !inFile.contains($0.id) }.map(\.id)
        let staged = candidates.filter { !$0.isKnown && inFile.contains($0.id) }.map(\.id)
        guard !stored.isEmpty, !staged.isEmpty else { return false }
        let renames = try renames(of: stored, staged, exportedAt, resolved)
        if !renames.isEmpty { try SourceJoin(person: person, session: session).apply(renames, importID: job.id) }
        return !renames.isEmpty
    }

    /// A source that the store has and the file lacks, with one that the file has and the store
    /// lacks.
    private struct Pair: Hashable {
        var stored: Int32
        var staged: Int32
    }

    /// Returns the old names with the new ones.
    private func renames(
        of stored: [Int32], _ staged: [Int32], _ exportedAt: Instant, _ resolved: ResolvedReferences
    ) throws -> [(id: Int32, target: Int32?)] {
        var counts: [Int32: [Int32: Int64]] = [:]
        var equal: [Pair: [Int32: Int64]] = [:]
        var older: Set<Int32> = []
        for var row in try session.run(
            comparison, person, resolved.sampleTypeIDs, resolved.sourceRevisionIDs, stored, staged, exportedAt,
            isPrepared: false)
        {
            let (stored, staged, type) = (try row.optionalInt32(), try row.optionalInt32(), try row.int32())
            let (count, isOlder) = (try row.int64(), try row.bool())
            if let stored, let staged {
                equal[Pair(stored: stored, staged: staged), default: [:]][type] = count
            } else if let id = stored ?? staged {
                counts[id, default: [:]][type] = count
            }
            if isOlder, let stored { older.insert(stored) }
        }
        var newNames: [Int32: [Int32]] = [:]
        for (pair, equal) in equal {
            let isOlder = older.contains(pair.stored)
            let (old, new) = isOlder ? (pair.stored, pair.staged) : (pair.staged, pair.stored)
            let isRename = (counts[old] ?? [:]).allSatisfy { 100 * equal[$0, default: 0] >= 95 * $1 }
            if isRename { newNames[old, default: []].append(new) }
        }
        return newNames.filter { $1.count == 1 }.sorted { $0.key < $1.key }.map { ($0, $1.first) }
    }

    /// SQL that counts, by type, the records of each source, and those that two sources share. The
    /// last column is true for a stored source if the exports that brought it are older.
    private var comparison: String {
        let key = "sample_type_id, start_time, end_time, creation_time, content"
        return """
            with stored as materialized (
                select revision.source_id, sample.import_id, sample.sample_type_id, sample.start_time, sample.end_time,
                    sample.creation_time, sample.quantity, coalesce(\(Recognition.content("sample")), '') as content
                from health.sample
                join health.source_revision revision
                    on revision.person_id = $1 and revision.source_revision_id = sample.source_revision_id
                    and revision.source_id = any($4)
                where sample.person_id = $1
            ), staged as materialized (
                select revision.source_id, ($2::integer[])[staged.sample_type + 1] as sample_type_id, staged.start_time,
                    staged.end_time, staged.creation_time, staged.quantity, \(Recognition.stagedContent) as content
                from \(table.name) staged
                join health.source_revision revision
                    on revision.person_id = $1
                    and revision.source_revision_id = ($3::integer[])[staged.source_revision + 1]
                    and revision.source_id = any($5)
                where staged.person_id = $1 and \(StagedKind.isSample()) and not staged.is_skipped
            ), old as (
                select brought.source_id
                from (select distinct source_id, import_id from stored) brought
                left join health.complete_range stated
                    on stated.person_id = $1 and stated.import_id = brought.import_id
                group by brought.source_id
                having bool_and(brought.import_id is not null) and max(stated.to_time) < $6
            ), numbered as (
                select true as is_stored, source_id, quantity, \(key),
                    row_number() over (partition by source_id, \(key) order by quantity) as occurrence
                from stored
                union all
                select false, source_id, quantity, \(key),
                    row_number() over (partition by source_id, \(key) order by quantity)
                from staged
            )
            select source_id, null, sample_type_id, count(*), source_id in (select source_id from old)
            from stored group by source_id, sample_type_id
            union all
            select null, source_id, sample_type_id, count(*), false from staged group by source_id, sample_type_id
            union all
            select one.source_id, other.source_id, one.sample_type_id, count(*), false
            from numbered one
            join numbered other using (sample_type_id, start_time, end_time, content, occurrence)
            where one.is_stored and not other.is_stored and one.creation_time is not distinct from other.creation_time
                and coalesce(
                    abs(one.quantity - other.quantity)
                        <= \(Recognition.tolerance) * greatest(abs(one.quantity), abs(other.quantity)), true)
            group by one.source_id, other.source_id, one.sample_type_id
            """
    }
}
