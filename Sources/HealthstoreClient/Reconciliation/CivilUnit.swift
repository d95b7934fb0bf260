import Foundation

/// A year, month or day in UTC, identified by its first day.
///
/// UTC days are the same on a phone and at the service, so a comparison does not depend on time
/// zones.
struct CivilUnit: Hashable, Comparable, Sendable {
    enum Interval: String, Codable, Sendable {
        case year, month, day

        /// Nil for days.
        var shorter: Interval? {
            switch self {
            case .year: .month
            case .month: .day
            case .day: nil
            }
        }
    }

    let interval: Interval
    /// In days since 1970-01-01.
    let firstDay: Int64
    /// The first day after the unit.
    let endDay: Int64

    /// The unit that contains a day.
    init(_ interval: Interval, at day: Int64) {
        self.interval = interval
        let civil = TimeText.civilDay(daysSince1970: day)
        switch interval {
        case .day: (firstDay, endDay) = (day, day + 1)
        case .month:
            firstDay = TimeText.daysSince1970(year: civil.year, month: civil.month, day: 1)
            let (year, month) = civil.month == 12 ? (civil.year + 1, 1) : (civil.year, civil.month + 1)
            endDay = TimeText.daysSince1970(year: year, month: month, day: 1)
        case .year:
            firstDay = TimeText.daysSince1970(year: civil.year, month: 1, day: 1)
            endDay = TimeText.daysSince1970(year: civil.year + 1, month: 1, day: 1)
        }
    }

    /// Returns the unit whose first day the service wrote as `text`. Returns nil if the day is not
    /// the first of such a unit.
    init?(_ interval: Interval, _ text: String) {
        guard let date = TimeText.date(text + "T00:00:00Z"), let day = CivilUnit.day(of: date) else { return nil }
        self.init(interval, at: day)
        guard firstDay == day else { return nil }
    }

    /// The first day, such as `2024-05-01`.
    var text: String { CivilUnit.text(firstDay) }

    static func text(_ day: Int64) -> String {
        let civil = TimeText.civilDay(daysSince1970: day)
        return "\(TimeText.padded(civil.year, 4))-\(TimeText.padded(civil.month, 2))-\(TimeText.padded(civil.day, 2))"
    }

    /// Returns the day on which the service stores the start of a sample. The service stores
    /// microseconds. Returns nil outside the years 1 to 9999, which the service refuses.
    static func day(of date: Date) -> Int64? {
        guard TimeText.text(of: date) != nil, let micros = TimeText.microseconds(of: date) else { return nil }
        return TimeText.floorDivide(micros, TimeText.secondsPerDay * TimeText.microsecondsPerSecond).quotient
    }

    func contains(_ day: Int64) -> Bool { firstDay <= day && day < endDay }

    static func start(ofDay day: Int64) -> Date {
        Date(timeIntervalSinceReferenceDate: Double(day * TimeText.secondsPerDay - TimeText.secondsToReferenceDate))
    }

    static func < (left: CivilUnit, right: CivilUnit) -> Bool { left.firstDay < right.firstDay }
}
