import Foundation
import Postgres
import Synchronization

/// A private PostgreSQL server with its own data directory. Only its owner can open its unix
/// socket, unless `setAdmitsOthers` allows other users.
///
/// Any number of processes may use one data directory. The first process starts the server, the
/// others use the running server, and the last one stops it. A process that dies leaves the server
/// running.
///
/// Methods block while the server starts or stops. Do not call them on Swift's cooperative threads.
public final class EmbeddedServer: Sendable {
    public let dataDirectory: String
    let settings: ServerSettings
    let user: ServerUser
    /// Held exclusively while the server is being started or stopped.
    let turn: FileLock
    /// Held shared while this process uses the server.
    let use: FileLock
    /// Allows one operation of this process at a time. File locks do not separate the threads of a
    /// process.
    let operation = Mutex(())
    let state = Mutex(State())

    /// How often this process started the server again.
    public struct Restarts: Sendable {
        public var afterDeath = 0
        /// Restarts with the programs of a newer version.
        public var forUpgrade = 0
    }

    public var restarts: Restarts { state.withLock { $0.restarts } }

    struct State {
        var isUsed = false
        /// The server's port when the server was last found.
        var port = EmbeddedServer.portDefault
        var restarts = Restarts()
        /// The server that this process started, and its program.
        var launched: (process: ServerProcess, program: ProgramFingerprint)?
        /// The versions found so far, so that each is queried only once.
        var running: (process: ServerProcess, version: String)?
        var installed: (program: ProgramFingerprint, version: String)?
    }

    /// The maximum length of a unix socket's path. It is the size of `sockaddr_un.sun_path` without
    /// its final zero.
    public static let socketPathBytesMax = 107
    /// The seconds for which a start waits while other processes start or stop the server. The
    /// start then waits as long again until the server accepts connections. The second wait
    /// includes the end of processes of a dead server, and crash recovery.
    public static let startSeconds = 300
    /// The seconds in which a running server must have read new settings and authentication rules.
    static let reloadSeconds = 5
    /// The seconds in which PostgreSQL must write everything and stop (mode fast).
    public static let stopSeconds = 60
    /// The seconds in which PostgreSQL must stop at once (mode immediate). The next start recovers.
    public static let immediateStopSeconds = 30

    /// Returns the data directory that is used if none is given. It is `/var/lib/healthstore` for
    /// root, else `healthstore` in the user's data home.
    ///
    /// Source: https://specifications.freedesktop.org/basedir-spec/latest/
    public static func defaultDataDirectory(
        environment: [String: String] = ProcessInfo.processInfo.environment, isRoot: Bool = geteuid() == 0
    ) -> String {
        if isRoot { return "/var/lib/healthstore" }
        if let home = environment["XDG_DATA_HOME"], home.hasPrefix("/") { return home + "/healthstore" }
        return (environment["HOME"] ?? NSHomeDirectory()) + "/.local/share/healthstore"
    }

    /// Prepares the directory. Does not start the server.
    ///
    /// - Parameter isCreating: true to create a store in a directory that has none. If it is false,
    ///   nothing is created.
    /// - Throws: `EmbeddedPostgresError` if the directory has no store or is not usable, its path
    ///   is too long for a socket, or root has no user to run the server as.
    public init(dataDirectory: String, settings: ServerSettings = ServerSettings(), isCreating: Bool = true) throws {
        let path = URL(fileURLWithPath: dataDirectory).standardizedFileURL.path
        self.dataDirectory = path
        self.settings = settings
        if !isCreating, access(path + "/postgres", F_OK) != 0 {
            let reason = errno
            guard reason != EACCES else {
                throw EmbeddedPostgresError(
                    .directoryUnusable, "the directory \(path) belongs to another user",
                    hint: "choose another --data-dir")
            }
            throw EmbeddedPostgresError(
                .noStore, "there is no store in the directory \(path)",
                hint: "check --data-dir; healthstore serve, import, migrate and person add create a store")
        }
        user = try ServerUser.current(dataDirectory: path)
        let socketBytes = "\(path)/socket/.s.PGSQL.\(UInt16.max)".utf8.count
        guard socketBytes <= EmbeddedServer.socketPathBytesMax else {
            throw EmbeddedPostgresError(
                .pathTooLong,
                "the path of the data directory is \(socketBytes - EmbeddedServer.socketPathBytesMax) bytes too long for a unix socket",
                hint: "choose a shorter --data-dir")
        }
        let admitsOthers = EmbeddedServer.admitsOthers(socketDirectory: path + "/socket")
        try EmbeddedServer.makeDirectory(path, mode: admitsOthers ? 0o711 : 0o700)
        try user.takeOver(dataDirectory: path)
        turn = try FileLock(path: path + "/turn.lock")
        use = try FileLock(path: path + "/use.lock")
    }

