import Foundation
import TestSupport
import Testing

@testable import Postgres

@Suite struct DatabaseTests {
    @Test("each host of a connection string is a server with its own address and port")
    func servers() throws {
        let cases = [
            ("host=a,b port=1,2 dbname=d", ["a:1", "b:2"]), ("host=a,b port=5433", ["a:5433", "b:5433"]),
            ("postgres://u:secret@h1:1,h2/d?application_name=x", ["h1:1", "h2"]),
            ("hostaddr=10.0.0.1,10.0.0.2", ["10.0.0.1", "10.0.0.2"]), ("host=a hostaddr=::1 port=1", ["a:1"]),
            ("dbname=d", ["localhost"]), ("host=/run/a,/run/b", ["/run/a", "/run/b"]),
        ]
        for (conninfo, names) in cases {
            let servers = try ConnectionString(conninfo).servers
            #expect(servers.map(\.name) == names, "\(conninfo)")
            for server in servers {
                let parsed = try ConnectionString(server.conninfo)
                #expect(!(parsed["host"] ?? "").contains(",") && !(parsed["port"] ?? "").contains(","), "\(conninfo)")
                #expect(parsed["connect_timeout"] == (servers.count > 1 ? "3" : nil), "\(conninfo)")
            }
        }
        let uri = try ConnectionString("postgres://u:secret@h1:1,h2/d").servers
        #expect(uri.allSatisfy { !$0.name.contains("secret") && $0.conninfo.contains("secret") })
        let chosen = try ConnectionString("host=a,b connect_timeout=20 target_session_attrs=standby").servers
        #expect(chosen.allSatisfy { $0.conninfo.contains("connect_timeout='20'") && !$0.conninfo.contains("target") })
    }

    @Test("a session of an address without a server fails with the address's own error, and names no password")
    func unreachable() async throws {
        try await withTemporaryDirectory { directory in
            let fence = TimelineFence(folder: nil)
            let conninfo = "host=\(directory)/a,\(directory)/b user=u password=secret dbname=d"
            let error = #expect(throws: PostgresError.self) { try Database(conninfo, fence: fence).open() }
            let message = error?.message ?? ""
            #expect(error?.isConnectionLost == true && message.contains("no server is the primary"), "\(message)")
            #expect(message.contains("\(directory)/a") && message.contains("\(directory)/b"), "\(message)")
            #expect(!message.contains("secret"), "\(message)")
        }
    }

    @Test("a timeline that was seen is remembered in a file, and an older one is refused")
    func fence() async throws {
        try await TestServer.shared().withDatabase { conninfo in
            try await withTemporaryDirectory { directory in
                let folder = directory + "/state/timelines"
                var identity = try TimelineFence.Identity(Session(conninfo: conninfo))
                let timeline = try #require(identity.timeline)
                #expect(TimelineFence(folder: folder).admits(identity))
                let path = try #require(TimelineFence(folder: folder).path(identity.system))
                #expect(try String(contentsOfFile: path, encoding: .utf8) == "\(timeline)\n")

                identity.timeline = timeline + 4
                var isNew = false
                #expect(TimelineFence(folder: folder).admits(identity) { isNew = true })
                #expect(isNew)
                identity.timeline = timeline + 3
                let fence = TimelineFence(folder: folder)
                #expect(!fence.admits(identity))
                #expect(fence.newestTimeline(of: identity.system) == timeline + 4)
                let error = #expect(throws: PostgresError.self) { try Database(conninfo, fence: fence).open() }
                #expect(error?.message.contains("is a former primary") == true && error?.hint?.contains(path) == true)

                // Another cluster has timelines of its own, and an unreadable file is like none.
                identity.system &+= 1
                #expect(TimelineFence(folder: folder).admits(identity))
                try "x".write(toFile: path, atomically: false, encoding: .utf8)
                #expect(throws: Never.self) { try Database(conninfo, fence: TimelineFence(folder: folder)).open() }
                identity.timeline = nil
                #expect(!TimelineFence(folder: nil).admits(identity), "a standby is no primary")
            }
        }
    }

    private static let pgBouncer = "/usr/sbin/pgbouncer"

    @Test(
        "a pooler in transaction mode is recognised, and one in session mode is used like a server",
        .enabled(if: FileManager.default.isExecutableFile(atPath: pgBouncer)), arguments: ["transaction", "session"])
    func pooler(mode: String) async throws {
        try await TestServer.shared().withDatabase { conninfo in
            let server = Database(conninfo)
            #expect(try !server.poolsTransactions(server.open()))
            try await withTemporaryDirectory { directory in
                let file = directory + "/pgbouncer.ini"
                let settings = "listen_addr =\nunix_socket_dir = \(directory)\nauth_type = any\npool_mode = \(mode)"
                try "[databases]\n* = \(conninfo)\n[pgbouncer]\n\(settings)".write(
                    toFile: file, atomically: true, encoding: .utf8)
                chmod(directory, 0o777)
                // The user of the server.
                let process = BackgroundProcess(Self.pgBouncer, (geteuid() == 0 ? ["-u", "postgres"] : []) + [file])
                try process.start()
                defer { process.kill() }
                let pooled = Database("host='\(directory)' port=6432 user=healthstore dbname=healthstore")
                try await wait(for: "PgBouncer") { (try? pooled.open()) != nil }
                #expect(try pooled.poolsTransactions(pooled.open()) == (mode == "transaction"))
            }
        }
    }
}
