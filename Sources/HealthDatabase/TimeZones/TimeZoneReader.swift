import HealthCore
import Postgres

/// Where a person was.
public struct TimeZoneReader {
    private let person: Person
    private let session: Session

    public init(person: Person, session: Session) {
        self.person = person
        self.session = session
    }

    /// What is known, in one snapshot of the database. Names that are not in the time zone database do not count.
    ///
    /// - Throws: `HealthDatabaseError` (`tooManyTimeZones`) for more than `TimeZoneHistory.runsMax` runs.
    public func history() throws -> TimeZoneHistory {
        // A transaction that is open already, as a writer's is, serves as well: it holds the person's lock.
        try session.transaction(isolation: .repeatableRead, readOnly: true) {
            let manual = try manual()
            let history = TimeZoneHistory(
                observed: try observed(until: manual.last.flatMap { $0.end == nil ? $0.start : nil }), manual: manual)
            guard history.runs.count <= TimeZoneHistory.runsMax else { throw TimeZoneReader.tooMany }
            return history
        }
    }

    /// - Parameter end: from when on a zone was set by hand for good, so that what is observed then does not matter. It is the
    ///   way out of a history that has become too long.
    private func observed(until end: Instant?) throws -> [TimeZoneHistory.Run] {
        var zones: [String: Zone] = [:]
        for row in try session.execute("select time_zone from health_code.time_zone_names($1)", [.int32(person.id)]) {
            let name = try row.text(0)
            zones[name] = Zone(identifier: name)
        }
        guard !zones.isEmpty else { return [] }
        let limit = Int32(TimeZoneHistory.runsMax)
        let rows = try session.execute(
            "select start_time, time_zone, origin from health_code.time_zone_runs($1, $2, $3) order by start_time",
            [.int32(person.id), .textArray(zones.keys.sorted()), .int32(limit + 1)])
        if rows.rowCount > limit {
            let last = Instant(microseconds: try rows[rows.rowCount - 1].timestamptz(0))
            guard let end, last >= end else { throw TimeZoneReader.tooMany }
        }
        return try rows.prefix(Int(limit)).compactMap { row in
            guard let zone = zones[try row.text(1)], let origin = TimeZoneHistory.Origin(rawValue: try row.text(2))
            else { return nil }
            return TimeZoneHistory.Run(
                start: Instant(microseconds: try row.timestamptz(0)), zone: zone, origin: origin)
        }
    }

    private func manual() throws -> [TimeZoneHistory.Interval] {
        try session.execute(
            """
            select start_time, end_time, time_zone from health.time_zone_report
            where person_id = $1 and origin = 'manual' order by start_time
            """,
            [.int32(person.id)]
        ).compactMap { row in
            guard let zone = Zone(identifier: try row.text(2)) else { return nil }
            return TimeZoneHistory.Interval(
                start: Instant(microseconds: try row.timestamptz(0)),
                end: try row.optionalTimestamptz(1).map { Instant(microseconds: $0) }, zone: zone)
        }
    }

    private static var tooMany: HealthDatabaseError {
        HealthDatabaseError(
            .tooManyTimeZones, "the person changed the time zone more than \(TimeZoneHistory.runsMax) times",
            hint:
                "set one by hand that begins before and has no end (PUT /v1/time-zones), or ask with a zone of the IANA database"
        )
    }
}
