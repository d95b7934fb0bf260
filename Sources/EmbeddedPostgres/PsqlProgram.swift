import CSpawn
import Foundation

/// PostgreSQL's own client.
public enum PsqlProgram {
    /// Runs psql on the terminal of this process and waits for its end.
    ///
    /// - Parameters:
    ///   - conninfo: a connection string without a password, because every user of this machine can
    ///     read psql's command line.
    ///   - password: nil if no password is needed or psql finds it by itself.
    ///   - arguments: psql's arguments after the connection.
    /// - Returns: psql's exit status.
    /// - Throws: `EmbeddedPostgresError` if psql cannot be run.
    public static func run(conninfo: String, password: String?, arguments: [String]) throws -> Int32 {
        if let password { setenv("PGPASSWORD", password, 1) }
        let installed = try? Programs.find(majorVersion: nil).directory + "/psql"
        let program = installed.flatMap { FileManager.default.isExecutableFile(atPath: $0) ? $0 : nil } ?? "psql"
        return try Programs.runOnTerminal([program, "--dbname", conninfo] + arguments)
    }
}
