import EmbeddedPostgres
import Foundation
import Postgres
import TestSupport
import Testing

@Suite struct EmbeddedServerTests {
    private let settings = ServerSettings(isThrowaway: true)

    @Test("the first process starts the server, the second adopts it, the last stops it, and data remain")
    func lifeCycle() async throws {
        try await withTemporaryDirectory { directory in
            let first = try EmbeddedServer(dataDirectory: directory + "/data", settings: settings)
            try first.start()
            try Session(conninfo: first.conninfo).executeScript("create table t (n integer); insert into t values (7)")
            let second = try EmbeddedServer(dataDirectory: directory + "/data", settings: settings)
            try second.start()
            try first.stop()
            #expect(try Session(conninfo: second.conninfo).execute("select n from t")[0].int32(0) == 7)
            try second.stop()
            #expect(throws: PostgresError.self) { try Session(conninfo: second.conninfo) }
            try first.start()
            #expect(try Session(conninfo: first.conninfo).execute("select n from t")[0].int32(0) == 7)
            try first.stop()
        }
    }

    @Test("no store is made where a restore has not ended")
    func interruptedRestore() async throws {
        try await withTemporaryDirectory { directory in
            let work = BackupCopy.workDirectory(of: directory + "/data")
            try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
            let server = try EmbeddedServer(dataDirectory: directory + "/data", settings: settings)
            let error = #expect(throws: EmbeddedPostgresError.self) { try server.start() }
            #expect(error?.message.contains("a restore of the store") == true)
            #expect(!FileManager.default.fileExists(atPath: directory + "/data/postgres"))
        }
    }

    @Test("the server listens on its socket only, keeps checksums, and logs no statements")
    func settingsHold() async throws {
        try await withTemporaryDirectory { directory in
            let server = try EmbeddedServer(dataDirectory: directory)
            try server.start()
            let session = try Session(conninfo: server.conninfo)
            let expected = [
                "listen_addresses": "", "data_checksums": "on", "fsync": "on", "synchronous_commit": "on",
                "log_min_error_statement": "panic", "log_parameter_max_length_on_error": "0",
            ]
            for (name, value) in expected {
                #expect(
                    try session.execute("select current_setting($1)", [.text(name)])[0].text(0) == value, "\(name)")
            }
            let mode = try FileManager.default.attributesOfItem(atPath: directory + "/socket")[.posixPermissions]
            #expect(mode as? Int == 0o700)
            try server.stop()
        }
    }

    @Test("a path that is too long for a socket, and one that is not a directory, are refused with a reason")
    func badDirectories() async throws {
        try await withTemporaryDirectory { directory in
            let long = #expect(throws: EmbeddedPostgresError.self) {
                try EmbeddedServer(dataDirectory: directory + "/" + String(repeating: "d", count: 100))
            }
            #expect(long?.code == .pathTooLong)
            try "x".write(toFile: directory + "/file", atomically: false, encoding: .utf8)
            let file = #expect(throws: EmbeddedPostgresError.self) {
                try EmbeddedServer(dataDirectory: directory + "/file/data")
            }
            #expect(file?.code == .directoryUnusable)
        }
    }

    @Test("the data directory follows the user's data home")
    func defaultDirectory() {
        func directory(_ environment: [String: String], isRoot: Bool = false) -> String {
            EmbeddedServer.defaultDataDirectory(environment: environment, isRoot: isRoot)
        }
        #expect(directory([:], isRoot: true) == "/var/lib/healthstore")
        #expect(directory(["XDG_DATA_HOME": "/d", "HOME": "/h"]) == "/d/healthstore")
        #expect(directory(["HOME": "/h"]) == "/h/.local/share/healthstore")
    }
}
