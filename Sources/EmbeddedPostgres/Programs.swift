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
                    .programsMissing, "the data directory belongs to PostgreSQL \(majorVersion), which is not installed",
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

    static func run(_ command: [String], input: String? = nil) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        // The user's current directory may be closed to the server's user.
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("PG") }
        environment["LC_ALL"] = "C.UTF-8"
        process.environment = environment
        // A file and not a pipe: the server outlives pg_ctl and would keep a pipe open.
        let output = FileManager.default.temporaryDirectory.appendingPathComponent("healthstore-\(UUID().uuidString)")
        guard FileManager.default.createFile(atPath: output.path, contents: nil),
            let writer = FileHandle(forWritingAtPath: output.path)
        else { throw EmbeddedPostgresError(.directoryUnusable, "cannot write to \(output.path)") }
        defer { try? FileManager.default.removeItem(at: output) }
        process.standardOutput = writer
        process.standardError = writer
        let inputPipe = Pipe()
        process.standardInput = input == nil ? FileHandle.nullDevice : inputPipe
        do { try process.run() } catch {
            throw EmbeddedPostgresError(.programFailed, "cannot run \(command.joined(separator: " ")): \(error)")
        }
        if let input {
            try? inputPipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            try? inputPipe.fileHandleForWriting.close()
        }
        process.waitUntilExit()
        try? writer.close()
        let text = (try? Data(contentsOf: output)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return (process.terminationStatus, text)
    }
}

/// The user that the server runs as: whoever we are, except that PostgreSQL refuses root.
struct ServerUser {
    let id: uid_t
    let group: gid_t
    /// What to put before a command so that it runs as this user.
    let command: [String]

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
