import HealthCore
import Postgres

/// The clock on which the days of a person are computed, in `health.day_clock`. It is the person's
/// own clock, or UTC if the person's time zones are unknown or too many.
enum DayClock {
    /// The time by which a change of the clock can move edges of days outside of the time of the
    /// change. A day begins at the first instant at which the clock reaches it, and the clocks of
    /// the earth differ by less than two days.
    private static let margin = 2 * StaleHours.day

    /// Returns the clock on which days are computed.
    ///
    /// - Throws: `PostgresError`.
    static func read(_ person: Person, _ session: Session) throws -> WallClock {
        WallClock(history: try stored(person, session)) ?? .utc
    }

    /// Compares the person's time zones with the stored clock. If they differ, stores them, and
    /// marks all types where days may begin or end at other times. The caller holds the person's
    /// lock, and calls this after each change of reports or of samples with a time zone.
    ///
    /// - Throws: `PostgresError`.
    static func update(_ person: Person, _ session: Session) throws {
        let (old, new) = (try stored(person, session), try known(person, session))
        guard let span = changed(old, new) else { return }
        if new.isEmpty {
            try session.run("delete from health.day_clock where person_id = $1", person)
        } else {
            try session.run(
                """
                insert into health.day_clock (person_id, start_times, time_zones) values ($1, $2, $3)
                on conflict (person_id) do update
                set start_times = excluded.start_times, time_zones = excluded.time_zones
                """, person, new.map(\.start), new.map(\.zone.identifier))
        }
        try MarkTable.addForAllTypes(span, of: person, session)
    }

    /// Returns the time in which two clocks differ, widened by `margin`; nil if they are equal. A
    /// clock without segments is UTC.
    static func changed(_ old: [WallClock.Segment], _ new: [WallClock.Segment]) -> Range<Int64>? {
        let utc = WallClock.Segment(start: .earliest, zone: .utc)
        var (old, new) = (old.isEmpty ? [utc] : old, new.isEmpty ? [utc] : new)
        guard old != new else { return nil }
        let sameCount = zip(old, new).prefix { $0 == $1 }.count
        let from = [old, new].compactMap { $0.dropFirst(sameCount).first?.start.microseconds }.min()
        var to = Mark.allTime.upperBound
        // From the start of the last zones on, the clocks are equal if these are.
        while let one = old.last, let other = new.last, one.zone == other.zone {
            to = max(one.start, other.start).microseconds + margin
            guard one.start == other.start else { break }
            old.removeLast()
            new.removeLast()
        }
        return max((from ?? .min / 2) - margin, Mark.allTime.lowerBound)..<min(to, Mark.allTime.upperBound)
    }

    private static func stored(_ person: Person, _ session: Session) throws -> [WallClock.Segment] {
        try session.run(
            """
            select clock.start_time, clock.time_zone
            from health.day_clock
            cross join unnest(day_clock.start_times, day_clock.time_zones) as clock (start_time, time_zone)
            where day_clock.person_id = $1
            order by clock.start_time
            """, person
        ).compactMap { row in
            let start = Instant(microseconds: try row.timestamptz(0))
            return Zone(identifier: try row.text(1)).map { WallClock.Segment(start: start, zone: $0) }
        }
    }

    /// Returns the segments of the person's clock. The first zone also applies before its first
    /// report, so its segment begins at the earliest time.
    private static func known(_ person: Person, _ session: Session) throws -> [WallClock.Segment] {
        let history = try TimeZoneReader(person: person, session: session).readableHistory()
        var segments = history?.clock?.segments ?? []
        if !segments.isEmpty { segments[0].start = .earliest }
        return segments
    }
}
