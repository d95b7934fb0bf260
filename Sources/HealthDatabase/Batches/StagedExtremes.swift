import HealthCore
import Postgres

/// The temporary table with the extremes of those staged samples of a batch that are aggregates. Imports have none.
///
/// It exists only in sessions that have seen a batch with extremes, and forgets its rows when the transaction ends.
enum StagedExtremes {
    static let table = "pg_temp.staged_extreme"

    /// Copies `extremes`, by the ordinals of their samples, into the table.
    static func stage(_ extremes: [Int64: SampleExtremes], _ session: Session) throws {
        try prepare(session)
        var rows = BinaryCopyWriter()
        for (ordinal, extremes) in extremes.sorted(by: { $0.key < $1.key }) {
            for (extreme, value) in extremes.elements {
                rows.beginRow(3)
                rows.int64(ordinal)
                rows.int32(extreme.rawValue)
                rows.double(value)
            }
        }
        rows.trailer()
        var bytes: [UInt8]? = rows.take()
        _ = try session.copyIn("copy \(table) from stdin (format binary)") {
            defer { bytes = nil }
            return bytes
        }
    }

    private static func prepare(_ session: Session) throws {
        let existing = try session.execute("select to_regclass($1) is not null", [.text(table)])
        if try existing[0].bool(0) { return try session.executeScript("delete from \(table)") }
        try session.executeScript(
            """
            create temporary table \(table) (
                sample_ordinal bigint not null,
                ordinal integer not null,
                quantity double precision not null
            ) on commit delete rows
            """)
    }

    /// The extremes of `staged` as an array that equals `stored` where nothing has changed.
    static let staged = """
        (
            select array_agg(extreme.quantity order by extreme.ordinal) from \(table) extreme
            where extreme.sample_ordinal = staged.ordinal
        )
        """

    /// The same of the stored sample `known`. Whether the sample has an average, its quantity says.
    static let stored = """
        (
            select array_agg(extreme.quantity order by extreme.ordinal) from health.aggregate_extreme extreme
            where extreme.person_id = staged.person_id and extreme.uuid = known.uuid
        )
        """
}

extension SampleMerge {
    /// Inserts the extremes of the staged samples that `condition` selects.
    func insertExtremes(where condition: String, _ parameters: [Parameter], _ onConflict: String, _ session: Session)
        throws
    {
        _ = try session.execute(
            """
            insert into health.aggregate_extreme (
                person_id, sample_type_id, uuid, ordinal, start_time, end_time, quantity, source_revision_id)
            select $1, ($2::integer[])[staged.sample_type + 1], staged.uuid, extreme.ordinal, staged.start_time,
                staged.end_time, extreme.quantity, ($3::integer[])[staged.source_revision + 1]
            from \(table.name) staged
            join \(StagedExtremes.table) extreme on extreme.sample_ordinal = staged.ordinal
            where not staged.is_skipped and (\(condition))
            \(onConflict)
            """,
            parameters)
    }
}

/// Extremes of stored samples.
enum StoredExtremes {
    /// Deletes them. Samples that have none, which nearly all are, cost one look into a small index each.
    ///
    /// - Parameter rows: a FROM item `named` with the columns person_id and uuid, all of one person.
    static func delete(of rows: String, _ parameters: [Parameter], _ session: Session) throws {
        _ = try session.execute(
            """
            delete from health.aggregate_extreme using \(rows)
            where aggregate_extreme.person_id = named.person_id and aggregate_extreme.uuid = named.uuid
            """,
            parameters)
    }
}
