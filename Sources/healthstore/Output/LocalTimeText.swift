import HealthCore

/// Formats times for people.
struct LocalTimeText {
    var clock = LocalZone.clock

    /// Returns a text such as `2026-05-01 18:30`, for output that names the zone elsewhere.
    func minute(_ instant: Instant) -> String {
        let local = clock.localDateTime(at: instant)
        let minutes = local.microsecondOfDay / (60 * Instant.microsecondsPerSecond)
        func two(_ number: Int64) -> String { (number < 10 ? "0" : "") + String(number) }
        return "\(local.date.iso8601) \(two(minutes / 60)):\(two(minutes % 60))"
    }

    /// Returns a text such as `2026-05-01T18:30:05+02:00`, with the offset from UTC.
    func second(_ instant: Instant) -> String {
        clock.rfc3339(Instant(seconds: instant.wholeSeconds))
    }
}
