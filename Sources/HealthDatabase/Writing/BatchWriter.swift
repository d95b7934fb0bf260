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

    /// Stores `batch`; once this returns it is durable, unless the caller's own transaction is still open.
    ///
    /// Deletions come first: a sample that its own batch deletes is superseded. Of samples with one uuid in one batch, the
    /// later wins, as if it had come in a batch of its own.
    /// - Throws: `PostgresError`, or `HealthDatabaseError` (`unknownPerson`); nothing is stored then.
    public func write(_ batch: SampleBatch) throws -> BatchReceipt {
        try session.transaction {
            let contents = try stage(batch.samples)
            let (position, importedUntil) = try ChangeCounter.lockNotingImports(person, session)
            let references = try ReferenceResolver(person: person, session: session)
                .resolve(batch.references, deviceOfRevision: contents.deviceOfRevision)
            var merge = SampleMerge(table: .batch, person: person, references: references, position: position)
            var receipt = BatchReceipt()
            receipt.deletions = try delete(batch.deletions, &merge)
            if contents.mayRepeatImport(until: importedUntil) {
                try BatchRecognition(person: person, session: session).replaceImported(&merge)
            }
            if !batch.samples.isEmpty {
                // Almost always everything is new, and then there is nothing to compare.
                if try !contents.haveRepetitions && insertAllAsNew(batch.samples.count, &merge, contents) {
                    receipt.samples = Dictionary(uniqueKeysWithValues: batch.samples.map { ($0.ordinal, .inserted) })
                } else {
                    receipt.samples = try self.merge(&merge, contents)
                }
            }
            if merge.position > position { try ChangeCounter.set(merge.position, of: person, session) }
            receipt.changePosition = merge.position
            return receipt
        }
    }

    private func stage(_ samples: [(ordinal: Int64, sample: Sample)]) throws -> StagedContents {
        var encoder = StagedSampleEncoder(person)
        var contents = StagedContents()
        guard !samples.isEmpty else { return contents }
        var latest: [UUID: Int64] = [:]
        for (ordinal, sample) in samples { latest[sample.uuid] = max(ordinal, latest[sample.uuid] ?? ordinal) }
        for (ordinal, sample) in samples {
            encoder.append(sample, ordinal: ordinal, isSkipped: latest[sample.uuid] != ordinal)
            contents.note(sample, ordinal: ordinal)
        }
        contents.haveRepetitions = latest.count < samples.count
        encoder.finish()
        try StagingTable.batch.prepare(session)
        var bytes: [UInt8]? = encoder.takeBytes()
        _ = try session.copyIn(StagingTable.batch.copy) {
            defer { bytes = nil }
            return bytes
        }
        return contents
    }

    private func merge(_ merge: inout SampleMerge, _ contents: StagedContents) throws -> [Int64: RecordOutcome] {
        let verdicts = try merge.verdicts(session)
        let changed = verdicts.filter { $0.action == .updated }.map(\.ordinal)
        let stale = verdicts.filter { $0.action == .unchanged || $0.action == .superseded }.map(\.ordinal)
        if !changed.isEmpty { try merge.removeSamples(ordinals: changed, session) }
        if !stale.isEmpty { try merge.skip(ordinals: stale, session) }
        if try merge.insertSamples(contents: contents, session) > 0 { merge.advance(past: contents) }
        if contents.haveContained { try merge.insertContained(session) }
        try merge.raiseExtents(contents, session)
        return Dictionary(verdicts.map { ($0.ordinal, $0.outcome) }) { $1 }
    }

    /// Inserts the staged samples if the store knows none of them.
    ///
    /// - Returns: false, with nothing done, if it knows one or knows that it was deleted.
    private func insertAllAsNew(
        _ count: Int, _ merge: inout SampleMerge, _ contents: StagedContents
    ) throws -> Bool {
        guard try !merge.hasDeletedSamples(session) else { return false }
        let areNew = try session.attempt {
            let inserted = try merge.insertSamples(skippingKnown: true, contents: contents, session)
            guard inserted == Int64(count) else { return false }
            if contents.haveContained { try merge.insertContained(session) }
            try merge.raiseExtents(contents, session)
            return true
        }
        if areNew { merge.advance(past: contents) }
        return areNew
    }

    private func delete(_ deletions: [SampleBatch.Deletion], _ merge: inout SampleMerge) throws -> [RecordOutcome] {
        guard !deletions.isEmpty else { return [] }
        let types = deletions.map { deletion in
            deletion.type.map { merge.references.sampleTypeIDs[Int($0)] }
        }
        let uuids = Parameter.uuidArray(deletions.map(\.uuid))
        let tombstones = try session.execute(
            """
            with gone as (
                delete from health.sample using \(BatchWriter.named)
                where sample.person_id = named.person_id and sample.uuid = named.uuid
                returning sample.uuid, sample.sample_type_id
            ), asked as (
                select distinct on (uuid) uuid, sample_type_id, person_id
                from unnest($2, $3, array_fill($1, array[cardinality($2)])) as asked (uuid, sample_type_id, person_id)
                order by uuid, sample_type_id
            )
            insert into health.deleted_sample (person_id, uuid, sample_type_id, change_position)
            select $1, asked.uuid, coalesce(gone.sample_type_id, asked.sample_type_id), $4 + row_number() over ()
            from asked left join gone using (uuid)
            where not exists (
                select from health.deleted_sample known
                where known.person_id = asked.person_id and known.uuid = asked.uuid)
            returning uuid
            """,
            [.int32(person.id), uuids, .optionalInt32Array(types), .int64(merge.position)])
        merge.position += Int64(tombstones.rowCount)
        for (table, key) in [
            ("sample_detail", "uuid"), ("sample_time_zone", "uuid"), ("workout", "uuid"), ("contained_sample", "uuid"),
            ("contained_sample", "container_uuid"),
        ] {
            _ = try session.execute(
                """
                delete from health.\(table) using \(BatchWriter.named)
                where \(table).person_id = named.person_id and \(table).\(key) = named.uuid
                """,
                [.int32(person.id), uuids])
        }
        var fresh = Set(try tombstones.map { try $0.uuid(0) })
        return deletions.map { fresh.remove($0.uuid) == nil ? .unchanged : .deleted }
    }

    /// The uuids $2 of the person $1, as rows: `StagingTable` says why the person is a column.
    private static let named = "unnest($2, array_fill($1, array[cardinality($2)])) as named (uuid, person_id)"
}
