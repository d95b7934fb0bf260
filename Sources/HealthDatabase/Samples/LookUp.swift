/// Joins that look up rows one by one.
///
/// With missing or old statistics, PostgreSQL may read a whole table to join it with a few rows. It
/// may also read all rows of a person for each of these rows. OFFSET 0 makes PostgreSQL evaluate
/// the lateral subquery once for each row of the left side. The condition names a whole key, so
/// each evaluation is one index look-up.
enum LookUp {
    /// An inner join with the one row of `health.table` that `condition` selects. If there is none,
    /// the row of the left side is dropped.
    ///
    /// - Parameters:
    ///   - name: the alias of the joined row; nil for the name of the table.
    ///   - condition: compares each column of a unique index with a constant or with a column of
    ///     the left side.
    static func one(
        _ table: String, as name: String? = nil, _ columns: String = "*", where condition: String
    ) -> String {
        "join lateral (\(rows(table, columns, condition))) \(name ?? table) on true"
    }

    /// The same as `one`, but with nulls if there is no such row.
    static func any(
        _ table: String, as name: String? = nil, _ columns: String = "*", where condition: String
    ) -> String {
        "left join lateral (\(rows(table, columns, condition))) \(name ?? table) on true"
    }

    private static func rows(_ table: String, _ columns: String, _ condition: String) -> String {
        "select \(columns) from health.\(table) where \(condition) offset 0"
    }
}
