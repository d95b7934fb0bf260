import Foundation
import Postgres
import Synchronization

/// Writes the statements that the test server received to files, for `scripts/test.d/statements`.
///
/// The environment variable `HEALTHSTORE_TEST_STATEMENTS` names a folder, in which each process
/// writes a file. Each line is one statement as a JSON text. Without the variable nothing is
/// collected. The server's extension pg_stat_statements keeps the texts, in which constants are
/// parameters: https://www.postgresql.org/docs/15/pgstatstatements.html
final class StatementLog: Sendable {
    /// Nil if no statements are collected.
    static let shared = ProcessInfo.processInfo.environment["HEALTHSTORE_TEST_STATEMENTS"].flatMap(StatementLog.init)

    private let written = Mutex<Set<String>>([])
    private let file: FileHandle

    private init?(directory: String) {
        guard !directory.isEmpty else { return nil }
        let path = directory + "/\(getpid()).jsonl"
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let file = FileHandle(forWritingAtPath: path)
        else { return nil }
        self.file = file
    }

    /// The setting of a server that keeps the statements.
    static let setting = "shared_preload_libraries = pg_stat_statements\n"

    func attach(to conninfo: String) throws {
        try Session(conninfo: conninfo).executeScript("create extension pg_stat_statements")
    }

    /// Writes the new statements of a database, and makes the server forget them.
    func collect(database: String, _ session: Session) throws {
        let texts = try session.execute(
            """
            select query from pg_stat_statements
            where dbid = (select oid from pg_database where datname = $1) and query is not null
            """, [.text(database)]
        ).map { try $0.text(0) }
        _ = try session.execute(
            "select pg_stat_statements_reset(0, oid, 0) from pg_database where datname = $1", [.text(database)])
        let fresh = written.withLock { written in texts.filter { written.insert($0).inserted } }
        var lines = Data()
        for text in fresh {
            lines += try JSONEncoder().encode(text)
            lines.append(0x0a)
        }
        try file.write(contentsOf: lines)
    }
}
