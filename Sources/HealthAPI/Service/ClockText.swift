import HealthCore

/// Writes the instants of one answer as `WallClock.rfc3339` does, in a tenth of the time. It does
/// not look up each instant in the zone's tables, and it makes no strings. Only one thread may use
/// it at a time.
final class ClockText {
    private let clock: WallClock
    /// A range of seconds since 1970 in which the clock has `offset`.
    private var steady: Range<Int64> = 0..<0
    /// The offset from UTC in seconds, as it is written. It is 0 if it is not in whole minutes.
    private var offset: Int64 = 0
    private var text: [UInt8] = []

    /// The length of a range in seconds. If both ends of such a range have the same offset, the
    /// offset is constant inside it. The reason is that no zone changes its clock twice within two
    /// days so that the changes cancel out. `Zone.instant(of:)` relies on the same fact.
    private static let steadySeconds: Int64 = 2 * 86_400

    init(_ clock: WallClock) {
        self.clock = clock
        text.reserveCapacity(48)
    }

    /// Returns the time as JSON, in quotation marks.
    func json(_ instant: Instant) -> [UInt8] {
        write(instant)
        return text
    }

    /// Returns the time without quotation marks.
    func plain(_ instant: Instant) -> ArraySlice<UInt8> {
        write(instant)
        return text.dropFirst().dropLast()
    }

    private func write(_ instant: Instant) {
        let second = floor(instant.microseconds, Instant.microsecondsPerSecond)
        if !steady.contains(second) { findOffset(instant, second) }
        let local = second + offset
        let days = floor(local, 86_400)
        let date = CivilDate(daysSinceEpoch: Int(days))
        // The code uses a local variable, because Swift checks exclusive access to a property for
        // each byte.
        var text = text
        self.text = []
        text.removeAll(keepingCapacity: true)
        text.append(UInt8(ascii: "\""))
        if (0...9_999).contains(date.year) {
            text.append(date)
            text.append(secondOfDay: Int(local - days * 86_400))
            text.append(fraction: Int(instant.microseconds - second * Instant.microsecondsPerSecond))
            text.append(offset: Int(offset))
        } else {
            text += instant.rfc3339(offsetSeconds: Int(offset)).utf8
        }
        text.append(UInt8(ascii: "\""))
        self.text = text
    }

    /// Finds the offset at an instant, and the range of seconds that has this offset.
    private func findOffset(_ instant: Instant, _ second: Int64) {
        let start = floor(second, ClockText.steadySeconds) * ClockText.steadySeconds
        let end = start + ClockText.steadySeconds
        let (first, last) = (ClockText.instant(start), ClockText.instant(end))
        let atStart = clock.offsetSeconds(at: first)
        // A person may fly to another zone and back within the range.
        let isSteady = clock.zones(from: first, to: last).count == 1 && atStart == clock.offsetSeconds(at: last)
        let seconds = isSteady ? atStart : clock.offsetSeconds(at: instant)
        steady = isSteady ? start..<end : second..<(second + 1)
        offset = Int64(seconds % 60 == 0 ? seconds : 0)
    }

    private static func instant(_ second: Int64) -> Instant {
        Instant(microseconds: second * Instant.microsecondsPerSecond)
    }
}

extension [UInt8] {
    fileprivate mutating func append(two number: Int) {
        append(UInt8(truncatingIfNeeded: 48 + number / 10))
        append(UInt8(truncatingIfNeeded: 48 + number % 10))
    }

    fileprivate mutating func append(_ date: CivilDate) {
        append(two: date.year / 100)
        append(two: date.year % 100)
        append(UInt8(ascii: "-"))
        append(two: date.month)
        append(UInt8(ascii: "-"))
        append(two: date.day)
    }

    fileprivate mutating func append(secondOfDay second: Int) {
        append(UInt8(ascii: "T"))
        append(two: second / 3_600)
        append(UInt8(ascii: ":"))
        append(two: second / 60 % 60)
        append(UInt8(ascii: ":"))
        append(two: second % 60)
    }

    /// Appends a fraction of a second without zeros at its end.
    fileprivate mutating func append(fraction microsecond: Int) {
        guard microsecond > 0 else { return }
        append(UInt8(ascii: "."))
        append(two: microsecond / 10_000)
        append(two: microsecond / 100 % 100)
        append(two: microsecond % 100)
        while last == UInt8(ascii: "0") { removeLast() }
    }

    /// Appends an offset in whole minutes.
    fileprivate mutating func append(offset seconds: Int) {
        guard seconds != 0 else { return append(UInt8(ascii: "Z")) }
        append(seconds < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
        append(two: abs(seconds) / 3_600)
        append(UInt8(ascii: ":"))
        append(two: abs(seconds) / 60 % 60)
    }
}

/// Divides and rounds down, also for negative numbers.
private func floor(_ number: Int64, _ divisor: Int64) -> Int64 {
    let quotient = number / divisor
    return number % divisor < 0 ? quotient - 1 : quotient
}
