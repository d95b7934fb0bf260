import Foundation
import HealthCore
import Postgres

/// An import as the store remembers it.
public struct StoredImport: Sendable, Hashable {
    public enum State: String, Sendable {
        /// Also of one whose program was killed: the same command goes on.
        case running
        case finished
        case failed
        case cancelled
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
    public func list(limit: Int = 100) throws -> [StoredImport] {
        try session.execute(
            "\(ImportStore.query) order by import_id desc limit $2", [.int32(person.id), .int64(Int64(limit))]
        ).map(ImportStore.stored)
    }

    /// Nil if the person has no such import.
    public func find(_ id: Int32) throws -> StoredImport? {
        try session.execute("\(ImportStore.query) and import_id = $2", [.int32(person.id), .int32(id)]).first
            .map(ImportStore.stored)
    }

    /// The first refusals of an import, in the order of the file.
    public func refusals(of id: Int32, limit: Int = 100) throws -> [ImportRefusal] {
        try session.execute(
            """
            select file_path, line, element, code, field, message from health.import_refusal
            where person_id = $1 and import_id = $2 order by ordinal limit $3
            """,
            [.int32(person.id), .int32(id), .int64(Int64(limit))]
        ).map { row in
            ImportRefusal(
                path: try row.text(0), line: try row.optionalInt32(1), element: try row.text(2), code: try row.text(3),
                field: try row.optionalText(4), message: try row.text(5))
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

    private static let query = """
        select import_id, state, file_name, file_bytes, bytes_read, started_at, updated_at, finished_at, records_read, stored,
            already_known, recognised, repeated_inside, deleted_before, refused, repaired, error
        from health.import where person_id = $1
        """

    private static func stored(_ row: Row) throws -> StoredImport {
        StoredImport(
            id: try row.int32(0), state: StoredImport.State(rawValue: try row.text(1)) ?? .failed,
            fileName: try row.text(2), fileBytes: try row.int64(3), bytesRead: try row.int64(4),
            startedAt: Instant(microseconds: try row.timestamptz(5)),
            updatedAt: Instant(microseconds: try row.timestamptz(6)),
            finishedAt: try row.optionalTimestamptz(7).map(Instant.init(microseconds:)),
            report: ImportWriter.Report(
                received: try row.int64(8) - row.int64(14), stored: try row.int64(9), alreadyKnown: try row.int64(10),
                recognised: try row.int64(11), repeatedInside: try row.int64(12), deletedBefore: try row.int64(13),
                refused: try row.int64(14)),
            repaired: try row.int64(15), error: try row.optionalText(16))
    }
}
