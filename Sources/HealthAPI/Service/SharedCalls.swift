import Synchronization

/// Calls whose result several callers share.
///
/// At most one call runs for a key. Callers that arrive while it runs wait for the next one, and
/// all get its result. So each result comes from a call that began after its caller arrived.
final class SharedCalls<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private typealias Waiter = CheckedContinuation<Value, any Error>

    /// The time between two calls if several callers wait, so that more callers share the second
    /// one. 0.2 milliseconds.
    private static var pause: Duration { .microseconds(200) }

    /// The callers of the next call, for each key for which a call runs.
    private let waiting = Mutex<[Key: [Waiter]]>([:])

    /// Returns the result of a call that begins after this method was called.
    ///
    /// The server's limit of requests in flight bounds the number of callers. A caller whose task
    /// is cancelled waits for the end of the call.
    ///
    /// - Parameter call: the call of this caller. It does the same as those of other callers with
    ///   the key, so only one runs.
    /// - Throws: the error of the call.
    func share(_ key: Key, _ call: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { caller in
            let isFirst = waiting.withLock { waiting in
                if waiting[key]?.append(caller) != nil { return false }
                waiting[key] = []
                return true
            }
            // The task is not a child of the caller's: other callers need the result, too.
            if isFirst { Task.immediateDetached { [self] in await run(key, call, for: [caller]) } }
        }
    }

    private func run(_ key: Key, _ call: @Sendable () async throws -> Value, for first: [Waiter]) async {
        var callers = first
        repeat {
            let result: Result<Value, any Error>
            do { result = .success(try await call()) } catch { result = .failure(error) }
            for caller in callers { caller.resume(with: result) }
            if waiting.withLock({ $0[key]?.count ?? 0 }) > 1 { try? await Task.sleep(for: Self.pause) }
            callers = waiting.withLock { waiting in
                let next = waiting[key] ?? []
                waiting[key] = next.isEmpty ? nil : []
                return next
            }
        } while !callers.isEmpty
    }

    /// The number of callers that wait for the next call. Only tests read it.
    var waiterCount: Int { waiting.withLock { $0.values.reduce(0) { $0 + $1.count } } }
}