    /// The port in the socket's name, unless ``tcpPort`` or ALTER SYSTEM names another.
    static let portDefault = 5432
    static let databaseName = "healthstore"
    static let roleName = "healthstore"

    var clusterDirectory: String { dataDirectory + "/postgres" }
    var socketDirectory: String { dataDirectory + "/socket" }
    var log: ServerLog { ServerLog(path: dataDirectory + "/postgres/server.log") }

    /// The owner's connection string for `Session` and psql. It does not change while this process
    /// uses the server.
    public var conninfo: String { conninfo(user: EmbeddedServer.roleName) }

    /// Returns the connection string of another role, which needs a password.
    public func conninfo(user: String) -> String { conninfo(user: user, port: state.withLock { $0.port }) }

    /// Returns the connection string of an analyst over TCP.
    public func conninfo(user: String, tcpPort: Int) -> String {
        "host=localhost port=\(tcpPort) dbname=\(EmbeddedServer.databaseName) user=\(user)"
    }

    private func conninfo(user: String, port: Int) -> String {
        let host = socketDirectory.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(
            of: "'", with: "\\'")
        return "host='\(host)' port=\(port) dbname=\(EmbeddedServer.databaseName) user=\(user)"
    }

    // MARK: Life

    /// True if a server process exists, ready or not. Does not wait.
    public var isRunning: Bool { Postmaster.running(in: clusterDirectory) != nil }

    /// The reason in the log why the server ended by itself, or nil.
    var lastFailure: String? { ServerLog.failure(in: log.text(since: 0)) }

    /// Creates the cluster if none exists, starts the server unless it runs, and waits until it
    /// accepts connections.
    ///
    /// Waits for a server that is recovering. Restarts a running server if no other process uses it
    /// and its settings or programs have changed. Does nothing if this process uses the server
    /// already.
    ///
    /// - Parameter isCancelled: polled during the wait. If it returns true, the wait ends, and the
    ///   server stops if no other process uses it.
    /// - Throws: `EmbeddedPostgresError`, or `CancellationError` if cancelled. A server that is
    ///   still recovering after ``startSeconds`` keeps running.
    public func start(isCancelled: () -> Bool = { false }) throws {
        try operation.withLock { _ in
            guard !state.withLock({ $0.isUsed }) else { return }
            try takeTurn(isCancelled)
            defer { turn.unlock() }
            do {
                try makeOwned(
                    socketDirectory,
                    mode: EmbeddedServer.admitsOthers(socketDirectory: socketDirectory) ? 0o711 : 0o700)
                try checkTraversable()
                if !FileManager.default.fileExists(atPath: clusterDirectory + "/PG_VERSION") { try createCluster() }
                let programs = try programs()
                let adopted = try bringUp(programs, port: nil, isCancelled) == .adopted
                if adopted { try refreshAdopted(programs, isCancelled) }
            } catch let error as CancellationError {
                try? stopIfUnused()
                throw error
            }
            use.lockShared()
            state.withLock { $0.isUsed = true }
        }
    }

