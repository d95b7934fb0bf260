/// Joins that look up rows one by one.
///
/// By missing or old statistics, PostgreSQL may read a whole table to join it with a few rows, or
/// all rows of a person for each of them. OFFSET 0 makes it evaluate the lateral subquery once for
/// each row of the left side; the condition names a whole key, so each evaluation is one index
/// look-up.
enum LookUp {
    /// The one row of `health.table` that `condition` names, as an inner join: without it, the row
    /// of the left side is dropped.
    ///
    /// - Parameters:
    ///   - name: the alias of the rows; nil: the name of the table.
    ///   - condition: all columns of a unique index, each compared with a constant or a column of
    ///     the left side.
    static func one(
        _ table: String, as name: String? = nil, _ columns: String = "*", where condition: String
    ) -> String {
        "join lateral (\(rows(table, columns, condition))) \(name ?? table) on true"
    }

    /// As `one`, with nulls if there is no such row.
    static func any(
        _ table: String, as name: String? = nil, _ columns: String = "*", where condition: String
    ) -> String {
        "left join lateral (\(rows(table, columns, condition))) \(name ?? table) on true"
    }

    private static func rows(_ table: String, _ columns: String, _ condition: String) -> String {
        "select \(columns) from health.\(table) where \(condition) offset 0"
    }
}
