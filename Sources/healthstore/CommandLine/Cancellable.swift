import ServiceProcess

/// Work that the first signal to stop cancels, and the second one ends at once.
enum Cancellable {
    /// Runs the work. If it was cancelled, prints its outcome.
    ///
    /// - Throws: `ExitStatus` if it was cancelled, or the error of the work.
    @MainActor static func run(
        outcome: String, _ body: @MainActor (StopSignals) async throws -> Void
    ) async throws {
        let signals = StopSignals(endsAtSecond: true)
        do { try await body(signals) } catch is CancellationError {
            StandardError.warn("cancelled; \(outcome)")
            throw ExitStatus()
        }
    }
}
