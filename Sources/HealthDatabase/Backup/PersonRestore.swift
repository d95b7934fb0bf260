import Foundation
import HealthCore
import Postgres

/// Restores a person from the lines that `PersonExport` wrote, in one transaction.
///
/// Rows are restored unchanged and are not compared with stored rows, so the person must have no
/// data. The transaction holds the person's lock until its end.
public final class PersonRestore {
    private let person: Person
    private let session: Session
    /// The list of erased people beside the database.
    private let list: ErasedList?
    private let restoresErased: Bool
    /// The person whom this restore removed from the list.
    private var takenOff: UUID?
    /// The lines that the next statement stores.
    private var chunk = BackupChunk()
    /// The number of the current line, from 1.
    private var lineNumber: Int64 = 0
    private var basePosition: Int64 = 0
    private var report = Report()
    private var hasSummary = false
    private var rows: BackupRows

    /// The maximum number of bytes of a line. The route of a whole day has some megabytes.
    public static let lineBytesMax = 128 << 20

    public struct Report: Sendable, Hashable {
        /// Lines of each kind, without header and summary.
        public var counts: [BackupRecord: Int64] = [:]
        /// True if the person now has the uuid of the exported person. If it is false, records that
        /// are imported later get other uuids than in the original store.
        public var hasSameUUID = false
        /// The error that ended the restore, if the part before it was kept.
        public var damage: HealthDatabaseError?
    }

    /// - Parameters:
    ///   - list: the list of erased people; nil if the store has none.
    ///   - restoresErased: true to restore a person who was erased, and to remove the person from
    ///     the list.
    public init(person: Person, list: ErasedList? = nil, restoresErased: Bool = false, session: Session) {
        self.person = person
        self.session = session
        self.list = list
        self.restoresErased = restoresErased
        rows = BackupRows(person: person, session: session)
    }

    /// Restores the lines that `next` returns, without line feeds, until it returns nil.
    ///
    /// - Parameter keepsPart: true to keep the lines before the first line that cannot be read, if
    ///   the file is damaged or truncated.
    /// - Throws: what `next` throws, `PostgresError`, or `HealthDatabaseError` (`malformedBackup`,
    ///   `truncatedBackup`, `backupTooNew`, `personNotEmpty`, `personErased`, `unknownPerson`).
    ///   Then nothing is stored.
    public func restore(keepsPart: Bool = false, from next: () throws -> [UInt8]?) throws -> Report {
        do { return try restoreWhole(keepsPart, next) } catch {
            if let takenOff { try list?.addErased(takenOff) }
            throw error
        }
    }

    private func restoreWhole(_ keepsPart: Bool, _ next: () throws -> [UInt8]?) throws -> Report {
        try session.transaction {
            basePosition = try ChangeCounter.lock(person, session)
            rows.basePosition = basePosition
            try checkIsEmpty()
            guard let header = try next() else { throw malformed("the file is empty") }
            lineNumber = 1
            try readHeader(header)
            do {
                try readLines(next)
            } catch let error as HealthDatabaseError where keepsPart {
                // Stores the lines before the damage.
                try? flush()
                report.damage = error
            }
            try finish()
            return report
        }
    }

    private func readLines(_ next: () throws -> [UInt8]?) throws {
        while let line = try next() {
            lineNumber += 1
            try take(line)
        }
        guard hasSummary else {
            try flush(lastLine: lineNumber)
            throw HealthDatabaseError(
                .truncatedBackup, "the file ends behind line \(lineNumber), before its last line",
                hint: "--keep-part restores what is there")
        }
    }

    /// Updates `PlannerStatistics`. Must not run in a transaction.
    ///
    /// - Throws: `PostgresError`
    public func updateStatistics() throws {
        try PlannerStatistics.update(session)
    }

    private func checkIsEmpty() throws {
        // A reader can choose preferences before the person has data. The preferences of the file
        // replace them.
        let records = BackupRecord.allCases.filter { $0.isPersonal && $0 != .readerPreference }
        for table in records.flatMap(\.tables) {
            let hasRows = try session.run("select exists (select 1 from health.\(table) where person_id = $1)", person)
            guard try !hasRows[0].bool(0) else {
                throw HealthDatabaseError(
                    .personNotEmpty, "\(person.name) has data already, and a person is only restored whole",
                    hint: "healthstore person add NAME adds one to restore into")
            }
        }
    }

    // MARK: Lines

    private func readHeader(_ line: [UInt8]) throws {
        guard BackupLine.member(of: line) == "healthstore" else {
            throw malformed("the first line does not say that it is an export of healthstore")
        }
        let (format, uuid) = try rows.reading(line: 1) {
            let row = try session.run(
                """
                select coalesce((header ->> 'format')::integer, 0), (header -> 'person' ->> 'uuid')::uuid
                from (select $1::json -> 'healthstore' as header) line
                """, String(decoding: line, as: UTF8.self))[0]
            return (try row.int32(0), try row.optionalUUID(1))
        }
        guard let uuid, format > 0 else { throw malformed("the first line is no header of an export") }
        guard format <= BackupRecord.format else {
            throw HealthDatabaseError(
                .backupTooNew, "the file has format \(format), and this program reads up to \(BackupRecord.format)",
                hint: "install the program that wrote it, or a newer one")
        }
        try checkErased(uuid)
        // The person has no samples, so no stored uuid was made from the old uuid of the person.
        report.hasSameUUID =
            try session.affectedRows(
                """
                update health.person set uuid = $2
                where person_id = $1 and not exists (select 1 from health.person other where uuid = $2 and person_id <> $1)
                """, person, uuid) == 1
    }

