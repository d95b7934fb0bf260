import Foundation
import HealthDatabase
import Postgres
import TestSupport

/// The files of `pgtap/`, each of which tests one function or view, and the program that runs them.
///
/// https://pgtap.org/documentation.html
enum PgTAP {
    private static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("pgtap")

    /// Names without `.sql`, sorted.
    static let files: [String] =
        ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? [])
        .filter { $0.hasSuffix(".sql") }.map { String($0.dropLast(4)) }.sorted()

    static func path(of file: String) -> String { directory.appendingPathComponent(file + ".sql").path }

    /// Nil if there is no such file.
    static func text(of file: String) -> String? { try? String(contentsOfFile: path(of: file), encoding: .utf8) }

    /// Why nothing can be tested.
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    /// Of Debian's package libtap-parser-sourcehandler-pgtap-perl.
    private static let program = "/usr/bin/pg_prove"

    /// A migrated database with the extension pgtap in a schema of its own, for one test.
    ///
    /// - Throws: `Missing`: a machine without pgTAP is no reason to take the functions for tested.
    static func withDatabase<Value>(_ body: (String) async throws -> Value) async throws -> Value {
        let server = try TestServer.shared()
        let template = try server.template(named: "pgtap") { conninfo in
            let session = try Session(conninfo: conninfo)
            _ = try Migrator().migrate(session)
            do {
                try session.executeScript("create schema pgtap; create extension pgtap schema pgtap")
            } catch let error as PostgresError {
                throw Missing(
                    description: "the server has no extension pgtap; run scripts/setup, which installs "
                        + "postgresql-15-pgtap (of the server's version): \(error.message)")
            }
        }
        return try await server.withDatabase(template: template, body)
    }

    /// Runs a file with pg_prove.
    static func prove(path: String, conninfo: String) async throws -> Command {
        guard FileManager.default.isExecutableFile(atPath: program) else {
            throw Missing(
                description: "\(program) is missing; run scripts/setup, which installs "
                    + "libtap-parser-sourcehandler-pgtap-perl")
        }
        return try await Command.run(
            program, ["--norc", "--ext", ".sql", "--nocolor", "--failures", "--comments", path],
            environment: try environment(conninfo))
    }

    /// pg_prove takes the name of a database but no connection string; libpq reads the rest itself.
    ///
    /// https://www.postgresql.org/docs/15/libpq-envars.html
    private static func environment(_ conninfo: String) throws -> [String: String] {
        let string = try ConnectionString(conninfo)
        var environment = ["PGOPTIONS": "-c search_path=public,pgtap"]
        for (keyword, name) in [
            "host": "PGHOST", "port": "PGPORT", "dbname": "PGDATABASE", "user": "PGUSER", "password": "PGPASSWORD",
        ] {
            if let value = string[keyword] { environment[name] = value }
        }
        return environment
    }
}
