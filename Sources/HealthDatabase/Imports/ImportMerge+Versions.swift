import HealthCore
import Postgres

extension ImportMerge {
    /// Marks staged samples of an import as superseded, if a client has sent the same or a greater
    /// version of their sync identifier.
    ///
    /// An import neither raises versions nor replaces samples, because it makes its uuids from
    /// contents. If an import registered a version, a client's later sample of that version would
    /// be superseded. A deletion of that sample would then have no effect. Exports write versions
    /// as texts.
    ///
    /// - Throws: `PostgresError`
    func markOutdated(_ merge: SampleMerge) throws {
        let known = try session.execute(
            "select exists (select 1 from health.sample_sync where person_id = $1)", [.int32(person.id)])
        guard try known[0].bool(0) else { return }
        let version = "staged.metadata ->> '\(SyncIdentity.versionKey)'"
        _ = try session.execute(
            """
            update \(table.name) staged
            set uuid = sync.uuid, is_skipped = true,
                kind = case staged.kind
                    when \(StagedKind.correlation.rawValue) then \(StagedKind.successorOfCorrelation.rawValue)
                    else \(StagedKind.successor.rawValue)
                end
            from health.source_revision revision, health.sample_sync sync
            where staged.person_id = $1 and not staged.is_skipped and \(StagedKind.isSample())
                and jsonb_typeof(staged.metadata -> '\(SyncIdentity.identifierKey)') = 'string'
                and revision.person_id = $1
                and revision.source_revision_id = ($3::integer[])[staged.source_revision + 1]
                and sync.person_id = $1 and sync.source_id = revision.source_id
                and sync.sample_type_id = ($2::integer[])[staged.sample_type + 1]
                and sync.identifier = staged.metadata ->> '\(SyncIdentity.identifierKey)'
                and sync.uuid <> staged.uuid
                and case when \(version) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$'
                    then (\(version))::numeric <= sync.version else false end
            """, merge.parameters)
    }
}
