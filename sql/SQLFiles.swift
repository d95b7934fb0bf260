import Foundation

/// The SQL of the product: what to run, in which order.
///
/// `migrations/` holds files that run once, in the order of their numbers, and are never edited after a
/// release. `code/` holds functions and views, one a file, which are dropped and created again whenever any of them
/// changes, in the order of `code/install_order.txt`; behind them `code/access.sql` says who may read what.
public struct SQLFiles: Sendable {
    public var migrations: [Migration]
    public var code: [CodeFile]
    /// Statements that may run any number of times, and change nothing where access is as they say.
    public var access: String

    public struct Migration: Sendable, Hashable {
        /// 1, 2, 3, … without gaps.
        public var number: Int32
        /// `0002_person` gives `person`.
        public var name: String
        public var text: String
    }

    public struct CodeFile: Sendable, Hashable {
        /// `views/quantity_sample.sql`
        public var path: String
        public var kind: Kind
        /// Name of the one view that the file defines, or of the one function with all of its overloads.
        public var name: String
        public var text: String

        public enum Kind: String, Sendable, CaseIterable {
            case view = "views"
            case function = "functions"
        }
    }

    /// Reads the files that were installed with the program.
    ///
    /// - Throws: `SQLFilesError` if they are not there or not as they should be.
    public static func load() throws -> SQLFiles {
        try SQLFiles(directory: directory())
    }

    /// - Parameter directory: holds `migrations` and `code`.
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
        access = try Self.read(codeDirectory.appendingPathComponent("access.sql"))
    }

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

/// The program is not installed whole.
public struct SQLFilesError: Error, Sendable {
    /// In PostgreSQL's style: lower case, no full stop.
    public var message: String

    init(_ message: String) {
        self.message = message
    }
}
