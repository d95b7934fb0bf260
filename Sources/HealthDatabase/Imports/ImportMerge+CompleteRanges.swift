import Foundation
import HealthCore
import Postgres

/// An export states, for each type that it has, all samples from the start of its first one until
/// it was made: a complete range. A sample in that range that only earlier exports brought, and
/// that it does not list, is missing (`MissingSampleRule`).
///
/// An older export may be imported after a newer one, or after a client has stated a range. Then
/// the newer range applies to the samples of the older export. So the order decides nothing.
extension ImportMerge {
    /// Stores what the export states, and replaces missing samples.
    ///
    /// - Parameters:
    ///   - isAlone: true if the person has samples of this import only.
    ///   - behind: writes the tombstones, whose positions follow those of all staged rows.
    /// - Throws: `PostgresError`
    mutating func applyRanges(_ merge: SampleMerge, isAlone: Bool, _ behind: inout SampleMerge) throws {
        // An export without a date states nothing. Of a holder who may not write everything, the
        // store has only a part of the export.
        guard let exportedAt = job.checkpoint.exportedAt, job.access.writesAll else { return }
        let rule = MissingSampleRule(person: person, session: session)
        let own = contents.firstStarts.filter { $0.value < exportedAt }.map { index, firstStart in
            CompleteRange(
                importID: job.id, typeID: merge.references.sampleTypeIDs[Int(index)], from: firstStart,
                to: exportedAt, policy: job.missing)
        }
        let newer = try rule.ranges(after: exportedAt)
        try rule.save(own)
        guard !isAlone || !newer.isEmpty else { return }
        var known = superseded.mapValues { -$0 }
        for (index, type) in references.types.enumerated() {
            known[merge.references.sampleTypeIDs[index], default: 0] += counts.known(type.identifier)
        }
        // If as many earlier samples are in the range as records of the file are known, none is
        // missing. That holds only for a range that has all records.
        let hasAll = contents.latestStart < exportedAt
        for range in own {
            let count = try earlierCount(in: range)
            guard count > 0, !hasAll || count != known[range.typeID] else { continue }
            var unlisted = try missing(in: range)
            if let open = rule.open(range, before: newer), !unlisted.isEmpty {
                let isWhole = open.to == range.to
                let found = try rule.judge(
                    isWhole ? unlisted : try missing(in: open), in: open,
                    count: isWhole ? count : try earlierCount(in: open))
                try rule.replace(found.replaced.map(\.uuid), range, &behind)
                counts.add(found.replaced.map(\.source), to: \.replaced, typeName(of: open, merge))
                counts.add(found.kept.map(\.source), to: \.missing, typeName(of: open, merge))
                let replaced = Set(found.replaced.map(\.uuid))
                unlisted.removeAll(where: replaced.contains)
            }
            try rule.note(unlisted: unlisted, in: range)
        }
        for range in newer where merge.references.sampleTypeIDs.contains(range.typeID) {
            guard let (own, others, listed) = try missing(inNewer: range, of: newer, rule) else { continue }
            let found = try rule.judge(own + others, in: range, count: Int64(own.count + others.count) + listed)
            try rule.replace(found.replaced.map(\.uuid), range, &behind)
            let name = typeName(of: range, merge)
            let isOwn = Set(own)
            let sources = found.replaced.filter { isOwn.contains($0.uuid) }.map(\.source)
            counts.add(sources, to: \.deletedBefore, name)
            counts.add(sources, to: \.stored, name, -1)
            counts.add(found.replaced.filter { !isOwn.contains($0.uuid) }.map(\.source), to: \.replaced, name)
        }
    }

    private func typeName(of range: CompleteRange, _ merge: SampleMerge) -> String {
        merge.references.sampleTypeIDs.firstIndex(of: range.typeID).map { references.types[$0].identifier } ?? ""
    }

    // MARK: Missing samples

    /// SQL of the samples that other imports brought in a range. $1 is the person, $2 this import,
    /// and $3 to $5 are the range.
    private static let earlier = """
        from (
            select sample.uuid from health.sample
            where sample.person_id = $1 and sample.sample_type_id = $3
                and sample.start_time >= $4 and sample.start_time < $5 and sample.import_id <> $2
            offset 0
        ) earlier
        """

    /// SQL that tells whether the file has the record `earlier`.
    private var isListed: String {
        "exists (select 1 from \(table.name) staged where staged.person_id = $1 and staged.uuid = earlier.uuid)"
    }

    private func earlierCount(in range: CompleteRange, where condition: String = "true") throws -> Int64 {
        try session.value("select count(*) \(ImportMerge.earlier) where \(condition)", person, job.id, range)
    }

    private func missing(in range: CompleteRange) throws -> [UUID] {
        try session.all(
            "select earlier.uuid \(ImportMerge.earlier) where not \(isListed)", person, job.id, range, as: UUID.self)
    }

    /// Returns the samples of this import and of others that a newer range does not have, and the
    /// number of samples that it has. Returns nil if it has all.
    ///
    /// A range of a client decides about all imports together again, because this one may tell that
    /// they are of the same Health store.
    private func missing(
        inNewer range: CompleteRange, of newer: [CompleteRange], _ rule: MissingSampleRule
    ) throws -> (own: [UUID], others: [UUID], listed: Int64)? {
        guard range.importID == CompleteRange.clients else {
            let own = try stored(in: range)
            return own.isEmpty ? nil : (own, [], try earlierCount(in: range, where: isListed))
        }
        guard let open = rule.open(range, before: newer.filter { $0.to > range.to }) else { return nil }
        let clients = ClientRanges(person: person, session: session)
        let (own, others) = (try stored(in: open), try clients.imported(in: open))
        return own.isEmpty && others.isEmpty ? nil : (own, others, try clients.confirmedCount(in: open))
    }

    /// Returns the samples that this import has stored in a newer range.
    private func stored(in range: CompleteRange) throws -> [UUID] {
        try session.all(
            """
            select uuid from health.sample
            where person_id = $1 and sample_type_id = $3 and start_time >= $4 and start_time < $5
                and import_id = $2
            """, person, job.id, range, as: UUID.self)
    }

    /// Deletes the tombstones of samples that older exports did not list, and this one lists. Any
    /// export brings back what the undoing of an import has removed, also one without a date.
    ///
    /// - Throws: `PostgresError`
    func reviveListed(_ merge: SampleMerge) throws {
        let exportedAt = job.checkpoint.exportedAt ?? Instant(microseconds: Instant.earliest.microseconds + 1)
        try session.run(
            """
            with listed as materialized (
                select deleted.uuid
                from \(table.name) staged
                \(LookUp.one(
                    "deleted_sample", as: "deleted", isForced: merge.rows.areFew,
                    where: "deleted.person_id = $1 and deleted.uuid = staged.uuid"))
                where staged.person_id = $1 and \(StagedKind.isSample("staged")) and not staged.is_skipped
                    and deleted.stated_at < $2
            ), alive as (
                delete from health.deleted_sample deleted
                where deleted.person_id = $1 and deleted.uuid = any(array(select uuid from listed))
            )
            delete from health.replaced_sample replaced
            where replaced.person_id = $1 and replaced.uuid = any(array(select uuid from listed))
            """, person, exportedAt)
    }
}
