import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

@testable import HealthJobs

@Suite struct AccessLogWriterTests {
    private func entry(_ person: Int32, type: String = "a") -> AccessLogEntry {
        AccessLogEntry(
            personID: person, time: Instant(microseconds: 1_714_557_600_000_000), holderID: 1, credentialID: nil,
            method: "GET", route: nil, types: [type], status: nil, answerBytes: 0)
    }

    @Test("without a database entries wait, further entries are left out, and the log reports this once")
    func full() async throws {
        let lines = Recorder<String>()
        let writer = AccessLogWriter(Database("host=/nowhere dbname=none"), log: lines.log)
        for _ in 0..<(AccessLogWriter.entriesMax + 10) { writer.append(entry(1)) }
        #expect(lines.count(of: "access_log_full") == 1)
        await writer.stop()
        #expect(lines.count(of: "access_log_dropped") == 1)
    }

    @Test("entries that the database refuses do not delay the others, and old entries are deleted")
    func refused() async throws {
        try await TestServer.shared().withMigratedDatabase { conninfo in
            let session = try Session(conninfo: conninfo)
            let person = try PersonStore.create(name: "Ada", session)
            let lines = Recorder<String>()
            let writer = AccessLogWriter(Database(conninfo), days: 36_500, log: lines.log)
            // PostgreSQL has no such text.
            writer.append(entry(person.id, type: "\u{0}"))
            writer.start()
            try await wait(for: "the refusal") { lines.count(of: "access_log_interrupted") == 1 }
            for _ in 0..<3 { writer.append(entry(person.id)) }
            try await wait(for: "the entries") {
                try session.execute("select count(*) from health.access_log")[0].int64(0) == 3
            }
            await writer.stop()
            #expect(lines.count(of: "access_log_dropped") == 1)
            let later = AccessLogWriter(Database(conninfo), days: 1, log: lines.log)
            later.start()
            try await wait(for: "the deletion") {
                try session.execute("select count(*) from health.access_log")[0].int64(0) == 0
            }
            await later.stop()
        }
    }

    @Test(
        "entries wait while the database is a standby, which refuses to write, and while its disk fails",
        .disabled(if: TestServer.isCluster, "Citus refuses the trigger"), arguments: ["on", "off"])
    func waiting(isReadOnly: String) async throws {
        try await TestServer.shared().withMigratedDatabase { conninfo in
            let session = try Session(conninfo: conninfo)
            let person = try PersonStore.create(name: "Ada", session)
            try session.executeScript(
                """
                create function public.fail() returns trigger language plpgsql as 'begin raise io_error; end';
                create trigger fail before insert on health.access_log execute function public.fail()
                """)
            let lines = Recorder<String>()
            let failing = conninfo + " options='-c default_transaction_read_only=\(isReadOnly)'"
            let writer = AccessLogWriter(Database(failing), log: lines.log)
            writer.append(entry(person.id))
            writer.start()
            try await wait(for: "the refusal") { lines.count(of: "access_log_interrupted") == 1 }
            #expect(writer.load == (1, 0))
            await writer.stop()
        }
    }
}
