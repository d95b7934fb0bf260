import Foundation
import HealthCore
import Postgres

/// The outcome of one record of a batch.
public enum RecordOutcome: String, CaseIterable, Sendable {
    /// The sample was not stored before. It may replace an older version of its sync identifier. It
    /// may also be a deleted sample that the batch stores again.
    case inserted
    /// The store had the uuid with other content, which this sample has replaced.
    case updated
    /// The store already had the same sample. For a deletion: the sample was already deleted.
    case unchanged
    /// The sample is deleted, and is not stored if it arrives later. Samples that only a deleted
    /// correlation contained are deleted with it.
    case deleted
    /// The sample is not stored, because the store has newer information. Either the sample was
    /// deleted, before or after it arrived. Or another sample with its sync identifier has arrived
    /// with the same or a greater version, even if that sample is no longer stored.
    case superseded
}

/// The outcomes of the records of a batch.
public struct BatchReceipt: Sendable {
    /// The outcomes of samples, by ordinal.
    public var samples: [Int64: RecordOutcome] = [:]
    /// The outcomes of deletions, in the order of `SampleBatch.deletions`.
    public var deletions: [RecordOutcome] = []
    /// The reasons why samples were refused, by ordinal. A correlation and all samples in it are
    /// refused together.
    public var refused: [Int64: Refusal] = [:]
    /// The refusals of deletions, by index in `SampleBatch.deletions`.
    public var refusedDeletions: [Int: Refusal] = [:]
    /// The outcomes of the complete ranges, in the order of `SampleBatch.complete`.
    public var complete: [RangeOutcome] = []
    /// The end of the person's change feed after the batch; nil for a caller who may not read
    /// everything.
    public var changePosition: Int64?
}

/// An atomic batch was not stored because records of it were refused.
public struct BatchRefused: Error, Sendable {
    /// The refused samples, as in `BatchReceipt.refused`.
    public var samples: [Int64: Refusal]
    /// Has the meaning of `BatchReceipt.refusedDeletions`.
    public var deletions: [Int: Refusal] = [:]
}

