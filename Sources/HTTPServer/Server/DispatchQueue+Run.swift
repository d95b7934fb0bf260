import Dispatch

extension DispatchQueue {
    /// Runs work that blocks or takes long on a thread of this queue, because the cooperative
    /// threads are few.
    ///
    /// - Throws: the errors of `work`.
    public func run<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await withCheckedContinuation { wait in
            async { wait.resume(returning: Result { () throws(Failure) in try work() }) }
        }.get()
    }
}
