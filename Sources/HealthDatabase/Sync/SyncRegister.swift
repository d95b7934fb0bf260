import Foundation
import HealthCore
import Postgres

/// Decides which version of each sync identifier of a batch is stored.
///
/// A greater version replaces the stored sample. A sample with another uuid and an equal or lower
/// version is superseded. The decision is made in memory, and the caller holds the person's lock.
///
/// Imports decide by `ImportMerge.decideVersions`. A client's sample replaces an imported sample of
/// the same version, because the client deletes it by its uuid.
struct SyncRegister {
    private let person: Person
    private let session: Session
    /// Ids of the sources, by index in `SampleReferences.sourceRevisions`.
    private let sourceIDs: [Int32]
    private let sampleTypeIDs: [Int32]
    private var holders: [Key: Holder] = [:]
    private var changed: Set<Key> = []

    /// The part of a sync identity that is the same in all versions of a sample.
    struct Key: Hashable {
        var sourceID: Int32
        var sampleTypeID: Int32
        /// UTF-8, because Swift compares canonically equivalent strings as equal, but they are
        /// different identifiers.
        var identifierBytes: [UInt8]

        var identifier: String { String(decoding: identifierBytes, as: UTF8.self) }
    }

    private struct Holder {
        var version: SyncVersion
        var uuid: UUID
        /// True if the sample is that of an export, or was, until a client sent it.
        var isImported = false
    }

    init(person: Person, session: Session, samples: [(ordinal: Int64, sample: Sample)], references: ResolvedReferences)
        throws
    {
        self.person = person
        self.session = session
        sampleTypeIDs = references.sampleTypeIDs
        let sources: [Int32: Int32] = try session.dictionary(
            """
            select source_revision_id, source_id from health.source_revision
            where person_id = $1 and source_revision_id = any($2)
            """, person, references.sourceRevisionIDs)
        sourceIDs = references.sourceRevisionIDs.map { sources[$0] ?? 0 }
        try readHolders(of: Array(Set(samples.compactMap { key(of: $0.sample) })))
    }

    private mutating func readHolders(of keys: [Key]) throws {
        for var row in try session.run(
            """
            select sync.source_id, sync.sample_type_id, sync.identifier, sync.version::text, sync.uuid,
                coalesce((
                    select sample.import_id is not null from health.sample
                    where sample.person_id = $1 and sample.uuid = sync.uuid), false)
                or exists (
                    select 1 from health.recognised_record record
                    where record.person_id = $1 and record.imported_uuid = sync.uuid)
            from unnest($2, $3, $4) as named (source_id, sample_type_id, identifier)
            \(LookUp.one(
                "sample_sync", as: "sync",
                where: """
                    person_id = $1 and sample_type_id = named.sample_type_id and source_id = named.source_id
                        and identifier = named.identifier
                    """))
            """, person, keys.map(\.sourceID), keys.map(\.sampleTypeID), keys.map(\.identifier))
        {
            let key = Key(
                sourceID: try row.int32(), sampleTypeID: try row.int32(), identifierBytes: Array(try row.text().utf8))
            guard let version = SyncVersion(text: try row.text()) else { continue }
            holders[key] = Holder(version: version, uuid: try row.uuid(), isImported: try row.bool())
        }
    }

    private func key(of sample: Sample) -> Key? {
        sample.sync.map {
            Key(
                sourceID: sourceIDs[Int(sample.sourceRevision)], sampleTypeID: sampleTypeIDs[Int(sample.type)],
                identifierBytes: Array($0.identifier.utf8))
        }
    }

    // MARK: Order

    /// The maximum number of waves of one batch, and so of versions of one sample or sync
    /// identifier. Each wave is written separately under the person's lock, which takes some
    /// milliseconds. A phone sends only the latest version.
    static let wavesMax = 200

    private enum Resource: Hashable {
        case uuid(UUID)
        case key(Key)
    }

