import Foundation
import HealthCore
import Postgres

/// An import as the store remembers it.
public struct StoredImport: Sendable, Hashable {
    public enum State: String, Sendable {
        /// Its file is being uploaded.
        case receiving
        /// It waits for its turn.
        case queued
        /// Also of one whose program was killed: the same command goes on.
        case running
        case finished
        case failed
        case cancelled

        /// Whether nothing more will become of it.
        public var isEnd: Bool {
            switch self {
            case .receiving, .queued, .running: false
            case .finished, .failed, .cancelled: true
            }
        }
    }

    /// Counts the person's imports from 1.
    public var id: Int32
    public var state: State
    public var fileName: String
    public var fileBytes: Int64
    public var bytesRead: Int64
    public var startedAt: Instant
    public var updatedAt: Instant
    /// Nil while it runs.
    public var finishedAt: Instant?
    /// Its counts add up once it is finished; until then `received`, `refused` and what is `stored` at once grow.
    public var report: ImportWriter.Report
    public var repaired: Int64
    /// Why it failed.
    public var error: String?
    /// A stable name of that; nil where nobody gave one.
    public var errorCode: String?
    /// Whether somebody wants it to end that runs.
    public var isCancelRequested: Bool
    /// Nil for an import of the command line.
    public var upload: Upload?

    /// What is known of an import that came over HTTP.
    public struct Upload: Sendable, Hashable {
        /// Name of the file in the service's folder, while it is needed.
        public var spoolName: UUID
        /// How much of the file is on the disk for good.
        public var receivedBytes: Int64
        /// Of the whole file; nil while nobody knows.
        public var expectedBytes: Int64?
        /// Digest of the whole file, where the client announced it.
        public var sha256: [UInt8]?
    }
}

/// What is known of a person's imports.
public struct ImportStore {
    private let person: Person
    private let session: Session

    public init(person: Person, session: Session) {
        self.person = person
        self.session = session
    }

    /// The newest first.
    ///
    /// - Parameter before: only those before this one.
    public func list(before: Int32? = nil, limit: Int = 100) throws -> [StoredImport] {
        try session.execute(
            "\(ImportStore.query) and import_id < $2 order by import_id desc limit $3",
            [.int32(person.id), .int32(before ?? .max), .int64(Int64(limit))]
        ).map(ImportStore.stored)
    }

    /// Nil if the person has no such import.
    public func find(_ id: Int32) throws -> StoredImport? {
        try session.execute("\(ImportStore.query) and import_id = $2", [.int32(person.id), .int32(id)]).first
            .map(ImportStore.stored)
    }

    /// Wants an import to end: one that does not run ends at once, one that does when whoever runs it sees that.
    ///
    /// - Returns: the import afterwards; nil if the person has no such import.
    public func cancel(_ id: Int32) throws -> StoredImport? {
        _ = try session.execute(
            """
            update health.import set cancel_requested = true, updated_at = now(),
                state = case when state = 'running' then state else 'cancelled' end,
                error = case when state = 'running' then error else 'it was cancelled' end,
                finished_at = case when state = 'running' then finished_at else now() end
            where person_id = $1 and import_id = $2 and state in ('receiving', 'queued', 'running')
            """,
            [.int32(person.id), .int32(id)])
        return try find(id)
    }

    /// The first refusals of an import, in the order of the file.
    ///
    /// - Parameter after: only those behind so many.
    public func refusals(of id: Int32, after: Int64 = 0, limit: Int = 100) throws -> [ImportRefusal] {
        try session.execute(
            """
            select file_path, line, element, code, field, message from health.import_refusal
            where person_id = $1 and import_id = $2 and ordinal >= $4
            order by ordinal limit $3
            """,
            [.int32(person.id), .int32(id), .int64(Int64(limit)), .int64(after)]
        ).map { row in
            var row = row
            let (path, line, element) = (try row.text(), try row.optionalInt32(), try row.text())
            let name = try row.text()
            guard let code = Refusal.Code(rawValue: name) else {
                throw HealthDatabaseError(.databaseTooNew, "a newer program has refused a record as \"\(name)\"")
            }
            let refusal = Refusal(code, field: try row.optionalText() ?? "", try row.text())
            return ImportRefusal(refusal, path: path, line: line.map(Int.init), element: element)
        }
    }

    /// What became of a finished import's records, per type and source, in the order of their names.
    public func counts(of id: Int32) throws -> [ImportCount] {
        try session.execute(
            """
            select item, source, read, stored, recognised, repeated_inside, deleted_before, refused
            from health.import_count where person_id = $1 and import_id = $2 order by item, source
            """,
            [.int32(person.id), .int32(id)]
        ).map { row in
            ImportCount(
                item: try row.text(0), source: try row.text(1), read: try row.int64(2), stored: try row.int64(3),
                recognised: try row.int64(4), repeatedInside: try row.int64(5), deletedBefore: try row.int64(6),
                refused: try row.int64(7))
        }
    }

    static let query = """
        select import_id, state, file_name, file_bytes, bytes_read, started_at, updated_at, finished_at, records_read, stored,
            already_known, recognised, repeated_inside, deleted_before, refused, repaired, error, error_code,
            cancel_requested, spool_name, received_bytes, expected_bytes, sha256, completed
        from health.import left join health.import_upload using (person_id, import_id) where person_id = $1
        """

    static func stored(_ row: Row) throws -> StoredImport {
        StoredImport(
            id: try row.int32(0), state: StoredImport.State(rawValue: try row.text(1)) ?? .failed,
            fileName: try row.text(2), fileBytes: try row.int64(3), bytesRead: try row.int64(4),
            startedAt: Instant(microseconds: try row.timestamptz(5)),
            updatedAt: Instant(microseconds: try row.timestamptz(6)),
            finishedAt: try row.optionalTimestamptz(7).map(Instant.init(microseconds:)),
            report: ImportWriter.Report(
                received: try row.int64(8) - row.int64(14), stored: try row.int64(9), alreadyKnown: try row.int64(10),
                recognised: try row.int64(11), completed: try row.int64(23), repeatedInside: try row.int64(12),
                deletedBefore: try row.int64(13), refused: try row.int64(14)),
            repaired: try row.int64(15), error: try row.optionalText(16), errorCode: try row.optionalText(17),
            isCancelRequested: try row.bool(18),
            upload: try row.optionalUUID(19).map { spoolName in
                StoredImport.Upload(
                    spoolName: spoolName, receivedBytes: try row.int64(20), expectedBytes: try row.optionalInt64(21),
                    sha256: try row.optionalBytea(22))
            })
    }
}
