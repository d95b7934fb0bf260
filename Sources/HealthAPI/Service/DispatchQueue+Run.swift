import Dispatch

extension DispatchQueue {
    /// Runs work that may block on a thread of this queue, and returns its result.
    func run<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await withCheckedContinuation { wait in
            async { wait.resume(returning: Result { () throws(Failure) in try work() }) }
        }.get()
    }
}
