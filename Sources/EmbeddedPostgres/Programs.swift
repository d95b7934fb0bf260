import CSpawn
import Foundation

/// PostgreSQL's programs of one major version.
struct Programs {
    let directory: String

    /// The major version, which is the name of the folder above.
    var major: Int { Int(URL(fileURLWithPath: directory).deletingLastPathComponent().lastPathComponent) ?? 0 }

    /// The folder that has one folder for each major version, as Debian and Ubuntu install them.
    private static let versionsDirectoryDefault = "/usr/lib/postgresql"
    /// The environment variable that names another such folder.
    private static let environmentName = "HEALTHSTORE_POSTGRESQL_DIR"

    /// The oldest major version that the schema is tested with.
    static let majorVersionMin = 15

    static var versionsDirectory: String {
        let given = ProcessInfo.processInfo.environment[environmentName] ?? ""
        return given.isEmpty ? versionsDirectoryDefault : given
    }

    /// Returns the programs of `majorVersion`, or of the newest installed version if it is nil.
    ///
    /// - Parameter directory: a folder that has one folder for each major version.
    /// - Throws: `EmbeddedPostgresError` if the version is not installed.
    static func find(majorVersion: Int?, in directory: String = versionsDirectory) throws -> Programs {
        let installed = ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? [])
            .compactMap(Int.init)
            .filter { $0 >= majorVersionMin }
            .filter { FileManager.default.isExecutableFile(atPath: "\(directory)/\($0)/bin/initdb") }
        if let majorVersion {
            guard installed.contains(majorVersion) else {
                throw EmbeddedPostgresError(
                    .programsMissing,
                    "the data directory belongs to PostgreSQL \(majorVersion), which is not installed",
                    hint: "install postgresql-\(majorVersion)")
            }
            return Programs(directory: "\(directory)/\(majorVersion)/bin")
        }
        guard let newest = installed.max() else {
            throw EmbeddedPostgresError(
                .programsMissing, "PostgreSQL \(majorVersionMin) or newer is not installed",
                hint: "install postgresql, or use --database-url")
        }
        return Programs(directory: "\(directory)/\(newest)/bin")
    }

    /// Returns the path of a client of the newest installed version, or its name if only a package
    /// of clients is installed.
    static func client(_ name: String) -> String {
        let path = (try? find(majorVersion: nil)).map { "\($0.directory)/\(name)" }
        return path.flatMap { FileManager.default.isExecutableFile(atPath: $0) ? $0 : nil } ?? name
    }

    /// Returns the version of the server program. A server reports its own version in the same
    /// form, such as `15.18 (Debian 15.18-0+deb12u1)`.
    func version(as user: ServerUser) throws -> String {
        let answer = try run("postgres", ["--version"], as: user)
        guard answer.status == 0, let match = answer.output.firstMatch(of: /\(PostgreSQL\) (.+)/) else {
            throw EmbeddedPostgresError(
                .programFailed,
                "\(directory)/postgres does not print its version: \(ProgramFailure.reason(in: answer.output))")
        }
        return String(match.1).trimmingCharacters(in: .whitespaces)
    }

    /// A value that changes when the server program is replaced. It is nil if the program does not
    /// exist.
    var fingerprint: ProgramFingerprint? {
        var file = stat()
        guard stat(directory + "/postgres", &file) == 0 else { return nil }
        return ProgramFingerprint(
            device: file.st_dev, inode: file.st_ino, size: file.st_size, modified: file.st_mtim.tv_sec)
    }

    /// Runs a program to its end.
    ///
    /// - Returns: the program's exit status and its output on both streams.
    func run(_ name: String, _ arguments: [String], as user: ServerUser, input: String? = nil) throws -> (
        status: Int32, output: String
    ) {
        try Programs.run(user.command + ["\(directory)/\(name)"] + arguments, input: input)
    }

    /// Runs a command to its end, without PostgreSQL's environment variables and without those of
    /// the service manager.
    ///
    /// Foundation's `Process` is not used. It finds the end of a program when a descriptor closes,
    /// but a server that pg_ctl starts would inherit the descriptor and keep it open.
    static func run(_ command: [String], input: String? = nil) throws -> (status: Int32, output: String) {
        let inputFile = try MemoryFile(Array((input ?? "").utf8))
        let outputFile = try MemoryFile()
        let status = withCStrings(command) { arguments in
            withCStrings(environment.map { "\($0.key)=\($0.value)" }) { environment in
                hs_run(arguments, environment, inputFile.descriptor, outputFile.descriptor)
            }
        }
        guard status >= 0 else {
            throw EmbeddedPostgresError.system(
                .programFailed, "cannot run \(command.joined(separator: " "))", number: -status)
        }
        return (exitStatus(status), outputFile.text)
    }

    /// The environment of programs: this process's, without PostgreSQL's variables and those of the
    /// service manager, and with English messages.
    static var environment: [String: String] {
        var environment = ProcessInfo.processInfo.environment.filter { variable in
            !variable.key.hasPrefix("PG") && !serviceVariables.contains(variable.key)
        }
        environment["LC_ALL"] = "C.UTF-8"
        return environment
    }

    /// Returns the path of a program in the folders of `PATH`, or nil.
    static func path(of name: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
            .map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
    }

    /// The variables of systemd's sd_notify(3). With them, a server would report its own state as
    /// that of the service.
    private static let serviceVariables: Set = ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"]

    /// Runs a program with the streams, the directory and the environment of this process. This
    /// process ignores Ctrl-C meanwhile, and the program receives it.
    static func runOnTerminal(_ command: [String]) throws -> Int32 {
        let interrupt = signal(SIGINT, SIG_IGN)
        defer { signal(SIGINT, interrupt) }
        var child: pid_t = 0
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGINT)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        let failure = withCStrings(command) { arguments in
            posix_spawnp(&child, command[0], nil, &attributes, arguments, environ)
        }
        guard failure == 0 else {
            throw EmbeddedPostgresError.system(
                .programsMissing, "cannot run \(command[0])", number: failure, hint: "install postgresql-client")
        }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 && errno == EINTR {}
        return exitStatus(status)
    }

    /// Returns the exit status as a shell reports it. It is the program's own status, or 128 plus
    /// the number of the signal that ended the program.
    static func exitStatus(_ status: Int32) -> Int32 {
        status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
    }

    /// Calls `body` with the strings as C's null-terminated array of pointers.
    static func withCStrings<Value>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
    ) -> Value {
        let copies = strings.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return body(copies + [nil])
    }
}

/// Identifies a version of a program's file.
struct ProgramFingerprint: Hashable, Sendable {
    let device: dev_t
    let inode: ino_t
    let size: off_t
    let modified: time_t
}
