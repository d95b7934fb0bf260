import Foundation
import Postgres
import TestSupport
import Testing

@Suite struct PoolTests {
    @Test("a caller beyond the limit is refused, and a closed pool refuses new callers")
    func overloadAndClose() async throws {
        try await TestServer.shared().withDatabase { conninfo in
            let pool = Pool(.init(database: Database(conninfo), sessionsMax: 1, waitersMax: 0))
            let started = AsyncStream<Void>.makeStream()
            let gate = DispatchSemaphore(value: 0)
            let busy = Task {
                try await pool.withSession { session in
                    started.continuation.yield()
                    gate.wait()
                    return try session.execute("select 42")[0].int32(0)
                }
            }
            for await _ in started.stream { break }
            await #expect(throws: Pool.Failure.self) { try await pool.withSession { _ in } }
            async let closed: Void = pool.close()
            gate.signal()
            let answer = try await busy.value
            #expect(answer == 42)
            await closed
            await #expect(throws: Pool.Failure.self) { try await pool.withSession { _ in } }
        }
    }

    @Test("a session that the server has ended is replaced, and one that ended while idle without an error")
    func replaced() async throws {
        try await TestServer.shared().withDatabase { conninfo in
            let pool = Pool(.init(database: Database(conninfo), sessionsMax: 1))
            func process() async throws -> Int32 {
                try await pool.withSession { try $0.execute("select pg_backend_pid()")[0].int32(0) }
            }
            let first = try await process()
            await #expect(throws: PostgresError.self) {
                try await pool.withSession { _ = try $0.execute("select pg_terminate_backend(pg_backend_pid())") }
            }
            let second = try await process()
            let other = try Session(conninfo: conninfo)
            // Waits until the backend has ended, in milliseconds.
            let ended = try other.execute("select pg_terminate_backend($1, 10000)", [.int32(second)])
            #expect(try ended[0].bool(0))
            let third = try await process()
            #expect(first != second && second != third)
            await pool.close()
        }
    }

    @Test("the next caller does not get a session left inside a transaction")
    func openTransaction() async throws {
        try await TestServer.shared().withDatabase { conninfo in
            let pool = Pool(.init(database: Database(conninfo), sessionsMax: 1))
            try await pool.withSession { try $0.executeScript("begin; create temporary table leftover (n integer)") }
            let exists = try await pool.withSession {
                try $0.execute("select to_regclass('pg_temp.leftover') is null")[0].bool(0)
            }
            #expect(exists)
            await pool.close()
        }
    }
}
