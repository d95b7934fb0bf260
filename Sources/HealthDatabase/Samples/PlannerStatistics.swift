import Postgres

/// What PostgreSQL's planner knows of the tables that writers of samples fill.
///
/// Autovacuum tells it of what changed, once in a while, and in a large table only after a tenth of it has changed. Until then times and
/// sizes are those of before. Plans do not depend on it for whose rows are asked for: sql/migrations/0019_plans.sql says why.
///
/// https://www.postgresql.org/docs/15/sql-analyze.html
public enum PlannerStatistics {
    /// All tables that imports, batches, restores and slots fill.
    static let tables =
        ["sample"] + SideTable.allCases.map(\.rawValue) + [
            "source_priority", "preferred_unit", "time_zone_report", "client_anchor", "client_session", "sample_extent",
            "sample_sync", "deleted_sample", "recognised_record", "export_element", "source", "source_revision",
            "device",
            "person_sample_type", "person_unit", "import_count", "import_refusal", "slot_mark", "hour_slot", "day_slot",
        ]
    /// A table is looked at again once it has this many times the pages that it had when it was last analysed, and `pagesMin` more.
    static let growthMin: Int64 = 2
    /// Pages of 8 KiB. A first batch of 10,000 samples takes more; what is smaller is read whole as fast as by an index. 100.
    static let pagesMin: Int64 = 100

    /// Analyses the tables that have grown since they were last analysed, those that somebody else works on excepted. Takes up to a
    /// second for a large one, in which its rows can be read and written. Not in a transaction: it would hold its locks.
    ///
    /// - Returns: their names.
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

    /// Analyses all of the tables, and tells the visibility map about them, so that reads are fast from the start. Not in a transaction.
    static func vacuum(_ session: Session) throws {
        let names = tables.map { "health." + $0 }.joined(separator: ", ")
        try session.executeScript("vacuum (analyze, skip_locked) \(names)")
    }
}
