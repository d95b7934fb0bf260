import HealthCore
import Postgres

/// Reads the time zones in which a person has been.
public struct TimeZoneReader {
    private let person: Person
    private let session: Session

    public init(person: Person, session: Session) {
        self.person = person
        self.session = session
    }

    /// Returns the history from one snapshot. Names that are not in the time zone database are
    /// ignored.
    ///
    /// - Throws: `HealthDatabaseError` (`tooManyTimeZones`) if the history has more than
    ///   `TimeZoneHistory.runsMax` runs; `PostgresError`.
    public func history() throws -> TimeZoneHistory {
        // If a transaction is open, such as a writer's, this block uses its snapshot. The writer
        // holds the person's lock, so the history cannot change meanwhile.
        try session.reading {
            let manual = try manual()
            let history = TimeZoneHistory(
                observed: try observed(until: manual.last.flatMap { $0.end == nil ? $0.start : nil }), manual: manual)
            guard history.runs.count <= TimeZoneHistory.runsMax else { throw TimeZoneReader.tooMany }
            return history
        }
    }

    /// Returns the zones that samples and clients reported. Fixed offsets count only if no other
    /// zone is known.
    ///
    /// - Parameter end: the start of an interval without an end that was set by hand; nil if there
    ///   is none. Later observations have no effect. A person whose history is too long can
    ///   therefore shorten it by setting such an interval.
    private func observed(until end: Instant?) throws -> [TimeZoneHistory.Run] {
        var zones: [String: Zone] = [:]
        for row in try session.execute(TimeZoneReader.namesStatement(person.id)) {
            let name = try row.text(0)
            zones[name] = Zone(identifier: name)
        }
        if zones.values.contains(where: { !$0.isFixedOffset }) { zones = zones.filter { !$1.isFixedOffset } }
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
            var row = row
            let start = Instant(microseconds: try row.timestamptz())
            guard let zone = zones[try row.text()], let origin = TimeZoneHistory.Origin(rawValue: try row.text())
            else { return nil }
            return TimeZoneHistory.Run(start: start, zone: zone, origin: origin)
        }
    }

    private func manual() throws -> [TimeZoneHistory.Interval] {
        try session.execute(TimeZoneReader.manualStatement(person.id)).compactMap { row in
            var row = row
            let start = Instant(microseconds: try row.timestamptz())
            let end = try row.optionalTimestamptz().map { Instant(microseconds: $0) }
            return Zone(identifier: try row.text()).map { TimeZoneHistory.Interval(start: start, end: end, zone: $0) }
        }
    }

    private static func namesStatement(_ personID: Int32) -> Statement {
        Statement("select time_zone from health_code.time_zone_names($1)", [.int32(personID)])
    }

    private static func manualStatement(_ personID: Int32) -> Statement {
        Statement(
            """
            select start_time, end_time, time_zone from health.time_zone_report
            where person_id = $1 and origin = 'manual' order by start_time
            """, [.int32(personID)])
    }

    private static var tooMany: HealthDatabaseError {
        HealthDatabaseError(
            .tooManyTimeZones, "the person changed the time zone more than \(TimeZoneHistory.runsMax) times",
            hint:
                "set a zone without an end by hand, from before the last changes (PUT /v1/time-zones), or use a zone of the "
                + "IANA database"
        )
    }
}
