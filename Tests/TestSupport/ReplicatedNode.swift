import Dispatch
import Foundation
import Postgres

@testable import EmbeddedPostgres

/// A PostgreSQL server that is a primary or a standby, and changes its role. A test crashes, stops,
/// promotes and rewinds it with PostgreSQL's own programs.
///
/// It trusts every user of this machine. Its socket is in `directory`.
public final class ReplicatedNode: Sendable {
    public let directory: String
    private let programs: String

    /// A program of PostgreSQL failed.
    public struct Failed: Error, CustomStringConvertible {
        public var description: String
    }

    /// - Parameter directory: is created.
    public init(directory: String) throws {
        self.directory = directory
        let versions = ServerSettings().programsDirectory
        let newest = try FileManager.default.contentsOfDirectory(atPath: versions).compactMap { Int($0) }.max()
        programs = "\(versions)/\(newest ?? 15)/bin/"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        if let user = ReplicatedNode.user { _ = chown(directory, user.id, user.group) }
    }

    /// The user that runs the server if root runs the test. PostgreSQL refuses root.
    private static let user: (id: uid_t, group: gid_t)? =
        geteuid() == 0 ? getpwnam("postgres").map { ($0.pointee.pw_uid, $0.pointee.pw_gid) } : nil

    private var files: String { directory + "/files" }

    /// The connection string of a database of the server.
    public static func conninfo(_ directory: String, database: String = "healthstore") -> String {
        "host='\(directory)' port=5432 user=healthstore dbname=\(database)"
    }

    public var conninfo: String { ReplicatedNode.conninfo(directory) }

