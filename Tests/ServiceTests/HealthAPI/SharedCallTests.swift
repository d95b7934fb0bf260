import Synchronization
import TestSupport
import Testing

@testable import HealthAPI

@Suite struct SharedCallTests {
    /// Calls that the test lets return, in the order in which they began.
    private final class Calls: Sendable {
        let state = Mutex<(begun: Int, ends: [CheckedContinuation<Void, Never>])>((0, []))

        func run() async throws -> Int {
            var number = 0
            await withCheckedContinuation { end in
                number = state.withLock { state in
                    state.begun += 1
                    state.ends.append(end)
                    return state.begun
                }
            }
            if number == 3 { throw Failure() }
            return number
        }

        var begunCount: Int { state.withLock { $0.begun } }

        func endFirst() async throws {
            try await wait(for: "a call") { state.withLock { !$0.ends.isEmpty } }
            state.withLock { $0.ends.removeFirst() }.resume()
        }
    }

    private struct Failure: Error {}

    @Test("callers that arrive during a call share the next call, and none gets the result of the running one")
    func sharing() async throws {
        let calls = Calls()
        let shared = SharedCalls<String, Int>()
        @Sendable func call(_ key: String) async throws -> Int { try await shared.share(key) { try await calls.run() } }
        async let first = call("a")
        try await wait(for: "the first call") { calls.begunCount == 1 }
        let later = (0..<10).map { _ in Task { try await call("a") } }
        try await wait(for: "waiters") { shared.waiterCount == 10 }
        #expect(calls.begunCount == 1)
        try await calls.endFirst()
        #expect(try await first == 1)
        try await calls.endFirst()
        for caller in later { #expect(try await caller.value == 2) }
        #expect(calls.begunCount == 2 && shared.waiterCount == 0)
    }

    @Test("an error goes to all callers of the call; a cancelled caller does not cancel it; other keys do not wait")
    func failures() async throws {
        let calls = Calls()
        let shared = SharedCalls<String, Int>()
        @Sendable func call(_ key: String) async throws -> Int { try await shared.share(key) { try await calls.run() } }
        let cancelled = Task { try await call("a") }
        try await wait(for: "the first call") { calls.begunCount == 1 }
        let other = Task { try await call("b") }
        try await wait(for: "the call of the other key") { calls.begunCount == 2 }
        let later = (0..<2).map { _ in Task { try await call("a") } }
        try await wait(for: "waiters") { shared.waiterCount == 2 }
        cancelled.cancel()
        try await calls.endFirst()
        #expect(try await cancelled.value == 1)
        try await calls.endFirst()
        #expect(try await other.value == 2)
        try await calls.endFirst()
        for caller in later { await #expect(throws: Failure.self) { try await caller.value } }
        let again = Task { try await call("a") }
        try await calls.endFirst()
        #expect(try await again.value == 4)
    }
}
