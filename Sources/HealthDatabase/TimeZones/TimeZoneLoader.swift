import HealthCore
import Postgres

/// Fills `health.time_zone_offset` with what the program knows of time zones, so that SQL makes the same buckets.
struct TimeZoneLoader {
    /// 2100-01-01: until when changes are written.
    static let knownUntil = Instant(seconds: 4_102_444_800)
    /// To be raised whenever other rows are made of the same data.
    private static let version = 1

    /// Of what the rows follow from: they are a function of the release of the data. It takes a second to make all of them: too long
    /// at every start.
    static var hash: String {
        let source = ["\(version)", Zone.dataVersion, "\(knownUntil.wholeSeconds)"]
        return Migrator.hash((source + Zone.identifiers.sorted()).joined(separator: "\n"))
    }

    /// - Returns: false if the database has the clocks of this program's zones already.
    func load(_ session: Session) throws -> Bool {
        let identifiers = Zone.identifiers.sorted()
        let hash = TimeZoneLoader.hash
        let installed = try session.execute("select sha256 from health.installed_code where name = 'time_zone_offset'")
        if installed.rowCount == 1, try installed[0].text(0) == hash { return false }
        _ = try session.execute("delete from health.time_zone_offset")
        var rest = identifiers[...]
        var writer = BinaryCopyWriter()
        var isEnded = false
        _ = try session.copyIn(
            "copy health.time_zone_offset (time_zone, from_time, utc_offset) from stdin (format binary)"
        ) {
            guard !isEnded else { return nil }
            if let identifier = rest.popFirst() {
                if let zone = Zone(identifier: identifier) { write(zone, &writer) }
            } else {
                writer.trailer()
                isEnded = true
            }
            return writer.take()
        }
        try session.executeScript("analyze health.time_zone_offset")
        _ = try session.execute(
            """
            insert into health.installed_code (name, sha256, drop_statements) values ('time_zone_offset', $1, '')
            on conflict (name) do update set sha256 = excluded.sha256
            """,
            [.text(hash)])
        return true
    }

    private func write(_ zone: Zone, _ writer: inout BinaryCopyWriter) {
        for (place, change) in zone.offsetChanges(until: TimeZoneLoader.knownUntil).enumerated() {
            writer.beginRow(3)
            writer.text(zone.identifier)
            // -infinity is the least number.
            if place == 0 { writer.int64(.min) } else { writer.timestamptz(change.start.microseconds) }
            writer.int32(Int32(change.offsetSeconds))
        }
    }
}
