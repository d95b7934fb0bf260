/// Computes the times of heart-rate beats within their record.
///
/// For a beat, an export prints the time of day on the phone's wall clock, without date and zone.
/// It prints the time in the phone's language: `20:14:07.68`, `6:14:48.94 PM`, `08:34:05,10`,
/// `下午8:14:07.68`. The clock computes the times without the zone and without the half of the day:
/// - First beat: Zones differ from UTC by multiples of 15 minutes. So the beat's offset from the
///   start of the record is (time of day − start of the record) modulo 15 minutes. The clock takes
///   the smallest such offset within the record.
/// - Later beat: It follows the beat before it by the difference of their times of day. The
///   difference counts modulo 12 hours if either time has letters, else modulo 24 hours. So a
///   record may cross midnight.
/// - Later beat outside of the record: The phone's clock was set meanwhile (summer time, a flight),
///   or the beats are not in order. The difference then counts modulo 15 minutes, nearest to 0.
///
/// A beat may lie up to `slackMicroseconds` outside the record's printed start and end, because an
/// export cuts these to seconds. A beat that cannot be read or that lies further outside has no
/// offset. The next beat is then computed from the last beat that has an offset.
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

    /// Returns the microseconds from the start of the record to the next beat. Returns nil if the
    /// beat has no offset.
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

/// A time of day as a clock displays it in any language. It has hours, minutes, seconds and a
/// fraction, in decimal digits of any script, separated by any characters. Letters may give the
/// half of the day.
struct TimeOfDay: Equatable {
    var microseconds: Int64
    var hasLetters: Bool

    /// Longest text that is read, in bytes.
    private static let bytesMax = 100

    /// Returns nil unless the text has three or four groups of digits: at most two digits for the
    /// hour, two for the minute, two for the second.
    init?(_ text: ArraySlice<UInt8>) {
        guard text.count <= TimeOfDay.bytesMax else { return nil }
        var groups: [[Int64]] = []
        var isInGroup = false
        hasLetters = false
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            guard let digit = TimeOfDay.digit(scalar) else {
                isInGroup = false
                if TimeOfDay.isLetter(scalar) { hasLetters = true }
                continue
            }
            if !isInGroup { groups.append([]) }
            isInGroup = true
            groups[groups.count - 1].append(digit)
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

    /// Returns the value of a decimal digit of any script. Most times have only ASCII, for which
    /// Unicode's tables would take half of the time.
    private static func digit(_ scalar: Unicode.Scalar) -> Int64? {
        if scalar.isASCII { return (48...57).contains(scalar.value) ? Int64(scalar.value) - 48 : nil }
        guard scalar.properties.numericType == .decimal else { return nil }
        return scalar.properties.numericValue.map { Int64($0) }
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return (0x61...0x7A).contains(scalar.value | 0x20) }
        return scalar.properties.isAlphabetic
    }
}