/// Stores one batch in one transaction.
public final class BatchWriter: PersonWriter {
    /// Stores `batch`. When this returns, the batch is durable, unless the caller's own transaction
    /// is still open.
    ///
    /// Deletions are applied first. A sample that its own batch deletes is superseded, or stored
    /// again if `isResurrecting` is true. If several samples of a batch have the same uuid or sync
    /// identifier, the result is as if each had arrived in a batch of its own.
    ///
    /// In these cases, the order in which batches arrive does not change the result:
    /// - A correlation may have been deleted, or superseded by a newer version, before it arrives.
    ///   Then it is superseded, and so are the samples that only it contains.
    /// - A sample may have been deleted only because its correlation was. It is inserted again if
    ///   the batch has another correlation or workout that contains it.
    /// - The store keeps the greatest version of each sync identifier that has ever arrived. Older
    ///   versions are deleted even if the greatest version was deleted before it arrived.
    ///
    /// A sample is refused if its source, device, unit or unknown type exceeds the number that the
    /// store keeps for a person (`PersonName`). A deletion with such a type is not refused. It is
    /// stored without the type, which does not change its effect.
    ///
    /// A sample that starts before the start of the sync plan (`SyncPlan`) is refused, and so is a
    /// sample that the caller may not write. If a sample would change a stored sample that the
    /// caller may not write, it is not stored, and the receipt does not tell this. For a caller who
    /// may not read everything, the receipt has `inserted` for each sample that is not refused, and
    /// `deleted` for each deletion that is not refused.
    ///
    /// Complete ranges are applied last (`MissingSampleRule`).
    /// - Throws: `PostgresError`, `BatchRefused`, `Refusal` if the batch has complete ranges and
    ///   the caller may not read and write everything, or an anchor of types that the caller may
    ///   neither read nor write, or `HealthDatabaseError` (`unknownPerson`,
    ///   `tooManyVersions`, `tooManyAnchors`); nothing is stored then.
    public func write(_ batch: SampleBatch) throws -> BatchReceipt {
        guard batch.complete.isEmpty || access.writesAll && access.readsAll else {
            throw WriteAccess.refusalOfCompleteRanges
        }
        if let refusal = batch.anchor.flatMap({ access.refusal(of: $0.scope) }) { throw refusal }
        return try session.writing {
            var batch = batch
            var refused = batch.removeSamples(against: access)
            if !refused.isEmpty, batch.isAtomic { throw BatchRefused(samples: refused) }
            // Names that only refused samples or deletions have are not stored.
            for index in batch.deletions.indices where !access.writesAll { batch.deletions[index].type = nil }
            var contents = StagedContents(batch.samples)
            let locked = try ChangeCounter.lock(person, forBatchOf: batch.device ?? batch.anchor?.scope.device, session)
            var position = locked.position
            let early = batch.removeSamples(before: locked.planStart)
            if !early.isEmpty, batch.isAtomic { throw BatchRefused(samples: early) }
            refused.merge(early) { $1 }
            if !early.isEmpty { contents = StagedContents(batch.samples) }
            let references = try ReferenceResolver(person: person, session: session, isBounded: true)
                .resolve(batch.references, contents, only: access.writesAll ? nil : contents.usedNames)
            let unnamed =
                references.refused.isEmpty ? [:] : batch.removeSamples { references.refused.refusal(of: $1) }
            if !unnamed.isEmpty, batch.isAtomic { throw BatchRefused(samples: unnamed) }
            refused.merge(unnamed) { $1 }
            let withheld = try withhold(&batch, references)
            if !unnamed.isEmpty || !withheld.isEmpty { contents = StagedContents(batch.samples) }
            let staged = try StagedBatch(batch.samples, session)
            if references.changedSources {
                position = try PreferenceChange.sources.note(after: position, of: person, session)
            }
            var merge = SampleMerge(
                rows: .batch(staged), person: person, references: references, holderID: access.holderID,
                position: position)
            var receipt = BatchReceipt()
            receipt.refused = refused
            try delete(batch, &merge, &receipt)
            if contents.has(.contained), !contents.hasSynced { try merge.resurrectContents(session) }
            if contents.mayRepeatImport(until: locked.importedUntil) { try replaceImported(staged, &merge) }
            if contents.hasSynced {
                receipt.samples = try writeSynced(batch, staged, &merge, contents)
            } else if !batch.samples.isEmpty {
                if batch.isResurrecting { try merge.resurrect(staged.uuids, session) }
                receipt.samples = try write(staged, &merge, contents)
            }
            try WorkoutNames(person: person, session: session, access: access)
                .associate(batch, receipt.samples, &merge)
            if let anchor = batch.anchor {
                try ClientAnchorStore(person: person, session: session, holderID: access.holderID).write(anchor)
            }
            receipt.complete = try ClientRanges(person: person, session: session)
                .apply(batch, locked, &merge)
            let isAddingOnly =
                batch.deletions.isEmpty && batch.complete.isEmpty
                && !contents.mayRepeatImport(until: locked.importedUntil)
                && receipt.samples.values.allSatisfy { $0 == .inserted }
            let hasNewOffsets = try ClockOffsetWriter(person: person, session: session, access: access)
                .add(batch.clockOffsets)
            if contents.has(.timeZone) || hasNewOffsets || !isAddingOnly { try DayClock.update(person, session) }
            if merge.position > position {
                let isArriving = locked.isArriving && position == locked.position
                try ChangeCounter.set(merge.position, of: person, isArriving: isArriving, session)
            }
            for ordinal in withheld { receipt.samples[ordinal] = .superseded }
            if access.readsAll {
                receipt.changePosition = merge.position
            } else {
                let known = batch.samples.filter { receipt.samples[$0.ordinal] != .inserted }.map(\.sample.uuid)
                try FurtherHolders.note(known, of: person, access, session)
                receipt.samples = receipt.samples.mapValues(access.told)
            }
            return receipt
        }
    }

