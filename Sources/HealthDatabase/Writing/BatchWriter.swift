import Foundation
import HealthCore
import Postgres

/// What a client posts: samples, and the uuids of samples that it deleted.
public struct SampleBatch: Sendable {
    public var references = SampleReferences()
    /// In the order as sent, with their ordinals, which count the records of the batch from 0.
    public var samples: [(ordinal: Int64, sample: Sample)] = []
    public var deletions: [Deletion] = []

    public init() {}

    public struct Deletion: Sendable, Hashable {
        public var uuid: UUID
        /// Place in `references.types`, where the client said it.
        public var type: Int32?

        public init(uuid: UUID, type: Int32? = nil) {
            self.uuid = uuid
            self.type = type
        }
    }
}

/// What became of one record of a batch.
public enum RecordOutcome: String, CaseIterable, Sendable {
    case inserted
    /// The uuid was here with other content, which the newer arrival replaced.
    case updated
    /// The same was here already; of a deletion, it was deleted already.
    case unchanged
    case deleted
    /// What the store knows is newer: the sample was deleted, before or after it arrived.
    case superseded
}

/// What became of the records of a batch, by their ordinals and places.
public struct BatchReceipt: Sendable {
    /// By ordinal.
    public var samples: [Int64: RecordOutcome] = [:]
    /// By place in `SampleBatch.deletions`.
    public var deletions: [RecordOutcome] = []
    /// The end of the person's change feed after the batch.
    public var changePosition: Int64 = 0
}

/// Stores one batch in one transaction.
public struct BatchWriter {
    private let person: Person
    private let session: Session

    public init(person: Person, session: Session) {
        self.person = person
        self.session = session
    }

    /// Stores `batch`; once this returns it is durable.
    ///
    /// Of records with one uuid in one batch, the later wins, as if it had come in a batch of its own.
    public func write(_ batch: SampleBatch) throws -> BatchReceipt {
        try StagingTable.create(session)
        let (latest, repeated) = withoutRepetitions(batch.samples)
        return try session.transaction {
            var receipt = BatchReceipt()
            let staged = try stage(latest)
            var position = try ChangeCounter.lock(person, session)
            let references = try ReferenceResolver(person: person, session: session)
                .resolve(batch.references, deviceOfRevision: staged.deviceOfRevision)
            if !latest.isEmpty {
                var merge = SampleMerge(person: person, references: references, position: position)
                receipt.samples = try self.merge(&merge, staged.contents)
                position = merge.position
            }
            for (ordinal, winner) in repeated {
                let outcome = receipt.samples[winner]
                receipt.samples[ordinal] = outcome
                if outcome == .inserted { receipt.samples[winner] = .updated }
            }
            receipt.deletions = try delete(batch.deletions, references, &position)
            try ChangeCounter.set(position, of: person, session)
            receipt.changePosition = position
            return receipt
        }
    }

    /// The last record of each uuid, and for the others the ordinal of the one that replaced them.
    private func withoutRepetitions(
        _ samples: [(ordinal: Int64, sample: Sample)]
    ) -> (latest: [(ordinal: Int64, sample: Sample)], repeated: [(ordinal: Int64, winner: Int64)]) {
        var winners: [UUID: Int64] = [:]
        for (ordinal, sample) in samples { winners[sample.uuid] = ordinal }
        guard winners.count < samples.count else { return (samples, []) }
        var latest: [(ordinal: Int64, sample: Sample)] = []
        var repeated: [(ordinal: Int64, winner: Int64)] = []
        for (ordinal, sample) in samples {
            let winner = winners[sample.uuid] ?? ordinal
            if winner == ordinal { latest.append((ordinal, sample)) } else { repeated.append((ordinal, winner)) }
        }
        return (latest, repeated)
    }

    private func stage(
        _ samples: [(ordinal: Int64, sample: Sample)]
    ) throws -> (contents: StagedContents, deviceOfRevision: [Int32: Int32]) {
        var encoder = StagedSampleEncoder()
        var contents = StagedContents()
        for (ordinal, sample) in samples {
            encoder.append(sample, ordinal: ordinal)
            contents.note(sample)
        }
        guard !samples.isEmpty else { return (contents, [:]) }
        encoder.finish()
        var bytes: [UInt8]? = encoder.takeBytes()
        _ = try session.copyIn(StagingTable.copy) {
            defer { bytes = nil }
            return bytes
        }
        return (contents, encoder.deviceOfRevision)
    }

    private func merge(_ merge: inout SampleMerge, _ contents: StagedContents) throws -> [Int64: RecordOutcome] {
        let outcomes = try merge.outcomes(session)
        let changed = outcomes.filter { $0.value == .updated }.map(\.key)
        let stale = outcomes.filter { $0.value == .unchanged || $0.value == .superseded }.map(\.key)
        if !changed.isEmpty { try merge.removeSamples(ordinals: changed, session) }
        // Almost always everything is new, and then no condition has to be checked.
        let condition =
            stale.isEmpty
            ? "true" : "staged.ordinal <> all('{\(stale.map(String.init).joined(separator: ","))}'::bigint[])"
        _ = try merge.insertSamples(where: condition, contents: contents, session)
        if contents.haveContained { try merge.insertContained(where: condition, session) }
        try merge.raiseExtents(session)
        return outcomes
    }

    private func delete(
        _ deletions: [SampleBatch.Deletion], _ references: ResolvedReferences, _ position: inout Int64
    ) throws -> [RecordOutcome] {
        guard !deletions.isEmpty else { return [] }
        let types = deletions.map { $0.type.map { references.sampleTypeIDs[Int($0)] } }
        let uuids = Parameter.uuidArray(deletions.map(\.uuid))
        let tombstones = try session.execute(
            """
            with gone as (
                delete from health.sample where person_id = $1 and uuid = any($2::uuid[])
                returning uuid, sample_type_id
            ), asked as (
                select distinct on (uuid) uuid, sample_type_id
                from unnest($2::uuid[], $3::integer[]) as asked (uuid, sample_type_id)
            )
            insert into health.deleted_sample (person_id, uuid, sample_type_id, change_position)
            select $1, asked.uuid, coalesce(gone.sample_type_id, asked.sample_type_id), $4 + row_number() over ()
            from asked left join gone using (uuid)
            on conflict (person_id, uuid) do nothing
            returning uuid
            """,
            [.int32(person.id), uuids, .optionalInt32Array(types), .int64(position)])
        position += Int64(deletions.count)
        for table in ["sample_detail", "workout", "contained_sample"] {
            _ = try session.execute(
                "delete from health.\(table) where person_id = $1 and uuid = any($2::uuid[])",
                [.int32(person.id), uuids])
        }
        _ = try session.execute(
            "delete from health.contained_sample where person_id = $1 and container_uuid = any($2::uuid[])",
            [.int32(person.id), uuids])
        var fresh = Set(try tombstones.map { try $0.uuid(0) })
        return deletions.map { fresh.remove($0.uuid) == nil ? .unchanged : .deleted }
    }
}
