import Foundation

/// How long a test waits for what must come about: long enough for a busy machine, since it only keeps a defect from hanging the run.
public enum Patience {
    /// Seconds until a wait gives up; `HEALTHSTORE_TEST_PATIENCE` multiplies them, as 10 does for a machine ten times slower.
    public static let seconds: Double = 120 * factor

    /// The same for a process that is asked to end.
    public static let duration = Duration.seconds(seconds)

    private static let factor: Double = {
        let text = ProcessInfo.processInfo.environment["HEALTHSTORE_TEST_PATIENCE"]
        return max(text.flatMap(Double.init) ?? 1, 0.001)
    }()

    /// Between two looks.
    static let pause = Duration.milliseconds(10)
}

/// Something did not come about within the patience of a test.
public struct NeverHappened: Error, CustomStringConvertible {
    public var description: String

    public init(_ what: String, last: String? = nil) {
        description =
            "waited in vain for: \(what), up to \(Int(Patience.seconds)) s" + (last.map { "; last seen: \($0)" } ?? "")
    }
}

/// Waits until `holds` does; false once the patience has run out.
public func eventually(
    isolation: isolated (any Actor)? = #isolation, _ holds: () async throws -> Bool
) async rethrows -> Bool {
    let deadline = ContinuousClock.now + Patience.duration
    while true {
        if try await holds() { return true }
        // A test that was cancelled waits no longer.
        if ContinuousClock.now > deadline || Task.isCancelled { return false }
        try? await Task.sleep(for: Patience.pause)
    }
}

/// Waits until `holds` does.
///
/// - Parameter what: completes "waited for …".
/// - Throws: `NeverHappened` once the patience has run out.
public func wait(
    for what: String, isolation: isolated (any Actor)? = #isolation, until holds: () async throws -> Bool
) async throws {
    guard try await eventually(holds) else { throw NeverHappened(what) }
}
