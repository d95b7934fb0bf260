import Foundation

/// Reads and writes times in the service's format, which is RFC 3339 in UTC with microseconds. The
/// service stores microseconds.
///
/// `ISO8601DateFormatter` would truncate times to milliseconds.
enum TimeText {
    static let microsecondsPerSecond: Int64 = 1_000_000
    static let secondsPerDay: Int64 = 86_400
    /// Seconds from 1970-01-01 to 2001-01-01, the reference date of `Date`.
    static let secondsToReferenceDate: Int64 = 978_307_200
    /// The years 1 to 9999, the range of RFC 3339, in seconds since 1970.
    private static let writableSeconds: Range<Int64> = -62_135_596_800..<253_402_300_800

    /// Returns the nearest microsecond as `2024-05-01T10:00:00.123456Z`, without zeros at the end
    /// of the fraction.
    ///
    /// - Returns: nil outside the years 1 to 9999.
    static func text(of date: Date) -> String? {
        guard let offset = microseconds(of: date) else { return nil }
        let (seconds, fraction) = floorDivide(offset, microsecondsPerSecond)
        guard writableSeconds.contains(seconds) else { return nil }
        let (days, secondOfDay) = floorDivide(seconds, secondsPerDay)
        let date = CivilUnit.text(days)
        let time =
            "\(padded(secondOfDay / 3_600, 2)):\(padded(secondOfDay / 60 % 60, 2)):\(padded(secondOfDay % 60, 2))"
        guard fraction != 0 else { return "\(date)T\(time)Z" }
        var digits = padded(fraction, 6)
        while digits.last == "0" { digits.removeLast() }
        return "\(date)T\(time).\(digits)Z"
    }

    /// Returns the nearest microsecond since 1970, or nil if it exceeds 64 bits.
    static func microseconds(of date: Date) -> Int64? {
        let micros = (date.timeIntervalSinceReferenceDate * Double(microsecondsPerSecond)).rounded()
        guard let sinceReference = Int64(exactly: micros) else { return nil }
        let (offset, overflows) = sinceReference.addingReportingOverflow(
            secondsToReferenceDate * microsecondsPerSecond)
        return overflows ? nil : offset
    }

    /// Parses the format of `text(of:)`. Also accepts an offset such as `+02:00`.
    static func date(_ text: String) -> Date? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), (1...12).contains(month),
            let day = number(bytes[8..<10]), (1...31).contains(day), let hour = number(bytes[11..<13]), hour < 24,
            let minute = number(bytes[14..<16]), minute < 60, let second = number(bytes[17..<19]), second < 60
        else { return nil }
        var rest = bytes[19...]
        var micros: Int64 = 0
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            guard let fraction = number((digits + Array(repeating: UInt8(ascii: "0"), count: 6)).prefix(6)),
                !digits.isEmpty
            else { return nil }
            micros = fraction
            rest = rest.dropFirst(digits.count + 1)
        }
        guard let offset = offsetSeconds(rest) else { return nil }
        let seconds =
            daysSince1970(year: year, month: month, day: day) * secondsPerDay + hour * 3_600 + minute * 60 + second
            - offset - secondsToReferenceDate
        return Date(
            timeIntervalSinceReferenceDate: Double(seconds * microsecondsPerSecond + micros)
                / Double(microsecondsPerSecond))
    }

    private static func offsetSeconds(_ bytes: ArraySlice<UInt8>) -> Int64? {
        let bytes = Array(bytes)
        if bytes == [UInt8(ascii: "Z")] { return 0 }
        guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"), let hours = number(bytes[1..<3]), hours < 24,
            let minutes = number(bytes[4..<6]), minutes < 60
        else { return nil }
        switch bytes[0] {
        case UInt8(ascii: "+"): return hours * 3_600 + minutes * 60
        case UInt8(ascii: "-"): return -(hours * 3_600 + minutes * 60)
        default: return nil
        }
    }

    private static func number(_ digits: some Collection<UInt8>) -> Int64? {
        var value: Int64 = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            value = value * 10 + Int64(digit - UInt8(ascii: "0"))
        }
        return value
    }

    static func padded(_ number: some BinaryInteger, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    static func floorDivide(_ dividend: Int64, _ divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    // MARK: The Gregorian calendar, with years that begin in March and end with the leap day

    private static let daysPer400Years: Int64 = 146_097
    /// Days from 0000-03-01 to 1970-01-01.
    private static let daysBefore1970: Int64 = 719_468

    static func civilDay(daysSince1970: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = floorDivide(daysSince1970 + daysBefore1970, daysPer400Years)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
        let yearFromMarch = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = floorDivide(yearFromMarch, 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * daysPer400Years + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - daysBefore1970
    }
}
