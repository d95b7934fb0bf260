import HealthCore
import Postgres

/// Stores the offsets from UTC that clients sent, as reports of fixed offsets.
final class ClockOffsetWriter: PersonWriter {
    /// Adds offsets. Of each offset and day of UTC, the earliest time is stored, whatever the order
    /// of the batches. If two offsets have the same time, the name that sorts first is stored. A
    /// report of a zone is never replaced. Nothing is stored for a caller who may not write
    /// everything, because the offsets of few samples would move the days of all.
    ///
    /// - Returns: true if a report was added or changed.
    /// - Throws: `PostgresError`.
    func add(_ offsets: SentOffsets) throws -> Bool {
        let reports = offsets.reports
        guard access.writesAll, !reports.isEmpty else { return false }
        let starts = reports.map(\.key.microseconds)
        // The days are those of UTC. They are parameters, because Citus refuses a deletion that
        // computes times.
        let days = starts.map { $0 - ($0 % StaleHours.day + StaleHours.day) % StaleHours.day }
        let parameters: [Parameter] = [
            .int32(person.id), .timestamptzArray(starts), .textArray(reports.map(\.value.identifier)),
            .timestamptzArray(days), .timestamptzArray(days.map { $0 + StaleHours.day }),
        ]
        let added = try session.run(
            """
            insert into health.time_zone_report (person_id, origin, start_time, time_zone)
            select $1, 'client', said.start_time, said.time_zone
            from unnest($2, $3, $4, $5) as said (start_time, time_zone, day, next_day)
            where not exists (
                select 1 from health.time_zone_report earlier
                where earlier.person_id = $1 and earlier.origin = 'client' and earlier.time_zone = said.time_zone
                    and earlier.start_time between said.day and said.start_time)
            order by said.start_time, said.time_zone
            on conflict (person_id, origin, start_time) do update set time_zone = excluded.time_zone
            where time_zone_report.time_zone like 'GMT%' and excluded.time_zone < time_zone_report.time_zone
            returning 1
            """, parameters)
        guard added.rowCount > 0 else { return false }
        try session.run(
            """
            delete from health.time_zone_report later
            using unnest($2, $3, $4, $5) as said (start_time, time_zone, day, next_day)
            where later.person_id = $1 and later.origin = 'client' and later.time_zone = said.time_zone
                and later.start_time > said.start_time and later.start_time < said.next_day
            """, parameters)
        return true
    }
}