    /// Starts the server again on the same port after it died while this process used it.
    ///
    /// - Throws: The errors of `start`.
    public func startAgain(isCancelled: () -> Bool = { false }) throws {
        try operation.withLock { _ in
            let (isUsed, port) = state.withLock { ($0.isUsed, $0.port) }
            guard isUsed else { return }
            try takeTurn(isCancelled)
            defer { turn.unlock() }
            _ = try bringUp(try programs(), port: port, isCancelled)
            guard state.withLock({ $0.port }) == port else {
                state.withLock { $0.port = port }
                throw EmbeddedPostgresError(
                    .programFailed, "another process started PostgreSQL on another port than \(port)",
                    hint: "start the service again")
            }
            state.withLock { $0.restarts.afterDeath += 1 }
        }
    }

    /// Restarts the server if no other process uses it and its sessions are idle.
    ///
    /// - Returns: nil if the server was restarted, otherwise the reason why it was not.
    /// - Throws: The errors of `start`.
    public func restartIfQuiet(isCancelled: () -> Bool = { false }) throws -> String? {
        try operation.withLock { _ in
            let (isUsed, port) = state.withLock { ($0.isUsed, $0.port) }
            guard isUsed else { return nil }
            try takeTurn(isCancelled)
            defer { turn.unlock() }
            // A shared lock does not become exclusive atomically. No other process can take the
            // lock in between, because a process needs `turn` first.
            use.unlock()
            defer { use.lockShared() }
            guard use.tryLockExclusive() else { return "another process uses the data directory" }
            let session = try Session(conninfo: conninfo, applicationName: "healthstore supervisor")
            if let activity = try ServerActivity.reason(session) { return activity }
            let programs = try programs()
            try stopServer(programs)
            _ = try bringUp(programs, port: port, isCancelled)
            state.withLock { $0.restarts.forUpgrade += 1 }
            return nil
        }
    }

    /// Stops using the server. Stops it if no other process uses it.
    ///
    /// - Throws: `EmbeddedPostgresError` if the server does not stop. The next `start` deals with
    ///   such a server.
    public func stop() throws {
        try operation.withLock { _ in
            guard state.withLock({ $0.isUsed }) else { return }
            state.withLock { $0.isUsed = false }
            use.unlock()
            // A process that holds `turn` for longer is about to use the server. That process stops
            // the server later.
            do { try takeTurn(seconds: EmbeddedServer.stopSeconds, { false }) } catch { return }
            defer { turn.unlock() }
            try stopIfUnused()
        }
    }

    // MARK: Steps

    func programs() throws -> Programs {
        try Programs.find(majorVersion: try clusterVersion(), in: settings.programsDirectory)
    }

    /// Waits until no other process starts or stops the server.
    func takeTurn(seconds: Int = EmbeddedServer.startSeconds, _ isCancelled: () -> Bool) throws {
        let deadline = Deadline(seconds: seconds)
        while !turn.tryLockExclusive() {
            guard !isCancelled() else { throw CancellationError() }
            guard !deadline.hasPassed else {
                throw EmbeddedPostgresError(
                    .programFailed,
                    "another process has been starting or stopping PostgreSQL in \(dataDirectory) for \(seconds) s",
                    hint: "end it, and try again")
            }
            Deadline.pause()
        }
    }

    private func stopIfUnused() throws {
        guard use.tryLockExclusive() else { return }
        defer { use.unlock() }
        try stopServer(try programs())
    }

    /// Updates the settings and version of a server that another process started. Restarts it only
    /// if no other process uses it.
    private func refreshAdopted(_ programs: Programs, _ isCancelled: () -> Bool) throws {
        let changed = try writeSettings()
        if !changed.isEmpty {
            _ = try programs.run("pg_ctl", ["reload", "-D", clusterDirectory], as: user)
            // The server reads the files a moment later, and may then know this user.
            let deadline = Deadline(seconds: EmbeddedServer.reloadSeconds)
            while !deadline.hasPassed, (try? Session(conninfo: conninfo)) == nil { Deadline.pause() }
        }
        let needsRestart = changed.contains(EmbeddedServer.configurationFile) || (try? pendingUpgrade()) != nil
        guard needsRestart, use.tryLockExclusive() else { return }
        defer { use.unlock() }
        try stopServer(programs)
        _ = try bringUp(programs, port: nil, isCancelled)
    }

