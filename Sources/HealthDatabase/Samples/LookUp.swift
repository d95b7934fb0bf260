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
    ///   - name: the alias of the table and of the joined row; nil for the name of the table.
    ///   - columns: the columns of the joined row. If the look-up is not forced, it has all
    ///     columns.
    ///   - isForced: false if the left side may have millions of rows. PostgreSQL then decides
    ///     whether it looks them up.
    ///   - condition: compares each column of a unique index with a constant or with a column of
    ///     the left side.
    static func one(
        _ table: String, as name: String? = nil, _ columns: String = "*", isForced: Bool = true,
        where condition: String
    ) -> String {
        "join \(joined(table, name ?? table, columns, isForced, condition))"
    }

    /// The same as `one`, but with nulls if there is no such row.
    static func any(
        _ table: String, as name: String? = nil, _ columns: String = "*", isForced: Bool = true,
        where condition: String
    ) -> String {
        "left join \(joined(table, name ?? table, columns, isForced, condition))"
    }

    /// SQL that tells whether `health.table` has the row that `condition` selects, as in `one`.
    static func exists(
        _ table: String, as name: String? = nil, isForced: Bool = true, where condition: String
    ) -> String {
        "exists (select 1 from health.\(table) \(name ?? table) where \(condition)\(isForced ? " offset 0" : ""))"
    }

    private static func joined(
        _ table: String, _ name: String, _ columns: String, _ isForced: Bool, _ condition: String
    ) -> String {
        guard isForced else { return "health.\(table) \(name) on \(condition)" }
        return "lateral (select \(columns) from health.\(table) \(name) where \(condition) offset 0) \(name) on true"
    }
}
