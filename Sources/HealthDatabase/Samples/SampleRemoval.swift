import Foundation
import HealthCore
import Postgres

/// A sample to delete. Its type and times are those of the tombstone if the store never had the
/// sample.
struct RemovedSample {
    var uuid: UUID
    /// The id of the type; nil if the sender did not name it.
    var type: Int32?
    var start: Instant?
    var end: Instant?
    var holderID: Int32?
    /// True if the sample is deleted only because its correlation is.
    var wentWithCorrelation = false
    /// What tells that a record of an export is the sample.
    var sourceRevisionID: Int32?
    var quantity: Double?
    var content: String?
}

/// Why samples are deleted that no client has deleted.
struct Replacement {
    /// The import whose undoing brings the samples back; nil if it removes its own.
    var importID: Int32?
    /// The end of the complete range that does not have the samples; nil if a newer version
    /// replaces them.
    var statedAt: Instant?
}

extension SampleMerge {
    /// Deletes any number of samples for `replacement`.
    ///
    /// - Throws: `PostgresError`
    mutating func removeInPieces(_ uuids: [UUID], for replacement: Replacement, _ session: Session) throws {
        for first in stride(from: 0, to: uuids.count, by: SampleMerge.removedPiece) {
            let piece = uuids[first..<min(first + SampleMerge.removedPiece, uuids.count)]
            _ = try remove(piece.map { RemovedSample(uuid: $0) }, for: replacement, session)
        }
    }

    private static let removedPiece = 10_000

    /// Deletes samples and their rows in side tables. Writes a tombstone for each uuid, even if the
    /// store has no such sample.
    ///
    /// Deleting a correlation also deletes the samples that only this correlation contains, as in
    /// HealthKit. Each of them gets a tombstone and a change position. A sample that is also in
    /// another container is kept, unless that container is deleted in the same call. The samples of
    /// a workout are kept, because they are only associated with it.
    ///
    /// The tombstone of a sample that was deleted with a correlation has `went_with_correlation`.
    /// The flag is cleared when a client deletes the sample by its uuid.
    ///
    /// - Parameters:
    ///   - areNamed: false if `samples` themselves are deleted with a correlation.
    ///   - sparingStaged: true to keep a sample of a correlation if a staged container that will be
    ///     stored contains the sample.
    ///   - replacement: nil if a client deletes the samples.
    /// - Returns: the uuids that had no tombstone before, including samples of correlations. Also
    ///   the uuids in `samples` that were deleted only with a correlation before.
    /// - Throws: `PostgresError`
    mutating func remove(
        _ samples: [RemovedSample], areNamed: Bool = true, sparingStaged: Bool = false,
        for replacement: Replacement? = nil, _ session: Session
    ) throws -> Set<UUID> {
        let inside = try contentsOfCorrelations(samples.map(\.uuid), sparingStaged: sparingStaged, session)
        let namedCount = areNamed ? samples.count : 0
        let samples = samples + inside.map { RemovedSample(uuid: $0) }
        let uuids = Parameter.uuidArray(samples.map(\.uuid))
        if let importID = replacement?.importID { try ReplacedSamples.keep(uuids, for: importID, of: person, session) }
        let answers = try session.execute([
            Tombstones.fingerprints(of: uuids, person),
            Statement(
                """
                delete from health.sample where sample.person_id = $1 and sample.uuid = any($2)
                returning \(MarkTable.columns), sample.uuid, sample.holder_id
                """, person, uuids),
            Statement(
                """
                select known.uuid, known.went_with_correlation
                from unnest($2) as named (uuid)
                \(LookUp.one("deleted_sample", as: "known", where: "person_id = $1 and uuid = named.uuid"))
                """, person, uuids),
        ])
        var tombstones = Tombstones(samples, namedCount: namedCount, holderID: holderID)
        try tombstones.add(fingerprints: answers[0])
        let changed = try tombstones.add(deleted: answers[1])
        let (fresh, again) = try tombstones.compare(with: answers[2])
        // The change feed says the same as before about `again`, so their positions stay.
        _ = try session.execute(
            [
                tombstones.insertion(of: fresh, after: position, statedAt: replacement?.statedAt, person),
                Statement(
                    """
                    update health.deleted_sample set went_with_correlation = false
                    where person_id = $1 and uuid = any($2)
                    """, person, again),
            ] + [MarkTable.marking(changed, of: person)].compactMap { $0 })
        position += Int64(fresh.count)
        // What a client has deleted does not come back.
        if replacement == nil { try ReplacedSamples.forget(uuids, of: person, session) }
        try takeOutOfContainers(uuids, session)
        let details = (SampleColumn.columns(of: .detail).map(\.name)) + SampleMembers.all.map(\.column)
        // The values in `recognised_record` are deleted, too. The record remains, so that importing
        // the same export again does not bring the sample back.
        try session.run(
            """
            update health.recognised_record record set \(details.map { "\($0) = null" }.joined(separator: ", "))
            where record.person_id = $1 and record.sample_uuid = any($2)
                and (\(details.map { "record.\($0) is not null" }.joined(separator: " or ")))
            """, person, uuids)
        try ContainedChanges(person: person, session: session).forget(uuids)
        try SideTable.deleteRows(of: uuids, person, session)
        return Set(fresh + again)
    }

    /// Returns the samples that only correlations among `uuids` contain. A container that is not a
    /// workout is a correlation.
    private func contentsOfCorrelations(
        _ uuids: [UUID], sparingStaged: Bool, _ session: Session
    ) throws -> [UUID] {
        let statement = """
            with named as materialized (
                select distinct uuid from unnest($2::uuid[]) as named (uuid)
            ), inside as materialized (
                select distinct contained.uuid
                from named
                cross join lateral (
                    select contained.uuid from health.contained_sample contained
                    where contained.person_id = $1 and contained.container_uuid = named.uuid
                    offset 0
                ) contained
                where not \(LookUp.exists("workout", where: "workout.person_id = $1 and workout.uuid = named.uuid"))
            )
            select inside.uuid
            from inside
            cross join lateral (
                select held.container_uuid from health.contained_sample held
                where held.person_id = $1 and held.uuid = inside.uuid
                offset 0
            ) held
            left join named on named.uuid = held.container_uuid
            \(sparingStaged ? "where not \(isInLivingContainer("inside", of: rows.item))" : "")
            group by inside.uuid
            having bool_and(named.uuid is not null)
            """
        let named: [Parameter] = [.int32(person.id), .uuidArray(uuids)]
        let further = sparingStaged ? Array(parameters.dropFirst(2)) : []
        return try session.all(statement, named, further, isPrepared: !sparingStaged, as: UUID.self)
    }

    /// Deletes the tombstones of the samples of a batch.
    ///
    /// - Throws: `PostgresError`
    func resurrect(_ uuids: [UUID], _ session: Session) throws {
        let uuids = Parameter.uuidArray(uuids)
        try forgetFurtherHolders(of: uuids, session)
        try session.run("delete from health.deleted_sample where person_id = $1 and uuid = any($2)", person, uuids)
    }
}
