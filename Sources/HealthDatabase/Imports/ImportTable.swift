import Foundation
import HealthCore
import Postgres

/// The table of a running import, with the rows that are merged when the whole file is read.
///
/// The table outlives the program, so that an import that resumes does not read the same records
/// again. Its columns are `person_id`, those of `health.staged_record`, and `occurrence`, which
/// `ImportMerge.numberOccurrences` sets.
struct ImportTable: Hashable {
    let person: Person
    let id: Int32

    var name: String { "health_staging.\(relation)" }
    private var relation: String { "import_\(person.id)_\(id)" }

    /// Creates the table if it does not exist, and empties it.
    ///
    /// - Throws: `PostgresError`
    func prepare(_ session: Session) throws {
        let isThere = try session.value("select to_regclass($1) is not null", name, as: Bool.self)
        if isThere { return try session.executeScript("truncate \(name)") }
        try session.executeScript(
            "create table \(name) (person_id integer not null, like health.staged_record, occurrence bigint)")
        if try Cluster.isDistributed(session) { try Cluster.distribute(personalTable: name, session) }
    }

    /// Prepares the table for the statements that merge its rows. None of its rows may have been
    /// updated in this transaction, because PostgreSQL would then not use the indices in it.
    ///
    /// - Parameter isComparing: true if rows of the store are looked up among the table's rows.
    /// - Throws: `PostgresError`
    func finish(isComparing: Bool, _ session: Session) throws {
        try session.executeScript("create index if not exists \(relation)_ordinal on \(name) (ordinal)")
        if isComparing {
            try session.executeScript("create index if not exists \(relation)_uuid on \(name) (uuid)")
        }
        try session.executeScript("analyze \(name) (person_id, ordinal, container, is_skipped, kind, uuid)")
    }

    func drop(_ session: Session) throws { try session.executeScript("drop table if exists \(name)") }

    /// Copies records into the table.
    ///
    /// - Returns: the number of rows.
    /// - Throws: `PostgresError`
    func copy(_ records: [ImportedRecord], _ session: Session) throws -> Int64 {
        var encoder = StagedRecordEncoder(writer: BinaryCopyWriter(), personID: person.id)
        for record in records { encoder.append(record) }
        return try session.copy(&encoder.writer, into: "\(name) (person_id, \(ImportTable.columns))")
    }

    /// Copies uuids of known records into the table.
    ///
    /// - Returns: the number of rows.
    /// - Throws: `PostgresError`
    func copy(known uuids: Set<UUID>, _ session: Session) throws -> Int64 {
        try session.copy(uuids, into: "\(name) (person_id, is_skipped, kind, uuid)") { uuid, writer in
            writer.beginRow(4)
            writer.int32(person.id)
            writer.bool(true)
            writer.int16(StagedKind.known.rawValue)
            writer.uuid(uuid)
        }
    }

    private static let columns =
        """
        ordinal, container, is_skipped, kind, uuid, sample_type, source_revision, device, start_time, end_time, quantity, \
        sent_quantity, sent_unit, category_value, sent_text, duration, total_energy_burned, total_distance, metadata, \
        parts, file, minimum, maximum\(SampleMembers.all.list(\.column))
        """
}
