/// A day of the proleptic Gregorian calendar, without a time zone.
///
/// The arithmetic is exact for every year that `Instant` can hold. It needs no calendar object, so
/// bucket plans and parsers need no caches and no locks.
public struct CivilDate: Hashable, Comparable, Sendable {
    public var year: Int
    /// 1…12
    public var month: Int
    /// 1…31
    public var day: Int

    /// Returns nil if there is no such month, or the month has no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), day >= 1, day <= CivilDate.days(inMonth: month, of: year) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Creates the day that is `daysSinceEpoch` days after 1970-01-01.
    public init(daysSinceEpoch days: Int) {
        // The epoch is shifted to 0000-03-01, so that a leap day is the last day of its year.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Days since 1970-01-01; negative for earlier days.
    public var daysSinceEpoch: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The weekday in the order of ISO 8601: 0 = Monday … 6 = Sunday.
    public var weekdayFromMonday: Int {
        let weekday = (daysSinceEpoch + 3) % 7
        return weekday < 0 ? weekday + 7 : weekday
    }

    /// Returns this day moved by whole months. If the new month has no such day, returns its last
    /// day: 31 January + 1 month = 28 or 29 February.
    public func adding(months: Int) -> CivilDate {
        let monthsFromZero = year * 12 + (month - 1) + months
        let newYear = monthsFromZero >= 0 ? monthsFromZero / 12 : (monthsFromZero - 11) / 12
        var moved = self
        moved.year = newYear
        moved.month = monthsFromZero - newYear * 12 + 1
        moved.day = min(day, CivilDate.days(inMonth: moved.month, of: newYear))
        return moved
    }

    public static func < (left: CivilDate, right: CivilDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    public static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    /// Returns the number of days in a month. `month` must be 1…12.
    public static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
