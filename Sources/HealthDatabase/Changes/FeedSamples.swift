import Foundation
import Postgres

/// The samples of a person by their position in the change feed.
///
/// `sample_change_idx` has the samples of each type by groups of 32 positions, because PostgreSQL
/// then stores one key for many rows. A statement uses this index only if it names the type and the
/// group. Under row-level security it cannot use it at all: the function that computes the group is
/// not marked as leakproof. So for a limited caller, the owner of the tables finds the uuids of the
/// next samples, and the statement looks these up.
///
/// If a sample joins or leaves a correlation or workout, the container gets a new position. A
/// limited caller must not learn of samples that it may not read. So its feed has such a container
/// at the last position of `health.contained_change` that it may read.
struct FeedSamples {
    let person: Person
    let session: Session
    /// True if the transaction reads for a caller who may not read everything.
    let isLimited: Bool

    private static let pieceLengthMax: Int64 = 1 << 40
    /// The greatest number of samples that are looked up at once for a limited caller.
    private static let pieceSizeMax: Int64 = 10_000
    /// The positions of a piece beyond those that are expected to have enough changes.
    private static let pieceMargin: Int64 = 64
    /// The number of positions of the next piece, and of the first one.
    private var pieceLength: Int64
    private let firstLength: Int64
    /// True if the last piece had no samples.
    private var isInGap = false
    /// True if the last piece had samples that the policies may hide from the limited caller.
    private var hasCandidates = false
    /// Nil before the first piece.
    private var scans: [Scan]?

    /// - Parameter length: the number of positions of the first piece.
    init(person: Person, session: Session, isLimited: Bool, length: Int64 = 1_000) {
        self.person = person
        self.session = session
        self.isLimited = isLimited
        firstLength = length + FeedSamples.pieceMargin
        pieceLength = firstLength
    }

    /// Makes the next piece so long that it probably has as many changes. For a caller who may read
    /// everything, this only shortens it, because `pieceSizeMax` does not limit its samples. After
    /// a piece without changes, the next one begins with the next sample, because the positions of
    /// a first import begin far behind the end of the feed.
    ///
    /// - Parameters:
    ///   - found: the number of changes of the last piece.
    ///   - length: the number of its positions.
    mutating func expect(_ count: Int, found: Int, at length: Int64) {
        isInGap = found == 0 && !hasCandidates
        if isInGap {
            pieceLength = firstLength
        } else if found > 0 {
            let expected = length * Int64(count) / Int64(found) + FeedSamples.pieceMargin
            pieceLength = isLimited ? expected : min(pieceLength, expected)
        }
    }

    // MARK: SQL

    /// The type and the group in one number. No other index has it, so no statistics lead the
    /// planner to an index with more rows.
    private static let typeAndGroup = "(sample.sample_type_id::bigint << 32) + (sample.change_position >> 5)"
    /// The last group of every type.
    private static let lastGroup = "4294967295"

    /// The condition on a row of `health.sample`: it has the type, and its position is greater than
    /// `start` and at most `end`. All are SQL, such as a parameter.
    static func condition(ofType type: String, after start: String, to end: String? = nil) -> String {
        let last = end.map { "(\($0) >> 5)" } ?? lastGroup
        return """
            \(typeAndGroup) between (\(type)::bigint << 32) + (\(start) >> 5) and (\(type)::bigint << 32) + \(last)
            and sample.change_position > \(start)\(end.map { " and sample.change_position <= \($0)" } ?? "")
            """
    }

    /// A FROM item with the samples of the person $1 of all types, between two positions. The
    /// statement also names the person of `extent`.
    static func all(after start: String, to end: String? = nil) -> String {
        """
        health.sample_extent extent
        cross join lateral (
            select * from health.sample
            where person_id = $1 and \(condition(ofType: "extent.sample_type_id", after: start, to: end)) offset 0
        ) sample
        """
    }

    /// Selects the first samples between two positions, in the order of their positions.
    ///
    /// - Parameters:
    ///   - columns: of `health.sample`, and `feed_position`.
    ///   - condition: further conditions on its rows.
    ///   - samples: the number of the parameter `Piece.samples`.
    func select(
        _ columns: String, after start: String, to end: String, _ condition: String = "true", limit: String,
        samples parameter: Int
    ) -> String {
        let rows = isLimited ? limitedRows : rows
        return """
            (
                select \(columns) from (\(rows(parameter, start, end))) sample
                where feed_position > \(start) and feed_position <= \(end) and \(condition)
                order by feed_position limit \(limit))
            """
    }

    private func rows(_ parameter: Int, after start: String, to end: String) -> String {
        """
        select sample.*, sample.change_position as feed_position
        from unnest($\(parameter)::integer[]) as scan (sample_type_id)
        cross join lateral (
            select * from health.sample
            where person_id = $1 and \(FeedSamples.condition(ofType: "scan.sample_type_id", after: start, to: end)) offset 0
        ) sample
        """
    }

