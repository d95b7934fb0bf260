import CSpawn
import Foundation

/// PostgreSQL's own client.
public enum PsqlProgram {
    /// Runs psql on the terminal of this process and waits for its end.
    ///
    /// - Parameters:
    ///   - conninfo: without a password, which everybody on this machine could read on psql's command line.
    ///   - password: nil where none is needed, or psql finds it itself.
    ///   - arguments: what psql gets after the connection.
    /// - Returns: its exit status.
    public static func run(conninfo: String, password: String?, arguments: [String]) throws -> Int32 {
        if let password { setenv("PGPASSWORD", password, 1) }
        let installed = try? Programs.find(majorVersion: nil).directory + "/psql"
        let program = installed.flatMap { FileManager.default.isExecutableFile(atPath: $0) ? $0 : nil } ?? "psql"
        return try Programs.runOnTerminal([program, "--dbname", conninfo] + arguments)
    }
}
