import Foundation
import HealthCore
import Postgres

/// What a complete range of a batch has done to imported samples.
public struct RangeOutcome: Sendable, Hashable {
    /// The samples that the client does not have, and that were deleted.
    public var replaced: Int64 = 0
    /// The samples that the client does not have, and that were kept.
    public var missing: Int64 = 0
}

/// Applies the complete ranges of a batch, after its samples are stored.
///
/// `BatchWriter.replaceImported` has deleted the imported samples that are the same measurement as
/// a sample of a client. So the imported samples that are left in a range are missing.
final class ClientRanges: PersonQueries {
    /// Stores the ranges and replaces missing samples. The caller holds the person's lock.
    ///
    /// - Returns: the outcomes, in the order of `SampleBatch.complete`.
    /// - Throws: `PostgresError`
    func apply(
        _ batch: SampleBatch, _ locked: ChangeCounter.Locked, _ merge: inout SampleMerge
    ) throws -> [RangeOutcome] {
        let now = Instant.now
        return try batch.complete.map { stated in
            // Exports cut times to whole seconds. The clock of a phone may be ahead. Samples before
            // the start of the sync plan were refused, so their absence says nothing.
            let first = max(stated.start, locked.planStart ?? stated.start)
            let (start, end) = (Instant(seconds: first.wholeSeconds), min(stated.end, now))
            guard start < end else { return RangeOutcome() }
            let range = CompleteRange(
                importID: CompleteRange.clients, typeID: merge.references.sampleTypeIDs[Int(stated.type)],
                from: start, to: end, policy: .evident)
            let rule = MissingSampleRule(person: person, session: session)
            let newer = try rule.ranges(after: end)
            try rule.save([range])
            guard let importedUntil = locked.importedUntil, start <= importedUntil,
                let open = rule.open(range, before: newer)
            else {
                return RangeOutcome()
            }
            let missing = try imported(in: open)
            guard !missing.isEmpty else { return RangeOutcome() }
            let count = Int64(missing.count) + (try confirmedCount(in: open))
            let found = try rule.judge(missing, in: open, count: count)
            try rule.replace(found.replaced.map(\.uuid), range, &merge)
            try ReplacedSamples.forgetOld(of: person, session)
            return RangeOutcome(replaced: Int64(found.replaced.count), missing: Int64(found.kept.count))
        }
    }

    /// Returns the imported samples in the range. An import that has not finished applies the range
    /// itself.
    ///
    /// - Throws: `PostgresError`
    func imported(in range: CompleteRange) throws -> [UUID] {
        try session.all(
            """
            select sample.uuid from health.sample
            where sample.person_id = $1 and sample.sample_type_id = $2
                and sample.start_time >= $3 and sample.start_time < $4
                and sample.import_id in (
                    select import_id from health.import where person_id = $1 and state in ('finished', 'undone'))
            """, person, range, as: UUID.self)
    }

    /// Returns the number of samples of clients in the range that exports have, too.
    ///
    /// - Throws: `PostgresError`
    func confirmedCount(in range: CompleteRange) throws -> Int64 {
        try session.value(
            """
            select count(*)
            from (
                select sample.uuid from health.sample
                where sample.person_id = $1 and sample.sample_type_id = $2
                    and sample.start_time >= $3 and sample.start_time < $4 and sample.import_id is null
                offset 0
            ) live
            where exists (
                select 1 from health.recognised_record record
                where record.person_id = $1 and record.sample_uuid = live.uuid)
            """, person, range, as: Int64.self)
    }
}
