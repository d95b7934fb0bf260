import Foundation
import HealthCore
import Postgres

/// What becomes of a sample that an export should list and does not, if nothing in the export
/// explains why it is missing.
public enum MissingSamples: String, CaseIterable, Sendable {
    /// It is replaced if the export is evidently of the same Health store as the earlier ones: nine
    /// tenths of their other samples of the type are listed.
    case evident
    case replace
    case keep
}

/// An export states, for each type that it has, all samples from the start of its first one until
/// it was made. A sample in that range that only earlier exports brought, and that it does not
/// list, is missing.
///
/// A missing sample is explained if a sample of the same type and source covers its whole interval,
/// or begins at the same instant and was created later. The phone has condensed, rewritten or
/// corrected it.
///
/// An older export may be imported after a newer one. Then the statement of the newer one applies
/// to the samples of the older one. So the order of imports decides nothing.
extension ImportMerge {
    /// The statement of one export about one type.
    private struct Statement {
        var importID: Int32
        var typeID: Int32
        var from: Int64
        var to: Int64
        /// When the export was made.
        var statedAt: Int64
        var policy: MissingSamples
    }

    /// Stores what the export states, and replaces missing samples.
    ///
    /// - Parameters:
    ///   - isAlone: true if the person has samples of this import only.
    ///   - superseded: the result of `decideVersions`.
    ///   - behind: writes the tombstones, whose positions follow those of all staged rows.
    /// - Throws: `PostgresError`
    func applyStatements(
        _ merge: SampleMerge, isAlone: Bool, superseded: [Int32: Int64], _ behind: inout SampleMerge,
        _ report: inout ImportWriter.Report, _ counts: inout ImportCounts
    ) throws {
        // An export without a date states nothing. Of a holder who may not write everything, the
        // store has only a part of the export.
        guard let exportedAt = job.checkpoint.exportedAt, job.access.writesAll else { return }
        let own = contents.types.compactMap { index, samples -> Statement? in
            guard samples.firstStart < exportedAt else { return nil }
            return Statement(
                importID: job.id, typeID: merge.references.sampleTypeIDs[Int(index)],
                from: samples.firstStart.microseconds, to: exportedAt.microseconds,
                statedAt: exportedAt.microseconds, policy: job.missing)
        }
        let newer = isAlone ? [] : try statements(after: exportedAt)
        try save(own)
        guard !isAlone else { return }
        var known = superseded.mapValues { -$0 }
        for (index, type) in references.types.enumerated() {
            known[merge.references.sampleTypeIDs[index], default: 0] += counts.known(type.identifier)
        }
        // What a newer export lists or leaves out is no matter of this one.
        let open = own.compactMap { statement -> Statement? in
            var statement = statement
            for other in newer where other.typeID == statement.typeID { statement.to = min(statement.to, other.from) }
            return statement.from < statement.to ? statement : nil
        }
        // If as many earlier samples are in the range as records of the file are known, none is
        // missing. That holds only for a range that has all records.
        let hasAll = contents.latestStart < exportedAt
        for (statement, count) in try earlierCounts(open)
        where !hasAll || statement.to < statement.statedAt || count != known[statement.typeID] {
            let missing = try missing(by: statement)
            let found = try judge(missing, of: statement, count: count)
            try replace(found.replaced.map(\.uuid), statement, &behind)
            report.replaced += counts.add(found.replaced.map(\.source), to: \.replaced, name(of: statement, merge))
            report.missing += counts.add(found.kept.map(\.source), to: \.missing, name(of: statement, merge))
        }
        for statement in newer {
            let unlisted = try stored(in: statement)
            guard !unlisted.isEmpty else { continue }
            let count = Int64(unlisted.count) + (try listedCount(in: statement))
            let found = try judge(unlisted, of: statement, count: count)
            try replace(found.replaced.map(\.uuid), statement, &behind)
            let deleted = counts.add(
                found.replaced.map(\.source), to: \.deletedBefore, name(of: statement, merge))
            report.deletedBefore += deleted
            report.stored -= deleted
            _ = counts.add(found.replaced.map(\.source), to: \.stored, name(of: statement, merge), -1)
        }
    }

