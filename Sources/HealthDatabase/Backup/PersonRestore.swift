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
    /// The lines that the next statement stores. All are of `kind`.
    private var lines: [[UInt8]] = []
    private var kind = BackupRecord.type
    private var byteCount = 0
    /// The number of the current line, from 1.
    private var lineNumber: Int64 = 0
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
            rows.basePosition = try ChangeCounter.lock(person, session)
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

    /// Refreshes `PlannerStatistics`. Must not run in a transaction.
    ///
    /// - Throws: `PostgresError`
    public func updateStatistics() throws {
        try PlannerStatistics.refresh(session)
    }

    private func checkIsEmpty() throws {
        // A reader can choose preferences before the person has data. The preferences of the file
        // replace them.
        let records = BackupRecord.allCases.filter { $0.isPersonal && $0 != .readerPreference }
        for table in records.flatMap(\.tables) {
            let hasRows = "select exists (select 1 from health.\(table) where person_id = $1)"
            guard try !session.value(hasRows, person, as: Bool.self) else {
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
            try session.all(
                """
                select coalesce((header ->> 'format')::integer, 0), (header -> 'person' ->> 'uuid')::uuid
                from (select $1::json -> 'healthstore' as header) line
                """, String(decoding: line, as: UTF8.self), as: { (format: Int32, uuid: UUID?) in (format, uuid) })[0]
        }
        guard let uuid, format > 0 else { throw malformed("the first line is no header of an export") }
        guard format <= BackupRecord.format else {
            throw HealthDatabaseError(
                .backupTooNew, "the file has format \(format), and this program reads up to \(BackupRecord.format)",
                hint: "install the program that wrote it, or a newer one")
        }
        rows.hasUnits = format >= BackupRecord.formatOfUnits
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
        let isErased = "select exists (select 1 from health.erased_person where uuid = $1)"
        guard try session.value(isErased, uuid, as: Bool.self) else { return }
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
        if kind != self.kind { try flush() }
        self.kind = kind
        lines.append(line)
        byteCount += line.count
        let isFull = lines.count >= PersonRestore.chunkLines || byteCount >= PersonRestore.chunkBytes
        if isFull { try flush(lastLine: lineNumber) }
    }

    /// The maximum number of lines that one statement stores. It also gets no more lines once they
    /// have `chunkBytes` bytes.
    private static let chunkLines = 4_000
    private static let chunkBytes = 4 << 20

    /// Stores the gathered lines.
    ///
    /// - Parameter lastLine: the number of the last gathered line; nil for the line before the
    ///   current line.
    private func flush(lastLine: Int64? = nil) throws {
        guard !lines.isEmpty else { return }
        let taken = lines
        lines = []
        byteCount = 0
        let firstLine = (lastLine ?? lineNumber - 1) - Int64(taken.count) + 1
        try rows.store(taken[...], of: kind, firstLine: firstLine) { report.counts[kind, default: 0] += $0 }
    }

    private func readSummary(_ line: [UInt8]) throws {
        let counts: [String: Int64] = try rows.reading(line: lineNumber) {
            try session.dictionary(
                "select key, value::bigint from json_each_text($1::json -> 'summary')",
                String(decoding: line, as: UTF8.self))
        }
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
        try SharedNames.markUnits(session)
        try SampleExtent.restore(of: person, session)
        try MarkTable.addForAllTypes(of: person, session)
        try DayClock.update(person, session)
        try session.run(
            """
            insert into health.person_sample_type (person_id, sample_type_id)
            select $1, sample_type_id
            from (
                select sample_type_id from health.sample_extent where person_id = $1
                union
                select sample_type_id from health.deleted_sample where person_id = $1
            ) named
            join health.sample_type using (sample_type_id)
            where not in_catalogue
            """, person)
        if !rows.hasUnits {
            try session.run(
                """
                insert into health.person_unit (person_id, unit_id)
                select distinct $1::integer, sent_unit_id
                from health.sample where person_id = $1 and sent_unit_id is not null
                """, person)
        }
        try session.run(
            """
            update health.change_counter set feed_uuid = $2, imported_until = (
                select max(start_time) from health.sample where person_id = $1 and import_id is not null)
            where person_id = $1
            """, person, UUID())
        try ChangeCounter.set(rows.basePosition + lineNumber, of: person, session)
    }
}
