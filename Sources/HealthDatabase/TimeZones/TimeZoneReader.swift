import HealthCore
import Postgres

/// Reads the time zones in which a person has been. `health_code.time_zone_history` has the rules.
public final class TimeZoneReader: PersonQueries {
    /// Returns the history from one snapshot.
    ///
    /// - Throws: `HealthDatabaseError` (`tooManyTimeZones`) if the history has more than 10,000
    ///   runs; `PostgresError`.
    public func history() throws -> TimeZoneHistory {
        // If a transaction is open, such as a writer's, this block uses its snapshot. The writer
        // holds the person's lock, so the history cannot change meanwhile.
        try session.reading { TimeZoneHistory(runs: try runs(), manual: try manual()) }
    }

    /// Returns the history in the open transaction, which goes on if the history is too long; nil
    /// then.
    ///
    /// - Throws: `PostgresError`.
    func readableHistory() throws -> TimeZoneHistory? {
        do { return try session.attempt(history) } catch let error as HealthDatabaseError
            where error.code == .tooManyTimeZones
        {
            return nil
        }
    }

    private func runs() throws -> [TimeZoneHistory.Run] {
        do {
            return try session.execute(
                "select start_time, time_zone, origin from health_code.time_zone_history($1) order by start_time",
                [.int32(person.id)]
            ).compactMap { row in
                let start = Instant(microseconds: try row.timestamptz(0))
                guard let zone = Zone(identifier: try row.text(1)),
                    let origin = TimeZoneHistory.Origin(rawValue: try row.text(2))
                else { return nil }
                return TimeZoneHistory.Run(start: start, zone: zone, origin: origin)
            }
        } catch let error as PostgresError where error.sqlState == "54000" {
            throw HealthDatabaseError(.tooManyTimeZones, error.message, hint: error.hint)
        }
    }

    private func manual() throws -> [TimeZoneHistory.Interval] {
        try session.execute(
            """
            select start_time, end_time, time_zone from health.time_zone_report
            where person_id = $1 and origin = 'manual' order by start_time
            """, [.int32(person.id)]
        ).compactMap { row in
            let start = Instant(microseconds: try row.timestamptz(0))
            let end = try row.optionalTimestamptz(1).map { Instant(microseconds: $0) }
            return Zone(identifier: try row.text(2)).map { TimeZoneHistory.Interval(start: start, end: end, zone: $0) }
        }
    }
}
