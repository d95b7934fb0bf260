import Foundation
import Postgres
import TestSupport
import Testing

/// Tests commits on a primary whose standby does not answer. The standby does not exist.
@Suite struct CommitTests {
    /// Calls `body` with a server whose commits wait for a standby, and with the table `t`.
    private func withWaitingServer(_ body: (CrashableServer) async throws -> Void) async throws {
        try await CrashableServer.with(hasStore: false) { server in
            let session = try Session(conninfo: server.conninfo)
            try session.executeScript("create table t (x integer)")
            try session.executeScript("alter system set synchronous_standby_names = 'absent'")
            try session.executeScript("select pg_reload_conf()")
            try #require(await eventually { (try? setting("synchronous_standby_names", server)) == "absent" })
            // Commits wait once the checkpointer has read the setting, which it does before this.
            try session.executeScript("checkpoint")
            try await body(server)
        }
    }

    private func setting(_ name: String, _ server: CrashableServer) throws -> String {
        try Session(conninfo: server.conninfo).execute("select current_setting($1)", [.text(name)])[0].text(0)
    }

    /// True if a commit waits for its standby.
    private func isWaiting(_ server: CrashableServer) throws -> Bool {
        try Session(conninfo: server.conninfo).execute(
            "select count(*) from pg_stat_activity where wait_event = 'SyncRep'")[0].int64(0) > 0
    }

    @Test("a commit that no standby confirms ends after its limit, and its outcome is unknown")
    func deadline() async throws {
        try await withWaitingServer { server in
            let pool = Pool(.init(database: Database(server.conninfo, commitLimit: .seconds(1)), sessionsMax: 1))
            let error = await #expect(throws: PostgresError.self) {
                try await pool.withSession(for: 1) { session in
                    try session.transaction { _ = try session.execute("insert into t values (1)") }
                }
            }
            #expect(error?.isUnknownCommit == true && error?.isConnectionLost == true, "\(error as Any)")
            // The pool replaces the session, and reading does not wait for a standby.
            let count = try await pool.withSession(for: 1) { session in
                try session.transaction(readOnly: true) { try session.execute("select count(*) from t")[0].int64(0) }
            }
            #expect(count == 0, "the commit still waits, so other sessions do not see it")
            await pool.close()
        }
    }

    @Test(
        "a write whose wait the server ends is unknown, also in a transaction, although the server calls it a commit",
        arguments: [true, false])
    func endedWait(isInTransaction: Bool) async throws {
        try await withWaitingServer { server in
            let pool = Pool(.init(database: Database(server.conninfo), sessionsMax: 1))
            async let outcome: PostgresError? = #expect(throws: PostgresError.self) {
                try await pool.withSession(for: 1) { session in
                    if isInTransaction {
                        try session.transaction { _ = try session.execute("insert into t values (1)") }
                    } else {
                        try session.executeScript("insert into t values (1)")
                    }
                }
            }
            #expect(await eventually { (try? isWaiting(server)) ?? false })
            try Session(conninfo: server.conninfo).executeScript(
                "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'")
            #expect(await outcome?.isUnknownCommit == true)
            await pool.close()
        }
    }

    @Test("cancelling the caller does not end a commit that waits for its standby")
    func cancelledCaller() async throws {
        try await withWaitingServer { server in
            let pool = Pool(.init(database: Database(server.conninfo), sessionsMax: 1))
            let writer = Task {
                try await pool.withSession(for: 1) { session in
                    try session.transaction { _ = try session.execute("insert into t values (1)") }
                }
            }
            #expect(await eventually { (try? isWaiting(server)) ?? false })
            writer.cancel()
            // A cancellation that is sent arrives before this session's answers do.
            for _ in 0..<20 { #expect(try isWaiting(server)) }
            try Session(conninfo: server.conninfo).executeScript("alter system reset synchronous_standby_names")
            try Session(conninfo: server.conninfo).executeScript("select pg_reload_conf()")
            try await writer.value
            let rows = try Session(conninfo: server.conninfo).execute("select count(*) from t")[0].int64(0)
            #expect(rows == 1)
            await pool.close()
        }
    }

    @Test("what a restart shows before a standby has it is confirmed once before it is read for good")
    func confirmation() async throws {
        try await withWaitingServer { server in
            let writer = Task { try? Session(conninfo: server.conninfo).executeScript("insert into t values (1)") }
            #expect(await eventually { (try? isWaiting(server)) ?? false })
            try await server.crash()
            _ = await writer.value
            try await server.start()
            let database = Database(
                server.conninfo, fence: TimelineFence(folder: nil), commitLimit: .milliseconds(500))
            func count(_ session: Session) throws -> Int64 { try session.execute("select count(*) from t")[0].int64(0) }
            let session = try database.open()
            #expect(try count(session) == 1)
            #expect { try session.confirmVisible() } throws: { ($0 as? PostgresError)?.isUnknownCommit == true }
            try Session(conninfo: server.conninfo).executeScript("alter system reset synchronous_standby_names")
            try Session(conninfo: server.conninfo).executeScript("select pg_reload_conf()")
            let later = try database.open()
            #expect(await eventually { (try? later.confirmVisible()) != nil })
            let log = "select pg_current_wal_insert_lsn()::text"
            let before = try later.execute(log)[0].text(0)
            try later.confirmVisible()
            #expect(try later.execute(log)[0].text(0) == before, "a second call writes nothing")
        }
    }

    @Test("the statement that begins a transaction has a limit, too")
    func firstStatementLimit() async throws {
        let sleeping: [@Sendable (Session) throws -> Void] = [
            { _ = try $0.execute("select pg_sleep(3600)") }, { _ = try $0.executeUnprepared("select pg_sleep(3600)") },
            { try $0.executeScript("select pg_sleep(3600)") },
            { try $0.copyOut("copy (select 1 from pg_sleep(3600)) to stdout (format binary)") { _ in } },
            { try $0.forEachRow(of: "select 1 from pg_sleep(3600)") { _ in true } },
        ]
        try await TestServer.shared().withDatabase { conninfo in
            let pool = Pool(
                .init(database: Database(conninfo), sessionsMax: 1) { $0.limits.statement = .milliseconds(200) })
            for (index, sleep) in sleeping.enumerated() {
                let error = await #expect(throws: PostgresError.self) {
                    try await pool.withSession { session in try session.reading { try sleep(session) } }
                }
                #expect(error?.message == "the server did not answer in time", "\(index)")
            }
            await pool.close()
        }
    }

    @Test("a statement that the server does not answer ends after its limit")
    func statementLimit() async throws {
        let server = try TestServer.shared()
        try await server.withDatabase { conninfo in
            let pool = Pool(
                .init(database: Database(conninfo), sessionsMax: 1) { $0.limits.statement = .milliseconds(500) })
            let error = await #expect(throws: PostgresError.self) {
                try await pool.withSession { try $0.executeScript("select pg_sleep(3600)") }
            }
            #expect(error?.isConnectionLost == true && error?.message == "the server did not answer in time")
            // The time in which the caller computes does not count. On a busy machine, a statement
            // itself may take too long.
            let isAnswered = await eventually {
                let one = try? await pool.withSession { session in
                    let first = try session.execute("select 1")[0].int32(0)
                    usleep(1_000_000)
                    return try first + session.execute("select 0")[0].int32(0)
                }
                return one == 1
            }
            #expect(isAnswered)
            await pool.close()
        }
    }
}