    /// Merges the staged samples.
    private func write(
        _ staged: StagedBatch, _ merge: inout SampleMerge, _ contents: StagedContents
    ) throws -> [Int64: RecordOutcome] {
        if contents.has(.contained) { try merge.removeContentsOfGoneCorrelations(session) }
        // Usually all samples are new, so no comparison is needed.
        if try !contents.hasRepetitions && insertAllAsNew(staged, &merge, contents) {
            return Dictionary(uniqueKeysWithValues: staged.samples.map { ($0.ordinal, .inserted) })
        }
        return try self.merge(staged, &merge, contents)
    }

    /// Merges a batch that has samples with sync identifiers. If samples of it share a uuid or an
    /// identifier, it is split into waves (`SyncRegister.waves`), and each wave is staged alone.
    private func writeSynced(
        _ batch: SampleBatch, _ whole: StagedBatch, _ merge: inout SampleMerge, _ contents: StagedContents
    ) throws -> [Int64: RecordOutcome] {
        var register = try SyncRegister(
            person: person, session: session, samples: batch.samples, references: merge.references)
        var outcomes: [Int64: RecordOutcome] = [:]
        let waves = try register.waves(of: batch.samples)
        for wave in waves {
            let staged = waves.count == 1 ? whole : try StagedBatch(wave, session)
            var contents = waves.count == 1 ? contents : StagedContents(wave)
            merge.rows = .batch(staged)
            let decision = register.decide(wave)
            staged.supersede(decision.superseded)
            if batch.isResurrecting { try merge.resurrect(staged.uuids, session) }
            if contents.has(.contained) { try merge.resurrectContents(session) }
            try merge.replace(decision.replaced, session)
            // `insertAllAsNew` expects that every sample is inserted, but superseded samples are
            // not.
            if !decision.superseded.isEmpty { contents.hasRepetitions = true }
            outcomes.merge(try write(staged, &merge, contents)) { $1 }
            for (ordinal, _) in decision.superseded { outcomes[ordinal] = .superseded }
        }
        try register.save()
        return outcomes
    }

    private func merge(
        _ staged: StagedBatch, _ merge: inout SampleMerge, _ contents: StagedContents
    ) throws -> [Int64: RecordOutcome] {
        let verdicts = try merge.verdicts(contents, session)
        let changed = verdicts.filter { $0.action == .updated }.map(\.ordinal)
        if !changed.isEmpty { try merge.removeStored(staged.samples(at: changed), session) }
        let superseded = verdicts.filter { $0.action == .superseded }.map(\.ordinal)
        if !superseded.isEmpty { try merge.completeTombstones(of: superseded, session) }
        staged.skip(verdicts.filter { $0.action == .unchanged }.map(\.ordinal) + superseded)
        try merge.insertSamples(of: staged, contents, session)
        if staged.hasStored { merge.advance(past: contents) }
        if contents.has(.contained) { try merge.insertContained(session) }
        try SampleExtent.raise(contents, merge.references, of: person, session)
        return Dictionary(verdicts.map { ($0.ordinal, $0.outcome) }) { $1 }
    }

    /// Inserts the staged samples if the store has none of them and no tombstone of them.
    ///
    /// - Returns: false if the store has a sample or a tombstone. Then nothing is changed.
    private func insertAllAsNew(
        _ staged: StagedBatch, _ merge: inout SampleMerge, _ contents: StagedContents
    ) throws -> Bool {
        guard try !SampleMerge.hasAny(staged.allUUIDs, of: person, session) else { return false }
        try merge.insertSamples(of: staged, contents, session)
        if contents.has(.contained) { try merge.insertContained(session) }
        try SampleExtent.raise(contents, merge.references, of: person, session)
        merge.advance(past: contents)
        return true
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
}
