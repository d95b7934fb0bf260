import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Testing

/// A mark, in microseconds since 1970.
struct StoredMark: Hashable {
    var type: Int32
    var from: Int64
    var to: Int64
}

/// All data from which figures of a person are computed, and the marks.
struct MarkedPicture {
    /// The columns that the statistics read.
    struct Part: Hashable {
        var uuid: UUID
        var ordinal: Int32
        var type: Int32
        var start: Int64
        var end: Int64
        var quantity: UInt64
        var revision: Int32
    }

    /// A quantity sample or a sample of sleep, and its position in the feed, which changes with every change of the
    /// sample.
    struct Written: Hashable {
        var uuid: UUID
        var position: Int64
        var type: Int32
        var start: Int64
        /// The end. For a point, and for a sample without a quantity, it is one microsecond after the
        /// sample.
        var end: Int64
    }

    struct Rank: Hashable {
        var source: Int32
        var isAggregate: Bool
    }

    var parts: Set<Part> = []
    var written: Set<Written> = []
    /// The sources by rank, for each quantity type that has samples.
    var ranks: [Int32: [Rank]] = [:]
    var cumulative: Set<Int32> = []
    /// How far before and after a change the figures of a type can change, because of aggregates or
    /// because nights depend on it. In microseconds.
    var reach: [Int32: Int64] = [:]
    var marks: [Int64: StoredMark] = [:]

    init(_ store: TestStore) throws {
        let person = Parameter.int32(store.person.id)
        for row in try store.session.execute(
            """
            select uuid, 0, sample_type_id, start_time, end_time, quantity, source_revision_id
            from health.sample where person_id = $1 and quantity is not null
            union all
            select uuid, ordinal, sample_type_id, start_time, end_time, quantity, source_revision_id
            from health.series_quantity where person_id = $1
            """, [person])
        {
            parts.insert(
                Part(
                    uuid: try row.uuid(0), ordinal: try row.int32(1), type: try row.int32(2),
                    start: try row.timestamptz(3),
                    end: try row.timestamptz(4), quantity: try row.double(5).bitPattern, revision: try row.int32(6)))
        }
        for row in try store.session.execute(
            """
            select uuid, change_position, sample_type_id, start_time, end_time, quantity is null
            from health.sample join health.sample_type using (sample_type_id)
            where person_id = $1 and (kind = 'quantity' or identifier = 'HKCategoryTypeIdentifierSleepAnalysis')
            """, [person])
        {
            let (start, end) = (try row.timestamptz(3), try row.timestamptz(4))
            written.insert(
                Written(
                    uuid: try row.uuid(0), position: try row.int64(1), type: try row.int32(2), start: start,
                    end: try row.bool(5) ? end + 1 : max(end, start + 1)))
        }
        for row in try store.session.execute(
            """
            select type.sample_type_id, ordered.source_id, source_class = 'aggregate', coalesce(aggregation_style = 'cumulative', false)
            from (select distinct sample_type_id from health.sample where person_id = $1) used
            join health.sample_type type on type.sample_type_id = used.sample_type_id and type.kind = 'quantity'
            cross join lateral health_code.source_order($1, type.sample_type_id) ordered
            join health.source on source.person_id = $1 and source.source_id = ordered.source_id
            order by 1, ordered.rank
            """, [person])
        {
            ranks[try row.int32(0), default: []].append(
                Rank(source: try row.int32(1), isAggregate: try row.bool(2)))
            if try row.bool(3) { cumulative.insert(try row.int32(0)) }
        }
        for row in try store.session.execute(
            """
            select sample_type_id, case when kind = 'category' then \(SleepEngine.reach)
                else (extract(epoch from longest_duration) * 1000000)::bigint + 60000000 end
            from health.sample_extent join health.sample_type using (sample_type_id)
            where person_id = $1 and (kind = 'category' or exists (
                select 1 from health.source where person_id = $1 and source_class = 'aggregate'))
            """, [person])
        {
            reach[try row.int32(0)] = try row.int64(1)
        }
        for row in try store.session.execute(
            "select mark_id, sample_type_id, from_time, to_time from health.mark where person_id = $1", [person])
        {
            marks[try row.int64(0)] = StoredMark(
                type: try row.int32(1), from: try row.timestamptz(2), to: try row.timestamptz(3))
        }
    }
}

