import HealthCore
import JSON

/// Reads the dates of Health Auto Export, which come in many formats.
struct HealthAutoExportDate {
    /// The person's clock; nil if it is not known.
    let clock: WallClock?

    /// Returns the instant of a text or number; nil for other values.
    ///
    /// - Parameter near: an instant close to the date. It decides if a number is counted from 1970
    ///   or from 2001.
    func instant(_ value: JSONValue?, near: Instant? = nil) -> Instant? {
        guard let value else { return nil }
        if let number = value.double { return HealthAutoExportDate.instant(epoch: number, near: near) }
        return value.string.flatMap(instant)
    }

    /// Reads `2026-09-03 21:03:57 +0800`, RFC 3339, `2026-09-03`, and times of a twelve-hour clock
    /// such as `2026-09-03 9:03:57 PM +0800`. The day period may be in the phone's language, and
    /// before or after the time. Any white space is allowed. A date without a time is read as the
    /// start of the day on `clock`, or in UTC if there is no clock.
    func instant(_ text: String) -> Instant? {
        if let instant = Instant(exportText: text.utf8) { return instant }
        guard text.utf8.count <= HealthAutoExportDate.textBytesMax else { return nil }
        if let day = CivilDate(iso8601: text) { return (clock ?? .utc).instant(of: LocalDateTime(date: day)) }
        return HealthAutoExportDate.twentyFourHours(text).flatMap { Instant(exportText: $0.utf8) }
    }

    /// Longer texts are not read.
    private static let textBytesMax = 64

    /// Converts a date of a twelve-hour clock into a date of a 24-hour clock with single spaces.
    /// Returns nil for any other text.
    private static func twentyFourHours(_ text: String) -> String? {
        let words = text.split { $0.isWhitespace }
        guard words.count >= 3, let day = words.first, let offset = words.last else { return nil }
        // `午後9:03:57` is one word, `9:03:57 p. m.` three.
        let middle = words.dropFirst().dropLast().joined()
        let time = middle.filter { $0 == ":" || ("0"..."9").contains($0) }.split(separator: ":")
        let period = middle.filter(\.isLetter).lowercased()
        guard time.count == 3, time[0].utf8.count <= 2, let hour = Int(time[0]) else { return nil }
        guard !period.isEmpty else { return "\(day) \(twoDigits(hour)):\(time[1]):\(time[2]) \(offset)" }
        guard let isAfternoon = dayPeriods[period], (1...12).contains(hour) else { return nil }
        return "\(day) \(twoDigits(hour % 12 + (isAfternoon ? 12 : 0))):\(time[1]):\(time[2]) \(offset)"
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// The words for day periods that phones print, reduced to letters in lower case. The value is
    /// true for the afternoon.
    private static let dayPeriods: [String: Bool] = {
        var periods: [String: Bool] = [:]
        for (isAfternoon, words) in [
            (
                false,
                """
                AM|午前|上午|凌晨|清晨|早上|오전|vorm.|vormittags|fm|ap.|de.|dop.|ÖÖ|SA|π.μ.|ص|صباحًا|ق.ظ.|לפנה״צ|ก่อนเที่ยง|पूर्वाह्न|дп|пр.об.|mattina|PG|priešpiet|priekšp.
                """
            ),
            (
                true,
                """
                PM|午後|下午|中午|傍晚|晚上|오후|nachm.|nachmittags|em|ip.|du.|odp.|pop.|ÖS|CH|μ.μ.|م|مساءً|ب.ظ.|אחה״צ|หลังเที่ยง|अपराह्न|пп|сл.об.|pomeriggio|PTG|popiet|pēcp.
                """
            ),
        ] {
            for word in words.split(separator: "|") {
                periods[word.filter(\.isLetter).lowercased()] = isAfternoon
            }
        }
        return periods
    }()

    /// 1970-01-01 to 2001-01-01, in seconds. Apple's reference date is 2001-01-01.
    private static let referenceSeconds: Double = 978_307_200
    private static let secondsMax: Double = 253_402_300_799

    /// Reads seconds since 1970 or since 2001.
    ///
    /// Without `near`, a number less than `referenceSeconds` is counted from 2001, because phones
    /// have no data from before 2001.
    private static func instant(epoch seconds: Double, near: Instant?) -> Instant? {
        guard seconds >= 0, seconds <= secondsMax - referenceSeconds else { return nil }
        let since1970 = Instant(microseconds: Int64((seconds * 1_000_000).rounded()))
        let since2001 = Instant(microseconds: Int64(((seconds + referenceSeconds) * 1_000_000).rounded()))
        guard let near else { return seconds < referenceSeconds ? since2001 : since1970 }
        let distance = { (instant: Instant) in abs(instant.microseconds - near.microseconds) }
        return distance(since2001) < distance(since1970) ? since2001 : since1970
    }

    /// Returns the local date and time, and the offset in microseconds. The offset is that of the
    /// date's text, or of `clock` if the text has none.
    func local(_ instant: Instant, _ value: JSONValue?) -> (date: LocalDateTime, offset: Int64) {
        let text = value?.string.map { text in
            Instant(exportText: text.utf8) == nil ? HealthAutoExportDate.twentyFourHours(text) ?? text : text
        }
        if let text, let local = LocalDateTime(iso8601: String(text.prefix(19))), text.utf8.count > 19 {
            return (local, local.microsecondsSinceEpoch - instant.microseconds)
        }
        let offset = Int64((clock ?? .utc).offsetSeconds(at: instant)) * Instant.microsecondsPerSecond
        return (LocalDateTime(microsecondsSinceEpoch: instant.microseconds + offset), offset)
    }

    /// Returns the start and the end of a day of `clock`. Without a clock, returns a time that has
    /// this date in all zones from 10:30 behind UTC to 13:29 ahead of it.
    func day(_ date: CivilDate) -> (start: Instant, end: Instant) {
        let local = LocalDateTime(date: date)
        guard let clock else {
            let time = Instant(microseconds: local.microsecondsSinceEpoch + HealthAutoExportDate.midday)
            return (time, time)
        }
        return (clock.instant(of: local), clock.instant(of: LocalDateTime(date: PointGrouping.day.next(date))))
    }

    /// 10:30, in microseconds.
    private static let midday: Int64 = 37_800 * Instant.microsecondsPerSecond
}

/// The length of the buckets into which the app groups points.
enum PointGrouping: String, CaseIterable {
    case second, minute, hour, day, week, month, year

