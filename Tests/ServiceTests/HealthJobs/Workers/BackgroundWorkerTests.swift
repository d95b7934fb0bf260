import Dispatch
import Foundation
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import HealthJobs

@Suite struct BackgroundWorkerTests {
    /// The calls of a worker's work, and its log.
    private struct Record {
        /// The server process of the session of each call.
        let calls = Recorder<Int32>()
        let lines = Recorder<String>()

        var count: Int { calls.all.count }
    }

    /// Starts a worker that looks for work once, and then only when it is woken.
    ///
    /// - Parameter work: receives the number of the call, from 1.
    private func with(
        _ work: @escaping @Sendable (Int) throws -> Bool, _ body: (BackgroundWorker, Record) async throws -> Void
    ) async throws {
        try await TestServer.shared().withDatabase { conninfo in
            let record = Record()
            let worker = BackgroundWorker(
                BackgroundWorker.Configuration(
                    database: Database(conninfo), applicationName: "test", lockTimeout: "1s", pollSeconds: 1e6,
                    errorEvent: "test_interrupted", log: record.lines.log))
            worker.start { session in
                record.calls.add(try session.execute("select pg_backend_pid()")[0].int32(0))
                return try work(record.count)
            }
            do { try await body(worker, record) } catch {
                await worker.stop()
                throw error
            }
            await worker.stop()
        }
    }

    @Test("an error is logged, and the worker goes on in a new session")
    func error() async throws {
        try await with { call in
            if call == 1 { throw PostgresError(sqlState: "58030", message: "the disk failed") }
            return false
        } _: { _, record in
            try await wait(for: "a second call") { record.count == 2 }
            #expect(Set(record.calls.all).count == 2)
            let log = record.lines.all.joined()
            #expect(log.contains("test_interrupted") && log.contains("58030"))
        }
    }

    @Test("while the worker finds work, it does not wait")
    func busy() async throws {
        try await with {
            $0 < 5
        } _: { _, record in
            try await wait(for: "five calls") { record.count == 5 }
            #expect(Set(record.calls.all).count == 1)
        }
    }

    @Test("wake-ups that come during the work make the worker look again")
    func wakeUps() async throws {
        let gate = DispatchSemaphore(value: 0)
        try await with { call in
            if call == 1 { gate.wait() }
            return false
        } _: { worker, record in
            try await wait(for: "the first call") { record.count == 1 }
            for _ in 0..<3 { worker.wake() }
            gate.signal()
            try await wait(for: "the second call") { record.count == 2 }
            worker.wake()
            try await wait(for: "the third call") { record.count >= 3 }
        }
    }

    @Test("a pause keeps the wake-ups that come during it")
    func pause() async throws {
        let worker = Mutex<BackgroundWorker?>(nil)
        try await with { call in
            if call == 2 {
                let worker = worker.withLock { $0 }
                worker?.wake()
                worker?.pause(0.01)
            }
            return false
        } _: { started, record in
            worker.withLock { $0 = started }
            started.wake()
            try await wait(for: "the call after the pause") { record.count == 3 }
        }
    }

    @Test("a worker that waits for work or after an error stops at once", arguments: [false, true])
    func stop(isFailing: Bool) async throws {
        try await with { _ in
            if isFailing { throw PostgresError(sqlState: "58030", message: "the disk failed") }
            return false
        } _: { worker, record in
            try await wait(for: "the first call") { record.count >= 1 }
            await worker.stop()
            #expect(worker.isStopping)
        }
    }

    @Test("an item is deferred until its time has passed")
    func deferrals() {
        var deferrals = Deferrals<String>()
        deferrals.add("passed", seconds: -1)
        deferrals.add("long", seconds: 1e6)
        #expect(!deferrals.contains("passed") && !deferrals.contains("other") && deferrals.contains("long"))
        deferrals.add("long", seconds: -1)
        #expect(!deferrals.contains("long"))
    }
}
