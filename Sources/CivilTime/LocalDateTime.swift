/// A date and time of day on a wall clock, without a time zone.
public struct LocalDateTime: Hashable, Sendable {
    public var date: CivilDate
    /// Microseconds since midnight, 0 ..< 86,400,000,000.
    public var microsecondOfDay: Int64

    public init(date: CivilDate, microsecondOfDay: Int64 = 0) {
        self.date = date
        self.microsecondOfDay = microsecondOfDay
    }

    /// Microseconds since 1970-01-01T00:00 on the same wall clock.
    public var microsecondsSinceEpoch: Int64 {
        Int64(date.daysSinceEpoch) * LocalDateTime.microsecondsPerDay + microsecondOfDay
    }

    public init(microsecondsSinceEpoch microseconds: Int64) {
        let days = floorDivide(microseconds, LocalDateTime.microsecondsPerDay)
        date = CivilDate(daysSinceEpoch: Int(days))
        microsecondOfDay = microseconds - days * LocalDateTime.microsecondsPerDay
    }

    public static let microsecondsPerDay: Int64 = 86_400_000_000
}
