import Foundation

/// A time zone of the IANA database, and the one place of the program that turns wall clocks
/// into instants. (PostgreSQL and Foundation carry separate tables and disagree about wall
/// clocks that are missing or occur twice.)
public struct Zone: Hashable, Sendable {
    /// The name as given, `Asia/Jerusalem`.
    public let identifier: String
    let timeZone: TimeZone

    /// Nil for a name that is not in the IANA database; abbreviations (`PST`) and offsets (`GMT+5`) are not.
    public init?(identifier: String) {
        guard identifier.utf8.count <= Zone.identifierBytesMax,
            identifier.contains("/") || Zone.namesWithoutRegion.contains(identifier),
            let timeZone = TimeZone(identifier: identifier)
        else { return nil }
        self.identifier = identifier
        self.timeZone = timeZone
    }

    public static let utc = Zone(identifier: "UTC", timeZone: .gmt)

    private init(identifier: String, timeZone: TimeZone) {
        self.identifier = identifier
        self.timeZone = timeZone
    }

    /// Far longer than the longest name in use.
    public static let identifierBytesMax = 64

    /// Seconds that the zone's wall clock is ahead of UTC.
    public func offsetSeconds(at instant: Instant) -> Int {
        offset(atSecond: instant.wholeSeconds)
    }

    func offset(atSecond second: Int64) -> Int {
        timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
    }

    /// The wall clock at an instant.
    public func localDateTime(at instant: Instant) -> LocalDateTime {
        LocalDateTime(
            microsecondsSinceEpoch: instant.microseconds + Int64(offsetSeconds(at: instant))
                * Instant.microsecondsPerSecond)
    }

    /// The first instant at which the wall clock has reached `local`.
    ///
    /// That is the first occurrence of a wall clock that occurs twice, and the instant of the
    /// transition for one that does not exist. It never decreases as `local` grows.
    public func instant(of local: LocalDateTime) -> Instant {
        let wanted = local.microsecondsSinceEpoch
        let wantedSecond = floorDivide(wanted, Instant.microsecondsPerSecond)
        let second = wantedSecond - Zone.searchSeconds
        let offset = offset(atSecond: second)
        // Every offset in the search range equal: the ordinary case, by far.
        if offset == self.offset(atSecond: wantedSecond),
            offset == self.offset(atSecond: wantedSecond + Zone.searchSeconds)
        {
            return Instant(microseconds: wanted - Int64(offset) * Instant.microsecondsPerSecond)
        }
        return reached(wanted, from: second, limit: wantedSecond + Zone.searchSeconds)
    }

    /// The first instant at or after `lower` at which the wall clock has reached `local`.
    public func instant(of local: LocalDateTime, notBefore lower: Instant) -> Instant {
        let first = instant(of: local)
        guard first < lower else { return first }
        let wanted = local.microsecondsSinceEpoch
        guard localDateTime(at: lower).microsecondsSinceEpoch < wanted else { return lower }
        // The clock had reached it and went back before `lower`.
        return reached(
            wanted, from: lower.wholeSeconds,
            limit: floorDivide(wanted, Instant.microsecondsPerSecond) + Zone.searchSeconds)
    }

    /// The first instant at or after `start` at which the wall clock shows `wanted` microseconds since 1970 or more.
    ///
    /// - Parameters:
    ///   - start: a second at which the clock shows less.
    ///   - limit: a second at which it surely shows more.
    private func reached(_ wanted: Int64, from start: Int64, limit: Int64) -> Instant {
        var second = start
        var offset = offset(atSecond: second)
        while true {
            let segmentEnd = endOfOffset(offset, from: second, limit: limit)
            let reached = wanted - Int64(offset) * Instant.microsecondsPerSecond
            let segmentStart = second * Instant.microsecondsPerSecond
            guard let segmentEnd else { return Instant(microseconds: max(reached, segmentStart)) }
            if reached < segmentEnd * Instant.microsecondsPerSecond {
                return Instant(microseconds: max(reached, segmentStart))
            }
            second = segmentEnd
            offset = self.offset(atSecond: second)
        }
    }

    /// No zone is, or was, further than this from UTC.
    static let searchSeconds: Int64 = 26 * 3_600
    /// No two zones are, or were, further apart than this: local mean times of Manila and Alaska, 31 hours.
    static let spreadMicroseconds: Int64 = 32 * 3_600 * Instant.microsecondsPerSecond
    /// No two transitions of a zone lie closer together than this.
    private static let stepSeconds: Int64 = 1_800

    /// The first second after `start` whose offset is not `offset`; nil if there is none up to `limit`.
    private func endOfOffset(_ offset: Int, from start: Int64, limit: Int64) -> Int64? {
        var low = start
        while low < limit {
            var high = min(low + Zone.stepSeconds, limit)
            guard self.offset(atSecond: high) != offset else {
                low = high
                continue
            }
            while high - low > 1 {
                let middle = low + (high - low) / 2
                if self.offset(atSecond: middle) == offset { low = middle } else { high = middle }
            }
            return high
        }
        return nil
    }

    /// The names in tzdata that have no region; Foundation would take abbreviations beside them.
    static let namesWithoutRegion: Set<String> = [
        "UTC", "UCT", "GMT", "GMT0", "GMT+0", "GMT-0", "Zulu", "Universal", "Greenwich", "CET", "EET", "MET", "WET",
        "EST", "MST", "HST",
        "EST5EDT", "CST6CDT", "MST7MDT", "PST8PDT", "Cuba", "Egypt", "Eire", "GB", "GB-Eire", "Hongkong", "Iceland",
        "Iran", "Israel", "Jamaica", "Japan", "Kwajalein", "Libya", "NZ", "NZ-CHAT", "Navajo", "PRC", "Poland",
        "Portugal", "ROC", "ROK", "Singapore", "Turkey", "W-SU",
    ]
}
