/// The length of a bucket: a calendar unit times a positive count.
public struct BucketInterval: Hashable, Sendable {
    public var unit: Unit
    /// 1…`countMax`
    public var count: Int

    public enum Unit: String, CaseIterable, Sendable {
        case minute, hour, day, week, month, quarter, year
    }

    /// Nil unless `count` is in 1…`countMax`.
    public init?(_ unit: Unit, count: Int = 1) {
        guard (1...BucketInterval.countMax).contains(count) else { return nil }
        self.unit = unit
        self.count = count
    }

    public static let countMax = 10_000

    /// Parses `day`, `2week`, `15minute`, `15 minutes`; nil for anything else.
    public init?(_ text: String) {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        var name = text.dropFirst(digits.count)
        if !digits.isEmpty, name.hasPrefix(" ") { name = name.dropFirst() }
        if name.hasSuffix("s") { name = name.dropLast() }
        guard let unit = Unit(rawValue: String(name)), digits.isEmpty || Int(digits) != nil else { return nil }
        self.init(unit, count: Int(digits) ?? 1)
    }

    /// `day`, `2week`
    public var description: String {
        count == 1 ? unit.rawValue : "\(count)\(unit.rawValue)"
    }

    /// The elapsed time of minutes and hours; nil for calendar units.
    var elapsedMicroseconds: Int64? {
        switch unit {
        case .minute: Int64(count) * 60 * Instant.microsecondsPerSecond
        case .hour: Int64(count) * 3_600 * Instant.microsecondsPerSecond
        default: nil
        }
    }

    /// The greatest possible length of a bucket of this interval, on any clock.
    public var longestMicroseconds: Int64 {
        if let elapsedMicroseconds { return elapsedMicroseconds }
        let days: Int64 =
            switch unit {
            case .minute, .hour, .day: 1
            case .week: 7
            case .month: 31
            case .quarter: 92
            case .year: 366
            }
        // A person may fly from the time zone furthest ahead to the time zone furthest behind.
        return Int64(count) * days * LocalDateTime.microsecondsPerDay + Zone.spreadMicroseconds
    }

    /// The number of days of an interval of days or weeks; nil for other units.
    var stepDays: Int? {
        switch unit {
        case .day: count
        case .week: count * 7
        default: nil
        }
    }

    /// The number of months of an interval of months or longer; nil for other units.
    var stepMonths: Int? {
        switch unit {
        case .month: count
        case .quarter: count * 3
        case .year: count * 12
        default: nil
        }
    }
}
