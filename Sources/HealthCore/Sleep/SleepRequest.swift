/// A request for nights. `SleepQuestion` creates it.
public struct SleepRequest: Sendable {
    public let clock: WallClock
    /// `HH:MM`
    public let nightStart: String
    public let attribution: SleepAttribution
    /// The longest pause inside a session, in microseconds.
    public let longestGap: Int64
    public let listsSegments: Bool
    /// True if the answer leaves out nights without a session and without an aggregate.
    public let omitsEmptyNights: Bool
    /// The nights in order, without days that the clock skipped. Each window begins where the
    /// previous one ends. May be empty.
    public internal(set) var windows: [SleepWindow]

    /// The greatest number of nights in one request, about eleven years.
    public static let nightsMax = 4_000
    public static let nightStartDefault = "18:00"
    /// Minutes.
    public static let sessionGapRange = 1...720
    public static let sessionGapDefault = 60
    /// The wall clock time from the start of a night to the end of its morning, in microseconds.
    public static let lateMicroseconds: Int64 = 15 * 3_600 * Instant.microsecondsPerSecond
}
