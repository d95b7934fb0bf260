import Foundation

/// A state that a test waited for and that did not come.
public struct NeverHappened: Error, CustomStringConvertible {
    public var description: String
}

/// Waits for a state; `seconds` only guard against hanging.
///
/// - Throws: `NeverHappened` with what was waited for, and what `holds` throws.
public func waitUntil(_ what: String, seconds: Double = 180, _ holds: () async throws -> Bool) async throws {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while try await !holds() {
        guard Date() < deadline else { throw NeverHappened(description: "waited \(seconds) s in vain until \(what)") }
        try await Task.sleep(for: .milliseconds(20))
    }
}