    private func name(of statement: Statement, _ merge: SampleMerge) -> String {
        merge.references.sampleTypeIDs.firstIndex(of: statement.typeID).map { references.types[$0].identifier } ?? ""
    }

    private func save(_ statements: [Statement]) throws {
        _ = try session.execute(
            """
            insert into health.import_statement (person_id, import_id, sample_type_id, from_time, to_time)
            select $1, $2, * from unnest($3::integer[], $4::timestamptz[], $5::timestamptz[])
            """,
            [
                .int32(person.id), .int32(job.id), .int32Array(statements.map(\.typeID)),
                .timestamptzArray(statements.map(\.from)), .timestamptzArray(statements.map(\.to)),
            ])
    }

    /// Returns the statements of exports that were made after this one, the newest first.
    private func statements(after exportedAt: Instant) throws -> [Statement] {
        try session.execute(
            """
            select import_id, sample_type_id, from_time, to_time, missing
            from health.import_statement
            join health.import using (person_id, import_id)
            where person_id = $1 and to_time > $2
            order by to_time desc, import_id desc, sample_type_id
            """, [.int32(person.id), .timestamptz(exportedAt.microseconds)]
        ).map { row in
            var row = row
            let (importID, typeID) = (try row.int32(), try row.int32())
            let (from, to) = (try row.timestamptz(), try row.timestamptz())
            return Statement(
                importID: importID, typeID: typeID, from: from, to: to, statedAt: to,
                policy: MissingSamples(rawValue: try row.text()) ?? .evident)
        }
    }

    // MARK: Missing samples

    /// SQL of the samples that earlier exports brought in the range of the statement `asked`.
    private static let earlier = """
        cross join lateral (
            select sample.uuid from health.sample
            where sample.person_id = $1 and sample.sample_type_id = asked.type_id
                and sample.start_time >= asked.from_time and sample.start_time < asked.to_time
                and sample.import_id <> $2
            offset 0
        ) earlier
        """

    /// SQL that tells whether the file has the record `earlier`.
    private var isListed: String {
        "exists (select 1 from \(table.name) staged where staged.person_id = $1 and staged.uuid = earlier.uuid)"
    }

    /// Returns the number of samples that earlier exports brought in the range of each statement.
    private func earlierCounts(_ statements: [Statement]) throws -> [(Statement, Int64)] {
        try session.execute(
            """
            select asked.number, count(*)
            from unnest($3, $4, $5) with ordinality as asked (type_id, from_time, to_time, number)
            \(ImportMerge.earlier)
            group by asked.number order by asked.number
            """,
            [
                .int32(person.id), .int32(job.id), .int32Array(statements.map(\.typeID)),
                .timestamptzArray(statements.map(\.from)), .timestamptzArray(statements.map(\.to)),
            ]
        ).map { (statements[Int(try $0.int64(0)) - 1], try $0.int64(1)) }
    }

    private func missing(by statement: Statement) throws -> [UUID] {
        try session.execute(
            """
            select earlier.uuid
            from (values ($3::integer, $4::timestamptz, $5::timestamptz)) asked (type_id, from_time, to_time)
            \(ImportMerge.earlier)
            where not \(isListed)
            """, parameters(statement)
        ).map { try $0.uuid(0) }
    }

    private func listedCount(in statement: Statement) throws -> Int64 {
        try session.execute(
            """
            select count(*)
            from (values ($3::integer, $4::timestamptz, $5::timestamptz)) asked (type_id, from_time, to_time)
            \(ImportMerge.earlier)
            where \(isListed)
            """, parameters(statement))[0].int64(0)
    }

    private func parameters(_ statement: Statement) -> [Parameter] {
        [
            .int32(person.id), .int32(job.id), .int32(statement.typeID), .timestamptz(statement.from),
            .timestamptz(statement.to),
        ]
    }

    /// Returns the samples that this import has stored in the range of a newer statement.
    private func stored(in statement: Statement) throws -> [UUID] {
        try session.execute(
            """
            select uuid from health.sample
            where person_id = $1 and sample_type_id = $3 and start_time >= $4 and start_time < $5
                and import_id = $2
            """, parameters(statement)
        ).map { try $0.uuid(0) }
    }

    private typealias Found = (uuid: UUID, source: String)

