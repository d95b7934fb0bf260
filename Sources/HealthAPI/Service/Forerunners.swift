import Synchronization

/// Lets callers with the same key wait for the first of them, the forerunner. They can then use
/// what it left, such as a remembered answer.
final class Forerunners<Key: Hashable & Sendable>: Sendable {
    /// The callers that wait for the forerunner of each key.
    private let waiting = Mutex<[Key: [CheckedContinuation<Void, Never>]]>([:])

    /// Runs `body`, after the end of the forerunner's body if there is one. Callers that have
    /// waited run at the same time, and are no forerunners.
    ///
    /// The server's limit of requests in flight bounds the number of callers. A caller whose task
    /// is cancelled waits for the forerunner.
    ///
    /// - Throws: the error of `body`. The error of a forerunner is not thrown to the others.
    func run<Value>(_ key: Key, _ body: () async throws -> Value) async rethrows -> Value {
        guard await isFirst(key) else { return try await body() }
        defer { for caller in waiting.withLock({ $0.removeValue(forKey: key) }) ?? [] { caller.resume() } }
        return try await body()
    }

    /// Returns true at once to the forerunner, and false to the others when the forerunner has
    /// ended.
    private func isFirst(_ key: Key) async -> Bool {
        let isFirst = waiting.withLock { waiting in
            guard waiting[key] == nil else { return false }
            waiting[key] = []
            return true
        }
        guard !isFirst else { return true }
        await withCheckedContinuation { caller in
            let hasEnded = waiting.withLock { waiting in
                guard waiting[key] != nil else { return true }
                waiting[key]?.append(caller)
                return false
            }
            if hasEnded { caller.resume() }
        }
        return false
    }

    /// The number of callers that wait. Only tests read it.
    var waiterCount: Int { waiting.withLock { $0.values.reduce(0) { $0 + $1.count } } }
}
