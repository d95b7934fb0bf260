import Foundation
import Postgres
import TestSupport
import Testing

@Suite struct SchemaFileTests {
    /// Set by scripts/schema.
    private static let isWriting = ProcessInfo.processInfo.environment["HEALTHSTORE_WRITE_SCHEMA"] == "1"

    @Test(
        "sql/schema.sql is the schema that the files of sql create",
        .enabled(
            if: isWriting || SchemaFile.isComparable,
            "the file was written with another major version of PostgreSQL, which prints views in other words"),
        .disabled(if: TestServer.isCluster, "with Citus, some functions get another setting"))
    func current() async throws {
        let dump = try await TestStore.with { try await SchemaFile.dump(conninfo: $0.conninfo) }
        if SchemaFileTests.isWriting {
            try dump.write(to: SchemaFile.url, atomically: true, encoding: .utf8)
        } else {
            let committed = try String(contentsOf: SchemaFile.url, encoding: .utf8)
            if let line = SchemaFile.firstDifference(committed, dump) {
                Issue.record("sql/schema.sql is not what the files create, from line \(line) on; run scripts/schema")
            }
        }
    }
}

/// sql/schema.sql: the schema that all files of sql create together, for readers.
enum SchemaFile {
    static let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("sql/schema.sql")

    private static let versionsDirectory = "/usr/lib/postgresql"

    /// The newest installed version, like `EmbeddedServer`.
    private static var majorVersion: Int? {
        ((try? FileManager.default.contentsOfDirectory(atPath: versionsDirectory)) ?? []).compactMap(Int.init)
            .filter { FileManager.default.isExecutableFile(atPath: "\(versionsDirectory)/\($0)/bin/pg_dump") }
            .max()
    }

    /// The path of a program of PostgreSQL.
    static func program(_ name: String) throws -> String {
        let majorVersion = try #require(majorVersion, "PostgreSQL is not installed")
        return "\(versionsDirectory)/\(majorVersion)/bin/\(name)"
    }

    private static func header(majorVersion: Int) -> String {
        "-- What the files of this folder create, as PostgreSQL \(majorVersion) prints it. scripts/schema writes this file.\n"
    }

    /// Whether the file was written with the major version of PostgreSQL that the tests run. A
    /// server chosen by the user may have any.
    static var isComparable: Bool {
        guard ProcessInfo.processInfo.environment["HEALTHSTORE_TEST_CONNINFO"] == nil,
            let text = try? String(contentsOf: url, encoding: .utf8),
            let line = text.split(separator: "\n").first,
            let match = line.firstMatch(of: /as PostgreSQL ([0-9]+) prints it/)
        else { return true }
        return Int(match.1) == majorVersion
    }

    /// The text that the file should have for the database.
    static func dump(conninfo: String) async throws -> String {
        let majorVersion = try #require(majorVersion, "PostgreSQL is not installed")
        let dump = try await Command.run(
            try program("pg_dump"),
            [
                "--schema-only", "--no-owner", "--no-privileges", "--schema=health", "--schema=health_code",
                "--dbname=\(conninfo)",
            ])
        try #require(dump.status == 0, "\(dump.errors)")
        return header(majorVersion: majorVersion) + "\n" + normalize(dump.output)
    }

    /// Removes what is not part of the schema or differs between runs of pg_dump.
    static func normalize(_ dump: String) -> String {
        let noise = [
            "-- Name: ", "-- Dumped ", "-- PostgreSQL database dump", "SET ", "SELECT pg_catalog.set_config(", "\\",
        ]
        var lines: [Substring] = []
        for line in dump.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "--" || noise.contains(where: line.hasPrefix) { continue }
            if line.isEmpty && lines.last?.isEmpty ?? true { continue }
            lines.append(line)
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The number, from 1, of the first different line; nil if there is none.
    static func firstDifference(_ left: String, _ right: String) -> Int? {
        let left = left.split(separator: "\n", omittingEmptySubsequences: false)
        let right = right.split(separator: "\n", omittingEmptySubsequences: false)
        if let index = zip(left, right).enumerated().first(where: { $1.0 != $1.1 })?.offset { return index + 1 }
        return left.count == right.count ? nil : min(left.count, right.count) + 1
    }
}
