/// Joins that find rows one by one.
///
/// PostgreSQL may read a whole table to join it with a few rows, or read all rows of a person for each of them: it decides by what it
/// knows of the tables, which may be nothing, or old. OFFSET 0 leaves it no choice but to find the row that the condition asks for, for
/// each row of what comes before: by the index, as the condition names a whole key.
enum LookUp {
    /// The one row of `health.table` that `condition` names, or none, in which case there is no row of what comes before either.
    ///
    /// - Parameters:
    ///   - name: of the rows; nil for the table's.
    ///   - condition: all columns of a unique index, each compared with a constant or a column of what comes before.
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
