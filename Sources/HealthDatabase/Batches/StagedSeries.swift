import Digests
import HealthCore
import Postgres

/// The temporary tables with the quantities of staged series. Only batches have series.
///
/// A session creates the tables for its first batch with a series. Their rows are deleted when the
/// transaction ends.
enum StagedSeries {
    static let series = "pg_temp.staged_series"
    static let quantities = "pg_temp.staged_series_quantity"

    /// Copies the quantities of the series among `samples` into the tables.
    ///
    /// - Throws: `PostgresError`.
    static func stage(_ samples: [(ordinal: Int64, sample: Sample)], _ session: Session) throws {
        try prepare(session)
        var rows = BinaryCopyWriter()
        var parts = BinaryCopyWriter()
        for (ordinal, sample) in samples {
            guard case .series(let inside, let summary) = sample.content else { continue }
            rows.beginRow(4)
            rows.int64(ordinal)
            rows.int32(Int32(inside.parts.count))
            rows.double(summary.value)
            rows.text(hexadecimal(inside.digest))
            for (index, part) in inside.parts.enumerated() {
                parts.beginRow(6)
                parts.int64(ordinal)
                parts.int32(Int32(index))
                parts.timestamptz(part.start.microseconds)
                parts.timestamptz(part.end.microseconds)
                parts.double(part.value)
                parts.double(part.sentValue == part.value ? nil : part.sentValue)
            }
        }
        try copy(&rows, into: self.series, session)
        try copy(&parts, into: quantities, session)
    }

    private static func copy(_ writer: inout BinaryCopyWriter, into table: String, _ session: Session) throws {
        writer.trailer()
        var bytes: [UInt8]? = writer.take()
        _ = try session.copyIn("copy \(table) from stdin (format binary)") {
            defer { bytes = nil }
            return bytes
        }
    }

    private static func prepare(_ session: Session) throws {
        let existing = try session.execute("select to_regclass($1) is not null", [.text(quantities)])
        if try existing[0].bool(0) {
            return try session.executeScript("delete from \(series); delete from \(quantities)")
        }
        try session.executeScript(
            """
            create temporary table \(series) (
                ordinal bigint not null,
                count integer not null,
                quantity double precision not null,
                digest text not null
            ) on commit delete rows;
            create temporary table \(quantities) (
                ordinal bigint not null,
                part_index integer not null,
                start_time timestamptz not null,
                end_time timestamptz not null,
                quantity double precision not null,
                sent_quantity double precision
            ) on commit delete rows
            """)
    }
}

extension SampleMerge {
    /// Inserts the rows of `quantity_series` and `series_quantity` for the staged series that
    /// `condition` selects.
    func insertSeries(where condition: String, _ parameters: [Parameter], _ onConflict: String, _ session: Session)
        throws
    {
        _ = try session.execute(
            """
            insert into health.quantity_series (person_id, uuid, count, quantity, digest)
            select $1, staged.uuid, series.count, series.quantity, decode(series.digest, 'hex')
            from \(table.name) staged
            join \(StagedSeries.series) series on series.ordinal = staged.ordinal
            where not staged.is_skipped and (\(condition))
            \(onConflict)
            """,
            parameters)
        _ = try session.execute(
            """
            insert into health.series_quantity (
                person_id, sample_type_id, uuid, start_time, end_time, quantity, source_revision_id, ordinal, sent_quantity)
            select $1, ($2::integer[])[staged.sample_type + 1], staged.uuid, part.start_time, part.end_time, part.quantity,
                ($3::integer[])[staged.source_revision + 1], part.part_index, part.sent_quantity
            from \(table.name) staged
            join \(StagedSeries.quantities) part on part.ordinal = staged.ordinal
            where not staged.is_skipped and (\(condition))
            \(onConflict)
            """,
            parameters)
    }
}

/// The rows of stored series in `health.quantity_series` and `health.series_quantity`.
enum StoredSeries {
    /// Deletes the rows of samples. A sample that is not a series, as most are, costs one look-up
    /// in the small table `quantity_series`.
    ///
    /// - Parameter rows: a FROM item `named` with the columns person_id and uuid, all of `person`.
    static func delete(
        of rows: String, _ parameters: [Parameter], _ person: Person, _ session: Session
    ) throws {
        let series = try session.execute(
            """
            delete from health.quantity_series using \(rows)
            where quantity_series.person_id = named.person_id and quantity_series.uuid = named.uuid
            returning quantity_series.uuid
            """,
            parameters)
        guard series.rowCount > 0 else { return }
        _ = try session.execute(
            """
            delete from health.series_quantity
            using unnest($2, array_fill($1, array[cardinality($2)])) as named (uuid, person_id)
            where series_quantity.person_id = named.person_id and series_quantity.uuid = named.uuid
            """,
            [.int32(person.id), .uuidArray(try series.map { try $0.uuid(0) })])
    }
}

extension QuantitySeries {
    /// SHA-256 of the start, the end and the value of each quantity. Start and end are in
    /// microseconds since 1970, and the value is the bits of the number as sent. Each has 8 bytes,
    /// big endian.
    fileprivate var digest: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(parts.count * 24)
        for part in parts {
            bytes.append(bigEndian: part.start.microseconds)
            bytes.append(bigEndian: part.end.microseconds)
            bytes.append(bigEndian: part.sentValue.bitPattern)
        }
        return SHA256.hash(bytes)
    }
}

extension [UInt8] {
    mutating func append(bigEndian number: some FixedWidthInteger) {
        for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}
