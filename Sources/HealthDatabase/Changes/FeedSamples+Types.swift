import HealthCore
import Postgres

extension FeedSamples {
    /// Reads the types that changed between two positions, one piece of the feed after the other,
    /// until `body` returns false.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of rows of a piece that each table of samples, deletions and
    ///     elements returns.
    ///   - columns: follow the id and the identifier of the type in each row. They may name the
    ///     times of `change`. Type 0 stands for changes without a type. A null without an
    ///     identifier stands for changes of an unknown type or of all types.
    ///   - isGrouped: The rows are groups of changes of one type.
    /// - Throws: `PostgresError`, or the error of `body`.
    mutating func readTypes(
        after start: Int64, to end: Int64, limit: Int64, _ columns: String, isGrouped: Bool = false,
        _ body: (Rows) throws -> Bool
    ) throws {
        var passed = start
        while passed < end {
            let piece = try piece(after: passed, to: end, typeIDs: nil)
            let rows = try session.run(
                typesQuery(columns, isGrouped), person, passed, piece.end, limit, piece.samples)
            guard try body(rows) else { return }
            passed = piece.end
        }
    }

    private func typesQuery(_ columns: String, _ isGrouped: Bool) -> String {
        """
        select change.sample_type_id, type.identifier, \(columns)
        from (
            \(select("sample_type_id, start_time, end_time", after: "$2", to: "$3", limit: "$4", samples: 5))
            union all (
                select sample_type_id, start_time, end_time from health.deleted_sample
                where person_id = $1 and change_position > $2 and change_position <= $3
                order by change_position limit $4)
            union all (
                select 0, null::timestamptz, null::timestamptz from health.export_element
                where person_id = $1 and change_position > $2 and change_position <= $3
                order by change_position limit $4)
            union all (
                select nullif(sample_type_id, 0), null, null from health.preference_change
                where person_id = $1 and change_position > $2 and change_position <= $3)
        ) change
        left join health.sample_type type using (sample_type_id)
        \(isGrouped ? "group by change.sample_type_id, type.identifier" : "")
        """
    }
}
