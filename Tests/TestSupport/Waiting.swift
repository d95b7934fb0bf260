import Foundation
import Synchronization

/// The time for which a test waits for a state before it fails.
///
/// It prevents a defect from blocking the run. It does not assert speed, and a machine that is many
/// times slower passes, too.
public enum Patience {
    /// The maximum seconds of a wait. They are three minutes times `HEALTHSTORE_TEST_PATIENCE`.
    /// After several failed waits of the process they are a tenth of that, so that a defect that
    /// affects many tests does not take hours.
    public static var seconds: Double { vainWaits.load(ordering: .relaxed) < vainWaitsMax ? full : full / 10 }

    public static var duration: Duration { .seconds(seconds) }

    /// The time between two checks.
    public static let pause = Duration.milliseconds(10)

    private static let full: Double = {
        let factor = ProcessInfo.processInfo.environment["HEALTHSTORE_TEST_PATIENCE"].flatMap(Double.init) ?? 1
        return 180 * max(factor, 0.01)
    }()

    private static let vainWaitsMax = 3
    private static let vainWaits = Atomic<Int>(0)

    /// Counts a failed wait.
    public static func noteVainWait() { vainWaits.add(1, ordering: .relaxed) }
}

/// The error of a wait whose state was not reached within the time limit.
public struct NeverHappened: Error, CustomStringConvertible {
    public var description: String

    public init(_ what: String, last: String? = nil) {
        description = "waited in vain for: \(what)" + (last.map { "; last seen: \($0)" } ?? "")
    }
}

/// Waits until `holds` returns true.
///
/// - Returns: false after `Patience.seconds`, or if the test was cancelled.
public func eventually(
    isolation: isolated (any Actor)? = #isolation, _ holds: () async throws -> Bool
) async rethrows -> Bool {
    let begin = ContinuousClock.now
    while true {
        if try await holds() { return true }
        if Task.isCancelled { return false }
        if ContinuousClock.now - begin > Patience.duration {
            Patience.noteVainWait()
            return false
        }
        try? await Task.sleep(for: Patience.pause)
    }
}

/// Waits until `holds` returns true.
///
/// - Parameter what: completes "waited in vain for …".
/// - Throws: `NeverHappened` after `Patience.seconds`.
public func wait(
    for what: String, isolation: isolated (any Actor)? = #isolation, until holds: () async throws -> Bool
) async throws {
    guard try await eventually(holds) else { throw NeverHappened(what) }
}
