import Foundation
import HealthCore
import Postgres

extension SampleMerge {
    /// Deletes the older versions. Containers of an older version then contain the newer version.
    ///
    /// If the newer version was deleted before it arrived, the older version is still deleted, and
    /// no container contains the newer one. An update may have removed the identifier from the
    /// stored sample. Then that sample is not an older version and is not deleted.
    ///
    /// - Parameter archivedFor: the import that replaces them; nil for a batch.
    /// - Throws: `PostgresError`
    mutating func replace(
        _ pairs: [(old: UUID, new: UUID, key: SyncRegister.Key)], archivedFor importID: Int32? = nil, _ session: Session
    ) throws {
        guard !pairs.isEmpty else { return }
        let older = try session.all(
            """
            select pair.old, pair.new,
                not \(LookUp.exists("deleted_sample", as: "deleted", where: "deleted.person_id = $1 and deleted.uuid = pair.new"))
            from unnest($2, $3, $4, $5, $6) as pair (old, new, source_id, sample_type_id, identifier)
            \(LookUp.one("sample", where: "person_id = $1 and uuid = pair.old"))
            \(LookUp.one(
                "source_revision", as: "revision",
                where: "person_id = $1 and source_revision_id = sample.source_revision_id"))
            \(LookUp.one("sample_detail", as: "detail", where: "person_id = $1 and uuid = pair.old"))
            where sample.sample_type_id = pair.sample_type_id and revision.source_id = pair.source_id
                and detail.metadata ->> '\(SyncIdentity.identifierKey)' = pair.identifier
            """, person, pairs.map(\.old), pairs.map(\.new), pairs.map(\.key.sourceID), pairs.map(\.key.sampleTypeID),
            pairs.map(\.key.identifier)
        ) { row in
            (old: try row.uuid(), new: try row.uuid(), isAlive: try row.bool())
        }
        guard !older.isEmpty else { return }
        try inheritContainers(older.filter(\.isAlive).map { ($0.old, $0.new) }, session)
        _ = try remove(
            older.map { RemovedSample(uuid: $0.old) }, sparingStaged: true,
            for: importID.map { Replacement(importID: $0) }, session)
    }

    /// Adds each new version to the containers of its old version. If the old version is a workout,
    /// adds its contents to the new workout.
    private func inheritContainers(_ pairs: [(old: UUID, new: UUID)], _ session: Session) throws {
        let named = "unnest($2, $3) as pair (old, new)"
        try session.run(
            """
            insert into health.contained_sample (person_id, container_uuid, uuid)
            select $1, contained.container_uuid, pair.new
            from \(named)
            cross join lateral (
                select contained.container_uuid from health.contained_sample contained
                where contained.person_id = $1 and contained.uuid = pair.old
                offset 0
            ) contained
            union
            select $1, pair.new, contained.uuid
            from \(named)
            \(LookUp.one("workout", where: "person_id = $1 and uuid = pair.old"))
            cross join lateral (
                select contained.uuid from health.contained_sample contained
                where contained.person_id = $1 and contained.container_uuid = pair.old
                offset 0
            ) contained
            on conflict do nothing
            """, person, pairs.map(\.old), pairs.map(\.new))
    }
}
