/// What a wall clock shows at every instant: the clock of one time zone, or that of a person who carries it from zone
/// to zone.
///
/// A carried clock jumps where the person enters another zone, as a zone's own clock jumps at its transitions, and both
/// jumps mean the same: a wall clock is *reached* at the first instant at which the clock shows it or more. Days that
/// begin so cover the time line once, shorter when flying east and longer when flying west.
public struct WallClock: Hashable, Sendable {
    /// From when on the clock follows a zone.
    public struct Segment: Hashable, Sendable {
        public var start: Instant
        public var zone: Zone

        public init(start: Instant, zone: Zone) {
            self.start = start
            self.zone = zone
        }
    }

    /// As `timeZone` parameters name it: `Europe/Berlin`, or `person`.
    public let name: String
    /// By start; the first one's zone also holds before it. Never empty.
    public let segments: [Segment]

    /// The name of every person's own clock.
    public static let personName = "person"

    /// Stands in for a person's clock that nobody has read yet: what a time means by it is right to within
    /// `Zone.spreadMicroseconds`.
    public static let unread = WallClock(
        name: personName, segments: [Segment(start: .earliest, zone: .utc)], isUnread: true)

    public static let utc = WallClock(.utc)

    let isUnread: Bool

    public init(_ zone: Zone) {
        self.init(name: zone.identifier, segments: [Segment(start: .earliest, zone: zone)], isUnread: false)
    }

    /// The clock of a person.
    ///
    /// - Parameter history: in order of strictly increasing starts; nil is returned for none.
    public init?(history: [Segment]) {
        guard !history.isEmpty else { return nil }
        self.init(name: WallClock.personName, segments: history, isUnread: false)
    }

    private init(name: String, segments: [Segment], isUnread: Bool) {
        self.name = name
        self.segments = segments
        self.isUnread = isUnread
    }

    /// The zone that the clock follows at an instant.
    public func zone(at instant: Instant) -> Zone { segments[place(of: instant)].zone }

    /// Seconds that the clock is ahead of UTC.
    public func offsetSeconds(at instant: Instant) -> Int { zone(at: instant).offsetSeconds(at: instant) }

    /// What the clock shows at an instant.
    public func localDateTime(at instant: Instant) -> LocalDateTime { zone(at: instant).localDateTime(at: instant) }

    /// The first instant at which the clock has reached `local`. It never decreases as `local` grows.
    public func instant(of local: LocalDateTime) -> Instant {
        // No clock is further from UTC than this, so that none can have reached `local` before.
        let earliest = Instant(
            microseconds: local.microsecondsSinceEpoch - Zone.searchSeconds * Instant.microsecondsPerSecond)
        var place = place(of: earliest)
        while place + 1 < segments.count {
            let reached = reached(local, in: place)
            if reached < segments[place + 1].start { return reached }
            place += 1
        }
        return reached(local, in: place)
    }

    /// The zones that the clock follows between two instants, in order.
    public func zones(from start: Instant, to end: Instant) -> [Zone] {
        let first = place(of: start)
        // It holds at `start` even where it is the first of all and begins later.
        return [segments[first].zone] + segments[(first + 1)...].prefix { $0.start < end }.map(\.zone)
    }

    /// RFC 3339 with the clock's offset at the instant.
    public func rfc3339(_ instant: Instant) -> String {
        instant.rfc3339(offsetSeconds: offsetSeconds(at: instant))
    }

    /// When the zone of a segment reaches `local`, not before the segment begins.
    private func reached(_ local: LocalDateTime, in place: Int) -> Instant {
        let segment = segments[place]
        return place == 0
            ? segment.zone.instant(of: local) : segment.zone.instant(of: local, notBefore: segment.start)
    }

    /// The last segment that begins at or before `instant`, or the first one.
    private func place(of instant: Instant) -> Int {
        var low = 0
        var high = segments.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if segments[middle].start <= instant { low = middle } else { high = middle }
        }
        return low
    }
}
