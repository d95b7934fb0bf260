import Foundation
import Synchronization

/// How long a test waits for a state before it says that the state never came.
///
/// It keeps a defect from hanging the run, and is no promise of speed: a machine that is many times slower passes, too.
public enum Patience {
    /// Seconds until a wait gives up: a minute, multiplied by `HEALTHSTORE_TEST_PATIENCE`. A tenth of that once several waits of the
    /// process were in vain, so that a defect that many tests meet does not take hours.
    public static var seconds: Double { vainWaits.load(ordering: .relaxed) < vainWaitsMax ? full : full / 10 }

    public static var duration: Duration { .seconds(seconds) }

    /// Between two looks.
    public static let pause = Duration.milliseconds(10)

    private static let full: Double = {
        let factor = ProcessInfo.processInfo.environment["HEALTHSTORE_TEST_PATIENCE"].flatMap(Double.init) ?? 1
        return 60 * max(factor, 0.01)
    }()

    private static let vainWaitsMax = 3
    private static let vainWaits = Atomic<Int>(0)

    /// Counts a wait that gave up.
    public static func noteVainWait() { vainWaits.add(1, ordering: .relaxed) }
}

/// A state did not come within the patience of a test.
public struct NeverHappened: Error, CustomStringConvertible {
    public var description: String

    public init(_ what: String, last: String? = nil) {
        description = "waited in vain for: \(what)" + (last.map { "; last seen: \($0)" } ?? "")
    }
}

/// Waits until `holds` does.
///
/// - Returns: false once the patience has run out, or the test was cancelled.
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

/// Waits until `holds` does.
///
/// - Parameter what: completes "waited in vain for …".
/// - Throws: `NeverHappened` once the patience has run out.
public func wait(
    for what: String, isolation: isolated (any Actor)? = #isolation, until holds: () async throws -> Bool
) async throws {
    guard try await eventually(holds) else { throw NeverHappened(what) }
}
