import EmbeddedPostgres
import Foundation
import HealthDatabase
import HealthJobs
import Postgres

/// The archive of the private server's write-ahead log, and the reserve of its disk.
extension ServeCommand {
    /// Returns the reserve of the private server's disk; nil for a server of one's own.
    static func disk(_ store: Store, _ bytes: Int64?, _ session: Session, _ log: Log) throws -> DiskReserve? {
        try store.privateServer.map { server in
            DiskReserve(
                path: server.dataDirectory + "/postgres", bytes: bytes,
                walBytesMax: try ImportQueue.walBytesMax(session),
                log: log)
        }
    }

    /// Returns the folder of `--wal-archive`, or nil without it.
    ///
    /// - Throws: `UsageError` if the arguments name a server of one's own.
    static func archiveFolder(_ arguments: Arguments) throws -> BackupFolder? {
        guard let path = arguments["--wal-archive"] else { return nil }
        guard try !Store.namesServer(arguments) else {
            throw arguments.usage("--wal-archive is for the private store, and the arguments name another server")
        }
        return BackupFolder(path: path)
    }

    /// Makes the archiver. Without a folder, ends the keeping of segments for an earlier archive.
    ///
    /// Call it before the service listens. A service that listens does not end because its server
    /// is away.
    static func archiver(
        _ store: Store, _ folder: BackupFolder?, _ session: Session, _ log: Log
    ) throws -> LogArchiver? {
        guard let server = store.privateServer else { return nil }
        guard let folder else {
            try LogArchiver.stopKeeping(server, session)
            return nil
        }
        return LogArchiver(server: server, folder: folder) { event in
            switch event {
            case .failed(let reason): log.event(.error, "archive_failed", [("message", reason)])
            case .worksAgain: log.event(.info, "archive_works_again")
            case .gap:
                log.event(
                    .error, "archive_gap",
                    [("message", "the archive lacks changes, because it failed for too long; make a new backup")])
            }
        }
    }
}
