import Digests
import Foundation
import HealthCore
import Postgres

/// The outcomes of one request of an automation.
public struct AutomationReceipt: Sendable {
    /// The outcomes of samples, by ordinal.
    public var samples: [Int64: RecordOutcome] = [:]
    /// The refused samples, as in `BatchReceipt.refused`.
    public var refused: [Int64: Refusal] = [:]
    /// The number of deleted points of each type, by the type's index.
    public var removed: [Int32: Int] = [:]
    /// True if the request belongs to a run that is older than the newest run. Such a request adds
    /// unknown samples. It changes and deletes nothing.
    public var isReplay = false
    /// Has the meaning in `BatchReceipt`.
    public var changePosition: Int64?
}

/// Stores requests of clients that other makers wrote, each in one transaction.
public final class ClientWriter: PersonWriter {
    /// The maximum number of runs of an automation that are stored. This is more than a year of
    /// hourly runs. A request of a run that is no longer stored starts a new run.
    public static let sessionsMax: Int64 = 10_000

    /// Adds samples that have uuids of HealthKit, and applies the deletions of the batch.
    ///
    /// Samples never change in HealthKit, and another client may have sent a stored sample more
    /// exactly. So stored samples do not change, with one exception. A category sample with an
    /// unknown word gets the value that the catalogue has now.
    ///
    /// - Throws: the errors of `BatchWriter.write`.
    public func add(_ batch: SampleBatch) throws -> BatchReceipt {
        try session.writing {
            _ = try ChangeCounter.lock(person, session)
            var batch = batch
            let refused = batch.removeSamples(against: access)
            let known = try knownUUIDs(of: batch.samples.map(\.sample.uuid))
            var fresh = batch
            fresh.samples = batch.samples.filter { known[$0.sample.uuid]?.isBetter($0.sample) ?? true }
            var receipt = try BatchWriter(person: person, session: session, access: access).write(fresh)
            receipt.refused.merge(refused) { $1 }
            let deleted = Set(batch.deletions.map(\.uuid))
            for (ordinal, sample) in batch.samples where known[sample.uuid].map({ !$0.isBetter(sample) }) ?? false {
                receipt.samples[ordinal] = access.told(deleted.contains(sample.uuid) ? .superseded : .unchanged)
            }
            try noteFurtherHolders(batch.samples, known)
            return receipt
        }
    }

    /// Stores `request`. Adds and changes its points, and deletes stored points of its keys and
    /// windows that it no longer lists. A replay adds only the points of keys that have no point.
    ///
    /// If another client has sent a sample of the request that is not a point, the stored sample
    /// does not change.
    ///
    /// - Throws: the errors of `BatchWriter.write`.
    public func write(_ request: AutomationRequest) throws -> AutomationReceipt {
        try session.writing {
            let position = try ChangeCounter.lock(person, session)
            var receipt = AutomationReceipt()
            receipt.isReplay = try isReplay(request)
            var request = request
            receipt.refused = request.batch.removeSamples(against: access)
            var batch = request.batch
            batch.samples = []
            var known = try StoredPoints(request, person: person, access: access, session: session)
            let stored = try knownUUIDs(of: request.batch.samples.map(\.sample.uuid))
            let points = request.batch.samples.filter { request.points.contains($0.ordinal) }
            let taken = known.take(points) { stored[$0] != nil }
            for (ordinal, sample) in request.batch.samples {
                var sample = sample
                if request.points.contains(ordinal) {
                    if let uuid = taken[ordinal] {
                        guard !receipt.isReplay else {
                            receipt.samples[ordinal] = .superseded
                            continue
                        }
                        sample.uuid = uuid
                    } else if receipt.isReplay, known.hasKey(of: sample) {
                        receipt.samples[ordinal] = .superseded
                        continue
                    } else if known.has(sample.uuid) {
                        // `sample.uuid` belongs to another point, which the store found by its key.
                        sample.uuid = otherUUID(than: sample.uuid, position)
                    }
                } else if let stored = stored[sample.uuid], !stored.isAggregate || receipt.isReplay {
                    receipt.samples[ordinal] = stored.isAggregate ? .superseded : .unchanged
                    continue
                }
                batch.samples.append((ordinal, sample))
            }
            if !receipt.isReplay {
                try revive(&batch.samples, known, points: request.points, position: position)
                for (type, uuids) in known.unlisted(in: request.windows) {
                    batch.deletions += uuids.map { SampleBatch.Deletion(uuid: $0, type: type) }
                    receipt.removed[type] = uuids.count
                }
            }
            let written = try BatchWriter(person: person, session: session, access: access).write(batch)
            receipt.samples.merge(written.samples) { $1 }
            receipt.samples = receipt.samples.mapValues(access.told)
            receipt.refused.merge(written.refused) { $1 }
            try noteFurtherHolders(request.batch.samples, stored)
            receipt.changePosition = written.changePosition
            return receipt
        }
    }

