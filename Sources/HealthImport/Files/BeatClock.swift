/// Computes when heart-rate beats lie within their record.
///
/// An export prints for a beat the time of day on the phone's wall clock, in the phone's language,
/// without date and zone: `20:14:07.68`, `6:14:48.94 PM`, `08:34:05,10`, `下午8:14:07.68`. Neither
/// the zone nor the half of the day is needed:
/// - Zones differ from UTC by multiples of 15 minutes, so the first beat lies (time of day − start
///   of the record) modulo 15 minutes after the start: the smallest such offset within the record.
/// - A later beat lies after the one before by the difference of their times, modulo 12 hours if
///   either has letters beside the time, else modulo 24 hours, which also crosses midnight. If that
///   is outside of the record, because the clock was set meanwhile (summer time, a flight) or the
///   beats are not in order, the difference counts modulo 15 minutes, nearest to 0.
///
/// A beat may lie `slackMicroseconds` outside the record's printed start and end, which are cut to
/// seconds. A beat that cannot be read or lies outside has no offset, and the next one is computed
/// from the last beat that has one.
struct BeatClock {
    private let start: Int64
    private let length: Int64
    private var last: (offset: Int64, time: TimeOfDay)?

    private static let second: Int64 = 1_000_000
    private static let quarter = 900 * second
    private static let slackMicroseconds = second

    /// - Parameters:
    ///   - start: start of the record, in microseconds since 1970.
    ///   - end: end of the record, not before `start`.
    init(start: Int64, end: Int64) {
        self.start = start
        length = end - start
    }

    /// Returns the microseconds from the start of the record to the next beat; nil if it has no
    /// offset.
    mutating func offset(_ text: ArraySlice<UInt8>) -> Int64? {
        guard let time = TimeOfDay(text) else { return nil }
        let offset: Int64
        if let last {
            let period = (last.time.hasLetters || time.hasLetters ? 12 : 24) * 4 * BeatClock.quarter
            let forward = BeatClock.modulo(time.microseconds - last.time.microseconds, period)
            if forward <= period / 2, isInside(last.offset + forward) {
                offset = last.offset + forward
            } else {
                let rest = BeatClock.modulo(forward, BeatClock.quarter)
                offset = last.offset + (rest > BeatClock.quarter / 2 ? rest - BeatClock.quarter : rest)
            }
        } else {
            let rest = BeatClock.modulo(time.microseconds - start, BeatClock.quarter)
            let isBefore = rest >= BeatClock.quarter - BeatClock.slackMicroseconds
            offset = isBefore ? rest - BeatClock.quarter : rest
        }
        guard isInside(offset) else { return nil }
        last = (offset, time)
        return offset
    }

    private func isInside(_ offset: Int64) -> Bool {
        offset >= -BeatClock.slackMicroseconds && offset <= length + BeatClock.slackMicroseconds
    }

    private static func modulo(_ number: Int64, _ divisor: Int64) -> Int64 {
        let rest = number % divisor
        return rest < 0 ? rest + divisor : rest
    }
}

/// A time of day as a clock shows it in any language: hours, minutes, seconds and a fraction, in
/// decimal digits of any script, with anything between them. Letters may say the half of the day.
struct TimeOfDay: Equatable {
    var microseconds: Int64
    var hasLetters: Bool

    /// Longest text that is read, in bytes.
    private static let bytesMax = 100

    /// Nil unless the text has three or four groups of digits: at most two for the hour, two for
    /// the minute, two for the second.
    init?(_ text: ArraySlice<UInt8>) {
        guard text.count <= TimeOfDay.bytesMax else { return nil }
        var groups: [[Int64]] = []
        var isInGroup = false
        hasLetters = false
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            guard scalar.properties.numericType == .decimal, let digit = scalar.properties.numericValue else {
                isInGroup = false
                if scalar.properties.isAlphabetic { hasLetters = true }
                continue
            }
            if !isInGroup { groups.append([]) }
            isInGroup = true
            groups[groups.count - 1].append(Int64(digit))
        }
        guard groups.count == 3 || groups.count == 4, groups[0].count <= 2, groups[1].count == 2, groups[2].count == 2
        else { return nil }
        let numbers = groups.prefix(3).map { $0.reduce(0) { $0 * 10 + $1 } }
        guard numbers[0] <= 24, numbers[1] < 60, numbers[2] <= 60 else { return nil }
        var fraction: Int64 = 0
        if groups.count == 4 {
            let digits = groups[3].prefix(6)
            fraction = (digits + Array(repeating: 0, count: 6 - digits.count)).reduce(0) { $0 * 10 + $1 }
        }
        microseconds = ((numbers[0] * 60 + numbers[1]) * 60 + numbers[2]) * 1_000_000 + fraction
    }
}