    /// Refuses a person who was erased. If `restoresErased` is true, removes the person from the
    /// list instead.
    private func checkErased(_ uuid: UUID) throws {
        let erased = try session.run("select 1 from health.erased_person where uuid = $1", uuid)
        guard erased.rowCount > 0 else { return }
        guard restoresErased else {
            throw HealthDatabaseError(
                .personErased, "the exported person was erased from this store",
                hint: "use --restore-erased to restore the person")
        }
        // The file is changed before the table. If only the table were changed, `reconcile` would
        // erase the person again.
        try list?.addRestored(uuid)
        takenOff = uuid
        try session.run("delete from health.erased_person where uuid = $1", uuid)
    }

    private func take(_ line: [UInt8]) throws {
        guard !hasSummary else { throw malformed("line \(lineNumber) comes behind the last") }
        guard let name = BackupLine.member(of: line) else {
            throw malformed("line \(lineNumber) is no line of an export")
        }
        if name == "summary" {
            try flush()
            return try readSummary(line)
        }
        guard let kind = BackupRecord(rawValue: name) else {
            throw malformed("line \(lineNumber) is of an unknown kind")
        }
        if !chunk.takes(name) { try flush() }
        chunk.append(line, of: kind.lineKind)
        if chunk.isFull { try flush(lastLine: lineNumber) }
    }

    /// Stores the gathered lines.
    ///
    /// - Parameter lastLine: the number of the last gathered line; nil for the line before the
    ///   current line.
    private func flush(lastLine: Int64? = nil) throws {
        try chunk.flush(into: rows, lastLine: lastLine ?? lineNumber - 1, counting: &report.counts)
    }

    private func readSummary(_ line: [UInt8]) throws {
        let expected = try rows.reading(line: lineNumber) {
            try session.run(
                "select key, value::bigint from json_each_text($1::json -> 'summary')",
                String(decoding: line, as: UTF8.self)
            ).map { (try $0.text(0), try $0.int64(1)) }
        }
        let counts = Dictionary(expected) { $1 }
        for kind in BackupRecord.allCases {
            let (found, stated) = (report.counts[kind] ?? 0, counts[kind.rawValue] ?? 0)
            guard found == stated else {
                throw malformed("there are \(found) lines of kind \(kind.rawValue), and the last line says \(stated)")
            }
        }
        hasSummary = true
    }

    private func malformed(_ message: String) -> HealthDatabaseError {
        HealthDatabaseError(.malformedBackup, message)
    }

    // MARK: End

    /// Stores the rows that follow from the restored rows, and the end of the change feed. All
    /// figures are stale.
    private func finish() throws {
        var sources = SourceRegistry(person: person, session: session, isBounded: false)
        try sources.rankAll()
        try session.run(
            """
            insert into health.source_type (person_id, source_id, sample_type_id)
            select distinct $1::integer, source_revision.source_id, revised.sample_type_id
            from (
                select distinct source_revision_id, sample_type_id from health.sample where person_id = $1
            ) revised
            join health.source_revision
                on source_revision.person_id = $1
                and source_revision.source_revision_id = revised.source_revision_id
            """, person)
        try session.run(
            """
            insert into health.device_type (person_id, device_id, sample_type_id)
            select distinct $1::integer, device_id, sample_type_id
            from health.sample where person_id = $1 and device_id is not null
            """, person)
        try session.run(
            """
            insert into health.sample_extent (person_id, sample_type_id, longest_duration)
            select $1, sample_type_id, max(end_time - start_time)
            from health.sample where person_id = $1
            group by sample_type_id
            """, person)
        try MarkTable.addForAllTypes(of: person, session)
        try DayClock.update(person, session)
        try session.run(
            """
            with typed as (
                insert into health.person_sample_type (person_id, sample_type_id)
                select $1, sample_type_id
                from (
                    select sample_type_id from health.sample_extent where person_id = $1
                    union
                    select sample_type_id from health.deleted_sample where person_id = $1
                ) named
                join health.sample_type using (sample_type_id)
                where not in_catalogue
            ), noted as (
                insert into health.unit_type (person_id, unit_id, sample_type_id)
                select distinct $1::integer, sent_unit_id, sample_type_id
                from health.sample where person_id = $1 and sent_unit_id is not null
                returning unit_id
            )
            insert into health.person_unit (person_id, unit_id)
            select distinct $1::integer, unit_id from noted
            """, person)
        try SharedNames.markUnits(session)
        try session.run(
            """
            update health.change_counter set feed_uuid = $2, imported_until = (
                select max(start_time) from health.sample where person_id = $1 and import_id is not null)
            where person_id = $1
            """, person, UUID())
        try ChangeCounter.set(basePosition + lineNumber, of: person, session)
    }
}
