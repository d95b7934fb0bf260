import CSpawn
import Foundation

/// PostgreSQL's programs of one major version.
struct Programs {
    let directory: String

    /// Where the programs are, one folder for each major version, as Debian and Ubuntu have them.
    private static let versionsDirectoryDefault = "/usr/lib/postgresql"
    /// Names another such directory.
    private static let environmentName = "HEALTHSTORE_POSTGRESQL_DIR"

    /// The oldest major version that the schema is tested with.
    static let majorVersionMin = 15

    static var versionsDirectory: String {
        let given = ProcessInfo.processInfo.environment[environmentName] ?? ""
        return given.isEmpty ? versionsDirectoryDefault : given
    }

    /// The programs of `majorVersion`, or of the newest version that is installed.
    ///
    /// - Parameter directory: has a folder for each major version.
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

    /// The version of the server program, in the words in which a server says its own: `15.18 (Debian 15.18-0+deb12u1)`.
    func version(as user: ServerUser) throws -> String {
        let answer = try run("postgres", ["--version"], as: user)
        guard answer.status == 0, let match = answer.output.firstMatch(of: /\(PostgreSQL\) (.+)/) else {
            throw EmbeddedPostgresError(.programFailed, "\(directory)/postgres does not say its version")
        }
        return String(match.1).trimmingCharacters(in: .whitespaces)
    }

    /// What changes when the server program is replaced by another; nil while there is none.
    var fingerprint: ProgramFingerprint? {
        var file = stat()
        guard stat(directory + "/postgres", &file) == 0 else { return nil }
        return ProgramFingerprint(
            device: file.st_dev, inode: file.st_ino, size: file.st_size, modified: file.st_mtim.tv_sec)
    }

    /// Runs a program to its end.
    ///
    /// - Returns: its exit status and what it printed on both streams.
    func run(_ name: String, _ arguments: [String], as user: ServerUser, input: String? = nil) throws -> (
        status: Int32, output: String
    ) {
        try Programs.run(user.command + ["\(directory)/\(name)"] + arguments, input: input)
    }

    /// Foundation's `Process` is not used: it notices the end of a program by a descriptor that the server, which outlives pg_ctl,
    /// would inherit.
    static func run(_ command: [String], input: String? = nil) throws -> (status: Int32, output: String) {
        let inputFile = try TemporaryFile(contents: input ?? "")
        let outputFile = try TemporaryFile(contents: "")
        var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("PG") }
        environment["LC_ALL"] = "C.UTF-8"
        let status = withCStrings(command) { arguments in
            withCStrings(environment.map { "\($0.key)=\($0.value)" }) { environment in
                hs_run(arguments, environment, inputFile.descriptor, outputFile.descriptor)
            }
        }
        guard status >= 0 else {
            throw EmbeddedPostgresError(
                .programFailed, "cannot run \(command.joined(separator: " ")): \(String(cString: strerror(-status)))")
        }
        return (exitStatus(status), outputFile.contents())
    }

    /// Runs a program with the streams, the directory and the environment of this process. Ctrl-C is the program's alone.
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
            throw EmbeddedPostgresError(
                .programsMissing, "cannot run \(command[0]): \(String(cString: strerror(failure)))",
                hint: "install postgresql-client")
        }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 && errno == EINTR {}
        return exitStatus(status)
    }

    /// As a shell counts: the exit status, or 128 and the number of the signal.
    private static func exitStatus(_ status: Int32) -> Int32 {
        status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
    }

    /// The strings as C's null-terminated array of pointers.
    private static func withCStrings<Value>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
    ) -> Value {
        let copies = strings.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return body(copies + [nil])
    }
}

/// A file without a name, which goes with its descriptor.
private final class TemporaryFile {
    let descriptor: Int32

    init(contents: String) throws {
        var path = Array((FileManager.default.temporaryDirectory.path + "/healthstore-XXXXXX").utf8CString)
        descriptor = mkstemp(&path)
        guard descriptor >= 0 else {
            throw EmbeddedPostgresError(
                .directoryUnusable, "cannot create a temporary file: \(String(cString: strerror(errno)))")
        }
        unlink(path)
        let bytes = Array(contents.utf8)
        guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else {
            throw EmbeddedPostgresError(.directoryUnusable, "cannot write a temporary file")
        }
    }

    deinit { close(descriptor) }

    /// What was written, at most a megabyte of it.
    func contents() -> String {
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return String(decoding: bytes[..<max(count, 0)], as: UTF8.self)
    }
}

/// A file of a program, told from another one that takes its place.
struct ProgramFingerprint: Hashable, Sendable {
    let device: dev_t
    let inode: ino_t
    let size: off_t
    let modified: time_t
}
