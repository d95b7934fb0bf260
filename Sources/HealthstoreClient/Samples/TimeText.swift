import CivilTime
import Foundation

/// Reads and writes times in the service's format, which is RFC 3339 in UTC with microseconds. The
/// service stores microseconds.
///
/// `ISO8601DateFormatter` would truncate times to milliseconds.
enum TimeText {
    /// Returns the nearest microsecond as `2024-05-01T10:00:00.123456Z`, without zeros at the end
    /// of the fraction.
    ///
    /// - Returns: nil outside the years 1 to 9999.
    static func text(of date: Date) -> String? { Instant(date)?.rfc3339 }

    /// Parses the format of `text(of:)`. Also accepts an offset such as `+02:00`.
    static func date(_ text: String) -> Date? { Instant(rfc3339: text)?.date }
}

extension Instant {
    /// Microseconds from 1970-01-01 to 2001-01-01, the reference date of `Date`.
    private static let microsecondsToReferenceDate = 978_307_200 * microsecondsPerSecond

    /// The nearest microsecond, as the service rounds times.
    ///
    /// - Returns: nil outside the years 1 to 9999, which the service refuses.
    init?(_ date: Date) {
        let micros = (date.timeIntervalSinceReferenceDate * Double(Instant.microsecondsPerSecond)).rounded()
        guard let sinceReference = Int64(exactly: micros) else { return nil }
        let (offset, overflows) = sinceReference.addingReportingOverflow(Instant.microsecondsToReferenceDate)
        self.init(microseconds: offset)
        guard !overflows, Instant.earliest <= self, self <= Instant.latest else { return nil }
    }

    var date: Date {
        Date(
            timeIntervalSinceReferenceDate: Double(microseconds - Instant.microsecondsToReferenceDate)
                / Double(Instant.microsecondsPerSecond))
    }
}

extension DateComponents {
    /// The day of the components, or nil if one is missing.
    var civilDate: CivilDate? {
        guard let year, let month, let day else { return nil }
        return CivilDate(year: year, month: month, day: day)
    }
}
