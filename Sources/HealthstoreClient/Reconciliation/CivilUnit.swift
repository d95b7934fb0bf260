import CivilTime
import Foundation

/// A year, month or day in UTC, identified by its first day.
///
/// UTC days are the same on a phone and at the service, so a comparison does not depend on time
/// zones.
struct CivilUnit: Hashable, Comparable, Sendable {
    let interval: CivilInterval
    /// In days since 1970-01-01.
    let firstDay: Int
    /// The first day after the unit.
    let endDay: Int

    /// The unit that contains a day.
    init(_ interval: CivilInterval, at day: Int) {
        let first = interval.start(of: CivilDate(daysSinceEpoch: day))
        self.interval = interval
        firstDay = first.daysSinceEpoch
        endDay = interval.next(after: first).daysSinceEpoch
    }

    /// Returns the unit whose first day the service wrote as `text`. Returns nil if the day is not
    /// the first of such a unit.
    init?(_ interval: CivilInterval, _ text: String) {
        guard let date = CivilDate(iso8601: text), interval.begins(with: date) else { return nil }
        self.init(interval, at: date.daysSinceEpoch)
    }

    /// The first day, such as `2024-05-01`.
    var text: String { CivilUnit.text(firstDay) }

    static func text(_ day: Int) -> String { CivilDate(daysSinceEpoch: day).iso8601 }

    /// Returns the day on which the service stores the start of a sample. The service stores
    /// microseconds. Returns nil outside the years 1 to 9999, which the service refuses.
    static func day(of date: Date) -> Int? {
        Instant(date).map { LocalDateTime(microsecondsSinceEpoch: $0.microseconds).date.daysSinceEpoch }
    }

    func contains(_ day: Int) -> Bool { firstDay <= day && day < endDay }

    static func start(ofDay day: Int) -> Date {
        Instant(microseconds: Int64(day) * LocalDateTime.microsecondsPerDay).date
    }

    static func < (left: CivilUnit, right: CivilUnit) -> Bool { left.firstDay < right.firstDay }
}

extension CivilInterval {
    /// Nil for days.
    var shorter: CivilInterval? {
        switch self {
        case .year: .month
        case .month: .day
        case .day: nil
        }
    }
}
