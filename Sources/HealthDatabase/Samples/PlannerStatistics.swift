import Postgres

/// The planner's statistics of the tables that writers of samples fill.
///
/// Autovacuum updates them from time to time, and of a large table only after a tenth of it has
/// changed. Until then they describe older times and sizes. Plans do not depend on them for the
/// person: sql/migrations/0019_plans.sql.
///
/// https://www.postgresql.org/docs/15/sql-analyze.html
public enum PlannerStatistics {
    /// The tables that imports, batches, restores and slots fill.
    static let tables =
        ["sample"] + SideTable.allCases.map(\.rawValue) + [
            "source_priority", "preferred_unit", "time_zone_report", "client_anchor", "client_session", "sample_extent",
            "sample_sync", "deleted_sample", "recognised_record", "export_element", "source", "source_revision",
            "device",
            "person_sample_type", "person_unit", "import_count", "import_refusal", "slot_mark", "hour_slot", "day_slot",
            "source_type", "source_kind", "device_type",
        ]
    /// A table is analysed again once it has this many times the pages of its last analysis, plus
    /// `pagesMin`.
    static let growthMin: Int64 = 2
    /// 100 pages of 8 KiB. A first batch of 10,000 samples takes more. A smaller table is read
    /// whole as fast as by an index.
    static let pagesMin: Int64 = 100

    /// Analyses the tables that have grown since their last analysis, except tables that another
    /// session locks. A large table takes up to a second, in which its rows can be read and
    /// written. Must not run in a transaction, which would keep the locks.
    ///
    /// - Returns: the names of these tables.
    /// - Throws: `PostgresError`
    @discardableResult
    public static func refresh(_ session: Session) throws -> [String] {
        let grown = try session.execute(
            """
            select relname::text from pg_class
            where relnamespace = 'health'::regnamespace and relname = any($1)
                and pg_relation_size(oid) / current_setting('block_size')::bigint > $2 * relpages + $3
            order by relname
            """,
            [.textArray(tables), .int64(growthMin), .int64(pagesMin)]
        ).map { try $0.text(0) }
        for table in grown { try session.executeScript("analyze (skip_locked) health.\(table)") }
        return grown
    }

    /// Analyses all of the tables and updates their visibility maps, so that reads are fast from
    /// the start. Must not run in a transaction.
    ///
    /// - Throws: `PostgresError`
    static func vacuum(_ session: Session) throws {
        let names = tables.map { "health." + $0 }.joined(separator: ", ")
        try session.executeScript("vacuum (analyze, skip_locked) \(names)")
    }
}
