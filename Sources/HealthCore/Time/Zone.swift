import Foundation

/// A time zone of the IANA database, or a fixed offset from UTC. No Swift code except this type and
/// `WallClock` converts wall-clock times to instants.
///
/// PostgreSQL and Foundation have separate tables of zones. Their results differ for wall-clock
/// times that do not exist or occur twice. So the SQL functions use the offsets in
/// `health.time_zone_offset`, which come from `offsetChanges`.
public struct Zone: Hashable, Sendable {
    /// The name as given, such as `Asia/Jerusalem` or `GMT+0530`.
    public let identifier: String
    private let offsets: ZoneOffsets

    /// Returns Foundation's zone; nil for a name that `init(identifier:)` refuses.
    static func timeZone(_ identifier: String) -> TimeZone? {
        if let seconds = fixedOffsets[identifier] { return TimeZone(secondsFromGMT: seconds) }
        guard identifier.utf8.count <= Zone.identifierBytesMax,
            identifier.contains("/") || Zone.namesWithoutRegion.contains(identifier)
        else { return nil }
        return TimeZone(identifier: identifier)
    }

    public static let utc = Zone(identifier: "UTC", offsets: ZoneOffsets(.gmt))

    public static func == (one: Zone, other: Zone) -> Bool { one.identifier == other.identifier }

    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

    /// The greatest accepted length of a name in bytes. It is much longer than the longest name in
    /// use.
    public static let identifierBytesMax = 64

    /// Returns the seconds by which the zone's wall clock is ahead of UTC.
    public func offsetSeconds(at instant: Instant) -> Int {
        offset(atSecond: instant.wholeSeconds)
    }

    /// 2100-01-01, the time up to which `offsetChanges` has changes.
    public static let offsetsKnownUntil = ZoneOffsets.knownUntil

    /// Every change of the clock's offset before `offsetsKnownUntil`, in order. The first change
    /// starts at `Instant.earliest`. Its offset also applies before that.
    public var offsetChanges: [OffsetChange] { offsets.changes }

    private func offset(atSecond second: Int64) -> Int { offsets.offset(atSecond: second) }

    /// Returns the wall-clock time at an instant.
    public func localDateTime(at instant: Instant) -> LocalDateTime {
        LocalDateTime(
            microsecondsSinceEpoch: instant.microseconds + Int64(offsetSeconds(at: instant))
                * Instant.microsecondsPerSecond)
    }

    /// Returns the first instant at which the wall clock has reached `local`.
    ///
    /// For a wall-clock time that occurs twice, returns the first occurrence. For a wall-clock time
    /// that does not exist, returns the instant of the transition. The result never decreases as
    /// `local` grows.
    public func instant(of local: LocalDateTime) -> Instant {
        let wanted = local.microsecondsSinceEpoch
        let wantedSecond = floorDivide(wanted, Instant.microsecondsPerSecond)
        let second = wantedSecond - Zone.searchSeconds
        let offset = offset(atSecond: second)
        // In the usual case, the offset does not change in the search range.
        if offset == self.offset(atSecond: wantedSecond),
            offset == self.offset(atSecond: wantedSecond + Zone.searchSeconds)
        {
            return Instant(microseconds: wanted - Int64(offset) * Instant.microsecondsPerSecond)
        }
        return reached(wanted, from: second, limit: wantedSecond + Zone.searchSeconds)
    }

    /// Returns the first instant at or after `lower` at which the wall clock has reached `local`.
    public func instant(of local: LocalDateTime, notBefore lower: Instant) -> Instant {
        let first = instant(of: local)
        guard first < lower else { return first }
        let wanted = local.microsecondsSinceEpoch
        guard localDateTime(at: lower).microsecondsSinceEpoch < wanted else { return lower }
        // The clock reached `local` before `lower` and was then set back.
        return reached(
            wanted, from: lower.wholeSeconds,
            limit: floorDivide(wanted, Instant.microsecondsPerSecond) + Zone.searchSeconds)
    }

    /// Returns the first instant at or after `start` at which the wall clock shows `wanted` or a
    /// later time. `wanted` is in microseconds since 1970 on the wall clock.
    ///
    /// - Parameters:
    ///   - start: a second at which the clock shows an earlier time.
    ///   - limit: a second at which the clock shows a later time than `wanted`.
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

    /// The greatest difference from UTC: no zone differs from UTC by more, today or in the past.
    static let searchSeconds: Int64 = 26 * 3_600
    /// The greatest difference between two zones, today or in the past. The local mean times of
    /// Manila and Alaska are 31 hours apart.
    static let spreadMicroseconds: Int64 = 32 * 3_600 * Instant.microsecondsPerSecond
    /// The least time between two transitions of a zone.
    private static let stepSeconds: Int64 = 1_800

    /// Returns the first second after `start` whose offset is not `offset`. Returns nil if there is
    /// no such second up to `limit`.
    private func endOfOffset(_ offset: Int, from start: Int64, limit: Int64) -> Int64? {
        var low = start
        while low < limit {
            let high = min(low + Zone.stepSeconds, limit)
            guard self.offset(atSecond: high) != offset else {
                low = high
                continue
            }
            return (low + 1..<high).partitionPoint { self.offset(atSecond: $0) == offset }
        }
        return nil
    }

    /// The names in tzdata without a region. Only these are accepted, because Foundation also
    /// accepts abbreviations.
    static let namesWithoutRegion: Set<String> = [
        "UTC", "UCT", "GMT", "GMT0", "GMT+0", "GMT-0", "Zulu", "Universal", "Greenwich", "CET", "EET", "MET", "WET",
        "EST", "MST", "HST",
        "EST5EDT", "CST6CDT", "MST7MDT", "PST8PDT", "Cuba", "Egypt", "Eire", "GB", "GB-Eire", "Hongkong", "Iceland",
        "Iran", "Israel", "Jamaica", "Japan", "Kwajalein", "Libya", "NZ", "NZ-CHAT", "Navajo", "PRC", "Poland",
        "Portugal", "ROC", "ROK", "Singapore", "Turkey", "W-SU",
    ]
}

extension Zone {
    /// Returns nil for a name that is neither in the IANA database nor in `fixedOffsets`.
    /// Abbreviations (`PST`) and other offsets (`GMT+5`) are refused.
    public init?(identifier: String) {
        guard let offsets = ZoneOffsets.of(identifier, Zone.timeZone) else { return nil }
        self.init(identifier: identifier, offsets: offsets)
    }
}
