import Foundation
import HealthDatabase
import Postgres
import Synchronization
import TestSupport

/// The files of `pgtap/`, each of which tests one function or view, and the program that runs them.
///
/// https://pgtap.org/documentation.html
enum PgTAP {
    private static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("pgtap")

    /// The names of the files without `.sql`, sorted.
    static let files: [String] =
        ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? [])
        .filter { $0.hasSuffix(".sql") }.map { String($0.dropLast(4)) }.sorted()

    static func path(of file: String) -> String { directory.appendingPathComponent(file + ".sql").path }

    /// Returns the text of a file, or nil if it does not exist.
    static func text(of file: String) -> String? { try? String(contentsOfFile: path(of: file), encoding: .utf8) }

    /// The reason why nothing can be tested.
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    /// The program of Debian's package libtap-parser-sourcehandler-pgtap-perl.
    private static let program = "/usr/bin/pg_prove"

    /// The database that no test uses.
    private static let idle = Mutex<String?>(nil)

    /// Calls `body` with a migrated database for one test. The extension pgtap is in a schema of
    /// its own.
    ///
    /// - Throws: `Missing` on a machine without pgTAP, because the functions would otherwise count
    ///   as tested.
    static func withDatabase<Value>(_ body: (String) async throws -> Value) async throws -> Value {
        let server = try TestServer.shared()
        let template = try server.template(named: "pgtap", copying: server.migratedTemplate()) { conninfo in
            let session = try Session(conninfo: conninfo)
            do {
                try session.executeScript("create schema pgtap; create extension pgtap schema pgtap")
            } catch let error as PostgresError {
                throw Missing(
                    description: "the server has no extension pgtap; run scripts/setup, which installs "
                        + "postgresql-15-pgtap (of the server's version): \(error.message)")
            }
        }
        guard TestServer.isCluster else {
            // Each file rolls its changes back, and `empty` gives the ids again.
            let conninfo = try idle.withLock { $0.take() } ?? server.makeSharedDatabase(template: template)
            let value = try await body(conninfo)
            if try server.empty(conninfo, endsSessions: true) {
                idle.withLock { $0 = conninfo }
            } else {
                try server.dropShared(conninfo)
            }
            return value
        }
        return try await server.withDatabase(template: template) { conninfo in
            let session = try Session(conninfo: conninfo)
            try dropRoles(session)
            for role in roles { try session.executeScript("create role \(role) in role healthstore_analyst") }
            let value: Value
            do { value = try await body(conninfo) } catch {
                try? dropRoles(session)
                throw error
            }
            try dropRoles(session)
            return value
        }
    }

    /// The roles of `pgtap/include/holders.sql`, whose transaction also creates them. On a cluster
    /// they exist before, because a server can log in to another one as a role only when the
    /// creation of the role is committed.
    private static let roles = ["pgtap_anna", "pgtap_ben", "pgtap_cleo"]

    private static func dropRoles(_ session: Session) throws {
        for role in roles { try session.executeScript("drop role if exists \(role)") }
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

    /// pg_prove accepts the name of a database but no connection string, so libpq reads the rest
    /// from the environment.
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
