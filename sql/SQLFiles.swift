import Foundation

/// The SQL files of the product, in the order in which they run.
///
/// - `migrations/`: each file runs once, in order of number, and is never edited after a release.
/// - `code/`: functions and views, one in each file. If any of them changes, all are dropped and
///   created again in the order of `code/install_order.txt`.
/// - `code/analysis.sql`: runs after them and makes the schema that analysts see first.
/// - `code/access.sql`: runs after that and sets who may read what.
/// - `code/guards.sql`: runs after that, on each server of a cluster.
public struct SQLFiles: Sendable {
    public var migrations: [Migration]
    public var code: [CodeFile]
    /// Statements that create a view or function of schema `health_analysis` for each view and
    /// function of `code` that is for analysts.
    public var analysis: String
    /// Statements that set who may read what. They can run repeatedly and then change nothing.
    public var access: String
    /// Statements that revoke rights from everybody, on each server of a cluster.
    public var guards: String

    public struct Migration: Sendable, Hashable {
        /// 1, 2, 3, … without gaps.
        public var number: Int32
        /// The file name without its number: `person` for `0002_person.sql`.
        public var name: String
        public var text: String
    }

    public struct CodeFile: Sendable, Hashable {
        /// `views/quantity_sample.sql`
        public var path: String
        public var kind: Kind
        /// Name of the view that the file defines, or of the function with all of its overloads.
        public var name: String
        public var text: String

        public enum Kind: String, Sendable, CaseIterable {
            case view = "views"
            case function = "functions"
        }
    }

    /// Returns the files that were installed with the program. They are read once: a service that
    /// root starts can no longer read them after it has given up root's rights, if only root may
    /// enter a folder above them.
    ///
    /// - Throws: `SQLFilesError` if a file is missing, unreadable or out of sequence.
    public static func load() throws -> SQLFiles {
        try loaded.get()
    }

    private static let loaded = Result { try SQLFiles(directory: directory()) }

    /// Reads the files of a directory.
    ///
    /// - Parameter directory: contains `migrations` and `code`.
    /// - Throws: `SQLFilesError` if a file is missing, unreadable or out of sequence.
    public init(directory: URL) throws {
        let migrationsDirectory = directory.appendingPathComponent("migrations")
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: migrationsDirectory.path).sorted()
        } catch {
            throw SQLFilesError("cannot read \(migrationsDirectory.path)")
        }
        migrations = []
        for name in names where name.hasSuffix(".sql") {
            let number = Int32(name.prefix { $0 != "_" })
            guard let number, Int(number) == migrations.count + 1 else {
                throw SQLFilesError("migration \(name) should have the number \(migrations.count + 1)")
            }
            migrations.append(
                Migration(
                    number: number, name: String(name.drop { $0 != "_" }.dropFirst().dropLast(4)),
                    text: try Self.read(migrationsDirectory.appendingPathComponent(name))))
        }
        let codeDirectory = directory.appendingPathComponent("code")
        let order = try Self.read(codeDirectory.appendingPathComponent("install_order.txt"))
        code = try order.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let path = String(line)
            let parts = path.split(separator: "/")
            guard parts.count == 2, let kind = CodeFile.Kind(rawValue: String(parts[0])), parts[1].hasSuffix(".sql")
            else {
                throw SQLFilesError(
                    "install_order.txt names \(path), which is not views/NAME.sql or functions/NAME.sql")
            }
            return CodeFile(
                path: path, kind: kind, name: String(parts[1].dropLast(4)),
                text: try Self.read(codeDirectory.appendingPathComponent(path)))
        }
        analysis = try Self.read(codeDirectory.appendingPathComponent("analysis.sql"))
        access = try Self.read(codeDirectory.appendingPathComponent("access.sql"))
        guards = try Self.read(codeDirectory.appendingPathComponent("guards.sql"))
    }

    /// The directory of the files: `../share/healthstore/sql` of an installed program, else the
    /// bundle that the package manager built.
    private static func directory() throws -> URL {
        let folder = InstalledFolder("sql", bundle: "healthstore_SQLFiles.resources")
        if let directory = folder.url(having: "migrations") { return directory }
        throw SQLFilesError("the SQL files are neither in \(folder.candidates[0].path) nor beside the program")
    }

    private static func read(_ url: URL) throws -> String {
        do {
            return try String(contentsOf: url, encoding: .utf8)
        } catch {
            throw SQLFilesError("cannot read \(url.path)")
        }
    }
}

/// The installation of the program is incomplete.
public struct SQLFilesError: Error, Sendable {
    /// In PostgreSQL's style: lower case, no full stop.
    public var message: String

    init(_ message: String) {
        self.message = message
    }
}