    /// Records that the holder saved samples that another holder had saved.
    private func noteFurtherHolders(
        _ samples: [(ordinal: Int64, sample: Sample)], _ stored: [UUID: StoredPoint]
    ) throws {
        guard !access.readsAll else { return }
        let uuids = samples.map(\.sample.uuid).filter { stored[$0] != nil }
        let scopes = try SampleScopeReader(person: person, session: session, access: access).scopes(of: uuids)
        try FurtherHolders.note(
            uuids.filter { scopes[$0].map(access.mayReplace) ?? false }, of: person, access, session)
    }

    /// Returns true if a newer run of the automation has begun. Also records the run of this
    /// request.
    private func isReplay(_ request: AutomationRequest) throws -> Bool {
        guard let name = request.session else { return false }
        let row = try session.run(
            """
            select coalesce(max(arrival), 0), max(arrival) filter (where session = $4)
            from health.client_session where \(ClientWriter.isOwn) and automation = $3
            """, person, access.holderID, request.automation, name)[0]
        let newest = try row.int64(0)
        if let arrival = try row.optionalInt64(1) { return arrival < newest }
        try session.run(
            """
            insert into health.client_session (person_id, holder_id, automation, session, arrival)
            select $1, \(OwnHolder.or("$2")), $3, $4, $5
            """, person, access.holderID, request.automation, name, newest + 1)
        try session.run(
            "delete from health.client_session where \(ClientWriter.isOwn) and automation = $3 and arrival <= $4",
            person, access.holderID, request.automation, newest + 1 - ClientWriter.sessionsMax)
        return false
    }

    /// Each holder has separate automations.
    private static let isOwn = "person_id = $1 and holder_id = \(OwnHolder.or("$2"))"

    /// The fields that decide about a sample that the store already has.
    private struct StoredPoint: ColumnValue {
        /// True if the sample's source is an aggregate source.
        var isAggregate: Bool
        /// True for a category sample with a word that was unknown when the sample was stored.
        var hasUnknownWord: Bool

        init(reading row: inout Row) throws {
            (isAggregate, hasUnknownWord) = (try row.bool(), try row.bool())
        }

        /// Returns true if `sample` has information that the stored sample lacks.
        func isBetter(_ sample: Sample) -> Bool {
            guard hasUnknownWord, case .category(.some, _) = sample.content else { return false }
            return true
        }
    }

    /// Returns the stored samples among `asked`, by uuid.
    private func knownUUIDs(of asked: [UUID]) throws -> [UUID: StoredPoint] {
        guard !asked.isEmpty else { return [:] }
        return try session.dictionary(
            """
            select
                sample.uuid, source.source_class = 'aggregate',
                sample.category_value is null and sample.sent_category_value is not null
            from unnest($2) as named (uuid)
            \(LookUp.one("sample", where: "sample.person_id = $1 and sample.uuid = named.uuid"))
            \(SampleReader.sourceLookUps)
            """, person, asked)
    }

    /// Gives a new point another uuid if its uuid was deleted. A point that was missing from a
    /// window may come back, but a sample with a deleted uuid is never stored again.
    private func revive(
        _ samples: inout [(ordinal: Int64, sample: Sample)], _ known: StoredPoints, points: Range<Int64>,
        position: Int64
    ) throws {
        let fresh = samples.indices.filter {
            points.contains(samples[$0].ordinal) && !known.has(samples[$0].sample.uuid)
        }
        let deleted = try ReconciliationReader(person: person, session: session)
            .deleted(among: fresh.map { samples[$0].sample.uuid })
        for index in fresh where deleted.contains(samples[index].sample.uuid) {
            samples[index].sample.uuid = otherUUID(than: samples[index].sample.uuid, position)
        }
    }

    /// Returns a uuid that no sample has.
    ///
    /// - Parameter position: the position of the change. It is never used again.
    private func otherUUID(than uuid: UUID, _ position: Int64) -> UUID {
        NameBasedUUID(namespace: person.uuid).uuid(name: Array("\(uuid.uuidString) \(position)".utf8))
    }
}
