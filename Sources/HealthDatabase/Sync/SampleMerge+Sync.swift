import Foundation
import HealthCore
import Postgres

extension SampleMerge {
    /// Marks superseded samples so that they are not stored.
    ///
    /// Their rows get the uuid of the version that is stored instead. A container of a superseded
    /// sample thus contains that version, and an old correlation that comes again changes nothing.
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

    /// Deletes the older versions. Containers of an older version contain the newer version
    /// afterwards.
    ///
    /// A new version that was deleted before it came also deletes the older one, and no container
    /// contains it. A sample that has been updated to one without the identifier is not an older
    /// version any more.
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

    /// Adds the new versions to the containers of the old ones, and the contents of an old workout
    /// to the new one.
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

    /// Marks the staged samples of an import whose sync version a client has sent, or a greater
    /// one, so that they are not stored.
    ///
    /// An import neither raises versions nor replaces samples. Its uuids are made from contents: if
    /// an import registered a version, the sample that a client sends later would be superseded and
    /// its deletion lost. Exports write versions as texts.
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
