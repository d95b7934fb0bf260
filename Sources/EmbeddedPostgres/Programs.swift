import CSpawn
import Foundation

/// PostgreSQL's programs of one major version.
struct Programs {
    let directory: String

    /// Where Debian and Ubuntu put them, one folder for each major version.
    private static let versionsDirectory = "/usr/lib/postgresql"

    /// The oldest major version that the schema is tested with.
    static let majorVersionMin = 15

    /// The programs of `majorVersion`, or of the newest version that is installed.
    static func find(majorVersion: Int?) throws -> Programs {
        let installed = ((try? FileManager.default.contentsOfDirectory(atPath: versionsDirectory)) ?? [])
            .compactMap(Int.init)
            .filter { $0 >= majorVersionMin }
            .filter { FileManager.default.isExecutableFile(atPath: "\(versionsDirectory)/\($0)/bin/initdb") }
        if let majorVersion {
            guard installed.contains(majorVersion) else {
                throw EmbeddedPostgresError(
                    .programsMissing,
                    "the data directory belongs to PostgreSQL \(majorVersion), which is not installed",
                    hint: "install postgresql-\(majorVersion)")
            }
            return Programs(directory: "\(versionsDirectory)/\(majorVersion)/bin")
        }
        guard let newest = installed.max() else {
            throw EmbeddedPostgresError(
                .programsMissing, "PostgreSQL \(majorVersionMin) or newer is not installed",
                hint: "install postgresql, or use --database-url")
        }
        return Programs(directory: "\(versionsDirectory)/\(newest)/bin")
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

/// The user that the server runs as: whoever we are, except that PostgreSQL refuses root.
struct ServerUser {
    let id: uid_t
    let group: gid_t
    /// What to put before a command so that it runs as this user.
    let command: [String]

    /// Names of whoever may do everything with the server: this user, and the one that starts it.
    var ownerNames: [String] {
        Set([id, geteuid()]).sorted().compactMap { id in getpwuid(id).map { String(cString: $0.pointee.pw_name) } }
    }

    /// The user that Debian's packages create.
    private static let substitute = "postgres"

    static func current() throws -> ServerUser {
        guard geteuid() == 0 else { return ServerUser(id: geteuid(), group: getegid(), command: []) }
        guard let entry = getpwnam(substitute) else {
            throw EmbeddedPostgresError(
                .noServerUser, "PostgreSQL refuses to run as root, and there is no user \"\(substitute)\"",
                hint: "install postgresql, or start healthstore as another user")
        }
        return ServerUser(
            id: entry.pointee.pw_uid, group: entry.pointee.pw_gid,
            command: ["setpriv", "--reuid=\(substitute)", "--regid=\(substitute)", "--init-groups", "--"])
    }
}
