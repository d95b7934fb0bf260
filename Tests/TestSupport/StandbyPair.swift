import Dispatch
import EmbeddedPostgres
import Foundation
import Postgres

/// A PostgreSQL server and its hot standby, which pg_basebackup made, for one test.
///
/// https://www.postgresql.org/docs/15/app-pgbasebackup.html
public final class StandbyPair: Sendable {
    private let primary: EmbeddedServer
    private let standby: EmbeddedServer
    private static let queue = DispatchQueue(label: "healthstore.standby-pair")

    /// pg_basebackup failed.
    public struct NoBackup: Error {
        public var output: String
    }

    /// Calls `body` with two running servers and removes them afterwards.
    ///
    /// - Parameter prepare: fills the primary before it is copied.
    public static func with<Value>(
        prepare: (String) async throws -> Void, _ body: (StandbyPair) async throws -> Value
    ) async throws -> Value {
        try await withTemporaryDirectory { directory in
            let pair = try StandbyPair(directory)
            let value: Value
            do {
                try await onQueue { try pair.primary.start() }
                try await prepare(pair.primary.conninfo)
                try await pair.copy()
                try await onQueue { try pair.standby.start() }
                value = try await body(pair)
            } catch {
                try? await pair.stop()
                throw error
            }
            try await pair.stop()
            return value
        }
    }

    private init(_ directory: String) throws {
        try PreparedStore.copy(to: directory + "/primary")
        primary = try StandbyPair.server(directory + "/primary")
        standby = try StandbyPair.server(directory + "/standby")
    }

    private static func server(_ directory: String) throws -> EmbeddedServer {
        try EmbeddedServer(dataDirectory: directory, settings: ServerSettings(isThrowaway: true))
    }

    public var primaryConninfo: String { primary.conninfo }
    public var standbyConninfo: String { standby.conninfo }

    /// Copies the primary. The standby belongs to the user that runs the primary.
    private func copy() async throws {
        let files = primary.dataDirectory + "/postgres"
        let attributes = try FileManager.default.attributesOfItem(atPath: files)
        let owner = (attributes[.ownerAccountID] as? NSNumber)?.uint32Value ?? geteuid()
        let group = (attributes[.groupOwnerAccountID] as? NSNumber)?.uint32Value ?? getegid()
        let copy = standby.dataDirectory + "/postgres"
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: false)
        var command = [try StandbyPair.program("pg_basebackup", files)]
        if owner != geteuid() {
            _ = chown(copy, owner, group)
            // The user may open the socket, and log in to copy the primary.
            try primary.setAdmitsOthers(true)
            let name = getpwuid(owner).map { String(cString: $0.pointee.pw_name) } ?? "postgres"
            let session = try Session(conninfo: primary.conninfo)
            let role = try session.execute("select current_user::text")[0].text(0)
            let map = try FileHandle(forUpdating: URL(fileURLWithPath: files + "/healthstore_ident.conf"))
            try map.seekToEnd()
            try map.write(contentsOf: Data("owner \"\(name)\" \(role)\n".utf8))
            try map.close()
            try session.executeScript("select pg_reload_conf()")
            command = ["/usr/bin/setpriv", "--reuid", "\(owner)", "--regid", "\(group)", "--clear-groups"] + command
        }
        _ = chmod(copy, 0o700)
        let options = ["--write-recovery-conf", "--wal-method", "stream", "--checkpoint", "fast", "--no-sync"]
        let backup = try await Command.run(
            command[0], command.dropFirst() + options + ["--dbname", primary.conninfo, "--pgdata", copy])
        guard backup.status == 0 else { throw NoBackup(output: backup.output + backup.errors) }
    }

    private static func program(_ name: String, _ files: String) throws -> String {
        let version = try String(contentsOfFile: files + "/PG_VERSION", encoding: .utf8)
        return ServerSettings().programsDirectory
            + "/\(version.trimmingCharacters(in: .whitespacesAndNewlines))/bin/\(name)"
    }

    // MARK: Replication

    /// Waits until the standby has everything that the primary has committed.
    public func waitForReplay() async throws {
        let end = try Session(conninfo: primaryConninfo).execute("select pg_current_wal_insert_lsn()::text")[0].text(0)
        let session = try Session(conninfo: standbyConninfo)
        guard
            await eventually({
                (try? session.execute("select pg_last_wal_replay_lsn() >= $1::pg_lsn", [.text(end)])[0].bool(0))
                    ?? false
            })
        else { throw NotReplayed() }
    }

    /// The standby did not replay within `Patience.seconds`.
    public struct NotReplayed: Error {}

    public func pauseReplay() throws {
        try Session(conninfo: standbyConninfo).executeScript("select pg_wal_replay_pause()")
    }

    public func resumeReplay() throws {
        try Session(conninfo: standbyConninfo).executeScript("select pg_wal_replay_resume()")
    }

    public func stopPrimary() async throws { try await StandbyPair.onQueue { [self] in try primary.stop() } }

    public func promote() throws {
        try Session(conninfo: standbyConninfo).executeScript("select pg_promote()")
    }

    private func stop() async throws {
        try await StandbyPair.onQueue { [self] in
            try? standby.stop()
            try primary.stop()
        }
    }

    private static func onQueue(_ work: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try work() }) }
        }
    }
}
