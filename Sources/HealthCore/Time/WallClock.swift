/// The wall clock of one time zone, or of a person who carries the clock from zone to zone.
///
/// A carried clock jumps when the person enters another zone, as the clock of a zone jumps at its
/// transitions. Both kinds of jump follow one rule: a wall-clock time is *reached* at the first
/// instant at which the clock shows this time or a later one. So each instant belongs to exactly
/// one day. Days are shorter when the person flies east and longer when the person flies west.
public struct WallClock: Hashable, Sendable {
    /// The clock follows `zone` from `start` to the start of the next segment.
    public struct Segment: Hashable, Sendable {
        public var start: Instant
        public var zone: Zone

        public init(start: Instant, zone: Zone) {
            self.start = start
            self.zone = zone
        }
    }

    /// The name in `timeZone` parameters: `Europe/Berlin`, or `person`.
    public let name: String
    /// In order of start, never empty. The zone of the first segment also applies before its start.
    public let segments: [Segment]

    /// The name of every person's own clock in `timeZone` parameters.
    public static let personName = "person"

    /// A substitute for a person's clock that has not been read yet. Its times differ from those of
    /// the real clock by at most `Zone.spreadMicroseconds`.
    public static let unread = WallClock(
        name: personName, segments: [Segment(start: .earliest, zone: .utc)], isUnread: true)

    public static let utc = WallClock(.utc)

    let isUnread: Bool

    /// Returns the zone that the clock follows at an instant.
    public func zone(at instant: Instant) -> Zone { segments[index(of: instant)].zone }

    /// Returns the seconds by which the clock is ahead of UTC.
    public func offsetSeconds(at instant: Instant) -> Int { zone(at: instant).offsetSeconds(at: instant) }

    /// Returns the wall-clock time at an instant.
    public func localDateTime(at instant: Instant) -> LocalDateTime { zone(at: instant).localDateTime(at: instant) }

    /// Returns the first instant at which the clock has reached `local`. The result never decreases
    /// as `local` grows.
    public func instant(of local: LocalDateTime) -> Instant {
        // Zones differ from UTC by less than the search range, so no clock reaches `local` earlier.
        let earliest = Instant(
            microseconds: local.microsecondsSinceEpoch - Zone.searchSeconds * Instant.microsecondsPerSecond)
        var index = index(of: earliest)
        while index + 1 < segments.count {
            let reached = reached(local, in: index)
            if reached < segments[index + 1].start { return reached }
            index += 1
        }
        return reached(local, in: index)
    }

    /// Returns the zones of the clock between two instants, in order.
    public func zones(from start: Instant, to end: Instant) -> [Zone] {
        let first = index(of: start)
        // The first zone applies at `start` even if its segment begins later.
        return [segments[first].zone] + segments[(first + 1)...].prefix { $0.start < end }.map(\.zone)
    }

    /// Returns RFC 3339 with the clock's offset at the instant.
    public func rfc3339(_ instant: Instant) -> String {
        instant.rfc3339(offsetSeconds: offsetSeconds(at: instant))
    }

    /// Returns the first instant in a segment at which its zone has reached `local`.
    private func reached(_ local: LocalDateTime, in index: Int) -> Instant {
        let segment = segments[index]
        return index == 0
            ? segment.zone.instant(of: local) : segment.zone.instant(of: local, notBefore: segment.start)
    }

    /// Returns the index of the last segment that begins at or before `instant`. If there is none,
    /// returns the index of the first segment.
    private func index(of instant: Instant) -> Int {
        max(segments.partitionPoint { $0.start <= instant } - 1, 0)
    }
}

extension WallClock {
    public init(_ zone: Zone) {
        self.init(name: zone.identifier, segments: [Segment(start: .earliest, zone: zone)], isUnread: false)
    }

    /// Creates the clock of a person. Returns nil if `history` is empty.
    ///
    /// - Parameter history: segments by strictly increasing start.
    public init?(history: [Segment]) {
        guard !history.isEmpty else { return nil }
        self.init(name: WallClock.personName, segments: history, isUnread: false)
    }
}
