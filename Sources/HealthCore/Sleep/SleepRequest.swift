/// A request for nights. `SleepQuestion` makes it.
public struct SleepRequest: Sendable {
    public let clock: WallClock
    /// `HH:MM`
    public let nightStart: String
    public let attribution: SleepAttribution
    /// The longest pause inside a session, in microseconds.
    public let longestGap: Int64
    public let listsSegments: Bool
    /// Whether nights without a session and without an aggregate are left out.
    public let omitsEmptyNights: Bool
    /// The nights in order, without those that the clock skipped. Each begins where the one before
    /// it ends. May be empty.
    public let windows: [SleepWindow]

    /// Most nights of one request: eleven years.
    public static let nightsMax = 4_000
    public static let nightStartDefault = "18:00"
    /// Minutes.
    public static let sessionGapRange = 1...720
    public static let sessionGapDefault = 60
    /// The wall clock time from the start of a night to the end of its morning, in microseconds.
    public static let lateMicroseconds: Int64 = 15 * 3_600 * Instant.microsecondsPerSecond
}
