import CSpawn
import Foundation

/// PostgreSQL's own client.
public enum PsqlProgram {
    /// Runs psql on the terminal of this process and waits for its end.
    ///
    /// - Parameter arguments: what psql gets after the connection.
    /// - Returns: its exit status.
    public static func run(conninfo: String, arguments: [String]) throws -> Int32 {
        let installed = try? Programs.find(majorVersion: nil).directory + "/psql"
        let program = installed.flatMap { FileManager.default.isExecutableFile(atPath: $0) ? $0 : nil } ?? "psql"
        return try Programs.runOnTerminal([program, "--dbname", conninfo] + arguments)
    }
}
