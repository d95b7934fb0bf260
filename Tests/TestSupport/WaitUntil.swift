/// What a test waited for in vain.
public struct NeverHappened: Error, CustomStringConvertible {
    public var what: String

    public var description: String { "waited in vain until " + what }
}

/// Waits until something holds.
///
/// - Parameters:
///   - what: completes the sentence "waited in vain until".
///   - seconds: guards against hanging only.
/// - Throws: `NeverHappened`, and what `holds` throws.
public func waitUntil(
    _ what: String, seconds: Double = 60, _ holds: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + .seconds(seconds)
    while try await !holds() {
        guard ContinuousClock.now < end else { throw NeverHappened(what: what) }
        try await Task.sleep(for: .milliseconds(5))
    }
}
