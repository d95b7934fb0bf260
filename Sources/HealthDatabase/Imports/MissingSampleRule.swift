import Foundation
import HealthCore
import Postgres

/// What becomes of a sample that a complete range should have and does not, if nothing explains why
/// it is missing.
public enum MissingSamples: String, CaseIterable, Sendable, NamedColumnValue {
    static let unknown = MissingSamples.evident

    /// It is replaced if the range is evidently of the same Health store as the earlier exports:
    /// nine tenths of their other samples of the type are listed.
    case evident
    case replace
    case keep
}

/// What an export or a client states: its Health store has no other samples of a type that start in
/// a range.
struct CompleteRange {
    /// The import, or `clients`.
    var importID: Int32
    var typeID: Int32
    var from: Instant
    var to: Instant
    var policy: MissingSamples

    /// Stands for the import in the ranges that clients stated, and in the samples that these
    /// replaced.
    static let clients: Int32 = 0
}

/// As parameters, a range is its type, start and end.
extension CompleteRange: ParameterValue {
    var parameters: [Parameter] { [.int32(typeID)] + from.parameters + to.parameters }
}

/// Decides about samples in complete ranges that only other exports brought.
///
/// In the range of an export, an imported sample that the export does not list is missing. In the
/// range of a client, an imported sample that was not recognised as one of a client is missing.
///
/// A missing sample is explained if a sample of the same type and source covers its whole interval,
/// or begins at the same instant and was created later. The phone has condensed, rewritten or
/// corrected it.
final class MissingSampleRule: PersonQueries {
    typealias Found = (uuid: UUID, source: String)

    /// Returns the ranges that were stated after `instant`, the newest first.
    ///
    /// - Throws: `PostgresError`
    func ranges(after instant: Instant) throws -> [CompleteRange] {
        try session.all(
            """
            select stated.import_id, stated.sample_type_id, stated.from_time, stated.to_time,
                coalesce(import.missing, '\(MissingSamples.evident.rawValue)')
            from health.complete_range stated
            left join health.import on import.person_id = $1 and import.import_id = stated.import_id
            where stated.person_id = $1 and stated.to_time > $2
            order by stated.to_time desc, stated.import_id desc, stated.sample_type_id, stated.from_time
            """, person, instant, as: CompleteRange.init)
    }

    /// Stores ranges of one import or of a client.
    ///
    /// A range of a client replaces the ones inside it that clients stated before.
    ///
    /// - Throws: `PostgresError`
    func save(_ ranges: [CompleteRange]) throws {
        let parameters: [Parameter] = [
            .int32(person.id), .int32Array(ranges.map(\.importID)), .int32Array(ranges.map(\.typeID)),
            .timestamptzArray(ranges.map(\.from.microseconds)), .timestamptzArray(ranges.map(\.to.microseconds)),
        ]
        let new = "unnest($2::integer[], $3::integer[], $4::timestamptz[], $5::timestamptz[])"
        try session.run(
            """
            delete from health.complete_range stated
            using \(new) as new (import_id, sample_type_id, from_time, to_time)
            where stated.person_id = $1 and stated.import_id = new.import_id
                and stated.sample_type_id = new.sample_type_id
                and stated.from_time >= new.from_time and stated.to_time <= new.to_time
            """, parameters)
        try session.run(
            """
            insert into health.complete_range (person_id, import_id, sample_type_id, from_time, to_time)
            select $1, * from \(new)
            on conflict do nothing
            """, parameters)
    }

    /// The most samples that are noted of a range. They are one line of an export of the person,
    /// and such a line is 40 MB long; the longest that is restored is `PersonRestore.lineBytesMax`.
    static let unlistedMax = 1_000_000

    /// Stores the uuids of the samples of other imports that stay although the export of a range
    /// does not list them. If there are more than `unlistedMax`, stores none. Undoing the import
    /// that brought them then keeps them.
    ///
    /// - Throws: `PostgresError`
    func note(unlisted: [UUID], in range: CompleteRange) throws {
        guard !unlisted.isEmpty, unlisted.count <= MissingSampleRule.unlistedMax else { return }
        try session.run(
            """
            update health.complete_range set unlisted = $5
            where person_id = $1 and import_id = $2 and sample_type_id = $3 and from_time = $4
            """, person, range.importID, range.typeID, range.from, unlisted)
    }

    /// Returns the part of a range that newer ones do not decide: what a newer export or client has
    /// or leaves out is no matter of an older one.
    func open(_ range: CompleteRange, before newer: [CompleteRange]) -> CompleteRange? {
        var range = range
        for other in newer where other.typeID == range.typeID { range.to = min(range.to, other.from) }
        return range.from < range.to ? range : nil
    }

    /// Decides which missing samples are replaced.
    ///
    /// - Parameter count: the number of earlier samples in the range, missing and listed.
    /// - Throws: `PostgresError`
    func judge(
        _ missing: [UUID], in range: CompleteRange, count: Int64
    ) throws -> (replaced: [Found], kept: [Found]) {
        guard !missing.isEmpty else { return ([], []) }
        var explained: [Found] = []
        var others: [Found] = []
        // A sample that covers another one begins at most as long before it as the longest sample
        // is. Exports cut times to whole seconds.
        for var row in try session.run(
            """
            with missing as materialized (
                select sample.uuid, sample.start_time
                from unnest($2) as named (uuid)
                \(LookUp.one("sample", where: "sample.person_id = $1 and sample.uuid = named.uuid"))
            ), run as materialized (
                select greatest(lower(span.period), $4) as from_time, upper(span.period) as to_time
                from (
                    select range_agg(tstzrange(
                        missing.start_time - make_interval(secs => longest.seconds),
                        missing.start_time + interval '1 second')) as periods
                    from missing
                    cross join (
                        select least(date_part('epoch', longest_duration), \(MissingSampleRule.reachSecondsMax)) as seconds
                        from health.sample_extent
                        where person_id = $1 and sample_type_id = $3
                    ) longest
                ) wanted
                cross join lateral unnest(wanted.periods) span (period)
            ), near as (
                select known.uuid, date_trunc('second', known.start_time) as start_time,
                    date_trunc('second', known.end_time) as end_time,
                    coalesce(known.creation_time, '-infinity') as created, revision.source_id,
                    missing.uuid is null and (known.import_id is null or not $5) as is_listed,
                    missing.uuid is not null as is_missing
                from run
                cross join lateral (
                    select * from health.sample
                    where sample.person_id = $1 and sample.sample_type_id = $3
                        and sample.start_time >= run.from_time and sample.start_time < run.to_time
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
            where judged.is_missing
            """, person, missing, range.typeID, range.from, range.importID == CompleteRange.clients,
            isPrepared: false)
        {
            let found = (uuid: try row.uuid(), source: try row.text())
            if try row.bool() { explained.append(found) } else { others.append(found) }
        }
        let listed = count - Int64(missing.count)
        let isReplacing =
            switch range.policy {
            case .replace: true
            case .keep: false
            case .evident: 10 * listed >= 9 * (count - Int64(explained.count))
            }
        return isReplacing ? (explained + others, []) : (explained, others)
    }

    private static let reachSecondsMax = 200 * 366 * 86_400

    /// Deletes samples in pieces. Keeps them for the undoing of the import, or of the ranges of
    /// clients.
    ///
    /// - Parameter range: the whole range as stated.
    /// - Throws: `PostgresError`
    func replace(_ uuids: [UUID], _ range: CompleteRange, _ merge: inout SampleMerge) throws {
        try merge.removeInPieces(
            uuids, for: Replacement(importID: range.importID, statedAt: range.to), session)
    }
}
