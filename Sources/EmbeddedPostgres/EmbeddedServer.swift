import Foundation

/// A private PostgreSQL server in a data directory of our own, reached through a unix socket that only its owner can open,
/// unless others are let in.
///
/// Any number of processes may use one data directory: the first starts the server, the others adopt it, the last one to
/// stop using it stops it. A process that dies leaves the server running for the next. Not for concurrent use of one value.
public final class EmbeddedServer {
    public let dataDirectory: String
    private let settings: ServerSettings
    private let user: ServerUser
    /// Held exclusively while the server is being started or stopped.
    private let turn: FileLock
    /// Held shared for as long as the server is being used.
    private let use: FileLock
    private var isUsed = false

    /// The longest path of a unix socket: `sockaddr_un.sun_path` less its final zero.
    public static let socketPathBytesMax = 107
    /// Seconds that starting or stopping may take, crash recovery included.
    static let patienceSeconds = 300

    /// Where data are kept if nobody says: `/var/lib/healthstore` for root, else `healthstore` in the user's data home.
    ///
    /// https://specifications.freedesktop.org/basedir-spec/latest/
    public static func defaultDataDirectory(
        environment: [String: String] = ProcessInfo.processInfo.environment, isRoot: Bool = geteuid() == 0
    ) -> String {
        if isRoot { return "/var/lib/healthstore" }
        if let home = environment["XDG_DATA_HOME"], home.hasPrefix("/") { return home + "/healthstore" }
        return (environment["HOME"] ?? NSHomeDirectory()) + "/.local/share/healthstore"
    }

    /// Prepares the directory, starting nothing.
    public init(dataDirectory: String, settings: ServerSettings = ServerSettings()) throws {
        let path = URL(fileURLWithPath: dataDirectory).standardizedFileURL.path
        self.dataDirectory = path
        self.settings = settings
        user = try ServerUser.current()
        let socketBytes = "\(path)/socket/.s.PGSQL.\(EmbeddedServer.port)".utf8.count
        guard socketBytes <= EmbeddedServer.socketPathBytesMax else {
            throw EmbeddedPostgresError(
                .pathTooLong,
                "the path of the data directory is \(socketBytes - EmbeddedServer.socketPathBytesMax) bytes too long for a unix socket",
                hint: "choose a shorter --data-dir")
        }
        let isReached = user.id != geteuid() || EmbeddedServer.admitsOthers(socketDirectory: path + "/socket")
        try EmbeddedServer.makeDirectory(path, mode: isReached ? 0o711 : 0o700)
        turn = try FileLock(path: path + "/turn.lock")
        use = try FileLock(path: path + "/use.lock")
    }

    private static let port = 5432
    private static let databaseName = "healthstore"
    private static let roleName = "healthstore"

    private var clusterDirectory: String { dataDirectory + "/postgres" }
    private var socketDirectory: String { dataDirectory + "/socket" }
    private var logFile: String { dataDirectory + "/postgres/server.log" }

    /// For `Session` and psql.
    public var conninfo: String { conninfo(user: EmbeddedServer.roleName) }

    /// As another role, who is asked for a password.
    public func conninfo(user: String) -> String {
        let host = socketDirectory.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(
            of: "'", with: "\\'")
        return
            "host='\(host)' port=\(EmbeddedServer.port) dbname=\(EmbeddedServer.databaseName) user=\(user)"
    }

    /// Lets other users of this machine reach the server, or no longer; that outlasts this process.
    ///
    /// They need a role that logs in with a password: the owner's role is for the owner, as whom nobody else is taken. They
    /// must also be able to enter the directories above the data directory.
    public func setAdmitsOthers(_ isAdmitting: Bool) throws {
        try EmbeddedServer.makeDirectory(socketDirectory, mode: isAdmitting ? 0o711 : 0o700)
        try EmbeddedServer.makeDirectory(dataDirectory, mode: isAdmitting || user.id != geteuid() ? 0o711 : 0o700)
    }

