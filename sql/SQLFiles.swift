import Foundation
import HealthCore

/// The SQL files of the product. `order.txt` names them in the order of installation, and says when
/// each folder is installed.
public struct SQLFiles: Sendable {
    /// Schemas, types and tables, which are created once. The comments above a table, a column, an
    /// index, a sequence or a type in a file also become its comments in the database.
    public var tables: [File]
    /// Functions and policies that decide who may read what. Each file can run repeatedly.
    public var access: [File]
    /// Functions and views. They are dropped and created again together.
    public var code: [File]
    /// Statements that set the rights of roles, and can run repeatedly.
    public var rights: Rights
    /// Changes of databases that an older release created. A number is never used again, and a
    /// file is never edited after a release.
    public var migrations: [Migration]

    public struct File: Sendable, Hashable {
        /// `views/quantity_sample.sql`
        public var path: String
        public var text: String

        /// The first folder of the path, or nil for a file beside the folders.
        public var folder: Substring? { path.contains("/") ? path.prefix { $0 != "/" } : nil }
        /// The name of the function, view, table, type or policy: the file name without `.sql`.
        public var name: String { String(path.split(separator: "/").last?.dropLast(4) ?? "") }
        /// True for a policy of the role `healthstore_reader`, which exists only on servers where
        /// the user may create roles.
        public var isReaderPolicy: Bool { path.hasPrefix("access/reader_policies/") }
        public var isPolicy: Bool { isReaderPolicy || path.hasPrefix("access/policies/") }
    }

    public struct Rights: Sendable, Hashable {
        /// Creates the roles. It runs before the policies.
        public var roles: String
        /// Grants rights to the roles. It runs after functions and views.
        public var grants: String
        /// Revokes rights from everybody. It runs last, on each server of a cluster.
        public var guards: String
    }

    public struct Migration: Sendable, Hashable {
        /// 1, 2, 3, … without gaps.
        public var number: Int32
        /// The file name without its number: `person` for `0002_person.sql`.
        public var name: String
        public var text: String
    }

    /// Returns the files that were installed with the program. They are read once: a service that
    /// root starts can no longer read them after it has given up root's rights, if only root may
    /// enter a folder above them.
    ///
    /// - Throws: `InstallationError` if a file is missing, unreadable or out of sequence.
    public static func load() throws -> SQLFiles {
        try loaded.get()
    }

    private static let loaded = Result { try SQLFiles(directory: directory()) }

    /// Reads the files of a directory.
    ///
    /// - Parameter directory: contains `order.txt` and `migrations`.
    /// - Throws: `InstallationError` if a file is missing, unreadable or out of sequence.
    public init(directory: URL) throws {
        var files: [String: File] = [:]
        (tables, access, code) = ([], [], [])
        let order = try InstalledFolder.text(of: directory.appendingPathComponent("order.txt"))
        for line in order.split(separator: "\n") where !line.hasPrefix("#") {
            let path = String(line)
            let file = File(path: path, text: try InstalledFolder.text(of: directory.appendingPathComponent(path)))
            guard files.updateValue(file, forKey: path) == nil else {
                throw InstallationError("order.txt names \(path) twice")
            }
            switch file.folder {
            case "types", "tables": tables.append(file)
            case "functions", "views": code.append(file)
            case "access" where !Self.rightsPaths.contains(path): access.append(file)
            case nil where path == "schemas.sql": tables.append(file)
            case nil where path == "analysis.sql": code.append(file)
            default:
                guard Self.rightsPaths.contains(path) else { throw InstallationError("order.txt names \(path)") }
            }
        }
        let rights = try Self.rightsPaths.map { path in
            guard let file = files[path] else { throw InstallationError("order.txt does not name \(path)") }
            return file.text
        }
        self.rights = Rights(roles: rights[0], grants: rights[1], guards: rights[2])
        migrations = try Self.migrations(in: directory.appendingPathComponent("migrations"))
    }

    private static let rightsPaths = ["access/roles.sql", "access/grants.sql", "access/guards.sql"]

    private static func migrations(in directory: URL) throws -> [Migration] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory.path) else {
            throw InstallationError("cannot read \(directory.path)")
        }
        var migrations: [Migration] = []
        for name in names.sorted() where name.hasSuffix(".sql") {
            let number = Int32(name.prefix { $0 != "_" })
            guard let number, Int(number) == migrations.count + 1 else {
                throw InstallationError("migration \(name) should have the number \(migrations.count + 1)")
            }
            migrations.append(
                Migration(
                    number: number, name: String(name.drop { $0 != "_" }.dropFirst().dropLast(4)),
                    text: try InstalledFolder.text(of: directory.appendingPathComponent(name))))
        }
        return migrations
    }

    /// The directory of the files: `../share/healthstore/sql` of an installed program, else the
    /// bundle that the package manager built.
    private static func directory() throws -> URL {
        try InstalledFolder("sql", bundle: "healthstore_SQLFiles.resources")
            .directory(having: "order.txt", "the SQL files are")
    }
}
