import Foundation

extension Instant {
    /// The system's time.
    public static var now: Instant {
        Instant(microseconds: Int64(Date().timeIntervalSince1970 * Double(Instant.microsecondsPerSecond)))
    }
}
