import Foundation
import HealthCore
import Postgres

/// The tombstones of samples that are deleted, one for each uuid.
struct Tombstones {
    private var byUUID: [UUID: RemovedSample] = [:]
    /// In the order in which the samples were named.
    private var uuids: [UUID] = []

    /// - Parameters:
    ///   - samples: what the sender says of the samples. If it says something twice, the least
    ///     value is used.
    ///   - namedCount: the number of samples, from the first, that are deleted by their uuid. The
    ///     others are deleted with their correlation.
    ///   - holderID: the holder of samples that the store never had, but the sender knows.
    init(_ samples: [RemovedSample], namedCount: Int, holderID: Int32?) {
        func least<Value: Comparable>(_ one: Value?, _ other: Value?) -> Value? {
            guard let one, let other else { return one ?? other }
            return min(one, other)
        }
        for (index, sample) in samples.enumerated() {
            if byUUID[sample.uuid] == nil { uuids.append(sample.uuid) }
            let known = byUUID[sample.uuid]
            let start = least(known?.start, sample.start)
            byUUID[sample.uuid] = RemovedSample(
                uuid: sample.uuid, type: least(known?.type, sample.type), start: start,
                end: least(known?.end, sample.end), holderID: start == nil ? nil : holderID,
                wentWithCorrelation: (known?.wentWithCorrelation ?? true) && index >= namedCount)
        }
    }

    /// Takes type, times and holder from deleted rows: `MarkTable.columns`, uuid and holder.
    ///
    /// - Returns: the times of the rows.
    mutating func add(deleted rows: Rows) throws -> MarkRanges {
        var changed = MarkRanges()
        for var row in rows {
            var tail = row
            try changed.note(&tail)
            let uuid = try tail.uuid()
            byUUID[uuid]?.type = try row.int32()
            byUUID[uuid]?.start = try row.instant()
            byUUID[uuid]?.end = try row.instant()
            byUUID[uuid]?.holderID = try tail.optionalInt32()
        }
        return changed
    }

    /// The statement for what tells that a record of an export is one of these samples. Records of
    /// exports have the same uuid again, and need nothing.
    static func fingerprints(of uuids: Parameter, _ person: Person) -> Statement {
        Statement(
            """
            select sample.uuid, sample.source_revision_id, sample.quantity, \(Recognition.content("sample"))
            from unnest($2) as named (uuid)
            \(LookUp.one("sample", where: "sample.person_id = $1 and sample.uuid = named.uuid"))
            where sample.import_id is null
            """, person, uuids)
    }

    mutating func add(fingerprints rows: Rows) throws {
        for var row in rows {
            let uuid = try row.uuid()
            byUUID[uuid]?.sourceRevisionID = try row.int32()
            byUUID[uuid]?.quantity = try row.optionalDouble()
            byUUID[uuid]?.content = try row.optionalText()
        }
    }

    /// Compares with the stored tombstones.
    ///
    /// - Returns: the uuids without a stored tombstone; and the uuids that are deleted by name, and
    ///   had only been deleted with a correlation before.
    func compare(with stored: Rows) throws -> (fresh: [UUID], again: [UUID]) {
        var known: [UUID: Bool] = [:]
        for row in stored { known[try row.uuid(0)] = try row.bool(1) }
        return (
            uuids.filter { known[$0] == nil },
            uuids.filter { known[$0] == true && byUUID[$0]?.wentWithCorrelation == false }
        )
    }

    /// The statement that inserts the tombstones with these uuids, in the positions after
    /// `position`.
    ///
    /// - Parameter statedAt: when the export was made that states the deletion; nil for others.
    func insertion(
        of uuids: [UUID], after position: Int64, statedAt: Instant? = nil, _ person: Person
    ) -> Statement {
        let tombstones = uuids.compactMap { byUUID[$0] }
        return Statement(
            """
            insert into health.deleted_sample (
                person_id, uuid, sample_type_id, start_time, end_time, holder_id, change_position, went_with_correlation,
                stated_at, source_revision_id, quantity, content)
            select $1::integer, uuid, sample_type_id, start_time, end_time, holder_id, $2 + ordinal, went_with = 1,
                $9::timestamptz, source_revision_id, quantity::double precision, content
            from unnest($3, $4, $5, $6, $7, $8, $10, $11::text[], $12::text[]) with ordinality as tombstone (
                uuid, sample_type_id, start_time, end_time, holder_id, went_with, source_revision_id, quantity, content,
                ordinal)
            """, person, position, tombstones.map(\.uuid), tombstones.map(\.type), tombstones.map(\.start),
            tombstones.map(\.end), tombstones.map(\.holderID), tombstones.map { $0.wentWithCorrelation ? Int32(1) : 0 },
            statedAt,
            tombstones.map(\.sourceRevisionID), tombstones.map { $0.quantity.map { "\($0)" } },
            tombstones.map(\.content))
    }
}

extension SampleMerge {
    /// Gives the tombstones of staged samples what tells that a record of an export is one of them.
    /// Such a sample was deleted before it arrived. A tombstone that gets type and times moves to
    /// the end of the change feed.
    ///
    /// - Throws: `PostgresError`
    mutating func completeTombstones(of ordinals: [Int64], _ session: Session) throws {
        typealias Completion = (
            uuid: UUID, type: Int32, start: Instant, end: Instant, revision: Int32, quantity: Double?, content: String?,
            position: Int64, isMoved: Bool
        )
        let known: [Completion] = try session.all(
            """
            select staged.uuid, coalesce(deleted.sample_type_id, ($2::integer[])[staged.sample_type + 1]),
                coalesce(deleted.start_time, staged.start_time), coalesce(deleted.end_time, staged.end_time),
                ($3::integer[])[staged.source_revision + 1], staged.quantity,
                nullif(\(Recognition.stagedContent), ''), deleted.change_position,
                deleted.sample_type_id is null or deleted.start_time is null
            from (
                select distinct on (staged.uuid) staged.*
                from \(rows.item) staged
                where staged.ordinal = any($9) and \(StagedKind.isSample())
                order by staged.uuid, staged.ordinal
            ) staged
            \(LookUp.one(
                "deleted_sample", as: "deleted", where: "deleted.person_id = $1 and deleted.uuid = staged.uuid"))
            where deleted.source_revision_id is null and deleted.stated_at is null
            order by staged.uuid
            """, Array(parameters.prefix(8)), ordinals, isPrepared: false,
            as: { ($0, $1, $2, $3, $4, $5, $6, $7, $8) })
        guard !known.isEmpty else { return }
        let positions = known.map { completion in
            if completion.isMoved { position += 1 }
            return completion.isMoved ? position : completion.position
        }
        try session.run(
            """
            update health.deleted_sample deleted
            set sample_type_id = item.sample_type_id, start_time = item.start_time, end_time = item.end_time,
                source_revision_id = item.source_revision_id, quantity = item.quantity::double precision,
                content = item.content, change_position = item.change_position
            from unnest($2, $3, $4, $5, $6, $7::text[], $8::text[], $9) as item (
                uuid, sample_type_id, start_time, end_time, source_revision_id, quantity, content, change_position)
            where deleted.person_id = $1 and deleted.uuid = item.uuid
            """, person, known.map(\.uuid), known.map(\.type), known.map(\.start), known.map(\.end),
            known.map(\.revision), known.map { $0.quantity.map { "\($0)" } }, known.map(\.content), positions)
    }
}
