import HealthCore
import JSON

/// Writes the instants of one answer as `WallClock.rfc3339` does, in a tenth of the time. It does
/// not look up each instant in the zone's tables, and it makes no strings. Only one thread may use
/// it at a time.
final class ClockText: @unchecked Sendable {
    // @unchecked: one request makes an answer and writes it, and no other has its clock.
    let clock: WallClock
    /// A range of seconds since 1970 in which the clock has `offset`.
    private var steady: Range<Int64> = 0..<0
    /// The offset from UTC in seconds, as it is written. It is 0 if it is not in whole minutes.
    private var offset: Int64 = 0
    private var text = JSONWriter(capacity: 48)

    /// The length of a range in seconds. If both ends of such a range have the same offset, the
    /// offset is constant inside it. The reason is that no zone changes its clock twice within two
    /// days so that the changes cancel out. `Zone.instant(of:)` relies on the same fact.
    private static let steadySeconds: Int64 = 2 * 86_400

    init(_ clock: WallClock) {
        self.clock = clock
    }

    /// Writes the time as a value of JSON.
    func write(_ instant: Instant, to writer: inout JSONWriter) {
        let second = floor(instant.microseconds, Instant.microsecondsPerSecond)
        if !steady.contains(second) { findOffset(instant, second) }
        let local = second + offset
        let days = floor(local, 86_400)
        let date = CivilDate(daysSinceEpoch: Int(days))
        guard (0...9_999).contains(date.year) else { return writer.value(instant.rfc3339(offsetSeconds: Int(offset))) }
        writer.time(
            year: date.year, month: date.month, day: date.day, secondOfDay: Int(local - days * 86_400),
            microsecond: Int(instant.microseconds - second * Instant.microsecondsPerSecond),
            offsetMinutes: Int(offset / 60))
    }

    /// Returns the time without quotation marks.
    func plain(_ instant: Instant) -> ArraySlice<UInt8> {
        text.removeAll()
        write(instant, to: &text)
        return text.bytes.dropFirst().dropLast()
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

/// Divides and rounds down, also for negative numbers.
private func floor(_ number: Int64, _ divisor: Int64) -> Int64 {
    let quotient = number / divisor
    return number % divisor < 0 ? quotient - 1 : quotient
}
