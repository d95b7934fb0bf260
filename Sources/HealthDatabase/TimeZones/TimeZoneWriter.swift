import HealthCore
import Postgres

/// Stores the time zones in which a person has been. Each change of the history gets a position in
/// the change feed.
public final class TimeZoneWriter: PersonQueries {
    /// The most reports of time zones that a person's clients may send. The default is eleven years
    /// of hourly reports.
    private let reportsMax: Int64

    public static let reportsMax: Int64 = 100_000

    public init(person: Person, session: Session, reportsMax: Int64 = TimeZoneWriter.reportsMax) {
        self.reportsMax = reportsMax
        super.init(person: person, session: session)
    }

    /// Replaces all intervals that were set by hand.
    ///
    /// - Parameter intervals: the new intervals, in any order. An empty array removes all
    ///   intervals.
    /// - Returns: the new history.
    /// - Throws: `HealthDatabaseError` (`overlappingTimeZones`, `tooManyTimeZones`,
    ///   `unknownPerson`), `PostgresError`. Nothing is changed if it throws.
    public func setManual(_ intervals: [TimeZoneHistory.Interval]) throws -> TimeZoneHistory {
        guard TimeZoneHistory.firstOverlap(intervals) == nil else {
            throw HealthDatabaseError(.overlappingTimeZones, "two intervals overlap")
        }
        return try changing {
            try session.run("delete from health.time_zone_report where person_id = $1 and origin = 'manual'", person)
            try session.run(
                """
                insert into health.time_zone_report (person_id, origin, start_time, end_time, time_zone)
                select $1, 'manual', start_time::timestamptz, nullif(end_time::timestamptz, 'infinity'), time_zone
                from unnest($2, $3, $4) as interval (start_time, end_time, time_zone)
                """, person, intervals.map(\.start.rfc3339), intervals.map { $0.end?.rfc3339 ?? "infinity" },
                intervals.map(\.zone.identifier))
        }
    }

    /// Adds a client's report. It replaces an earlier report of the same instant.
    ///
    /// - Returns: the new history.
    /// - Throws: the errors of `setManual`; also `tooManyTimeZones` if there would be more than
    ///   `reportsMax` reports.
    public func report(_ zone: Zone, from start: Instant) throws -> TimeZoneHistory {
        try changing {
            try session.run(
                """
                insert into health.time_zone_report (person_id, origin, start_time, time_zone) values ($1, 'client', $2, $3)
                on conflict (person_id, origin, start_time) do update set time_zone = excluded.time_zone
                where time_zone_report.time_zone <> excluded.time_zone
                """, person, start, zone.identifier)
            let count = try session.run(
                "select count(*) from health.time_zone_report where person_id = $1 and origin = 'client'", person)
            guard try count[0].int64(0) <= reportsMax else {
                throw HealthDatabaseError(
                    .tooManyTimeZones,
                    "the person already has \(reportsMax) reports of a time zone, which is the limit",
                    hint: "report a time zone only when it changes")
            }
        }
    }

    /// Runs `body` under the person's lock. Adds a change to the feed if the history has changed.
    private func changing(_ body: () throws -> Void) throws -> TimeZoneHistory {
        try session.transaction {
            let position = try ChangeCounter.lock(person, session)
            let reader = TimeZoneReader(person: person, session: session)
            // The person must be able to shorten a history that is too long to be read.
            let before = try reader.readableHistory()
            try body()
            let after = try reader.history()
            try DayClock.update(person, session)
            if after != before { try PreferenceChange.timeZones.note(after: position, of: person, session) }
            return after
        }
    }
}
