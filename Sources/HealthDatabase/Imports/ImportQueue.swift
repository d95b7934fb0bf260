import Foundation
import HealthCore
import Postgres

/// The uploads of all people that a service must import.
public enum ImportQueue {
    /// Days without progress after which an upload fails.
    public static let abandonedDays = 7

    /// An upload that waits for its import or is being imported.
    public struct Entry: Sendable, Hashable {
        public var person: Person
        public var id: Int32
        public var spoolName: UUID
        public var fileName: String
        public var fileBytes: Int64
        public var isCancelRequested: Bool
        /// True if the import made no progress for `abandonedDays` days.
        public var isAbandoned: Bool
    }

    /// Returns the uploads to run, in the order in which to run them.
    ///
    /// Imports that run or were interrupted come first. Then follows the oldest import of each
    /// person, then the second oldest of each, and so on. So a person with many imports does not
    /// delay other people. Within each of these groups, the imports of the person whose last import
    /// was started earliest come first.
    ///
    /// - Throws: `PostgresError`.
    public static func waiting(limit: Int, _ session: Session) throws -> [Entry] {
        try session.all(
            """
            select person_id, person.uuid, person.name, import_id, spool_name, file_name, file_bytes,
                cancel_requested,
                updated_at < now() - interval '\(abandonedDays) days'
            from health.import
            join health.import_upload using (person_id, import_id)
            join health.person using (person_id)
            join (
                select person_id, max(taken_at) as taken_at from health.import_upload group by person_id
            ) latest using (person_id)
            where erasing_since is null and state in ('queued', 'running')
            order by state = 'queued', row_number() over (
                    partition by person_id, state order by import.started_at, import_id
                ), latest.taken_at nulls first, import.started_at, import_id
            limit $1
            """, limit, as: Entry.init)
    }

    /// Returns the number of imports that wait, of all services.
    ///
    /// - Throws: `PostgresError`.
    static func waitingCount(_ session: Session) throws -> Int64 {
        try session.value("select count(*) from health.import where state = 'queued'", as: Int64.self)
    }

    /// Records that a service has started an import.
    ///
    /// - Throws: `PostgresError`.
    public static func take(_ entry: Entry, _ session: Session) throws {
        try session.run(
            "update health.import_upload set taken_at = now() where person_id = $1 and import_id = $2", entry.person,
            entry.id)
    }

    /// Marks uploads as failed that had no progress for `abandonedDays` days.
    ///
    /// - Returns: the number of these uploads.
    /// - Throws: `PostgresError`.
    public static func giveUpAbandoned(_ session: Session) throws -> Int64 {
        try session.affectedRows(
            """
            update health.import set state = 'failed', error_code = 'upload_abandoned',
                error = 'nothing more of it came for \(abandonedDays) days', finished_at = now()
            where state in ('receiving', 'queued') and updated_at < now() - interval '\(abandonedDays) days'
            """)
    }

    /// Ends an interrupted import whose file is gone, and removes what it stored.
    ///
    /// - Returns: false if the import is not interrupted, or if another program imports for the
    ///   person.
    /// - Throws: `PostgresError`.
    public static func endLost(_ entry: Entry, _ session: Session) throws -> Bool {
        guard try ImportJob.tryLock(entry.person, session) else { return false }
        defer { ImportJob.unlock(entry.person, session) }
        guard let (job, _) = try ImportJob.unfinished(of: entry.person, session), job.id == entry.id else {
            return false
        }
        try job.discard(
            as: entry.isCancelRequested ? .cancelled : .failed, error: "its file is gone", code: "upload_lost", session)
        return true
    }

    /// Returns the files that no unfinished import needs.
    ///
    /// - Throws: `PostgresError`.
    public static func unneeded(_ spoolNames: [UUID], _ session: Session) throws -> [UUID] {
        let needed = Set(
            try session.all(
                """
                select spool_name from health.import_upload join health.import using (person_id, import_id)
                where spool_name = any($1) and state in ('receiving', 'queued', 'running')
                """, spoolNames, as: UUID.self))
        return spoolNames.filter { !needed.contains($0) }
    }

    /// Records why an import failed that has stored nothing. An import that has already failed
    /// keeps its first error.
    ///
    /// - Returns: false if the import is neither queued nor failed; then nothing is recorded. A
    ///   running import can resume.
    /// - Throws: `PostgresError`.
    public static func fail(_ entry: Entry, code: String, message: String, _ session: Session) throws -> Bool {
        try session.affectedRows(
            """
            update health.import set state = 'failed', error_code = coalesce(error_code, $3),
                error = case when error_code is null then $4 else error end, updated_at = now(),
                finished_at = least(finished_at, now())
            where person_id = $1 and import_id = $2 and state in ('queued', 'failed')
            """, entry.person, entry.id, code, message) == 1
    }

    /// Returns the server's `max_wal_size` in bytes, up to which the write-ahead log may grow
    /// between two checkpoints.
    ///
    /// - Throws: `PostgresError`.
    public static func walBytesMax(_ session: Session) throws -> Int64 {
        try session.value("select pg_size_bytes(current_setting('max_wal_size'))", as: Int64.self)
    }

    /// Returns a name for this database's files in a folder that several services share.
    ///
    /// - Throws: `PostgresError`.
    public static func folderName(_ session: Session) throws -> String {
        try session.value(
            """
            select system_identifier::text || '-' || pg_database.oid::text from pg_control_system(), pg_database
            where datname = current_database()
            """, as: String.self)
    }
}
