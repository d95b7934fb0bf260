import Foundation
import Postgres

/// The samples of a person by their position in the change feed.
///
/// `sample_change_idx` has positions in groups of 32, because PostgreSQL then stores one key for
/// many rows. A statement uses this index only if it names the group. Under row-level security it
/// cannot use it at all: the function that computes the group is not marked as leakproof. So for a
/// limited caller, the owner of the tables finds the uuids of the next samples, and the statement
/// looks these up.
struct FeedSamples {
    let person: Person
    let session: Session
    /// True if the transaction reads for a caller who may not read everything.
    let isLimited: Bool

    /// The number of samples that are looked up at once for a limited caller. It begins small, so
    /// that a short page reads little, and grows, so that a page of rare samples needs few
    /// statements.
    private static let pieceSizes = (first: 250, max: 10_000)
    private(set) var pieceSize = FeedSamples.pieceSizes.first

    // MARK: SQL

    static let group = "change_position >> 5"

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
    ///   - columns: of `health.sample`, with `change_position`.
    ///   - condition: further conditions on its rows.
    ///   - uuids: the number of the parameter with the uuids of `Piece`.
    func select(
        _ columns: String, after start: String, to end: String, _ condition: String = "true", limit: String,
        uuids parameter: Int
    ) -> String {
        """
        (
            select \(columns) from (
                select * from \(rows(uuids: parameter))
                where person_id = $1 and \(FeedSamples.condition(after: start, to: end)) and \(condition)
                order by \(FeedSamples.group) fetch first \(limit) rows with ties
            ) sample
            order by change_position limit \(limit))
        """
    }

    private func rows(uuids parameter: Int) -> String {
        guard isLimited else { return "health.sample" }
        return """
            (
                select sample.* from unnest($\(parameter)::uuid[]) wanted (uuid)
                cross join lateral (
                    select * from health.sample where person_id = $1 and uuid = wanted.uuid offset 0
                ) sample
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

    /// Returns the first part of the feed between two positions.
    ///
    /// - Parameter typeIDs: the types of the samples that are wanted; nil for all types.
    mutating func piece(after start: Int64, to end: Int64, typeIDs: [Int32]?) throws -> Piece {
        guard isLimited else { return Piece(end: end) }
        defer { pieceSize = min(pieceSize * 4, FeedSamples.pieceSizes.max) }
        let query = FeedSamples(person: person, session: session, isLimited: false)
            .select(
                "change_position, uuid", after: "$2", to: "$3",
                typeIDs == nil ? "true" : "sample_type_id + 0 = any($5)", limit: "$4", uuids: 0)
        let range: [Parameter] = [.int32(person.id), .int64(start), .int64(end), .int64(Int64(pieceSize))]
        let found = try session.asOwner {
            try session.execute(query, range + (typeIDs.map { [.int32Array($0)] } ?? []))
                .map { (position: try $0.int64(0), uuid: try $0.uuid(1)) }
        }
        let isFull = found.count == pieceSize
        return Piece(end: isFull ? found[found.count - 1].position : end, uuids: [.uuidArray(found.map(\.uuid))])
    }
}
