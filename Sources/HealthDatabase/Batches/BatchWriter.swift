import Foundation
import HealthCore
import Postgres

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
    /// Why deletions were not taken, by index in `SampleBatch.deletions`.
    public var refusedDeletions: [Int: Refusal] = [:]
    /// The end of the person's change feed after the batch; nil for a holder who may not read
    /// everything.
    public var changePosition: Int64?
}

/// An atomic batch was not stored because records of it were refused.
public struct BatchRefused: Error, Sendable {
    /// As `BatchReceipt.refused`.
    public var samples: [Int64: Refusal]
    /// As `BatchReceipt.refusedDeletions`.
    public var deletions: [Int: Refusal] = [:]
}

/// Stores one batch in one transaction.
public struct BatchWriter {
    let person: Person
    let session: Session
    let access: WriteAccess

    /// - Parameter access: of the holder who sends the batches.
    public init(person: Person, session: Session, access: WriteAccess = .everything) {
        self.person = person
        self.session = session
        self.access = access
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
    ///
    /// A sample is also refused that the holder may not write. A sample that would change a stored
    /// one which the holder may not write is not stored, and the receipt does not say so. A holder
    /// who may not read everything is told `inserted` of each sample that is not refused, and
    /// `deleted` of each such deletion.
    /// - Throws: `PostgresError`, `BatchRefused`, or `HealthDatabaseError` (`unknownPerson`,
    ///   `tooManyVersions`, `tooManyAnchors`); nothing is stored then.
    public func write(_ batch: SampleBatch) throws -> BatchReceipt {
        try session.transaction {
            var batch = batch
            var refused = batch.removeSamples(against: access)
            if !refused.isEmpty, batch.isAtomic { throw BatchRefused(samples: refused) }
            if !access.writesAll { batch.removeUnusedNames() }
            var contents = try stage(batch.samples, of: batch)
            var (position, importedUntil) = try ChangeCounter.lockNotingImports(person, session)
            let references = try ReferenceResolver(person: person, session: session, isBounded: true)
                .resolve(batch.references, deviceOfRevision: contents.deviceOfRevision)
            let unnamed =
                references.refused.isEmpty ? [:] : batch.removeSamples { references.refused.refusal(of: $1) }
            if !unnamed.isEmpty, batch.isAtomic { throw BatchRefused(samples: unnamed) }
            refused.merge(unnamed) { $1 }
            let withheld = try withhold(&batch, references)
            if !unnamed.isEmpty || !withheld.isEmpty { contents = try stage(batch.samples, of: batch) }
            if references.changedSources {
                position = try PreferenceChange.sources.note(after: position, of: person, session)
            }
            var merge = SampleMerge(
                table: .batch, person: person, references: references, holderID: access.holderID, position: position)
            var receipt = BatchReceipt()
            receipt.refused = refused
            try delete(batch, &merge, &receipt)
            if contents.hasContained, !contents.hasSynced { try merge.resurrectContents(session) }
            if contents.mayRepeatImport(until: importedUntil) {
                try BatchRecognition(person: person, session: session, access: access).replaceImported(&merge)
            }
            if contents.hasSynced {
                receipt.samples = try writeSynced(batch, &merge, contents)
            } else if !batch.samples.isEmpty {
                if batch.isResurrecting { try merge.resurrect(session) }
                receipt.samples = try write(batch.samples, &merge, contents)
            }
            if let anchor = batch.anchor {
                try ClientAnchorStore(person: person, session: session, holderID: access.holderID).write(anchor)
            }
            if merge.position > position { try ChangeCounter.set(merge.position, of: person, session) }
            for ordinal in withheld { receipt.samples[ordinal] = .superseded }
            if access.readsAll {
                receipt.changePosition = merge.position
            } else {
                try noteFurtherHolders(batch, receipt)
                receipt.samples = receipt.samples.mapValues(access.told)
            }
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

    private func delete(
        _ batch: SampleBatch, _ merge: inout SampleMerge, _ receipt: inout BatchReceipt
    ) throws {
        guard !batch.deletions.isEmpty else { return }
        var indices = Array(batch.deletions.indices)
        if !access.writesAll || !access.readsAll {
            (indices, receipt.refusedDeletions) = try deletions(in: batch)
            if batch.isAtomic, !receipt.refusedDeletions.isEmpty {
                throw BatchRefused(samples: [:], deletions: receipt.refusedDeletions)
            }
        }
        let samples = Dictionary(batch.samples.map { ($0.sample.uuid, $0.sample) }) { $1 }
        var fresh = try merge.remove(
            indices.map { index in
                let deletion = batch.deletions[index]
                let sample = samples[deletion.uuid]
                return RemovedSample(
                    uuid: deletion.uuid,
                    type: (deletion.type ?? sample?.type).flatMap { merge.references.numberOfType(at: $0) },
                    start: sample?.start, end: sample?.end)
            }, session)
        receipt.deletions = batch.deletions.map {
            access.toldOfDeletion(fresh.remove($0.uuid) == nil ? .unchanged : .deleted)
        }
    }

    private func noteFurtherHolders(_ batch: SampleBatch, _ receipt: BatchReceipt) throws {
        let known = batch.samples.filter { receipt.samples[$0.ordinal] != .inserted }.map(\.sample.uuid)
        try FurtherHolders.note(known, of: person, access, session)
    }
}