    /// Returns the block of the article Failover that begins with `start`.
    public static func recipe(_ start: String) throws -> String {
        let path = "../../../Sources/healthstore/Documentation.docc/Failover.md"
        let url = URL(filePath: #filePath).appending(path: path).standardized
        let article = try String(contentsOf: url, encoding: .utf8)
        let parts = article.components(separatedBy: "```text\n" + start)
        guard parts.count == 2 else { throw Failed(description: "the article has no block that begins with \(start)") }
        return start + parts[1].components(separatedBy: "\n```")[0]
    }

    /// Further settings than those of the article.
    private static let configuration = """

        listen_addresses = ''
        port = 5432
        fsync = off
        shared_buffers = 64MB
        max_connections = 60
        wal_retrieve_retry_interval = 300ms
        log_min_messages = warning
        log_min_error_statement = panic

        """

    // MARK: Set-up

    /// Creates a primary with an empty database, and starts it.
    public func create() async throws {
        try await run("initdb", "-D", files, "-U", "healthstore", "--auth=trust", "--no-sync", "--locale=C.UTF-8")
        let settings = try ReplicatedNode.recipe("synchronous_commit") + ReplicatedNode.configuration
        try append(settings + "unix_socket_directories = '\(directory)'\n", to: "postgresql.conf")
        try await start()
        try Session(conninfo: ReplicatedNode.conninfo(directory, database: "postgres"))
            .executeScript("create database healthstore")
    }

    /// Makes this node a standby by a copy of a primary, and starts it.
    ///
    /// - Parameter link: the directory of the socket by which the standby reaches the primary.
    public func copy(from link: String) async throws {
        let source = "host='\(link)' port=5432 user=healthstore dbname=postgres"
        try await run(
            "pg_basebackup", "-D", files, "-d", source, "--write-recovery-conf", "--checkpoint=fast", "--no-sync")
        try append("unix_socket_directories = '\(directory)'\n", to: "postgresql.conf")
        try await start()
    }

    private func append(_ text: String, to name: String) throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: "\(files)/\(name)"))
        try file.seekToEnd()
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
    }

    // MARK: Life

    public func start() async throws {
        // Processes of a killed server may still end.
        var last = ""
        let isStarted = try await eventually {
            let started = try await command("pg_ctl", "-D", files, "-l", directory + "/log", "-w", "start")
            last = "\(started.status) \(started.output)\(started.errors)"
            return started.status == 0 || isRunning
        }
        guard isStarted else {
            let log = (try? String(contentsOfFile: directory + "/log", encoding: .utf8)) ?? ""
            throw Failed(description: "pg_ctl start: \(last)\(log.suffix(2_000))")
        }
    }

    public var isRunning: Bool { (try? Session(conninfo: conninfo)) != nil }

    public func stop() async throws { _ = try await command("pg_ctl", "-D", files, "-m", "immediate", "-w", "stop") }

    /// Kills the postmaster. Its processes notice it and end.
    public func kill() async throws {
        guard let postmaster else { return }
        _ = Foundation.kill(postmaster, SIGKILL)
        try await wait(for: "the killed server ends") { processes.isEmpty }
    }

    /// Kills a server process that serves a session, which makes the server restart all sessions.
    public func killBackend() async throws {
        let session = try await session()
        let backends = try session.execute(
            "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()")
        if let backend = try backends.first?.int32(0) { _ = Foundation.kill(backend, SIGKILL) }
    }

    /// Stops all processes of the server, as if the machine hung. `resume` continues them.
    public func freeze() { for process in processes { _ = Foundation.kill(process, SIGSTOP) } }

    public func resume() { for process in processes { _ = Foundation.kill(process, SIGCONT) } }

    private var postmaster: Int32? {
        (try? String(contentsOfFile: files + "/postmaster.pid", encoding: .utf8))?
            .split(separator: "\n").first.flatMap { Int32($0) }
    }

    /// The postmaster and the processes that it started, or that remain of it.
    private var processes: [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { name in
            guard let process = Int32(name), process != getpid(),
                let folder = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(name)/cwd")
            else { return nil }
            return folder == files ? process : nil
        }
    }

    /// Opens a session as soon as the server accepts one. After a crash, or while a standby replays
    /// what it has received, it accepts none for a while.
    public func session() async throws -> Session {
        var opened: Session?
        try await wait(for: "the server accepts a session") {
            opened = try? Session(conninfo: conninfo)
            return opened != nil
        }
        guard let opened else { throw Failed(description: "no session") }
        return opened
    }

    // MARK: Roles

    /// True if the server is a standby.
    public func isStandby() async throws -> Bool {
        try await session().execute("select pg_is_in_recovery()")[0].bool(0)
    }

    /// Makes the standby the primary, as the article says.
    public func promote() async throws {
        let session = try await session()
        let statements = try ReplicatedNode.recipe("alter system set synchronous_standby_names = ''")
        for statement in statements.split(separator: ";") { try session.executeScript(String(statement)) }
    }

    /// Makes commits of the primary wait until a standby has applied them, or not.
    public func setSynchronous(_ names: String?) async throws {
        let session = try await session()
        try session.executeScript("alter system set synchronous_standby_names = '\(names ?? "")'")
        try session.executeScript("select pg_reload_conf()")
        guard let names else { return }
        try await wait(for: "the setting") {
            try await self.session().execute("select current_setting('synchronous_standby_names')")[0].text(0) == names
        }
        // Commits wait once the checkpointer has read the setting, which it does before this.
        try session.executeScript("checkpoint")
    }

    /// Recycles the log of a primary.
    ///
    /// - Parameter keepsSome: true to keep as much as the settings of the article say.
    public func recycleLog(keepsSome: Bool) async throws {
        let session = try await session()
        if !keepsSome {
            try session.executeScript("alter system set wal_keep_size = 0")
            try session.executeScript("select pg_reload_conf()")
        }
        for _ in 0..<3 {
            for statement in ["select pg_switch_wal()", "checkpoint"] { try session.executeScript(statement) }
        }
    }

    /// Makes a former primary, which is stopped, a standby of the new primary, and starts it.
    ///
    /// - Parameter isCopied: true to copy the new primary, as the article says for a log that is
    ///   gone.
    public func rejoin(_ link: String, isCopied: Bool) async throws {
        let commands = try ReplicatedNode.recipe(isCopied ? "$ mv" : "$ pg_rewind")
            .components(separatedBy: "\n$ pg_ctl")[0].replacing("$ ", with: "")
            .replacing("host=db1.example.org user=postgres", with: "host=\(link) port=5432 user=healthstore")
            .replacing("--write-recovery-conf", with: "--write-recovery-conf --no-sync").replacing("DIR", with: files)
        try await run("/bin/sh", "-ec", "PATH='\(programs)':$PATH; " + commands)
        try append("unix_socket_directories = '\(directory)'\n", to: "postgresql.conf")
        try await start()
    }

    /// True if a standby receives and confirms the commits of this primary.
    public func hasSynchronousStandby() async throws -> Bool {
        try await session().execute(
            "select count(*) from pg_stat_replication where state = 'streaming' and sync_state in ('sync', 'quorum')")[
                0
            ]
            .int64(0) > 0
    }

    /// Waits until this standby has applied what the primary has committed.
    public func waitForReplay(of primary: ReplicatedNode) async throws {
        let end = try await primary.session().execute("select pg_current_wal_insert_lsn()::text")[0].text(0)
        try await wait(for: "the standby has everything") {
            try await session().execute("select pg_last_wal_replay_lsn() >= $1::pg_lsn", [.text(end)])[0].bool(0)
        }
    }

    // MARK: Programs

    private func run(_ name: String, _ arguments: String...) async throws {
        let ended = try await command(name, arguments)
        guard ended.status == 0 else { throw Failed(description: "\(name): \(ended.output)\(ended.errors)") }
    }

    private func command(_ name: String, _ arguments: String...) async throws -> Command {
        try await command(name, arguments)
    }

    private func command(_ name: String, _ arguments: [String]) async throws -> Command {
        var words = [name.hasPrefix("/") ? name : programs + name] + arguments
        if let user = ReplicatedNode.user {
            words = ["setpriv", "--reuid=\(user.id)", "--regid=\(user.group)", "--clear-groups", "--"] + words
        }
        // `Process` of Foundation would wait for the server that pg_ctl starts.
        let ended = try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { [words] in continuation.resume(with: Result { try Programs.run(words) }) }
        }
        return Command(status: ended.status, output: ended.output, errors: "")
    }
}