    /// Reads the app's setting for the grouping. Returns nil for an unknown word.
    init?(aggregation: String) {
        let key = HealthAutoExportTables.key(aggregation)
        guard let grouping = PointGrouping.words.first(where: { key.hasPrefix($0.prefix) })?.grouping else {
            return nil
        }
        self = grouping
    }

    private static let words: [(prefix: String, grouping: PointGrouping)] = [
        ("sec", .second), ("min", .minute), ("hour", .hour), ("da", .day), ("week", .week), ("month", .month),
        ("year", .year), ("annual", .year),
    ]

    /// True if the length depends on the calendar.
    var isCalendar: Bool { fixed == nil }

    /// The length in microseconds; nil if it depends on the calendar.
    private var fixed: Int64? {
        switch self {
        case .second: Instant.microsecondsPerSecond
        case .minute: 60 * Instant.microsecondsPerSecond
        case .hour: 3_600 * Instant.microsecondsPerSecond
        case .day, .week, .month, .year: nil
        }
    }

    /// False for a length of several days.
    var isAtMostDay: Bool { self == .day || !isCalendar }

    /// Returns the end of the bucket that begins at `start`. Returns nil if none begins there.
    /// Seconds, minutes and hours begin on the wall clock. Longer buckets begin with a day.
    ///
    /// - Parameters:
    ///   - local: the wall-clock time that the app sent, which is `offset` ahead of UTC.
    ///   - clock: the person's clock; nil if it is not known. Its days have 23 to 25 hours. Days of
    ///     another offset have 24.
    func end(of start: Instant, local: LocalDateTime, offset: Int64, clock: WallClock?) -> Instant? {
        if let fixed {
            guard local.microsecondOfDay % fixed == 0 else { return nil }
            return Instant(microseconds: start.microseconds + fixed)
        }
        if let clock, case let date = clock.localDateTime(at: start).date,
            clock.instant(of: LocalDateTime(date: date)) == start
        {
            return clock.instant(of: LocalDateTime(date: next(date)))
        }
        guard local.microsecondOfDay == 0 else { return nil }
        return Instant(microseconds: LocalDateTime(date: next(local.date)).microsecondsSinceEpoch - offset)
    }

    /// Returns the first date of the calendar bucket after the one that begins on `date`.
    func next(_ date: CivilDate) -> CivilDate {
        switch self {
        case .week: CivilDate(daysSinceEpoch: date.daysSinceEpoch + 7)
        case .month: date.adding(months: 1)
        case .year: date.adding(months: 12)
        case .second, .minute, .hour, .day: CivilDate(daysSinceEpoch: date.daysSinceEpoch + 1)
        }
    }

    /// The most by which a clock change can move the end of a bucket, in microseconds. 2 hours.
    static let shiftMax: Int64 = 2 * 3_600 * Instant.microsecondsPerSecond
}
