import Synchronization
import TestSupport
import Testing

@testable import HealthAPI

@Suite struct ForerunnerTests {
    /// Bodies that the test lets end, in the order in which they began.
    private final class Bodies: Sendable {
        let state = Mutex<(begun: [String], ends: [CheckedContinuation<Void, Never>])>(([], []))

        func run(_ name: String) async {
            await withCheckedContinuation { end in
                state.withLock { state in
                    state.begun.append(name)
                    state.ends.append(end)
                }
            }
        }

        var begun: [String] { state.withLock { $0.begun } }

        func endFirst() { state.withLock { $0.ends.removeFirst() }.resume() }
    }

    private struct Failure: Error {}

    @Test("callers wait for the first caller with their key, and then run at the same time")
    func waiting() async throws {
        let (bodies, forerunners) = (Bodies(), Forerunners<String>())
        let first = Task { await forerunners.run("a") { await bodies.run("first") } }
        try await wait(for: "the forerunner") { bodies.begun == ["first"] }
        let others = (0..<3).map { _ in Task { await forerunners.run("a") { await bodies.run("other") } } }
        try await wait(for: "waiters") { forerunners.waiterCount == 3 }
        let elsewhere = Task { await forerunners.run("b") { await bodies.run("elsewhere") } }
        try await wait(for: "the caller of another key") { bodies.begun == ["first", "elsewhere"] }
        bodies.endFirst()
        await first.value
        try await wait(for: "all others") { bodies.begun.count == 5 }
        // The key is free again, although the others still run.
        let next = Task { await forerunners.run("a") { await bodies.run("next") } }
        try await wait(for: "the next forerunner") { bodies.begun.last == "next" }
        for _ in 0..<5 { bodies.endFirst() }
        for task in others + [elsewhere, next] { await task.value }
        #expect(forerunners.waiterCount == 0)
    }

    @Test("an error of the first caller is not the error of the others, and a cancelled caller waits no longer")
    func failures() async throws {
        let (bodies, forerunners) = (Bodies(), Forerunners<String>())
        let first = Task {
            try await forerunners.run("a") {
                await bodies.run("first")
                throw Failure()
            }
        }
        try await wait(for: "the forerunner") { bodies.begun == ["first"] }
        let other = Task { await forerunners.run("a") { 7 } }
        let cancelled = Task { try await forerunners.run("a") { try Task.checkCancellation() } }
        try await wait(for: "waiters") { forerunners.waiterCount == 2 }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(forerunners.waiterCount == 1)
        bodies.endFirst()
        await #expect(throws: Failure.self) { try await first.value }
        #expect(await other.value == 7)
    }
}
