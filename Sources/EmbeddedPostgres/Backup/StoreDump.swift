import Foundation
import Postgres

/// Copies a whole store from one database to another with pg_dump and pg_restore.
///
/// The file is a dump in the custom format, compressed by gzip, whose checksum covers every byte.
/// The custom format has no checksum.
///
/// https://www.postgresql.org/docs/15/app-pgdump.html
public struct StoreDump {
    /// The first bytes of the file, uncompressed.
    public static let signature = Array("PGDMP".utf8)

    private static let schemas = ["health", "health_code", "health_analysis", "health_staging"]
    /// The level of compression: faster than the default, and a tenth larger.
    private static let pack = ["gzip", "-c", "-4"]
    private static let unpack = ["gzip", "-d", "-c"]
    /// Objects belong to the user that restores them. Rights are not copied, because roles belong
    /// to the server.
    private static let options = ["--no-owner", "--no-privileges"]

    private let server: EmbeddedServer?
    private let connection: [String]
    private let environment: [String: String]

    /// - Parameters:
    ///   - conninfo: a connection string of the store's owner.
    ///   - server: the private server; nil for another one, with which the newest installed
    ///     programs are used.
    /// - Throws: `PostgresError` for a malformed connection string.
    public init(conninfo: String, server: EmbeddedServer?) throws {
        var string = try ConnectionString(conninfo)
        var variables = Programs.environment
        if server == nil {
            variables.merge(ProcessInfo.processInfo.environment.filter { $0.key.hasPrefix("PG") }) { $1 }
            // Every user of this machine can read the command line of a program.
            variables["PGPASSWORD"] = string["password"] ?? variables["PGPASSWORD"]
            string["password"] = nil
        }
        self.server = server
        connection = ["--no-password", "--dbname", string.text]
        environment = variables
    }

    private func program(_ name: String) throws -> String {
        try server.map { try $0.programs().directory + "/" + name } ?? Programs.client(name)
    }

    /// Writes the store of one moment to a file.
    ///
    /// - Parameter isCancelled: polled. If it returns true, the programs end.
    /// - Throws: `EmbeddedPostgresError` (`programFailed`); `CancellationError` if cancelled.
    public func write(to descriptor: Int32, isCancelled: @escaping () -> Bool) throws {
        let dump =
            [try program("pg_dump"), "--format=custom", "--compress=0"] + StoreDump.options + connection
            + StoreDump.schemas.map { "--schema=\($0)" }
        try Pipeline.run(
            [dump, StoreDump.pack], output: descriptor, environment: environment, isCancelled: isCancelled)
    }

    /// Reads a file to its end.
    ///
    /// - Parameters:
    ///   - tables: tables of schema health.
    ///   - isCancelled: as in `write`.
    /// - Returns: the rows of these tables, as COPY writes them.
    /// - Throws: `EmbeddedPostgresError` (`backupFailed`) if a byte of the file was changed or is
    ///   missing; `CancellationError` if cancelled.
    public static func rows(
        of tables: [String], in descriptor: Int32, isCancelled: @escaping () -> Bool
    ) throws -> String {
        let print =
            [Programs.client("pg_restore"), "--file=-", "--data-only", "--schema=health"]
            + tables.map { "--table=\($0)" }
        let output = try MemoryFile()
        lseek(descriptor, 0, SEEK_SET)
        do {
            // pg_restore ends behind these rows, and gzip has to read on to its checksum.
            try Pipeline.run(
                [unpack, ["sh", "-c", #""$@" && cat >/dev/null"#, "sh"] + print], input: descriptor,
                output: output.descriptor, isCancelled: isCancelled)
        } catch let error as EmbeddedPostgresError where error.hint == nil {
            throw EmbeddedPostgresError(
                .backupFailed, "the file is damaged, or its end is missing: \(error.message)",
                hint: "copy the file again, or export the store again")
        }
        return output.text
    }

    /// Restores the store of a file that `rows` has read, in one transaction. The database must not
    /// have one.
    ///
    /// - Parameter isCancelled: as in `write`. Nothing is restored then.
    /// - Throws: `EmbeddedPostgresError` (`programFailed`); `CancellationError` if cancelled.
    ///   Nothing is restored then.
    public func restore(from descriptor: Int32, isCancelled: @escaping () -> Bool) throws {
        let nothing = try MemoryFile()
        lseek(descriptor, 0, SEEK_SET)
        let restore =
            [try program("pg_restore"), "--single-transaction", "--exit-on-error"] + StoreDump.options + connection
        try Pipeline.run(
            [StoreDump.unpack, restore], input: descriptor, output: nothing.descriptor, environment: environment,
            isCancelled: isCancelled)
    }
}
