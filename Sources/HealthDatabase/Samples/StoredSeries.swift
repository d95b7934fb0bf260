import Digests
import Foundation
import HealthCore
import Postgres

/// The rows of stored series in `health.quantity_series` and `health.series_quantity`.
enum StoredSeries {
    /// A statement that inserts the series of the samples in the FROM item `staged`.
    static func insertion(from staged: String) -> String {
        """
        insert into health.quantity_series (person_id, uuid, count, quantity, digest)
        select $1, staged.uuid, series.count, series.quantity, series.digest
        from \(staged) join \(StagedBatch.series) series on series.ordinal = staged.ordinal
        """
    }

    /// A statement that inserts the quantities of these series.
    static func quantityInsertion(from staged: String) -> String {
        """
        insert into health.series_quantity (
            person_id, sample_type_id, uuid, start_time, end_time, quantity, source_revision_id, ordinal, sent_quantity)
        select $1, ($2::integer[])[staged.sample_type + 1], staged.uuid, part.start_time, part.end_time, part.quantity,
            ($3::integer[])[staged.source_revision + 1], part.part_index, part.sent_quantity
        from \(staged) join \(StagedBatch.quantities) part on part.ordinal = staged.ordinal
        """
    }

    /// Deletes the rows of samples. A sample that is not a series, as most are, costs one look-up
    /// in the small table `quantity_series`.
    ///
    /// - Throws: `PostgresError`
    static func delete(of uuids: Parameter, _ person: Person, _ session: Session) throws {
        let series = try session.all(
            "delete from health.quantity_series where person_id = $1 and uuid = any($2) returning uuid", person, uuids,
            as: UUID.self)
        guard !series.isEmpty else { return }
        try session.run("delete from health.series_quantity where person_id = $1 and uuid = any($2)", person, series)
    }
}

extension QuantitySeries {
    /// SHA-256 of the start, the end and the value of each quantity. Start and end are in
    /// microseconds since 1970, and the value is the bits of the number as sent. Each has 8 bytes,
    /// big endian.
    var digest: [UInt8] {
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