    /// Stops the server in mode fast. If the server does not stop in time, stops it in mode
    /// immediate.
    ///
    /// A server that is recovering has nothing to write, and stops in mode immediate. In mode fast,
    /// PostgreSQL 15 never ends while it recovers from the crash of a backend: it waits for its
    /// checkpointer and does not tell it to end.
    func stopServer(_ programs: Programs) throws {
        guard let postmaster = Postmaster.running(in: clusterDirectory) else { return }
        let accepts = Session.ping(conninfo: conninfo(user: EmbeddedServer.roleName, port: postmaster.port)) == .accepts
        var output = ""
        if accepts || postmaster.isStopping { output = try stop("fast", seconds: settings.stopSeconds, programs) }
        if Postmaster.running(in: clusterDirectory) != nil {
            output = try stop("immediate", seconds: EmbeddedServer.immediateStopSeconds, programs)
        }
        guard Postmaster.running(in: clusterDirectory) == nil else {
            throw EmbeddedPostgresError(
                .programFailed, "the private PostgreSQL did not stop: \(ProgramFailure.reason(in: output))",
                hint: "end the process \(postmaster.process.number)")
        }
    }

    /// Returns the output of pg_ctl.
    private func stop(_ mode: String, seconds: Int, _ programs: Programs) throws -> String {
        try programs.run("pg_ctl", ["stop", "-D", clusterDirectory, "-m", mode, "-w", "-t", "\(seconds)"], as: user)
            .output
    }

    enum Origin { case launched, adopted }

    /// Starts the server unless it runs, and waits until it accepts connections. If another
    /// process is stopping the server, waits as long as a stop may take, and then stops it.
    ///
    /// - Parameters:
    ///   - port: the port, or nil for the port in the settings.
    ///   - recovery: settings of a recovery from a backup, which may take any time; nil for an
    ///     ordinary start.
    func bringUp(
        _ programs: Programs, port: Int?, recovery: [(name: String, value: String)]? = nil, _ isCancelled: () -> Bool
    ) throws -> Origin {
        var launch = ServerLaunch(server: self, programs: programs, port: port, parameters: recovery ?? [])
        let deadline = Deadline(seconds: EmbeddedServer.startSeconds)
        while true {
            guard !isCancelled() else { throw CancellationError() }
            if let postmaster = Postmaster.running(in: clusterDirectory) {
                launch.recordAppearance()
                let conninfo = conninfo(user: EmbeddedServer.roleName, port: postmaster.port)
                if !postmaster.isStopping, Session.ping(conninfo: conninfo) == .accepts {
                    state.withLock { state in
                        state.port = postmaster.port
                        if let program = launch.program { state.launched = (postmaster.process, program) }
                    }
                    return launch.program == nil ? .adopted : .launched
                }
                if launch.isStuck(postmaster) {
                    _ = try stop("immediate", seconds: EmbeddedServer.immediateStopSeconds, programs)
                }
            } else {
                try launch.advance(isLast: deadline.hasPassed)
            }
            guard recovery != nil || !deadline.hasPassed else {
                throw EmbeddedPostgresError(
                    .programFailed,
                    "the private PostgreSQL does not accept connections after \(EmbeddedServer.startSeconds) s; it may still be recovering and keeps running",
                    hint: "try again later; its log is \(log.path)")
            }
            Deadline.pause()
        }
    }
}

/// A moment at which waiting ends.
struct Deadline {
    private let instant: ContinuousClock.Instant

    init(seconds: Int) {
        instant = .now + .seconds(seconds)
    }

    var hasPassed: Bool { .now >= instant }

    /// Waits 50 milliseconds, the interval between two checks of a process.
    static func pause() { usleep(50_000) }
}
