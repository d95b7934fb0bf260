import Foundation
import HealthCore
import Postgres

extension ImportMerge {
    /// Decides which version of each sync identifier is stored, of those in the file, in earlier
    /// exports and from clients.
    ///
    /// If the holder may delete the stored version, the greatest version replaces it. All others
    /// are superseded. Of equal versions, the stored one stays, and within the file the one with
    /// the least uuid is stored.
    ///
    /// - Parameter behind: writes the tombstones, whose positions follow those of all staged rows.
    /// - Returns: the number of superseded samples, by type.
    /// - Throws: `PostgresError`
    func decideVersions(_ merge: SampleMerge, _ behind: inout SampleMerge) throws -> [Int32: Int64] {
        let version = "staged.metadata ->> '\(SyncIdentity.versionKey)'"
        let identifier = "staged.metadata ->> '\(SyncIdentity.identifierKey)'"
        let parameters = Array(merge.parameters.prefix(3))
        let held = """
            health.sample_sync held
                on held.person_id = $1 and held.sample_type_id = best.sample_type_id
                and held.source_id = best.source_id and held.identifier = best.identifier
            """
        let versioned = """
            with versioned as materialized (
                select staged.ordinal, staged.uuid, revision.source_id,
                    ($2::integer[])[staged.sample_type + 1] as sample_type_id,
                    \(identifier) as identifier, (\(version))::numeric as version
                from \(table.name) staged
                join health.source_revision revision
                    on revision.person_id = $1
                    and revision.source_revision_id = ($3::integer[])[staged.source_revision + 1]
                where staged.person_id = $1 and not staged.is_skipped and \(StagedKind.isSample())
                    and jsonb_typeof(staged.metadata -> '\(SyncIdentity.identifierKey)') = 'string'
                    and octet_length(\(identifier)) between 1 and \(SyncIdentity.identifierBytesMax)
                    and \(version) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$'
            )
            """
        var protected: Set<UUID> = []
        if !job.access.writesAll {
            let holders = try session.all(
                "\(versioned) select distinct held.uuid from versioned best join \(held)", parameters, as: UUID.self)
            protected = try SampleScopeReader(person: person, session: session, access: job.access)
                .protected(among: holders)
        }
        let decided = try session.run(
            """
            \(versioned), decided as materialized (
                select best.*, held.uuid as held_uuid,
                    held.version is null or best.version > held.version and held.uuid <> all($4::uuid[]) as wins
                from (
                    select distinct on (source_id, sample_type_id, identifier) *
                    from versioned
                    order by source_id, sample_type_id, identifier, version desc, uuid
                ) best
                left join \(held)
            ), superseded as (
                update \(table.name) staged
                set uuid = holder.uuid, is_skipped = true,
                    kind = case staged.kind
                        when \(StagedKind.correlation.rawValue) then \(StagedKind.successorOfCorrelation.rawValue)
                        else \(StagedKind.successor.rawValue)
                    end
                from versioned
                join decided using (source_id, sample_type_id, identifier)
                cross join lateral (
                    select case when decided.wins then decided.uuid else decided.held_uuid end as uuid
                ) holder
                where staged.person_id = $1 and staged.ordinal = versioned.ordinal and versioned.uuid <> holder.uuid
                returning versioned.sample_type_id
            )
            select wins, held_uuid, uuid, source_id, sample_type_id, identifier, version::text, 0 from decided
            union all
            select null, null, null, null, sample_type_id, null, null, count(*) from superseded group by sample_type_id
            """, parameters, Array(protected))
        var superseded: [Int32: Int64] = [:]
        var entries: [SyncRegister.Entry] = []
        var replaced: [(old: UUID, new: UUID, key: SyncRegister.Key)] = []
        for var row in decided {
            let wins = try row.optionalBool()
            let (old, new) = (try row.optionalUUID(), try row.optionalUUID())
            let (source, type) = (try row.optionalInt32(), try row.int32())
            guard let source, let new else {
                _ = try (row.optionalText(), row.optionalText())
                superseded[type] = try row.int64()
                continue
            }
            guard wins == true else { continue }
            let key = SyncRegister.Key(
                sourceID: source, sampleTypeID: type, identifierBytes: Array(try row.text().utf8))
            entries.append((key, try row.text(), new))
            if let old, old != new { replaced.append((old, new, key)) }
        }
        try behind.replace(replaced, archivedFor: job.id, session)
        try SyncRegister.save(entries, of: person, session)
        return superseded
    }
}
