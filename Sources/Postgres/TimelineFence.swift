import Foundation
import Synchronization

/// Remembers the newest timeline of a database, and refuses servers of an older one.
///
/// PostgreSQL begins a new timeline whenever a standby is promoted. A former primary that comes
/// back accepts writes on the old timeline, which the new primary never gets. The memory survives
/// the process if a folder is given.
///
/// https://www.postgresql.org/docs/15/continuous-archiving.html#BACKUP-TIMELINES
public final class TimelineFence: Sendable {
    /// The folder has a file for each cluster, named by its system identifier, with the newest
    /// timeline as a number.
    private let folder: String?
    private let newest = Mutex<[Int64: UInt32]>([:])

    /// - Parameter folder: exists or can be created. Nil for a memory that ends with the process.
    public init(folder: String?) {
        self.folder = folder
    }

    /// What a server says of itself.
    public struct Identity: Sendable {
        /// The identifier that a primary shares with all of its standbys.
        public internal(set) var system: Int64
        /// The timeline on which the server writes; nil for a standby.
        public internal(set) var timeline: UInt32?
        /// The time at which the server started, in microseconds since 1970.
        var start: Int64

        /// Asks the session's server.
        ///
        /// - Throws: `PostgresError`.
        public init(_ session: Session) throws {
            // pg_control_checkpoint() has the timeline of the last checkpoint, which may be old.
            var row = try session.executeUnprepared(
                """
                select
                    system_identifier,
                    case when not pg_is_in_recovery() then
                        ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::bigint
                    end,
                    pg_postmaster_start_time()
                from pg_control_system()
                """)[0]
            system = try row.int64()
            timeline = try row.optionalInt64().map { UInt32(truncatingIfNeeded: $0) }
            start = try row.timestamptz()
        }
    }

    /// Returns true if the server is the newest primary that is known. Remembers its timeline if it
    /// is newer than all before.
    ///
    /// - Parameter isNewer: called if the timeline is newer than one that was known, before it
    ///   counts as known.
    func admits(_ identity: Identity, isNewer: () -> Void = {}) -> Bool {
        guard let timeline = identity.timeline else { return false }
        return newest.withLock { newest in
            let known = newest[identity.system] ?? read(identity.system)
            if let known, known > timeline {
                newest[identity.system] = known
                return false
            }
            if known != timeline {
                if known != nil { isNewer() }
                write(timeline, identity.system)
            }
            newest[identity.system] = timeline
            return true
        }
    }

    /// The newest timeline that was seen of a system; nil if none was.
    func newestTimeline(of system: Int64) -> UInt32? { newest.withLock { $0[system] ?? read(system) } }

    /// The file that has the timeline; nil without a folder. The file can be deleted when a server
    /// was restored on purpose from a copy that is older.
    func path(_ system: Int64) -> String? { folder.map { "\($0)/\(UInt64(bitPattern: system))" } }

    private func read(_ system: Int64) -> UInt32? {
        guard let path = path(system), let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        return UInt32(text.trimmingCharacters(in: .newlines))
    }

    /// True if there is no folder, or it can be written. Otherwise only this process remembers what
    /// it sees.
    public var isKept: Bool { folder.map { access($0, W_OK) == 0 } ?? true }

    /// Replaces the file.
    private func write(_ timeline: UInt32, _ system: Int64) {
        guard let folder, let path = path(system) else { return }
        for end in folder.indices.dropFirst() where folder[end] == "/" { mkdir(String(folder[..<end]), 0o755) }
        if mkdir(folder, 0o700) == 0 { FileOwner.inherit(folder) }
        guard let file = fopen(path + ".new", "we") else { return }
        FileOwner.inherit(path + ".new")
        let isWritten = fputs("\(timeline)\n", file) >= 0 && fflush(file) == 0 && fsync(fileno(file)) == 0
        guard fclose(file) == 0, isWritten else { return }
        rename(path + ".new", path)
    }
}
