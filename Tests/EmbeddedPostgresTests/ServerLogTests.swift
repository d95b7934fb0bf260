import Foundation
import TestSupport
import Testing

@testable import EmbeddedPostgres

@Suite struct ServerLogTests {
    private func time(_ lines: [String]) -> String {
        lines.map { "2024-05-01 10:00:00.000 UTC \($0)\n" }.joined()
    }

    private static let start = "[7] LOG:  starting PostgreSQL 15.18 on x86_64-pc-linux-gnu"

    @Test("the reason of an end is the fatal line of the postmaster or its startup process, with the cause, or none")
    func reasons() {
        let address = "could not bind IPv4 address \"203.0.113.7\": Cannot assign requested address"
        let cases: [(lines: [String], reason: String?)] = [
            ([], nil),
            (
                [
                    "[3] FATAL:  an older failure", Self.start,
                    "[9] PANIC:  could not write to file \"pg_wal/xlogtemp.9\": No space left on device",
                    "[8] FATAL:  password authentication failed for user \"anna\"",
                    "[7] LOG:  startup process (PID 9) was terminated by signal 6: Aborted",
                    "[8] FATAL:  the database system is in recovery mode", "[7] LOG:  database system is shut down",
                ], "could not write to file \"pg_wal/xlogtemp.9\": No space left on device"
            ),
            (
                [
                    Self.start, "[7] LOG:  \(address)",
                    "[7] WARNING:  could not create listen socket for \"203.0.113.7\"",
                    "[7] FATAL:  could not create any TCP/IP sockets", "[7] LOG:  database system is shut down",
                ], "could not create any TCP/IP sockets: \(address)"
            ),
            (
                [
                    "[3] FATAL:  an older failure", Self.start,
                    "[7] LOG:  database system is ready to accept connections",
                    "[8] FATAL:  password authentication failed for user \"anna\"",
                    "[8] FATAL:  the database system is starting up",
                ], nil
            ),
        ]
        for (lines, reason) in cases { #expect(ServerLog.failure(in: time(lines)) == reason) }
        let early = time(["[7] FATAL:  lock file \"postmaster.pid\" already exists"])
        #expect(ServerLog.failure(in: early).map(ServerLog.saysThatOthersRun) == true)
    }

    @Test("a long log is rotated while its server writes, and one earlier part is kept")
    func rotation() async throws {
        try await withTemporaryDirectory { directory in
            let log = ServerLog(path: directory + "/server.log")
            #expect(!log.rotate(bytesMax: 0), "a log that does not exist")
            // pg_ctl makes the server append.
            let descriptor = open(log.path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
            let server = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            for number in 1...3 {
                try server.write(contentsOf: Data("part \(number)\n".utf8))
                #expect(!log.rotate(bytesMax: 7))
                #expect(log.rotate(bytesMax: 6))
                #expect(log.size == 0)
                #expect(try String(contentsOfFile: log.earlierPath, encoding: .utf8) == "part \(number)\n")
            }
            try server.write(contentsOf: Data("end\n".utf8))
            #expect(log.text(since: 0) == "end\n")
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory).count == 2)
        }
    }
}
