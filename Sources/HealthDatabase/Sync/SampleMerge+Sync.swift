import Foundation
import HealthCore
import Postgres

extension SampleMerge {
    /// Marks superseded samples so that they are not stored.
    ///
    /// Their rows get the uuid of the version that is stored instead, so a container of a
    /// superseded sample contains that version. An old correlation that arrives again then changes
    /// nothing.
    ///
    /// - Throws: `PostgresError`
    func mark(_ superseded: [(ordinal: Int64, by: UUID)], _ session: Session) throws {
        guard !superseded.isEmpty else { return }
        _ = try session.execute(
            """
            update \(table.name) staged set \(SampleMerge.isSuperseded), uuid = loser.uuid
            from unnest($1, $2) as loser (ordinal, uuid)
            where staged.ordinal = loser.ordinal
            """,
            [.int64Array(superseded.map(\.ordinal)), .uuidArray(superseded.map(\.by))])
    }

    private static let isSuperseded = """
        kind = case staged.kind
                when \(StagedKind.correlation.rawValue) then \(StagedKind.successorOfCorrelation.rawValue)
                else \(StagedKind.successor.rawValue)
            end,
            is_skipped = true
        """

    /// Deletes the older versions. Containers of an older version then contain the newer version.
    ///
    /// If the newer version was deleted before it arrived, the older version is still deleted, and
    /// no container contains the newer one. An update may have removed the identifier from the
    /// stored sample. Then that sample is not an older version and is not deleted.
    ///
    /// - Throws: `PostgresError`
    mutating func replace(
        _ pairs: [(old: UUID, new: UUID, key: SyncRegister.Key)], _ session: Session
    ) throws {
        guard !pairs.isEmpty else { return }
        let older = try session.execute(
            """
            select pair.old, pair.new,
                not exists (
                    select from health.deleted_sample deleted
                    where deleted.person_id = sample.person_id and deleted.uuid = pair.new)
            from unnest($2, $3, $4, $5, $6, array_fill($1, array[cardinality($2)]))
                as pair (old, new, source_id, sample_type_id, identifier, person_id)
            join health.sample on sample.person_id = pair.person_id and sample.uuid = pair.old
                and sample.sample_type_id = pair.sample_type_id
            join health.source_revision revision on revision.person_id = sample.person_id
                and revision.source_revision_id = sample.source_revision_id and revision.source_id = pair.source_id
            join health.sample_detail detail on detail.person_id = pair.person_id and detail.uuid = pair.old
                and detail.metadata ->> '\(SyncIdentity.identifierKey)' = pair.identifier
            """,
            [
                .int32(person.id), .uuidArray(pairs.map(\.old)), .uuidArray(pairs.map(\.new)),
                .int32Array(pairs.map(\.key.sourceID)), .int32Array(pairs.map(\.key.sampleTypeID)),
                .textArray(pairs.map(\.key.identifier)),
            ]
        ).map { row in
            var row = row
            return (old: try row.uuid(), new: try row.uuid(), isAlive: try row.bool())
        }
        guard !older.isEmpty else { return }
        try inheritContainers(older.filter(\.isAlive).map { ($0.old, $0.new) }, session)
        _ = try remove(older.map { RemovedSample(uuid: $0.old) }, sparingStaged: true, session)
    }

    /// Adds each new version to the containers of its old version. If the old version is a workout,
    /// adds its contents to the new workout.
    private func inheritContainers(_ pairs: [(old: UUID, new: UUID)], _ session: Session) throws {
        let named = "unnest($2, $3, array_fill($1, array[cardinality($2)])) as pair (old, new, person_id)"
        _ = try session.execute(
            """
            insert into health.contained_sample (person_id, container_uuid, uuid)
            select pair.person_id, contained.container_uuid, pair.new
            from \(named)
            join health.contained_sample contained
                on contained.person_id = pair.person_id and contained.uuid = pair.old
            union
            select pair.person_id, pair.new, contained.uuid
            from \(named)
            join health.workout on workout.person_id = pair.person_id and workout.uuid = pair.old
            join health.contained_sample contained
                on contained.person_id = pair.person_id and contained.container_uuid = pair.old
            on conflict do nothing
            """,
            [.int32(person.id), .uuidArray(pairs.map(\.old)), .uuidArray(pairs.map(\.new))])
    }

    /// Marks staged samples of an import as superseded, if a client has sent the same or a greater
    /// version of their sync identifier.
    ///
    /// An import neither raises versions nor replaces samples, because it makes its uuids from
    /// contents. If an import registered a version, a client's later sample of that version would
    /// be superseded. A deletion of that sample would then have no effect. Exports write versions
    /// as texts.
    ///
    /// - Throws: `PostgresError`
    func markOutdated(_ session: Session) throws {
        let known = try session.execute(
            "select exists (select from health.sample_sync where person_id = $1)", [.int32(person.id)])
        guard try known[0].bool(0) else { return }
        let version = "staged.metadata ->> '\(SyncIdentity.versionKey)'"
        _ = try session.execute(
            """
            update \(table.name) staged
            set \(SampleMerge.isSuperseded), uuid = sync.uuid
            from health.source_revision revision, health.sample_sync sync
            where not staged.is_skipped and \(StagedKind.isSample())
                and jsonb_typeof(staged.metadata -> '\(SyncIdentity.identifierKey)') = 'string'
                and revision.person_id = staged.person_id
                and revision.source_revision_id = ($3::integer[])[staged.source_revision + 1]
                and sync.person_id = staged.person_id and sync.source_id = revision.source_id
                and sync.sample_type_id = ($2::integer[])[staged.sample_type + 1]
                and sync.identifier = staged.metadata ->> '\(SyncIdentity.identifierKey)'
                and sync.uuid <> staged.uuid
                and case when \(version) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$'
                    then (\(version))::numeric <= sync.version else false end
            """, parameters)
    }
}
