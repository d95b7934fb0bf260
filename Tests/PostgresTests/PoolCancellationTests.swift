import Dispatch
import Postgres
import Synchronization
import TestSupport
import Testing

@Suite struct PoolCancellationTests {
    @Test("cancelling the task cancels its statement on the server, and the session serves the next caller")
    func statement() async throws {
        try await TestServer.shared().withDatabase { conninfo in
            let pool = Pool(.init(database: Database(conninfo), sessionsMax: 1))
            let first = try await pool.withSession { try $0.execute("select pg_backend_pid()")[0].int32(0) }
            let busy = Task { try await pool.withSession { _ = try $0.execute("select pg_sleep(600)::text") } }
            try await sleeping(conninfo)
            busy.cancel()
            await #expect(throws: CancellationError.self) { try await busy.value }
            let second = try await pool.withSession { try $0.execute("select pg_backend_pid()")[0].int32(0) }
            #expect(first == second)
            await pool.close()
        }
    }

    @Test("a cancelled transaction is rolled back, also if its code continues after the statement")
    func transaction() async throws {
        try await TestServer.shared().withDatabase { conninfo in
            let pool = Pool(.init(database: Database(conninfo), sessionsMax: 1))
            try await pool.withSession { try $0.executeScript("create table written (n integer)") }
            let busy = Task {
                try await pool.withSession { session in
                    try session.transaction {
                        _ = try session.execute("insert into written values (1)")
                        _ = try? session.execute("select pg_sleep(600)::text")
                        _ = try? session.execute("insert into written values (2)")
                    }
                }
            }
            try await sleeping(conninfo)
            busy.cancel()
            await #expect(throws: CancellationError.self) { try await busy.value }
            let count = try await pool.withSession { try $0.execute("select count(*) from written")[0].int64(0) }
            #expect(count == 0)
            await pool.close()
        }
    }

    @Test("a cancellation never reaches the statement of the next caller")
    func nextCaller() async throws {
        try await TestServer.shared().withDatabase { conninfo in
            let pool = Pool(.init(database: Database(conninfo), sessionsMax: 1))
            var cancelled = 0
            let rounds = Rounds.count(300, short: 100)
            for round in 0..<rounds {
                let first = Task { try await pool.withSession { _ = try $0.execute("select pg_sleep(0.002)::text") } }
                // The cancellation comes before, during or after the statement.
                try await Task.sleep(for: .microseconds(6_000 * round / rounds))
                first.cancel()
                // This call waits while the cancellation is being sent.
                let next = try await pool.withSession {
                    try $0.execute("select 42, pg_sleep(0.001)::text")[0].int32(0)
                }
                #expect(next == 42)
                do { try await first.value } catch is CancellationError { cancelled += 1 }
            }
            #expect(cancelled > 0)
            await pool.close()
        }
    }

    @Test("a caller that is cancelled while it waits leaves the queue and never gets a session")
    func waiting() async throws {
        try await TestServer.shared().withDatabase { conninfo in
            let pool = Pool(.init(database: Database(conninfo), sessionsMax: 1))
            let gate = DispatchSemaphore(value: 0)
            let started = AsyncStream<Void>.makeStream()
            let busy = Task {
                try await pool.withSession { _ in
                    started.continuation.yield()
                    gate.wait()
                }
            }
            let hasRun = Atomic(false)
            for await _ in started.stream { break }
            let waiting = Task { try await pool.withSession { _ in hasRun.store(true, ordering: .relaxed) } }
            try await wait(for: "a caller waits") { pool.waiterCount == 1 }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
            #expect(pool.waiterCount == 0)
            gate.signal()
            try await busy.value
            let didRun = hasRun.load(ordering: .relaxed)
            #expect(!didRun)
            await pool.close()
        }
    }

    private func sleeping(_ conninfo: String) async throws {
        try await wait(for: "a statement sleeps") {
            try Session(conninfo: conninfo).sessionCount(where: "wait_event = 'PgSleep'") == 1
        }
    }
}