    /// The samples that a limited caller may read, with their positions in its feed.
    private func limitedRows(_ parameter: Int, after start: String, to end: String) -> String {
        """
        select sample.*, sample.change_position as feed_position from unnest($\(parameter)::uuid[]) wanted (uuid)
        cross join lateral (
            select * from health.sample where person_id = $1 and uuid = wanted.uuid offset 0
        ) sample
        where not exists (
            select 1 from health.contained_change own
            where own.person_id = $1 and own.container_uuid = wanted.uuid and own.sample_type_id = sample.sample_type_id)
        union all
        select sample.*, changed.change_position from (
            select changed.container_uuid, changed.change_position from health.contained_change changed
            where changed.person_id = $1 and changed.change_position > \(start) and changed.change_position <= \(end)
                and not exists (
                    select 1 from health.contained_change later
                    where later.person_id = $1 and later.container_uuid = changed.container_uuid
                        and later.change_position > changed.change_position)
            group by 1, 2
        ) changed
        cross join lateral (
            select * from health.sample where person_id = $1 and uuid = changed.container_uuid offset 0
        ) sample
        """
    }

    // MARK: Pieces

    /// A part of the feed that one statement reads.
    struct Piece {
        /// The last position of the part.
        var end: Int64
        /// The types of its samples. For a limited caller, their uuids. A parameter of the
        /// statement.
        var samples: Parameter
    }

    /// Returns the first part of the feed between two positions. For a limited caller, its length
    /// and its cost do not depend on samples of types that the caller may not read.
    ///
    /// - Parameter typeIDs: the types of the samples that are wanted; nil for all types.
    mutating func piece(after start: Int64, to end: Int64, typeIDs: [Int32]?) throws -> Piece {
        defer { pieceLength = min(pieceLength * 4, FeedSamples.pieceLengthMax) }
        let scans =
            try scans ?? session.all(isLimited ? FeedSamples.limitedScans : FeedSamples.scans, person, as: Scan.init)
        self.scans = scans
        let wanted = scans.filter { scan in typeIDs?.contains(scan.sampleTypeID) ?? true }
        func candidates(to end: Int64, _ count: Int64) throws -> [(position: Int64, uuid: UUID)] {
            try session.asOwner {
                try session.all(
                    FeedSamples.pieceQuery, person, start, end, count, wanted.map(\.sampleTypeID),
                    wanted.map { $0.holderID ?? 0 }
                ) { (position: try $0.int64(), uuid: try $0.uuid()) }
            }
        }
        let types = Parameter.int32Array(wanted.map(\.sampleTypeID))
        var first = start
        if isInGap {
            let next =
                isLimited
                ? try candidates(to: end, 1).first?.position
                : try session.value(FeedSamples.nextQuery, person, start, types, as: Int64?.self)
            first = next.map { max($0 - 1, start) } ?? end
        }
        let end = end - first > pieceLength ? first + pieceLength : end
        guard isLimited else { return Piece(end: end, samples: types) }
        let size = min(pieceLength, FeedSamples.pieceSizeMax)
        let found = try candidates(to: end, size)
        hasCandidates = !found.isEmpty
        let isFull = found.count == size
        return Piece(end: isFull ? found[found.count - 1].position : end, samples: .uuidArray(found.map(\.uuid)))
    }

    /// Samples of a type. For a limited caller, those of a type, or those of a type that a holder
    /// saved.
    private struct Scan {
        var sampleTypeID: Int32
        /// Nil to search the samples of all holders.
        var holderID: Int32?
    }

    private static let scans = "select sample_type_id, null::integer from health.sample_extent where person_id = $1"

    private static let limitedScans = """
        with saved as materialized (
            select spans.holder_id, unnest(spans.sample_type_ids) as sample_type_id
            from health.partly_readable_spans() spans
            where spans.person_id = $1 and spans.reads = '{}' and not spans.is_own
        )
        select types.sample_type_id, saved.holder_id
        from (
            select sample_type_id from health.readable_types() readable where readable.person_id = $1
            union all
            select sample_type_id from health.partly_readable_types() partly where partly.person_id = $1
        ) types
        left join saved on saved.sample_type_id = types.sample_type_id
            -- The holder saved samples of the type after other holders.
            and not exists (
                select 1 from health.sample_holder further
                where further.person_id = $1 and further.holder_id = saved.holder_id
                    and further.sample_type_id = types.sample_type_id)
        """

    /// The first position of the group that has the next sample of the types; null without such a
    /// sample.
    private static let nextQuery = """
        select min(found.change_position) >> 5 << 5
        from unnest($3::integer[]) as scan (sample_type_id)
        cross join lateral (
            select change_position from health.sample
            where person_id = $1 and \(condition(ofType: "scan.sample_type_id", after: "$2"))
            order by \(typeAndGroup) limit 1
        ) found
        """

    /// The next samples of each scan. `sample_change_idx` and `sample_holder_change_idx` have them
    /// in this order.
    private static let pieceQuery = """
        select found.change_position, found.uuid
        from unnest($5::integer[], $6::integer[]) as scan (sample_type_id, holder_id)
        cross join lateral (
            (
                select change_position, uuid from health.sample
                where scan.holder_id = 0 and person_id = $1 and \(isInScan) and \(isInReadableTimes)
                order by \(typeAndGroup) fetch first $4 rows with ties)
            union all (
                select change_position, uuid from health.sample
                where scan.holder_id <> 0 and person_id = $1 and holder_id = scan.holder_id and \(isInScan)
                order by \(typeAndGroup) fetch first $4 rows with ties)
            offset 0
        ) found
        order by found.change_position
        limit $4
        """

    private static let isInScan = condition(ofType: "scan.sample_type_id", after: "$2", to: "$3")

    /// "is true" keeps the planner from using the index by start.
    private static let isInReadableTimes = """
        (
            start_time >= current_setting('healthstore.first_time')::timestamptz
            and start_time <= current_setting('healthstore.last_time')::timestamptz) is true
        """
}
