/// A point in time: whole microseconds since 1970-01-01T00:00:00Z without leap seconds, like
/// PostgreSQL's `timestamptz`.
public struct Instant: Hashable, Comparable, Sendable, Codable {
    /// Microseconds since 1970-01-01T00:00:00Z; negative for earlier instants.
    public var microseconds: Int64

    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    public init(seconds: Int64) {
        microseconds = seconds * Instant.microsecondsPerSecond
    }

    public static let microsecondsPerSecond: Int64 = 1_000_000

    /// 0001-01-01T00:00:00Z. Parsing refuses earlier times, so no sample is earlier.
    public static let earliest = Instant(seconds: -62_135_596_800)
    /// 9999-12-31T23:59:59.999999Z, the last instant that RFC 3339 can write.
    public static let latest = Instant(microseconds: 253_402_300_799_999_999)

    public static func < (left: Instant, right: Instant) -> Bool {
        left.microseconds < right.microseconds
    }

    /// Seconds since 1970, rounded down.
    public var wholeSeconds: Int64 {
        floorDivide(microseconds, Instant.microsecondsPerSecond)
    }
}

/// Returns the quotient rounded towards negative infinity; `divisor` must be positive.
public func floorDivide(_ dividend: Int64, _ divisor: Int64) -> Int64 {
    let quotient = dividend / divisor
    return dividend % divisor < 0 ? quotient - 1 : quotient
}