/// The differences between two pictures.
struct MarkedChange {
    let before: MarkedPicture
    let after: MarkedPicture
    let added: [StoredMark]

    init(_ before: MarkedPicture, _ after: MarkedPicture) {
        self.before = before
        self.after = after
        added = after.marks.filter { before.marks[$0.key] == nil }.map(\.value)
    }

    /// Types whose earlier sources changed their order, if the order affects figures. It affects
    /// sums, and types with aggregates.
    var reordered: Set<Int32> {
        Set(
            before.ranks.filter { type, ranks in
                guard
                    after.cumulative.contains(type)
                        || (ranks + (after.ranks[type] ?? [])).contains(where: \.isAggregate)
                else { return false }
                let known = Set(ranks.map(\.source))
                return after.ranks[type].map { $0.filter { known.contains($0.source) } != ranks } ?? false
            }.keys)
    }

    /// The changed parts that no mark covers. A part extends from its start to its end, and a point
    /// to the microsecond after it.
    var unmarked: [MarkedPicture.Part] {
        let reordered = reordered
        let changed = before.parts.symmetricDifference(after.parts)
            .union(before.parts.union(after.parts).filter { reordered.contains($0.type) })
        let unions = Dictionary(grouping: added, by: \.type).mapValues(MarkedChange.union)
        return changed.filter { part in
            !(unions[part.type] ?? []).contains { $0.from <= part.start && max(part.end, part.start + 1) <= $0.to }
        }
    }

    /// Returns marks that begin or end at a time at which no changed sample and no sample of
    /// `others` begins or ends.
    func groundless(_ others: [MarkedPicture.Written] = []) -> [StoredMark] {
        let touched = Array(before.written.symmetricDifference(after.written)) + others
        return added.filter { mark in
            guard mark != StoredMark.ofAllTime(mark.type) else { return false }
            let ours = touched.filter { $0.type == mark.type }
            let reaches = [0, before.reach[mark.type] ?? 0, after.reach[mark.type] ?? 0]
            return !reaches.contains { reach in
                ours.contains { max($0.start - reach, Instant.earliest.microseconds) == mark.from }
                    && ours.contains { $0.end + reach + StoredMark.stand == mark.to }
            }
        }
    }

    /// Returns the union of marks of one type.
    private static func union(_ marks: [StoredMark]) -> [StoredMark] {
        marks.sorted { $0.from < $1.from }.reduce(into: []) { union, mark in
            if let last = union.last, mark.from <= last.to {
                union[union.count - 1].to = max(last.to, mark.to)
            } else {
                union.append(mark)
            }
        }
    }
}

extension StoredMark {
    /// The time for which the value of a point may count after it. Ten minutes.
    static let stand: Int64 = 600_000_000

    static func ofAllTime(_ type: Int32) -> StoredMark {
        StoredMark(type: type, from: Instant.earliest.microseconds, to: Instant.latest.microseconds + 1)
    }
}

extension TestStore {
    /// Runs `body` and expects marks of everything that it changed.
    @discardableResult
    func marking(_ body: () throws -> Void, _ location: SourceLocation = #_sourceLocation) throws -> MarkedChange {
        let before = try MarkedPicture(self)
        try body()
        let change = MarkedChange(before, try MarkedPicture(self))
        #expect(change.unmarked == [], sourceLocation: location)
        return change
    }

    /// Returns the mark of a change between two times in seconds after `SampleMaker.zero`.
    func mark(_ type: String, _ from: Double, _ to: Double) throws -> StoredMark {
        func microseconds(_ seconds: Double) -> Int64 {
            SampleMaker.zero * 1_000_000 + Int64((seconds * 1_000_000).rounded())
        }
        return StoredMark(
            type: try sampleTypeID(type), from: microseconds(from), to: microseconds(to) + StoredMark.stand)
    }
}