    /// The mode of the directory remembers it.
    private static func admitsOthers(socketDirectory: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: socketDirectory)
        return (attributes?[.posixPermissions] as? NSNumber).map { $0.intValue & 0o001 != 0 } ?? false
    }

    /// Creates the cluster if there is none, and starts the server unless it runs.
    public func start() throws {
        guard !isUsed else { return }
        turn.lockExclusive()
        defer { turn.unlock() }
        try makeOwned(
            socketDirectory,
            mode: EmbeddedServer.admitsOthers(socketDirectory: socketDirectory) ? 0o711 : 0o700)
        try checkTraversable()
        if !FileManager.default.fileExists(atPath: clusterDirectory + "/PG_VERSION") { try createCluster() }
        let programs = try Programs.find(majorVersion: try clusterVersion())
        if try programs.run("pg_ctl", ["status", "-D", clusterDirectory], as: user).status != 0 {
            try writeSettings(to: clusterDirectory)
            try startServer(programs)
        }
        use.lockShared()
        isUsed = true
    }

    /// Stops using the server; stops it if nobody else uses it.
    public func stop() throws {
        guard isUsed else { return }
        turn.lockExclusive()
        defer { turn.unlock() }
        isUsed = false
        use.unlock()
        guard use.tryLockExclusive() else { return }
        defer { use.unlock() }
        let programs = try Programs.find(majorVersion: try clusterVersion())
        let stop = try programs.run(
            "pg_ctl", ["stop", "-D", clusterDirectory, "-m", "fast", "-w", "-t", "\(EmbeddedServer.patienceSeconds)"],
            as: user)
        guard stop.status == 0 else {
            throw EmbeddedPostgresError(
                .programFailed, "the private PostgreSQL did not stop: \(EmbeddedServer.lastLine(stop.output))")
        }
    }

    // MARK: Steps

    /// Makes the cluster beside its place and moves it there when it is whole.
    private func createCluster() throws {
        let programs = try Programs.find(majorVersion: nil)
        let draft = dataDirectory + "/postgres.new"
        try? FileManager.default.removeItem(atPath: draft)
        try makeOwned(draft)
        let made = try programs.run(
            "initdb",
            [
                "-D", draft, "-U", EmbeddedServer.roleName, "--auth-local=trust", "--auth-host=reject",
                "--encoding=UTF8",
                "--locale=C.UTF-8", "--data-checksums", settings.isThrowaway ? "--no-sync" : "--no-instructions",
            ], as: user)
        guard made.status == 0 else {
            throw EmbeddedPostgresError(.programFailed, "initdb failed: \(EmbeddedServer.lastLine(made.output))")
        }
        let database = try programs.run(
            "postgres", ["--single", "-D", draft, "postgres"], as: user,
            input: "create database \(EmbeddedServer.databaseName);\n")
        guard database.status == 0 else {
            throw EmbeddedPostgresError(
                .programFailed, "cannot create the database: \(EmbeddedServer.lastLine(database.output))")
        }
        let configuration = draft + "/postgresql.conf"
        let text = try String(contentsOfFile: configuration, encoding: .utf8)
        try write(text + "\ninclude 'healthstore.conf'\n", to: configuration)
        guard rename(draft, clusterDirectory) == 0 else {
            throw EmbeddedPostgresError(
                .directoryUnusable, "cannot rename \(draft): \(String(cString: strerror(errno)))")
        }
    }

    private func startServer(_ programs: Programs) throws {
        let start = try programs.run(
            "pg_ctl",
            ["start", "-D", clusterDirectory, "-l", logFile, "-w", "-t", "\(EmbeddedServer.patienceSeconds)"], as: user)
        guard start.status == 0 else {
            let log = (try? String(contentsOfFile: logFile, encoding: .utf8)) ?? ""
            throw EmbeddedPostgresError(
                .programFailed, "the private PostgreSQL did not start: \(EmbeddedServer.lastLine(log))",
                hint: "its log is \(logFile)")
        }
    }

    private func writeSettings(to directory: String) throws {
        try write(
            settings.text(
                clusterDirectory: clusterDirectory, socketDirectory: socketDirectory, port: EmbeddedServer.port),
            to: directory + "/healthstore.conf")
        try write(
            settings.hostBasedAuthentication(role: EmbeddedServer.roleName), to: directory + "/healthstore_hba.conf")
        try write(
            settings.userNameMap(role: EmbeddedServer.roleName, owners: user.ownerNames),
            to: directory + "/healthstore_ident.conf")
    }

    private func clusterVersion() throws -> Int {
        let text = try? String(contentsOfFile: clusterDirectory + "/PG_VERSION", encoding: .utf8)
        guard let text, let version = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw EmbeddedPostgresError(.directoryUnusable, "\(clusterDirectory) is no PostgreSQL data directory")
        }
        return version
    }

    // MARK: Files

    private static func makeDirectory(_ path: String, mode: mode_t) throws {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw EmbeddedPostgresError(
                .directoryUnusable, "cannot create the directory \(path)", hint: "choose another --data-dir")
        }
        guard chmod(path, mode) == 0 else {
            throw EmbeddedPostgresError(
                .directoryUnusable, "the directory \(path) belongs to another user", hint: "choose another --data-dir")
        }
    }

    /// A directory of the server's user, which nobody else can read.
    private func makeOwned(_ path: String, mode: mode_t = 0o700) throws {
        try EmbeddedServer.makeDirectory(path, mode: mode)
        if user.id != geteuid(), chown(path, user.id, user.group) != 0 {
            throw EmbeddedPostgresError(.directoryUnusable, "cannot give \(path) to the server's user")
        }
    }

    private func checkTraversable() throws {
        guard !user.command.isEmpty else { return }
        let test = try Programs.run(user.command + ["test", "-w", socketDirectory])
        guard test.status == 0 else {
            throw EmbeddedPostgresError(
                .directoryUnusable, "the user of the server cannot reach \(dataDirectory)",
                hint: "choose a --data-dir whose parent directories everybody may enter")
        }
    }

    private func write(_ text: String, to path: String) throws {
        do { try text.write(toFile: path, atomically: false, encoding: .utf8) } catch {
            throw EmbeddedPostgresError(.directoryUnusable, "cannot write \(path)")
        }
        if user.id != geteuid() { _ = chown(path, user.id, user.group) }
        _ = chmod(path, 0o600)
    }

    private static func lastLine(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).last.map(String.init) ?? "it printed nothing"
    }
}
