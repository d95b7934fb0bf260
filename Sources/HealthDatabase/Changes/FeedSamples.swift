import Foundation
import Postgres

/// The samples of a person by their position in the change feed.
///
/// `sample_change_idx` has positions in groups of 32, because PostgreSQL then stores one key for
/// many rows. A statement uses this index only if it names the group. Under row-level security it
/// cannot use it at all: the function that computes the group is not marked as leakproof. So for a
/// limited caller, the owner of the tables finds the uuids of the next samples, and the statement
/// looks these up.
///
/// If a sample joins or leaves a correlation or workout, the container gets a new position. A
/// limited caller must not learn of samples that it may not read. So its feed has such a container
/// at the last position of `health.contained_change` that it may read.
struct FeedSamples {
    let person: Person
    let session: Session
    /// True if the transaction reads for a caller who may not read everything.
    let isLimited: Bool

    /// The number of samples that are looked up at once for a limited caller. It begins small, so
    /// that a short page reads little, and grows, so that a page of rare samples needs few
    /// statements.
    private static let pieceSizes: (first: Int64, max: Int64) = (first: 250, max: 10_000)
    private static let pieceLengths: (first: Int64, max: Int64) = (first: 1_000, max: 1 << 40)
    private(set) var pieceSize: Int64 = FeedSamples.pieceSizes.first
    /// The number of positions of the next piece.
    private var pieceLength = FeedSamples.pieceLengths.first
    /// Nil before the first piece.
    private var scans: [Scan]?

    init(person: Person, session: Session, isLimited: Bool) {
        self.person = person
        self.session = session
        self.isLimited = isLimited
    }

    // MARK: SQL

    static let group = "change_position >> 5"
    /// The type and the group in one number. The indexes by type have it, and no other index does,
    /// so that no statistics lead the planner to an index with more rows.
    private static let typeAndGroup = "(sample_type_id::bigint << 32) + (change_position >> 5)"

    /// The column with the position in the rows of `select`.
    var position: String { isLimited ? "feed_position" : "change_position" }

    /// The condition on a row of `health.sample`: its position is greater than `start` and at most
    /// `end`. Both are SQL, such as a parameter.
    static func condition(after start: String, to end: String? = nil) -> String {
        let upper = end.map { " and \(group) <= \($0) >> 5 and change_position <= \($0)" } ?? ""
        return "\(group) >= \(start) >> 5 and change_position > \(start)\(upper)"
    }

    /// Selects the first samples between two positions, in the order of their positions.
    ///
    /// The inner query orders by group alone, as the index does, and returns the whole of the last
    /// group. If it also ordered by position, the planner could read and sort all samples.
    ///
    /// - Parameters:
    ///   - columns: of `health.sample`, and `position`.
    ///   - condition: further conditions on its rows.
    ///   - uuids: the number of the parameter with the uuids of `Piece`.
    func select(
        _ columns: String, after start: String, to end: String, _ condition: String = "true", limit: String,
        uuids parameter: Int
    ) -> String {
        guard !isLimited else {
            return """
                (
                    select \(columns) from (\(rows(uuids: parameter, after: start, to: end))) sample
                    where feed_position > \(start) and feed_position <= \(end) and \(condition)
                    order by feed_position limit \(limit))
                """
        }
        return """
            (
                select \(columns) from (
                    select * from health.sample
                    where person_id = $1 and \(FeedSamples.condition(after: start, to: end)) and \(condition)
                    order by \(FeedSamples.group) fetch first \(limit) rows with ties
                ) sample
                order by change_position limit \(limit))
            """
    }

    /// The samples that a limited caller may read, with their positions in its feed.
    private func rows(uuids parameter: Int, after start: String, to end: String) -> String {
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
        /// The uuids of its samples, the last parameter of the statement. Empty for a caller who
        /// may read everything.
        var uuids: [Parameter] = []
    }

    /// Returns the first part of the feed between two positions. For a limited caller, its length
    /// and its cost do not depend on samples of types that the caller may not read.
    ///
    /// - Parameter typeIDs: the types of the samples that are wanted; nil for all types.
    mutating func piece(after start: Int64, to end: Int64, typeIDs: [Int32]?) throws -> Piece {
        guard isLimited else { return Piece(end: end) }
        defer {
            pieceSize = min(pieceSize * 4, FeedSamples.pieceSizes.max)
            pieceLength = min(pieceLength * 4, FeedSamples.pieceLengths.max)
        }
        let scans = try scans ?? session.all(FeedSamples.scansQuery, person, as: Scan.init)
        self.scans = scans
        let wanted = scans.filter { scan in typeIDs?.contains(scan.sampleTypeID) ?? true }
        let end = end - start > pieceLength ? start + pieceLength : end
        let found = try session.asOwner {
            try session.all(
                FeedSamples.pieceQuery, person, start, end, pieceSize, wanted.map(\.sampleTypeID),
                wanted.map { $0.holderID ?? 0 }
            ) { (position: try $0.int64(), uuid: try $0.uuid()) }
        }
        let isFull = found.count == pieceSize
        return Piece(end: isFull ? found[found.count - 1].position : end, uuids: [.uuidArray(found.map(\.uuid))])
    }

    /// Samples that a limited caller may read: those of a type, or those of a type that a holder
    /// saved.
    private struct Scan {
        var sampleTypeID: Int32
        /// Nil to search the samples of all holders.
        var holderID: Int32?
    }

    private static let scansQuery = """
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

    /// The next samples of each scan. `sample_type_change_idx` and `sample_holder_change_idx` have
    /// them in this order.
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

    private static let isInScan = """
        \(typeAndGroup) between (scan.sample_type_id::bigint << 32) + ($2 >> 5)
            and (scan.sample_type_id::bigint << 32) + ($3 >> 5)
            and change_position > $2 and change_position <= $3
        """

    /// "is true" keeps the planner from using the index by start.
    private static let isInReadableTimes = """
        (
            start_time >= current_setting('healthstore.first_time')::timestamptz
            and start_time <= current_setting('healthstore.last_time')::timestamptz) is true
        """
}
