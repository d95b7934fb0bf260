import Foundation
import HealthCore
import Postgres

extension SampleBatch {
    /// Takes out the samples that have refused names, and what is in one correlation with them.
    ///
    /// - Returns: why, by the ordinals of all that are out.
    fileprivate mutating func removeSamples(with names: ResolvedReferences.RefusedNames) -> [Int64: Refusal] {
        guard !names.isEmpty else { return [:] }
        var containers: [Int64: Int64] = [:]
        for (ordinal, sample) in samples { containers[ordinal] = sample.container }
        func outermost(_ ordinal: Int64) -> Int64 {
            var outer = ordinal
            while let container = containers[outer] { outer = container }
            return outer
        }
        var refusedRecords: [Int64: Refusal] = [:]
        for (ordinal, sample) in samples {
            guard let refusal = names.refusal(of: sample) else { continue }
            let record = outermost(ordinal)
            if refusedRecords[record] == nil { refusedRecords[record] = refusal }
        }
        var refused: [Int64: Refusal] = [:]
        samples.removeAll { ordinal, _ in
            refused[ordinal] = refusedRecords[outermost(ordinal)]
            return refused[ordinal] != nil
        }
        return refused
    }
}

/// What became of one record of a batch.
public enum RecordOutcome: String, CaseIterable, Sendable {
    /// It was not stored. It may replace an older version of its sync identifier, or be a deleted
    /// sample that was resurrected.
    case inserted
    /// The uuid was here with other content, which the newer arrival replaced.
    case updated
    /// The same was here already; of a deletion, it was deleted already.
    case unchanged
    /// The sample is gone, or will not come; with a correlation went what only it contained.
    case deleted
    /// What the store knows is newer, so it is not stored: the sample was deleted, before or after
    /// it arrived, or another sample with its sync identifier came with the same version or a
    /// greater one, whether or not that one is still here.
    case superseded
}

/// What became of the records of a batch.
public struct BatchReceipt: Sendable {
    /// By ordinal.
    public var samples: [Int64: RecordOutcome] = [:]
    /// In the order of `SampleBatch.deletions`.
    public var deletions: [RecordOutcome] = []
    /// Why samples were not taken, by ordinal. With a correlation, all that it contains is refused,
    /// and with what it contains the correlation.
    public var refused: [Int64: Refusal] = [:]
    /// The end of the person's change feed after the batch.
    public var changePosition: Int64 = 0
}

/// An atomic batch was not stored because samples of it were refused.
public struct BatchRefused: Error, Sendable {
    /// As `BatchReceipt.refused`.
    public var samples: [Int64: Refusal]
}

/// Stores one batch in one transaction.
public struct BatchWriter {
    private let person: Person
    private let session: Session

    public init(person: Person, session: Session) {
        self.person = person
        self.session = session
    }

    /// Stores `batch`; once this returns it is durable, unless the caller's own transaction is
    /// still open.
    ///
    /// Deletions come first: a sample that its own batch deletes is superseded, or resurrected if
    /// the batch says so. Of samples with one uuid or one sync identifier in one batch, the later
    /// counts as if it had come in a batch of its own.
    ///
    /// A correlation that was deleted or outdone before it came is superseded with what only it
    /// contains, as if it had come first. What went with a correlation and was never deleted by
    /// name is inserted with another correlation or workout that contains it, as if that one had
    /// come first.
    ///
    /// The store keeps the greatest version of each sync identifier that ever came. If it came with
    /// a uuid that was deleted before, the older version is deleted nevertheless: the order of
    /// arrival does not matter.
    ///
    /// A sample is refused whose source, device, unit or unknown type would be one more than the
    /// store keeps of a person (`PersonName`). A deletion is not: without its type it means the
    /// same.
    /// - Throws: `PostgresError`, `BatchRefused`, or `HealthDatabaseError` (`unknownPerson`,
    ///   `tooManyVersions`, `tooManyAnchors`); nothing is stored then.
    public func write(_ batch: SampleBatch) throws -> BatchReceipt {
        try session.transaction {
            var batch = batch
            var contents = try stage(batch.samples, of: batch)
            var (position, importedUntil) = try ChangeCounter.lockNotingImports(person, session)
            let references = try ReferenceResolver(person: person, session: session, isBounded: true)
                .resolve(batch.references, deviceOfRevision: contents.deviceOfRevision)
            let refused = batch.removeSamples(with: references.refused)
            if !refused.isEmpty {
                guard !batch.isAtomic else { throw BatchRefused(samples: refused) }
                contents = try stage(batch.samples, of: batch)
            }
            if references.changedSources {
                position = try PreferenceChange.sources.note(after: position, of: person, session)
            }
            var merge = SampleMerge(table: .batch, person: person, references: references, position: position)
            var receipt = BatchReceipt()
            receipt.refused = refused
            receipt.deletions = try delete(batch.deletions, &merge)
            if contents.hasContained, !contents.hasSynced { try merge.resurrectContents(session) }
            if contents.mayRepeatImport(until: importedUntil) {
                try BatchRecognition(person: person, session: session).replaceImported(&merge)
            }
            if contents.hasSynced {
                receipt.samples = try writeSynced(batch, &merge, contents)
            } else if !batch.samples.isEmpty {
                if batch.isResurrecting { try merge.resurrect(session) }
                receipt.samples = try write(batch.samples, &merge, contents)
            }
            if let anchor = batch.anchor {
                try ClientAnchorStore(person: person, session: session).write(anchor)
            }
            if merge.position > position { try ChangeCounter.set(merge.position, of: person, session) }
            receipt.changePosition = merge.position
            return receipt
        }
    }

