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
        return try Programs.runOnTerminal([Programs.client("psql"), "--dbname", conninfo] + arguments)
    }
}
