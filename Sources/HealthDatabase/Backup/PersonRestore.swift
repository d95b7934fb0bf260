import Foundation
import HealthCore
import Postgres

/// Restores a person from the lines that `PersonExport` wrote, in one transaction.
///
/// Rows are restored as they were, without comparison, so the person must have no data. The
/// transaction holds the person's lock until its end.
public final class PersonRestore {
    private let person: Person
    private let session: Session
    /// The lines of the next statement, all of one kind.
    private var chunk: [[UInt8]] = []
    private var chunkBytes = 0
    private var chunkKind: BackupRecord?
    /// The number of the current line, from 1.
    private var lineNumber: Int64 = 0
    private var basePosition: Int64 = 0
    private var report = Report()
    private var hasSummary = false
    private var rows: BackupRows

    /// The most lines of one statement, and the bytes of lines after which it gets no more lines.
    static let chunkLines = 4_000
    static let chunkBytesMax = 4 << 20
    /// The most bytes of a line. A route of a day has some megabytes.
    public static let lineBytesMax = 128 << 20

    public struct Report: Sendable, Hashable {
        /// Lines of each kind, without header and summary.
        public var counts: [BackupRecord: Int64] = [:]
        /// Whether the person now has the uuid of the exported person. Only then do records that
        /// are imported later get the same uuids as in the original store.
        public var hasSameUUID = false
        /// The error that ended the restore, if the part before it was kept.
        public var damage: HealthDatabaseError?
    }

    public init(person: Person, session: Session) {
        self.person = person
        self.session = session
        rows = BackupRows(person: person, session: session)
    }

    /// Restores the lines that `next` returns, without line feeds, until it returns nil.
    ///
    /// - Parameter keepsPart: whether to store a damaged or truncated file up to the first line
    ///   that cannot be read.
    /// - Throws: what `next` throws, `PostgresError`, or `HealthDatabaseError` (`malformedBackup`,
    ///   `truncatedBackup`, `backupTooNew`, `personNotEmpty`, `unknownPerson`). Nothing is stored
    ///   then.
    public func restore(keepsPart: Bool = false, from next: () throws -> [UInt8]?) throws -> Report {
        try session.transaction {
            basePosition = try ChangeCounter.lock(person, session)
            rows.basePosition = basePosition
            try checkIsEmpty()
            guard let header = try next() else { throw malformed("the file is empty") }
            lineNumber = 1
            try readHeader(header)
            try session.executeScript(BackupRows.temporaryTable)
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

    /// Updates the planner's statistics. Must not run in a transaction.
    ///
    /// - Throws: `PostgresError`
    public func vacuum() throws {
        try PlannerStatistics.vacuum(session)
    }

    private func checkIsEmpty() throws {
        for table in BackupRecord.allCases.filter(\.isPersonal).flatMap(\.tables) {
            let hasRows = try session.execute(
                "select exists (select from health.\(table) where person_id = $1)", [.int32(person.id)])
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
            let row = try session.execute(
                """
                select coalesce((header ->> 'format')::integer, 0), (header -> 'person' ->> 'uuid')::uuid
                from (select $1::json -> 'healthstore' as header) line
                """, [.text(String(decoding: line, as: UTF8.self))])[0]
            return (try row.int32(0), try row.optionalUUID(1))
        }
        guard let uuid, format > 0 else { throw malformed("the first line is no header of an export") }
        guard format <= BackupRecord.format else {
            throw HealthDatabaseError(
                .backupTooNew, "the file has format \(format), and this program reads up to \(BackupRecord.format)",
                hint: "install the program that wrote it, or a newer one")
        }
        // The person has no samples, so no uuid was made in the name space of the old uuid.
        report.hasSameUUID =
            try session.execute(
                """
                update health.person set uuid = $2
                where person_id = $1 and not exists (select from health.person other where uuid = $2 and person_id <> $1)
                """,
                [.int32(person.id), .uuid(uuid)]
            ).affectedRows == 1
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
        if kind != chunkKind { try flush() }
        chunkKind = kind
        chunk.append(line)
        chunkBytes += line.count
        if chunk.count >= PersonRestore.chunkLines || chunkBytes >= PersonRestore.chunkBytesMax {
            try flush(lastLine: lineNumber)
        }
    }

    /// Stores the gathered lines.
    ///
    /// - Parameter lastLine: the number of the last of them; nil: the line before the current one.
    private func flush(lastLine: Int64? = nil) throws {
        guard let kind = chunkKind, !chunk.isEmpty else { return }
        let lines = chunk
        chunk = []
        chunkBytes = 0
        let firstLine = (lastLine ?? lineNumber - 1) - Int64(lines.count) + 1
        try rows.store(lines[...], of: kind, firstLine: firstLine) { report.counts[kind, default: 0] += $0 }
    }

    private func readSummary(_ line: [UInt8]) throws {
        let expected = try rows.reading(line: lineNumber) {
            try session.execute(
                "select key, value::bigint from json_each_text($1::json -> 'summary')",
                [.text(String(decoding: line, as: UTF8.self))]
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

    /// Stores what follows from the rows, and the end of the change feed. The person had no samples
    /// before, so one mark for each type covers everything.
    private func finish() throws {
        _ = try session.execute(
            """
            insert into health.source_kind (person_id, source_id, was_user_entered, source_class, label)
            select $1, source_id, was_user_entered, source_class, \(SourceRegistry.label)
            from health.source where person_id = $1
            """, [.int32(person.id)])
        _ = try session.execute(
            """
            insert into health.source_type (person_id, source_id, sample_type_id)
            select distinct $1::integer, source_revision.source_id, revised.sample_type_id
            from (
                select distinct source_revision_id, sample_type_id from health.sample where person_id = $1
            ) revised
            join health.source_revision
                on source_revision.person_id = $1
                and source_revision.source_revision_id = revised.source_revision_id
            """, [.int32(person.id)])
        _ = try session.execute(
            """
            insert into health.device_type (person_id, device_id, sample_type_id)
            select distinct $1::integer, device_id, sample_type_id
            from health.sample where person_id = $1 and device_id is not null
            """, [.int32(person.id)])
        _ = try session.execute(
            """
            with restored as (
                select sample_type_id, max(end_time - start_time) as longest_duration,
                    bool_or(\(SlotMarkTable.isQuantity)) as is_quantity, min(start_time) as from_time,
                    \(SlotMarkTable.end(isSeries: "sample.quantity is null")) as to_time
                from health.sample where person_id = $1
                group by sample_type_id
            ), marked as (
                insert into \(SlotMarkTable.target)
                select $1, sample_type_id, from_time, to_time from restored where is_quantity
            )
            insert into health.sample_extent (person_id, sample_type_id, longest_duration)
            select $1, sample_type_id, longest_duration from restored
            """, [.int32(person.id)])
        _ = try session.execute(
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
            )
            insert into health.person_unit (person_id, unit_id)
            select distinct $1::integer, sent_unit_id from health.sample where person_id = $1 and sent_unit_id is not null
            """, [.int32(person.id)])
        try SharedNames.markUnits(session)
        _ = try session.execute(
            """
            update health.change_counter set feed_uuid = gen_random_uuid(), imported_until = (
                select max(start_time) from health.sample where person_id = $1 and is_imported)
            where person_id = $1
            """, [.int32(person.id)])
        try ChangeCounter.set(basePosition + lineNumber, of: person, session)
    }
}
