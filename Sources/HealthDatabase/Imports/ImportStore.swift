import Foundation
import HealthCore
import Postgres

/// A row of `health.import`.
public struct StoredImport: Sendable, Hashable {
    public enum State: String, Sendable, NamedColumnValue {
        static let unknown = State.failed

        /// The file is being uploaded.
        case receiving
        /// The import waits until a service runs it.
        case queued
        /// The import runs, or its program was killed. Then the same command or the service resumes
        /// it.
        case running
        case finished
        case failed
        case cancelled
        /// The import was undone after it had finished.
        case undone

        /// True if the state is final.
        public var isEnd: Bool {
            switch self {
            case .receiving, .queued, .running: false
            case .finished, .failed, .cancelled, .undone: true
            }
        }
    }

    /// Number among the person's imports, from 1.
    public var id: Int32
    public var state: State
    public var fileName: String
    public var fileBytes: Int64
    public var bytesRead: Int64
    public var startedAt: Instant
    public var updatedAt: Instant
    /// Nil until the state is final.
    public var finishedAt: Instant?
    /// The counts of outcomes add up only when the import is finished. Until then, only `received`,
    /// `refused` and the `stored` of a first import grow.
    public var report: ImportWriter.Report
    public var repaired: Int64
    /// The reason why the import failed or was cancelled; nil for other states.
    public var error: String?
    /// The stable name of `error`; nil for failures without a name.
    public var errorCode: String?
    /// True if cancelling the import was requested.
    public var isCancelRequested: Bool
    /// Nil for an import of the command line.
    public var upload: Upload?

    /// The upload of an import that came over HTTP.
    public struct Upload: Sendable, Hashable {
        /// The name of the file in the service's folder. The file is removed when the state is
        /// final.
        public var spoolName: UUID
        /// Bytes of the file that are durable on disk.
        public var receivedBytes: Int64
        /// Bytes of the whole file; nil while unknown.
        public var expectedBytes: Int64?
        /// SHA-256 of the whole file, if the client announced it.
        public var sha256: [UInt8]?
        /// The name of the folder that has the file; nil before the first byte.
        public var folder: String?
    }
}

/// The imports of one person.
public final class ImportStore: PersonQueries {
    private let scope: ImportScope

    public init(person: Person, session: Session, scope: ImportScope = .all) {
        self.scope = scope
        super.init(person: person, session: session)
    }

    /// Returns the imports, the newest first.
    ///
    /// - Parameter before: only imports with smaller ids.
    /// - Throws: `PostgresError`.
    public func list(before: Int32? = nil, limit: Int = 100) throws -> [StoredImport] {
        try session.all(
            "\(ImportStore.query) and import_id < $2 and \(scope.condition(4)) order by import_id desc limit $3",
            person, before ?? .max, limit, scope.parameters, as: StoredImport.self)
    }

    /// Returns an import; nil if the person has none with this id.
    ///
    /// - Throws: `PostgresError`.
    public func find(_ id: Int32) throws -> StoredImport? {
        try session.first(
            "\(ImportStore.query) and import_id = $2 and \(scope.condition(3))", person, id, scope.parameters,
            as: StoredImport.self)
    }

    /// Cancels an import. A running import ends at its next checkpoint, any other import at once.
    ///
    /// - Returns: the import afterwards; nil if the person has none with this id.
    /// - Throws: `PostgresError`.
    public func cancel(_ id: Int32) throws -> StoredImport? {
        try session.run(
            """
            update health.import set cancel_requested = true, updated_at = now(),
                state = case when state = 'running' then state else 'cancelled' end,
                error = case when state = 'running' then error else 'it was cancelled' end,
                finished_at = case when state = 'running' then finished_at else clock.now end
            from (select now() as now) clock
            where import.person_id = $1 and import_id = $2 and state in ('receiving', 'queued', 'running')
                and \(scope.condition(3))
            """, person, id, scope.parameters)
        return try find(id)
    }

    /// Returns refusals of an import, in the order of the file.
    ///
    /// - Parameter after: the number of refusals to skip.
    /// - Throws: `PostgresError`, or `HealthDatabaseError` (`databaseTooNew`) for an unknown code.
    public func refusals(of id: Int32, after: Int64 = 0, limit: Int = 100) throws -> [ImportRefusal] {
        try session.all(
            """
            select file_path, line, element, code, field, message from health.import_refusal
            where person_id = $1 and import_id = $2 and ordinal >= $4
            order by ordinal limit $3
            """, person, id, limit, after
        ) { row in
            let (path, line, element) = (try row.text(), try row.optionalInt32(), try row.text())
            let name = try row.text()
            guard let code = Refusal.Code(rawValue: name) else {
                throw HealthDatabaseError(.databaseTooNew, "a newer program has refused a record as \"\(name)\"")
            }
            let refusal = Refusal(code, field: try row.optionalText() ?? "", try row.text())
            return ImportRefusal(refusal, path: path, line: line.map(Int.init), element: element)
        }
    }

    /// Returns the counts of a finished import per type and source, in the order of their names.
    ///
    /// - Throws: `PostgresError`.
    public func counts(of id: Int32) throws -> [ImportCount] {
        try session.all(
            """
            select item, source, read, stored, recognised, repeated_inside, deleted_before, refused, replaced, missing
            from health.import_count where person_id = $1 and import_id = $2 order by item, source
            """, person, id, as: ImportCount.init)
    }

    static let query = """
        select import_id, state, file_name, file_bytes, bytes_read, started_at, updated_at, finished_at,
            records_read - refused, stored, already_known, recognised, completed, repeated_inside, deleted_before, refused,
            replaced, missing_samples, repaired, error, error_code, cancel_requested, spool_name, received_bytes, expected_bytes, sha256,
            folder
        from health.import left join health.import_upload using (person_id, import_id) where person_id = $1
        """
}

/// Reads the columns of `ImportStore.query`.
extension StoredImport: ColumnValue {
    public init(reading row: inout Row) throws {
        self.init(
            id: try row.int32(), state: try StoredImport.State(reading: &row), fileName: try row.text(),
            fileBytes: try row.int64(), bytesRead: try row.int64(), startedAt: try row.instant(),
            updatedAt: try row.instant(), finishedAt: try row.optionalInstant(),
            report: ImportWriter.Report(
                received: try row.int64(), stored: try row.int64(), alreadyKnown: try row.int64(),
                recognised: try row.int64(), completed: try row.int64(), repeatedInside: try row.int64(),
                deletedBefore: try row.int64(), refused: try row.int64(), replaced: try row.int64(),
                missing: try row.int64()),
            repaired: try row.int64(), error: try row.optionalText(), errorCode: try row.optionalText(),
            isCancelRequested: try row.bool(),
            upload: try row.optionalUUID().map { spoolName in
                StoredImport.Upload(
                    spoolName: spoolName, receivedBytes: try row.int64(), expectedBytes: try row.optionalInt64(),
                    sha256: try row.optionalBytea(), folder: try row.optionalText())
            })
    }
}
