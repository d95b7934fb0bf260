import Foundation
import HealthCore
import Postgres

/// The uploads of all people that wait for a service to import them.
public enum ImportQueue {
    /// Days after which an upload is given up of which nothing more came, or whose file is gone.
    public static let abandonedDays = 7

    /// An upload whose turn it is, or whose file is not needed any more.
    public struct Entry: Sendable, Hashable {
        public var person: Person
        public var id: Int32
        public var spoolName: UUID
        public var fileName: String
        public var isCancelRequested: Bool
        /// Nothing of it was stored or received for `abandonedDays`.
        public var isAbandoned: Bool
    }

    private static let entry = """
        select person_id, person.uuid, person.name, import_id, spool_name, file_name, cancel_requested,
            updated_at < now() - interval '\(abandonedDays) days'
        from health.import join health.import_upload using (person_id, import_id) join health.person using (person_id)
        """

    private static func entries(_ condition: String, _ parameters: [Parameter], _ session: Session) throws -> [Entry] {
        try session.execute("\(entry) where \(condition)", parameters).map { row in
            Entry(
                person: Person(id: try row.int32(0), uuid: try row.uuid(1), name: try row.text(2)),
                id: try row.int32(3), spoolName: try row.uuid(4), fileName: try row.text(5),
                isCancelRequested: try row.bool(6), isAbandoned: try row.bool(7))
        }
    }

    /// What can be run, in the order in which it should: what was interrupted first, then the oldest import of each person, that
    /// of the person first who has waited longest since an import of theirs was taken, then the second of each, and so on. So a
    /// person with many imports keeps no other waiting.
    public static func waiting(limit: Int, _ session: Session) throws -> [Entry] {
        try entries(
            """
            state in ('queued', 'running')
            order by state = 'queued', row_number() over (
                    partition by person_id, state order by import.started_at, import_id
                ), (
                    select coalesce(max(other.taken_at), '-infinity') from health.import_upload other
                    where other.person_id = import.person_id
                ), import.started_at, import_id
            limit $1
            """,
            [.int64(Int64(limit))], session)
    }

    /// Writes down that it is an import's turn.
    public static func take(_ entry: Entry, _ session: Session) throws {
        _ = try session.execute(
            "update health.import_upload set taken_at = now() where person_id = $1 and import_id = $2",
            [.int32(entry.person.id), .int32(entry.id)])
    }

    /// Gives up what was abandoned.
    ///
    /// - Returns: how many.
    public static func giveUpAbandoned(_ session: Session) throws -> Int64 {
        try session.execute(
            """
            update health.import set state = 'failed', error_code = 'upload_abandoned',
                error = 'nothing more of it came for \(abandonedDays) days', finished_at = now()
            where state in ('receiving', 'queued') and updated_at < now() - interval '\(abandonedDays) days'
            """
        ).affectedRows
    }

    /// Ends an import that runs no more and whose file is gone, with all that was stored of it.
    ///
    /// - Returns: false where it does not run, or somebody else has it.
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

    /// Of the files, those that no import needs any more.
    public static func unneeded(_ spoolNames: [UUID], _ session: Session) throws -> [UUID] {
        try session.execute(
            """
            select name from unnest($1::uuid[]) as spool (name)
            where not exists (
                select from health.import_upload join health.import using (person_id, import_id)
                where spool_name = name and state in ('receiving', 'queued', 'running'))
            """,
            [.uuidArray(spoolNames)]
        ).map { try $0.uuid(0) }
    }

    /// Writes down why an import failed that nothing is stored of.
    ///
    /// - Returns: false where something may be, so that it is still to be run.
    public static func fail(_ entry: Entry, code: String, message: String, _ session: Session) throws -> Bool {
        try session.execute(
            """
            update health.import set state = 'failed', error_code = coalesce(error_code, $3),
                error = case when error_code is null then $4 else error end, updated_at = now(),
                finished_at = coalesce(finished_at, now())
            where person_id = $1 and import_id = $2 and state in ('queued', 'failed')
            """,
            [.int32(entry.person.id), .int32(entry.id), .text(code), .text(message)]
        ).affectedRows == 1
    }

    /// What the server's write-ahead log takes between checkpoints, in bytes.
    public static func walBytesMax(_ session: Session) throws -> Int64 {
        try session.execute("select pg_size_bytes(current_setting('max_wal_size'))")[0].int64(0)
    }

    /// What tells this database's files from those of others in the same folder.
    public static func folderName(_ session: Session) throws -> String {
        try session.execute(
            """
            select system_identifier::text || '-' || pg_database.oid::text from pg_control_system(), pg_database
            where datname = current_database()
            """)[0].text(0)
    }
}
