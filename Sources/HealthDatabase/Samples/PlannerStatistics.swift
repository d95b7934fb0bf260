import Postgres

/// The planner's statistics of the tables that writers of samples fill.
///
/// Autovacuum analyses a large table only after a tenth of its rows have changed. Until then, the
/// statistics describe older times and an older size. No plan depends on statistics about a person;
/// see sql/tables/sample.sql.
///
/// https://www.postgresql.org/docs/15/sql-analyze.html
public enum PlannerStatistics {
    /// The tables that imports, batches, restores and refreshers fill.
    static let tables =
        ["sample"] + SideTable.allCases.map(\.rawValue) + [
            "source_priority", "preferred_unit", "reader_preference", "time_zone_report", "client_anchor", "sync_plan",
            "client_session", "sample_extent", "arrival",
            "sample_sync", "deleted_sample", "recognised_record", "export_element", "source", "source_revision",
            "device",
            "person_sample_type", "person_unit", "import_count", "import_refusal", "complete_range",
            "replaced_sample", "mark", "hour", "day", "night",
            "day_clock",
            "source_type", "source_kind", "sample_holder", "device_type", "unit_type",
        ]
    /// A table is analysed again if it has more pages than `growthMin` times the pages at its last
    /// analysis, plus `pagesMin`.
    static let growthMin: Int64 = 2
    /// 100 pages of 8 KiB. A first batch of 10,000 samples takes more pages. Reading a smaller
    /// table as a whole is as fast as using an index.
    static let pagesMin: Int64 = 100

    /// Analyses the tables of the list that have grown since their last analysis. Skips tables that
    /// another session has locked. A large table takes up to a second, during which its rows can be
    /// read and written. Must not run in a transaction, because a transaction would keep the locks.
    ///
    /// - Returns: the names of the grown tables.
    /// - Throws: `PostgresError`
    @discardableResult
    public static func refresh(_ session: Session) throws -> [String] {
        let grown = try Cluster.tables(
            of: tables,
            where: """
                pg_relation_size(oid) / current_setting('block_size')::bigint > \(growthMin) * relpages + \(pagesMin)
                """, session)
        for table in grown { try session.executeScript("analyze (skip_locked) health.\(table)") }
        return grown
    }

    /// Analyses all tables of the list. Skips tables that another session has locked. Must not run
    /// in a transaction.
    ///
    /// - Throws: `PostgresError`
    public static func update(_ session: Session) throws {
        let names = tables.map { "health." + $0 }.joined(separator: ", ")
        try session.executeScript("analyze (skip_locked) \(names)")
    }
}
