import Foundation
import HealthCore
import Postgres

/// Limits what a batch changes of stored samples if the caller may not write or read everything.
extension BatchWriter {
    /// Removes from the batch the samples that would change a stored sample which the caller may
    /// not write. These samples have the uuid or the sync identifier of such a stored sample, or
    /// would undo its deletion.
    ///
    /// They are not refused, because a refusal would tell that the store has the sample.
    ///
    /// - Returns: the ordinals of the removed samples.
    /// - Throws: `PostgresError`
    func withhold(_ batch: inout SampleBatch, _ references: ResolvedReferences) throws -> [Int64] {
        guard !access.writesAll, !batch.samples.isEmpty else { return [] }
        let olderVersions = try storedVersions(of: batch.samples, references)
        let uuids = batch.samples.map(\.sample.uuid) + olderVersions.values
        let protected = try SampleScopeReader(person: person, session: session, access: access).protected(among: uuids)
        return batch.removeSamples { ordinal, sample in
            protected.contains(sample.uuid) || olderVersions[ordinal].map(protected.contains) ?? false ? true : nil
        }.map(\.key)
    }

    /// Returns the uuids of the stored versions of the samples with sync identities, by the
    /// ordinals of the samples.
    private func storedVersions(
        of samples: [(ordinal: Int64, sample: Sample)], _ references: ResolvedReferences
    ) throws -> [Int64: UUID] {
        let synced = samples.compactMap { ordinal, sample in sample.sync.map { (ordinal, sample, $0.identifier) } }
        guard !synced.isEmpty else { return [:] }
        return try session.dictionary(
            """
            select named.ordinal, sync.uuid
            from unnest($2, $3, $4, $5) as named (ordinal, source_revision_id, sample_type_id, identifier)
            join health.source_revision revision
                on revision.person_id = $1 and revision.source_revision_id = named.source_revision_id
            join health.sample_sync sync on sync.person_id = $1 and sync.sample_type_id = named.sample_type_id
                and sync.source_id = revision.source_id and sync.identifier = named.identifier
            """, person, synced.map(\.0), synced.map { references.sourceRevisionIDs[Int($0.1.sourceRevision)] },
            synced.map { references.sampleTypeIDs[Int($0.1.type)] }, synced.map(\.2))
    }

    /// Returns the deletions that the batch may execute.
    ///
    /// - Returns: the indices of these deletions, and the reasons why others are refused. All other
    ///   deletions have no effect, because the store does not have the sample or the caller may not
    ///   read it.
    /// - Throws: `PostgresError`
    func deletions(in batch: SampleBatch) throws -> (allowed: [Int], refused: [Int: Refusal]) {
        let reader = SampleScopeReader(person: person, session: session, access: access)
        let uuids = batch.deletions.map(\.uuid)
        let stored = try reader.scopes(of: uuids)
        let contents = try reader.contentsOfCorrelations(uuids)
        let fresh = Set(batch.samples.map(\.sample.uuid))
        var allowed: [Int] = []
        var refused: [Int: Refusal] = [:]
        for (index, uuid) in uuids.enumerated() {
            guard let scope = stored[uuid] else {
                // The type and time of this sample are unknown. So its deletion needs the right to
                // write everything, or the sample in the same batch.
                if access.writesAll || fresh.contains(uuid) { allowed.append(index) }
                continue
            }
            if access.mayDelete(scope), contents[uuid]?.allSatisfy(access.mayDelete) ?? true {
                allowed.append(index)
            } else if access.mayRead(scope) {
                refused[index] = WriteAccess.refusalOfDeletion
            }
        }
        return (allowed, refused)
    }
}

/// Reads the facts about stored samples by which `WriteAccess` decides. The calling function holds
/// the person's lock.
final class SampleScopeReader: PersonWriter {
    /// Returns the facts about the stored samples and tombstones with these uuids.
    ///
    /// - Throws: `PostgresError`
    func scopes(of uuids: [UUID]) throws -> [UUID: SampleScope] {
        guard !uuids.isEmpty else { return [:] }
        return try session.dictionary(
            """
            select named.uuid, \(SampleScopeReader.columns)
            from unnest($2) as named (uuid)
            \(SampleScopeReader.known("named.uuid"))
            """, parameters(uuids))
    }

    /// Returns the samples that the caller may not replace.
    ///
    /// - Throws: `PostgresError`
    func protected(among uuids: [UUID]) throws -> Set<UUID> {
        guard !access.writesAll else { return [] }
        return Set(try scopes(of: uuids).filter { !access.mayReplace($0.value) }.keys)
    }

    /// Returns the facts about the samples in correlations with these uuids, by the uuid of the
    /// correlation.
    ///
    /// - Throws: `PostgresError`
    func contentsOfCorrelations(_ uuids: [UUID]) throws -> [UUID: [SampleScope]] {
        let scopes = try session.all(
            """
            select named.uuid, \(SampleScopeReader.columns)
            from unnest($2) as named (uuid)
            cross join lateral (
                select contained.uuid from health.contained_sample contained
                where contained.person_id = $1 and contained.container_uuid = named.uuid
                    and not exists (
                        select 1 from health.workout where workout.person_id = $1 and workout.uuid = named.uuid)
                offset 0
            ) inside
            \(SampleScopeReader.known("inside.uuid"))
            """, parameters(uuids), as: { (correlation: UUID, scope: SampleScope) in (correlation, scope) })
        return Dictionary(grouping: scopes, by: \.0).mapValues { $0.map(\.1) }
    }

    private func parameters(_ uuids: [UUID]) -> [Parameter] {
        [.int32(person.id), .uuidArray(uuids), .int32(access.holderID)]
    }

    private static let columns = """
        sample_type.identifier, known.start_time, known.end_time, known.holder_id,
        exists (
            select 1 from health.sample_holder further
            where further.person_id = $1 and further.uuid = known.uuid and further.holder_id = \(OwnHolder.or("$3")))
        """

    /// Returns SQL that joins the sample or tombstone with the uuid as `known`.
    private static func known(_ uuid: String) -> String {
        """
        cross join lateral (
            select uuid, sample_type_id, start_time, end_time, holder_id from health.sample
            where sample.person_id = $1 and sample.uuid = \(uuid)
            union all
            select uuid, sample_type_id, start_time, end_time, holder_id from health.deleted_sample
            where deleted_sample.person_id = $1 and deleted_sample.uuid = \(uuid)
            offset 0
        ) known
        left join health.sample_type on sample_type.sample_type_id = known.sample_type_id
        """
    }
}

/// Reads `SampleScopeReader.columns`.
extension SampleScope: ColumnValue {
    init(reading row: inout Row) throws {
        self.init(
            identifier: try row.optionalText(), start: try row.optionalInstant(), end: try row.optionalInstant(),
            holderID: try row.optionalInt32(), isAlsoOwn: try row.bool())
    }
}
