/// The rule by which a source, a device or a token is silent.
///
/// `health.freshness` has the same rule for types.
public enum Silence {
    /// The days without data or contact after which it is silent.
    public static let days: Int64 = 2

    /// Returns true if the last data or the last contact is more than `days` days ago. Returns
    /// false if there was none, and for a time in the future.
    public static func isSilent(since last: Instant?, at now: Instant) -> Bool {
        guard let last else { return false }
        return last.microseconds < now.microseconds - days * 86_400 * Instant.microsecondsPerSecond
    }
}
