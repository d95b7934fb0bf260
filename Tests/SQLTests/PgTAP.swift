import Foundation
import Postgres
import TestSupport

/// The files of `pgtap/`, each of which tests one function or view.
///
/// https://pgtap.org/documentation.html
enum PgTAP {
    private static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("pgtap")

    /// The names of the files without `.sql`, sorted.
    static let files: [String] =
        ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? [])
        .filter { $0.hasSuffix(".sql") }.map { String($0.dropLast(4)) }.sorted()

    private static func path(of file: String) -> String { directory.appendingPathComponent(file + ".sql").path }

    /// Returns the text of a file, or nil if it does not exist.
    static func text(of file: String) -> String? { try? String(contentsOfFile: path(of: file), encoding: .utf8) }

    /// The reason why nothing can be tested.
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    /// Calls `body` with a migrated database. The extension pgtap is in a schema of its own.
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
        return try await server.withDatabase(template: template) { conninfo in
            guard TestServer.isCluster else { return try await body(conninfo) }
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

    /// Runs files one after the other in one session, because a session for each takes ten times as
    /// long. Each file is a transaction, which is rolled back.
    ///
    /// - Returns: the files that fail, with their output and the errors of all files.
    static func failures(of files: [String], conninfo: String) async throws -> [(file: String, output: String)] {
        let mark = "#### "
        let psql = try await Command.run(
            "/usr/bin/env",
            ["psql", "-XqAt", "-P", "pager=off", "-d", conninfo, "-c", "set search_path = public, pgtap"]
                + files.flatMap { file in
                    ["\\echo '\(mark)'", "begin", "\\ir \(path(of: file))", "select * from finish()", "rollback"]
                        .flatMap { ["-c", $0] }
                }, seconds: 300)
        let outputs = psql.output.components(separatedBy: mark).dropFirst()
        guard outputs.count == files.count else { return [("psql", psql.output + psql.errors)] }
        return zip(files, outputs).filter { !passes($1) }.map { ($0, $1 + psql.errors) }
    }

    /// Returns true if an output in the Test Anything Protocol has all the tests of its plan, and all
    /// of them passed.
    static func passes(_ output: String) -> Bool {
        let lines = output.split(separator: "\n")
        let planned = lines.first { $0.hasPrefix("1..") }.flatMap { Int($0.dropFirst(3)) }
        return planned == lines.count { $0.hasPrefix("ok ") } && !lines.contains { $0.hasPrefix("not ok") }
    }
}
