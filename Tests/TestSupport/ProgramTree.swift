import Foundation

/// A copy of PostgreSQL's programs that finds its libraries relative to itself and can be replaced
/// under a running server.
public struct ProgramTree: Sendable {
    /// The folder with one folder for each major version, for `HEALTHSTORE_POSTGRESQL_DIR`.
    public let versionsDirectory: String
    /// The version as the server reports it.
    public let version: String
    private let programs: String

    private static let names = ["postgres", "pg_ctl", "initdb"]

    /// The tests' server has no programs to copy, or they do not print a version.
    public struct NoPrograms: Error {}

    /// Copies the programs of the newest installed version.
    public init(in directory: String) async throws {
        let installed = try FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql").compactMap(Int.init)
        guard let major = installed.max() else { throw NoPrograms() }
        let source = "/usr/lib/postgresql/\(major)"
        versionsDirectory = directory + "/lib/postgresql"
        programs = versionsDirectory + "/\(major)/bin"
        let files = FileManager.default
        try files.createDirectory(atPath: programs, withIntermediateDirectories: true)
        try files.createDirectory(atPath: directory + "/share/postgresql", withIntermediateDirectories: true)
        try files.createSymbolicLink(
            atPath: directory + "/share/postgresql/\(major)", withDestinationPath: "/usr/share/postgresql/\(major)")
        try files.createSymbolicLink(
            atPath: versionsDirectory + "/\(major)/lib", withDestinationPath: source + "/lib")
        for name in ProgramTree.names {
            try files.copyItem(atPath: "\(source)/bin/\(name)", toPath: "\(programs)/\(name)")
        }
        let answer = try await Command.run(programs + "/postgres", ["--version"])
        guard let match = answer.output.firstMatch(of: /\(PostgreSQL\) (.+)/) else { throw NoPrograms() }
        version = String(match.1)
    }

    /// Runs `body` while a program has another text.
    public func withProgram(_ name: String, _ text: String, _ body: () async throws -> Void) async throws {
        let path = programs + "/" + name
        guard rename(path, path + ".kept") == 0 else { throw NoPrograms() }
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        try await body()
        guard rename(path + ".kept", path) == 0 else { throw NoPrograms() }
    }

    /// Replaces the programs by others that report the next minor version, like a package upgrade.
    ///
    /// - Returns: that version.
    public func upgrade() throws -> String {
        guard let minor = version.firstMatch(of: /^[0-9.]+/) else { throw NoPrograms() }
        let last = minor.0.hasSuffix("9") ? "8" : "9"
        let newer = version.replacing(minor.0, with: minor.0.dropLast() + last)
        for name in ProgramTree.names {
            let path = programs + "/" + name
            var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            while let range = bytes.range(of: Data(version.utf8)) { bytes.replaceSubrange(range, with: newer.utf8) }
            try bytes.write(to: URL(fileURLWithPath: path + ".new"))
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path + ".new")
            guard rename(path + ".new", path) == 0 else { throw NoPrograms() }
        }
        return newer
    }
}
