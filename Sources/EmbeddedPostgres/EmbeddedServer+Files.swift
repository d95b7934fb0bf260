import Foundation
import Postgres

/// The files of the private server.
extension EmbeddedServer {
    /// Allows or forbids other users of this machine to open the server's socket. The setting
    /// outlasts this process.
    ///
    /// The other users need a role with a password, because no other user of this machine can log
    /// in as the owner's role. They also need search permission on the directories above the data
    /// directory.
    ///
    /// - Throws: `EmbeddedPostgresError` if a directory belongs to another user.
    public func setAdmitsOthers(_ isAdmitting: Bool) throws {
        try EmbeddedServer.makeDirectory(socketDirectory, mode: isAdmitting ? 0o711 : 0o700)
        try EmbeddedServer.makeDirectory(dataDirectory, mode: isAdmitting ? 0o711 : 0o700)
    }

    /// Returns true if other users may open the socket. The mode of the socket's directory stores
    /// this setting.
    static func admitsOthers(socketDirectory: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: socketDirectory)
        return (attributes?[.posixPermissions] as? NSNumber).map { $0.intValue & 0o001 != 0 } ?? false
    }

    /// The port on which analysts log in over TCP, from this machine alone; nil if the server
    /// listens only on its socket. A file stores this setting, because a server that cannot listen
    /// on the port does not start and could not store another one.
    public var tcpPort: Int? {
        (try? String(contentsOfFile: tcpPortFile, encoding: .utf8)).flatMap {
            Int($0.trimmingCharacters(in: .whitespacesAndNewlines))
        }
    }

    /// Changes ``tcpPort`` for the next start of the server.
    ///
    /// - Throws: `EmbeddedPostgresError` if another server listens on the port, or if the file
    ///   cannot be written.
    public func setTCPPort(_ port: Int?) throws {
        if let port {
            // A program of another kind may accept the connection and say nothing.
            let address = conninfo(user: EmbeddedServer.roleName, tcpPort: port) + " connect_timeout=2"
            let isTaken = Session.ping(conninfo: address) != .silent
            guard port == tcpPort || !isTaken else {
                throw EmbeddedPostgresError(
                    .programFailed, "another PostgreSQL listens on port \(port) of localhost",
                    hint: "choose another port")
            }
            return try write("\(port)\n", to: tcpPortFile)
        }
        guard unlink(tcpPortFile) == 0 || errno == ENOENT else {
            throw EmbeddedPostgresError.system(.directoryUnusable, "cannot remove \(tcpPortFile)")
        }
    }

    private var tcpPortFile: String { dataDirectory + "/tcp-port" }

    // MARK: Settings

    /// The users of this machine that may log in as the owner's role. These are the user of the
    /// server, and root, which can become that user.
    var ownerNames: [String] { Set([user.id, 0]).compactMap(ServerUser.name(of:)).sorted() }

    static let configurationFile = "healthstore.conf"

    /// Writes each configuration file of the server whose text differs from this program's.
    ///
    /// - Returns: the names of the files written.
    func writeSettings() throws -> Set<String> {
        let files = [
            EmbeddedServer.configurationFile: settings.text(
                clusterDirectory: clusterDirectory, socketDirectory: EmbeddedServer.quotedForList(socketDirectory),
                tcpPort: tcpPort),
            "healthstore_hba.conf": settings.hostBasedAuthentication(role: EmbeddedServer.roleName),
            "healthstore_ident.conf": settings.userNameMap(
                role: EmbeddedServer.roleName, owners: ownerNames),
        ]
        var changed: Set<String> = []
        for (name, text) in files {
            let path = clusterDirectory + "/" + name
            guard (try? String(contentsOfFile: path, encoding: .utf8)) != text else { continue }
            try write(text, to: path)
            changed.insert(name)
        }
        return changed
    }

    // MARK: Cluster

    /// Creates the cluster in a draft directory. Renames the directory when the cluster is
    /// complete.
    func createCluster() throws {
        // An empty store must not replace one that is being restored.
        let work = BackupCopy.workDirectory(of: dataDirectory)
        guard !FileManager.default.fileExists(atPath: work) else {
            throw EmbeddedPostgresError(
                .directoryUnusable, "a restore of the store in \(dataDirectory) has not ended",
                hint: "wait for it, or run healthstore restore again if it was interrupted")
        }
        let programs = try Programs.find(majorVersion: nil, in: settings.programsDirectory)
        let draft = dataDirectory + "/postgres.new"
        try? FileManager.default.removeItem(atPath: draft)
        try initialize(draft, programs)
        let database = try programs.run(
            "postgres", ["--single", "-D", draft, "postgres"], as: user,
            input: "create database \(EmbeddedServer.databaseName);\n")
        guard database.status == 0 else { throw ProgramFailure.error("postgres", database.output) }
        try include(in: draft)
        guard rename(draft, clusterDirectory) == 0 else {
            throw EmbeddedPostgresError.system(.directoryUnusable, "cannot rename \(draft)")
        }
    }

    /// Makes an empty cluster without a database of healthstore.
    func initialize(_ draft: String, _ programs: Programs) throws {
        try makeOwned(draft)
        let made = try programs.run(
            "initdb",
            [
                "-D", draft, "-U", EmbeddedServer.roleName, "--auth-local=trust", "--auth-host=reject",
                "--encoding=UTF8",
                "--locale=C.UTF-8", "--data-checksums", settings.isThrowaway ? "--no-sync" : "--no-instructions",
            ], as: user)
        guard made.status == 0 else { throw ProgramFailure.error("initdb", made.output) }
    }

    /// Makes a cluster read the settings of this program.
    func include(in draft: String) throws {
        let configuration = draft + "/postgresql.conf"
        let text = try String(contentsOfFile: configuration, encoding: .utf8)
        try write(text + "\ninclude 'healthstore.conf'\n", to: configuration)
    }

    func clusterVersion() throws -> Int {
        let text = try? String(contentsOfFile: clusterDirectory + "/PG_VERSION", encoding: .utf8)
        guard let text, let version = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw EmbeddedPostgresError(.directoryUnusable, "\(clusterDirectory) is not a PostgreSQL data directory")
        }
        return version
    }

    // MARK: Files

    static func makeDirectory(_ path: String, mode: mode_t) throws {
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

    /// Creates a directory that belongs to the server's user.
    func makeOwned(_ path: String, mode: mode_t = 0o700) throws {
        try EmbeddedServer.makeDirectory(path, mode: mode)
        if user.id != geteuid(), chown(path, user.id, user.group) != 0 {
            throw EmbeddedPostgresError(.directoryUnusable, "cannot change the owner of \(path) to the server's user")
        }
    }

    /// Checks that the server's user can write to the socket's directory.
    func checkTraversable() throws {
        guard !user.command.isEmpty else { return }
        let test = try Programs.run(user.command + ["test", "-w", socketDirectory])
        guard test.status == 0 else {
            throw EmbeddedPostgresError(
                .directoryUnusable, "the user of the server cannot reach \(dataDirectory)",
                hint: "choose a --data-dir whose parent directories every user may enter")
        }
    }

    /// Writes a file completely or not at all, even if the disk is full.
    func write(_ text: String, to path: String) throws {
        let draft = path + ".new"
        do { try text.write(toFile: draft, atomically: false, encoding: .utf8) } catch {
            unlink(draft)
            throw EmbeddedPostgresError(.directoryUnusable, "cannot write \(path)\(shortageOfSpace)")
        }
        FileOwner.inherit(draft)
        guard chmod(draft, 0o600) == 0, rename(draft, path) == 0 else {
            throw EmbeddedPostgresError.system(.directoryUnusable, "cannot write \(path)")
        }
    }

    /// A text with the free space of the data's file system, if PostgreSQL needs more space to
    /// start. Otherwise an empty text.
    var shortageOfSpace: String {
        var system = statvfs()
        guard statvfs(clusterDirectory, &system) == 0 else { return "" }
        let bytes = UInt64(system.f_bavail) * UInt64(system.f_frsize)
        guard bytes < EmbeddedServer.freeBytesMin else { return "" }
        return "; the file system of \(dataDirectory) has \(bytes / 1_024) KiB free"
    }

    /// Returns true if the disk is full, or a message of the server says so.
    func isOutOfSpace(_ message: String) -> Bool {
        !shortageOfSpace.isEmpty
            || ["No space left on device", "Disk quota exceeded"].contains { message.contains($0) }
    }

    /// The free bytes below which `shortageOfSpace` returns a text. 32 MiB are two segments of the
    /// write-ahead log.
    private static let freeBytesMin: UInt64 = 32 << 20

    /// Returns `text` as one word of a shell command.
    static func quotedForShell(_ text: String) -> String {
        "'" + text.replacingOccurrences(of: "'", with: "'\\''") + "'"
    }

    /// Returns `text` as one element of a PostgreSQL list. `text` may have any characters.
    static func quotedForList(_ text: String) -> String {
        "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }
}