    /// Splits the samples into waves. Samples with the same uuid or sync identifier are in
    /// different waves, in their order. So writing wave after wave has the same result as writing
    /// each sample in a batch of its own. There is usually one wave.
    ///
    /// A correlation or workout and its contents are in one wave, even if they share identifiers.
    ///
    /// - Throws: `HealthDatabaseError` (`tooManyVersions`) for more than `wavesMax` waves.
    func waves(of samples: [(ordinal: Int64, sample: Sample)]) throws -> [[(ordinal: Int64, sample: Sample)]] {
        var roots: [Int64] = []
        var groups: [Int64: [(ordinal: Int64, sample: Sample)]] = [:]
        for (ordinal, sample) in samples {
            let root = sample.container ?? ordinal
            if groups[root] == nil { roots.append(root) }
            groups[root, default: []].append((ordinal, sample))
        }
        // A later version also affects the stored sample that it would delete.
        var keysOfUUID: [UUID: Set<Key>] = [:]
        for (key, holder) in holders { keysOfUUID[holder.uuid, default: []].insert(key) }
        var lastWave: [Resource: Int] = [:]
        var waves: [[(ordinal: Int64, sample: Sample)]] = []
        for root in roots {
            let group = groups[root] ?? []
            var resources: Set<Resource> = []
            for (_, sample) in group {
                if let key = key(of: sample) { keysOfUUID[sample.uuid, default: []].insert(key) }
                resources.insert(.uuid(sample.uuid))
                for key in keysOfUUID[sample.uuid] ?? [] { resources.insert(.key(key)) }
            }
            // Repeated uuids without an identifier need no further wave, because the merge handles
            // them in any batch.
            let isSynced = resources.contains { if case .key = $0 { true } else { false } }
            let wave = resources.compactMap { lastWave[$0] }.max().map { isSynced ? $0 + 1 : $0 } ?? 0
            guard wave < SyncRegister.wavesMax else {
                throw HealthDatabaseError(
                    .tooManyVersions,
                    "a batch may hold at most \(SyncRegister.wavesMax) versions of one sample or sync identifier",
                    hint: "send several smaller batches")
            }
            for resource in resources { lastWave[resource] = wave }
            if wave == waves.count { waves.append([]) }
            waves[wave] += group
        }
        return waves
    }

    // MARK: Decisions

    /// Decides about the samples of a wave.
    ///
    /// All samples of a correlation are in one wave. If several of them have the same identifier,
    /// the greatest version is stored and the other versions are superseded.
    ///
    /// - Returns: samples that are not stored, each with the uuid of the version that is stored
    ///   instead; and stored versions to delete, each with the version that replaces it.
    mutating func decide(
        _ wave: [(ordinal: Int64, sample: Sample)]
    ) -> (superseded: [(ordinal: Int64, by: UUID)], replaced: [(old: UUID, new: UUID, key: Key)]) {
        var losers: [(ordinal: Int64, key: Key)] = []
        var replaced: [(old: UUID, key: Key)] = []
        for (ordinal, sample) in wave {
            guard let sync = sample.sync, let key = key(of: sample) else { continue }
            if let holder = holders[key] {
                guard sync.version > holder.version || sync.version == holder.version && holder.isImported else {
                    if holder.uuid != sample.uuid { losers.append((ordinal, key)) }
                    continue
                }
                if holder.uuid != sample.uuid { replaced.append((holder.uuid, key)) }
            }
            holders[key] = Holder(version: sync.version, uuid: sample.uuid)
            changed.insert(key)
        }
        if !replaced.isEmpty {
            let keys = Dictionary(replaced.map { ($0.old, $0.key) }) { $1 }
            losers += wave.compactMap { ordinal, sample in
                guard let key = keys[sample.uuid], key == self.key(of: sample) else { return nil }
                return (ordinal, key)
            }
        }
        func holder(of key: Key) -> UUID? { holders[key]?.uuid }
        return (
            losers.compactMap { loser in holder(of: loser.key).map { (loser.ordinal, $0) } },
            replaced.compactMap { old, key in holder(of: key).map { (old, $0, key) } }
        )
    }

    /// Stores the decisions in `health.sample_sync`.
    ///
    /// - Throws: `PostgresError`
    func save() throws {
        let held = changed.compactMap { key in holders[key].map { (key, $0.version.text, $0.uuid) } }
        try SyncRegister.save(held, of: person, session)
    }

    /// The sample that has the greatest version of an identifier.
    typealias Entry = (key: Key, version: String, uuid: UUID)

    static func save(_ held: [Entry], of person: Person, _ session: Session) throws {
        guard !held.isEmpty else { return }
        try session.run(
            """
            insert into health.sample_sync (person_id, source_id, sample_type_id, identifier, version, uuid)
            select $1, source_id, sample_type_id, identifier, version::numeric, uuid
            from unnest($2, $3, $4, $5, $6) as held (source_id, sample_type_id, identifier, version, uuid)
            on conflict (person_id, sample_type_id, source_id, identifier)
            do update set version = excluded.version, uuid = excluded.uuid
            """, person, held.map(\.key.sourceID), held.map(\.key.sampleTypeID), held.map(\.key.identifier),
            held.map(\.version), held.map(\.uuid))
    }
}
