import Synchronization

/// Lets callers with the same key wait for the first of them, the forerunner. They can then use
/// what it left, such as a remembered answer.
final class Forerunners<Key: Hashable & Sendable>: Sendable {
    private struct State {
        /// The callers that wait for the forerunner of each key, by their numbers.
        var waiting: [Key: [UInt64: CheckedContinuation<Void, Never>]] = [:]
        var lastNumber: UInt64 = 0
    }

    private let state = Mutex(State())

    /// Runs `body`, after the end of the forerunner's body if there is one. Callers that have
    /// waited run at the same time, and are no forerunners.
    ///
    /// The server's limit of requests in flight bounds the number of callers. A caller whose task
    /// is cancelled waits no longer.
    ///
    /// - Throws: the error of `body`. The error of a forerunner is not thrown to the others.
    func run<Value>(_ key: Key, _ body: () async throws -> Value) async rethrows -> Value {
        guard await isFirst(key) else { return try await body() }
        defer { for caller in state.withLock({ $0.waiting.removeValue(forKey: key) }) ?? [:] { caller.value.resume() } }
        return try await body()
    }

    /// Returns true at once to the forerunner, and false to the others when the forerunner has
    /// ended.
    private func isFirst(_ key: Key) async -> Bool {
        let number = state.withLock { state -> UInt64? in
            guard state.waiting[key] != nil else {
                state.waiting[key] = [:]
                return nil
            }
            state.lastNumber += 1
            return state.lastNumber
        }
        guard let number else { return true }
        await withTaskCancellationHandler {
            await withCheckedContinuation { caller in
                let mustWait = state.withLock { state in
                    // If the task is cancelled after this check, `onCancel` finds the caller.
                    guard !Task.isCancelled, state.waiting[key] != nil else { return false }
                    state.waiting[key]?[number] = caller
                    return true
                }
                if !mustWait { caller.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting[key]?.removeValue(forKey: number) }?.resume()
        }
        return false
    }

    /// The number of callers that wait. Only tests read it.
    var waiterCount: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }
}