    /// Decides which missing samples are replaced.
    ///
    /// - Parameter count: the number of earlier samples in the range, missing and listed.
    private func judge(
        _ missing: [UUID], of statement: Statement, count: Int64
    ) throws -> (replaced: [Found], kept: [Found]) {
        guard !missing.isEmpty else { return ([], []) }
        var explained: [Found] = []
        var others: [Found] = []
        // A sample that covers another one begins at most as long before it as the longest sample
        // is.
        for var row in try session.executeUnprepared(
            """
            with missing as materialized (
                select sample.uuid, sample.start_time
                from unnest($2) as named (uuid)
                \(LookUp.one("sample", where: "sample.person_id = $1 and sample.uuid = named.uuid"))
            ), run as materialized (
                select greatest(lower(span.period), $4) as from_time, upper(span.period) as to_time
                from (
                    select range_agg(tstzrange(
                        missing.start_time - make_interval(secs => longest.seconds), missing.start_time, '[]')) as periods
                    from missing
                    cross join (
                        select least(date_part('epoch', longest_duration), \(ImportMerge.reachSecondsMax)) as seconds
                        from health.sample_extent
                        where person_id = $1 and sample_type_id = $3
                    ) longest
                ) wanted
                cross join lateral unnest(wanted.periods) span (period)
            ), near as (
                select known.uuid, known.start_time, known.end_time, coalesce(known.creation_time, '-infinity') as created,
                    revision.source_id, missing.uuid is null as is_listed
                from run
                cross join lateral (
                    select * from health.sample
                    where sample.person_id = $1 and sample.sample_type_id = $3
                        and sample.start_time >= run.from_time and sample.start_time <= run.to_time
                    offset 0
                ) known
                join health.source_revision revision
                    on revision.person_id = $1 and revision.source_revision_id = known.source_revision_id
                left join missing on missing.uuid = known.uuid
            ), judged as (
                select near.*,
                    max(near.end_time) filter (where near.is_listed) over (
                        partition by near.source_id order by near.start_time) as covered_until,
                    max(near.created) filter (where near.is_listed) over (
                        partition by near.source_id, near.start_time) as latest_creation
                from near
            )
            select judged.uuid, source.name,
                coalesce(judged.end_time <= judged.covered_until, false)
                    or coalesce(judged.created < judged.latest_creation, false)
            from judged
            join health.source on source.person_id = $1 and source.source_id = judged.source_id
            where not judged.is_listed
            """,
            [
                .int32(person.id), .uuidArray(missing), .int32(statement.typeID), .timestamptz(statement.from),
            ])
        {
            let found = (uuid: try row.uuid(), source: try row.text())
            if try row.bool() { explained.append(found) } else { others.append(found) }
        }
        let listed = count - Int64(missing.count)
        let isReplacing =
            switch statement.policy {
            case .replace: true
            case .keep: false
            case .evident: 10 * listed >= 9 * (count - Int64(explained.count))
            }
        return isReplacing ? (explained + others, []) : (explained, others)
    }

    private static let reachSecondsMax = 200 * 366 * 86_400

    /// Deletes samples in pieces, and keeps them for the undoing of the import.
    private func replace(_ uuids: [UUID], _ statement: Statement, _ behind: inout SampleMerge) throws {
        let replacement = Replacement(
            importID: statement.importID, statedAt: Instant(microseconds: statement.statedAt))
        for first in stride(from: 0, to: uuids.count, by: ImportMerge.replacedPiece) {
            let piece = uuids[first..<min(first + ImportMerge.replacedPiece, uuids.count)]
            _ = try behind.remove(piece.map { RemovedSample(uuid: $0) }, for: replacement, session)
        }
    }

    private static let replacedPiece = 10_000

    /// Deletes the tombstones of samples that older exports did not list, and this one lists. Any
    /// export brings back what the undoing of an import has removed, also one without a date.
    ///
    /// - Throws: `PostgresError`
    func reviveListed(_ merge: SampleMerge) throws {
        let exportedAt = job.checkpoint.exportedAt ?? Instant(microseconds: Instant.earliest.microseconds + 1)
        _ = try session.execute(
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
            """, [.int32(person.id), .timestamptz(exportedAt.microseconds)])
    }
}
