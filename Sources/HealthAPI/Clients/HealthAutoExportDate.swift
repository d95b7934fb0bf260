import HealthCore
import JSONReader

/// Reads the dates of Health Auto Export, of which there are many shapes.
struct HealthAutoExportDate {
    /// What a date without a time is midnight of.
    let clock: WallClock

    /// - Parameter near: what the date lies close to, which tells an epoch of 1970 from one of 2001.
    func instant(_ value: JSONValue?, near: Instant? = nil) -> Instant? {
        guard let value else { return nil }
        if let number = value.double { return HealthAutoExportDate.instant(epoch: number, near: near) }
        return value.string.flatMap(instant)
    }

    /// `2026-09-03 21:03:57 +0800`, RFC 3339, `2026-09-03`, and twelve-hour clocks: `2026-09-03 9:03:57 PM +0800` with the half of
    /// the day in the phone's language, before or behind the time, with any white space.
    func instant(_ text: String) -> Instant? {
        if let instant = Instant(exportText: text.utf8) { return instant }
        guard text.utf8.count <= HealthAutoExportDate.textBytesMax else { return nil }
        if let day = CivilDate(iso8601: text) { return clock.instant(of: LocalDateTime(date: day)) }
        return HealthAutoExportDate.wholeDay(text).flatMap { Instant(exportText: $0.utf8) }
    }

    /// Longer texts are no dates.
    private static let textBytesMax = 64

    /// A date of a twelve-hour clock, on one of 24 hours with single spaces; nil for another text.
    private static func wholeDay(_ text: String) -> String? {
        let words = text.split { $0.isWhitespace }
        guard words.count >= 3, let day = words.first, let offset = words.last else { return nil }
        // `午後9:03:57` is one word, `9:03:57 p. m.` three.
        let middle = words.dropFirst().dropLast().joined()
        let time = middle.filter { $0 == ":" || ("0"..."9").contains($0) }.split(separator: ":")
        let half = middle.filter(\.isLetter).lowercased()
        guard time.count == 3, time[0].utf8.count <= 2, let hour = Int(time[0]) else { return nil }
        guard !half.isEmpty else { return "\(day) \(twoDigits(hour)):\(time[1]):\(time[2]) \(offset)" }
        guard let isAfternoon = halves[half], (1...12).contains(hour) else { return nil }
        return "\(day) \(twoDigits(hour % 12 + (isAfternoon ? 12 : 0))):\(time[1]):\(time[2]) \(offset)"
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// Whether it is the afternoon, by the letters of what phones print for the half of a day, in lower case.
    private static let halves: [String: Bool] = {
        var halves: [String: Bool] = [:]
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
                halves[word.filter(\.isLetter).lowercased()] = isAfternoon
            }
        }
        return halves
    }()

    /// 1970-01-01 to 2001-01-01, in seconds: Apple's own reference date.
    private static let referenceSeconds: Double = 978_307_200
    private static let secondsMax: Double = 253_402_300_799

    /// Seconds since 1970 or since 2001.
    ///
    /// Where nothing is near, a number that would lie before 2001 counts from 2001: phones keep nothing so old.
    private static func instant(epoch seconds: Double, near: Instant?) -> Instant? {
        guard seconds >= 0, seconds <= secondsMax - referenceSeconds else { return nil }
        let since1970 = Instant(microseconds: Int64((seconds * 1_000_000).rounded()))
        let since2001 = Instant(microseconds: Int64(((seconds + referenceSeconds) * 1_000_000).rounded()))
        guard let near else { return seconds < referenceSeconds ? since2001 : since1970 }
        let distance = { (instant: Instant) in abs(instant.microseconds - near.microseconds) }
        return distance(since2001) < distance(since1970) ? since2001 : since1970
    }

    /// The wall clock that a date shows: with the offset in its text, else the person's.
    func local(_ instant: Instant, _ value: JSONValue?) -> (date: LocalDateTime, offset: Int64) {
        // As the text says it on a clock of 24 hours.
        let said = value?.string.map { text in
            Instant(exportText: text.utf8) == nil ? HealthAutoExportDate.wholeDay(text) ?? text : text
        }
        if let text = said, let local = LocalDateTime(iso8601: String(text.prefix(19))), text.utf8.count > 19 {
            return (local, local.microsecondsSinceEpoch - instant.microseconds)
        }
        let offset = Int64(clock.offsetSeconds(at: instant)) * Instant.microsecondsPerSecond
        return (LocalDateTime(microsecondsSinceEpoch: instant.microseconds + offset), offset)
    }
}

/// How long the buckets are into which the app groups points.
enum PointGrouping: String, CaseIterable {
    case second, minute, hour, day, week, month, year

    /// What the header `automation-aggregation` says; nil for the app's default.
    init?(header: String?) {
        guard let header else { return nil }
        let key = HealthAutoExportTables.key(header)
        for (start, grouping) in PointGrouping.words where key.hasPrefix(start) {
            self = grouping
            return
        }
        return nil
    }

    private static let words: [(String, PointGrouping)] = [
        ("sec", .second), ("min", .minute), ("hour", .hour), ("da", .day), ("week", .week), ("month", .month),
        ("year", .year), ("annual", .year),
    ]

    /// Whether the length depends on the calendar.
    var isCalendar: Bool { fixed == nil }

    /// Microseconds.
    private var fixed: Int64? {
        switch self {
        case .second: Instant.microsecondsPerSecond
        case .minute: 60 * Instant.microsecondsPerSecond
        case .hour: 3_600 * Instant.microsecondsPerSecond
        case .day, .week, .month, .year: nil
        }
    }

    /// The end of the bucket that begins at `start`, on a clock that keeps its offset.
    func end(of start: Instant, local: LocalDateTime, offset: Int64) -> Instant {
        if let fixed { return Instant(microseconds: start.microseconds + fixed) }
        var next = local
        switch self {
        case .week: next.date = CivilDate(daysSinceEpoch: local.date.daysSinceEpoch + 7)
        case .month: next.date = local.date.adding(months: 1)
        case .year: next.date = local.date.adding(months: 12)
        default: next.date = CivilDate(daysSinceEpoch: local.date.daysSinceEpoch + 1)
        }
        return Instant(microseconds: next.microsecondsSinceEpoch - offset)
    }

    /// How far a transition to or from summer time moves the end of a bucket, in microseconds: 2 hours at most.
    static let shiftMax: Int64 = 2 * 3_600 * Instant.microsecondsPerSecond
}
