/// The offsets from UTC in the times that a client sent. While no time zone of a person is known,
/// they are the person's clock.
///
/// It keeps the earliest time of each offset on each day of UTC. So the order of the times does not
/// matter, and clients that send the same times again add nothing.
public struct SentOffsets: Sendable {
    private var starts: [Key: Instant] = [:]

    private struct Key: Hashable {
        var day: Int64
        var offsetSeconds: Int
    }

    public init() {}

    /// Adds a time at which the client's clock was ahead of UTC by these seconds.
    public mutating func note(_ offsetSeconds: Int, at instant: Instant) {
        let day = floorDivide(instant.microseconds, LocalDateTime.microsecondsPerDay)
        let key = Key(day: day, offsetSeconds: offsetSeconds)
        starts[key] = min(starts[key] ?? instant, instant)
    }

    /// Adds the offset at the end of a text such as `2026-09-03 21:03:57 +0800`, `+02:00`. Does
    /// nothing for a text without an offset, and for `Z`, which tells no clock.
    public mutating func note(_ text: String, at instant: Instant) {
        let end = text.utf8.suffix(6).filter { $0 != UInt8(ascii: ":") }.suffix(5)
        guard end.count == 5, let sign = end.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
            let number = Int(String(decoding: end.dropFirst(), as: UTF8.self))
        else { return }
        let seconds = number / 100 * 3_600 + number % 100 * 60
        note(sign == UInt8(ascii: "-") ? -seconds : seconds, at: instant)
    }

    /// The fixed offsets, by the earliest time of each on a day. Offsets that no zone has are left
    /// out. Of two offsets with the same time, the name that sorts first is kept.
    public var reports: [Instant: Zone] {
        var reports: [Instant: Zone] = [:]
        for (key, start) in starts {
            guard let zone = Zone(offsetSeconds: key.offsetSeconds) else { continue }
            reports[start] = reports[start].map { $0.identifier < zone.identifier ? $0 : zone } ?? zone
        }
        return reports
    }
}