    private func stage(
        _ samples: [(ordinal: Int64, sample: Sample)], of batch: SampleBatch
    ) throws -> StagedContents {
        var encoder = StagedSampleEncoder(person)
        var contents = StagedContents()
        guard !samples.isEmpty else { return contents }
        var latest: [UUID: Int64] = [:]
        for (ordinal, sample) in samples { latest[sample.uuid] = max(ordinal, latest[sample.uuid] ?? ordinal) }
        for (ordinal, sample) in samples {
            encoder.append(
                sample, ordinal: ordinal, isSkipped: latest[sample.uuid] != ordinal)
            contents.note(sample, ordinal: ordinal)
        }
        contents.hasRepetitions = latest.count < samples.count
        encoder.finish()
        try StagingTable.batch.prepare(session)
        var bytes: [UInt8]? = encoder.takeBytes()
        _ = try session.copyIn(StagingTable.batch.copy) {
            defer { bytes = nil }
            return bytes
        }
        if contents.hasSeries { try StagedSeries.stage(samples, session) }
        return contents
    }

    /// Merges what is staged.
    private func write(
        _ samples: [(ordinal: Int64, sample: Sample)], _ merge: inout SampleMerge, _ contents: StagedContents
    ) throws -> [Int64: RecordOutcome] {
        if contents.hasContained { try merge.removeContentsOfGoneCorrelations(session) }
        // Almost always all samples are new and need no comparison.
        if try !contents.hasRepetitions && insertAllAsNew(samples.count, &merge, contents) {
            return Dictionary(uniqueKeysWithValues: samples.map { ($0.ordinal, .inserted) })
        }
        return try self.merge(&merge, contents)
    }

    /// Merges a batch with samples that have sync identities. The whole batch is staged. It is
    /// staged again in pieces if samples of it share a uuid or an identifier
    /// (`SyncRegister.waves`).
    private func writeSynced(
        _ batch: SampleBatch, _ merge: inout SampleMerge, _ contents: StagedContents
    ) throws -> [Int64: RecordOutcome] {
        var register = try SyncRegister(
            person: person, session: session, samples: batch.samples, references: merge.references)
        var outcomes: [Int64: RecordOutcome] = [:]
        let waves = try register.waves(of: batch.samples)
        for wave in waves {
            var contents = waves.count == 1 ? contents : try stage(wave, of: batch)
            let decision = register.decide(wave)
            try merge.mark(decision.superseded, session)
            if batch.isResurrecting { try merge.resurrect(session) }
            if contents.hasContained { try merge.resurrectContents(session) }
            try merge.replace(decision.replaced, session)
            // Superseded samples are not inserted, so the count of new samples would not fit.
            if !decision.superseded.isEmpty { contents.hasRepetitions = true }
            outcomes.merge(try write(wave, &merge, contents)) { $1 }
            for (ordinal, _) in decision.superseded { outcomes[ordinal] = .superseded }
        }
        try register.save()
        return outcomes
    }

    private func merge(_ merge: inout SampleMerge, _ contents: StagedContents) throws -> [Int64: RecordOutcome] {
        let verdicts = try merge.verdicts(contents, session)
        let changed = verdicts.filter { $0.action == .updated }.map(\.ordinal)
        let stale = verdicts.filter { $0.action == .unchanged || $0.action == .superseded }.map(\.ordinal)
        if !changed.isEmpty { try merge.removeSamples(ordinals: changed, session) }
        if !stale.isEmpty { try merge.skip(ordinals: stale, session) }
        if try merge.insertSamples(contents: contents, session) > 0 { merge.advance(past: contents) }
        if contents.hasContained { try merge.insertContained(session) }
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
            if contents.hasContained { try merge.insertContained(session) }
            try merge.raiseExtents(contents, session)
            return true
        }
        if areNew { merge.advance(past: contents) }
        return areNew
    }

    private func delete(_ deletions: [SampleBatch.Deletion], _ merge: inout SampleMerge) throws -> [RecordOutcome] {
        guard !deletions.isEmpty else { return [] }
        let types = deletions.map { deletion in
            deletion.type.flatMap { merge.references.numberOfType(at: $0) }
        }
        var fresh = try merge.remove(deletions.map(\.uuid), types: types, session)
        return deletions.map { fresh.remove($0.uuid) == nil ? .unchanged : .deleted }
    }
}
