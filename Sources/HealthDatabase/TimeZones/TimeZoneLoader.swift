import HealthCore
import Postgres

/// Fills `health.time_zone_offset` with the program's data of time zones, so that SQL makes the
/// same buckets.
struct TimeZoneLoader {
    /// 2100-01-01: the end of the changes that are written.
    static let knownUntil = Instant(seconds: 4_102_444_800)
    /// Must be raised when the same data gives other rows.
    private static let version = 1

    /// The hash of what the rows depend on, which is the release of the data. Computing all rows
    /// takes a second, too long for every start.
    static var hash: String {
        let source = ["\(version)", Zone.dataVersion, "\(knownUntil.wholeSeconds)"]
        return Migrator.hash((source + Zone.identifiers.sorted()).joined(separator: "\n"))
    }

    /// - Returns: false if the database already has this program's offsets.
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
        for (index, change) in zone.offsetChanges(until: TimeZoneLoader.knownUntil).enumerated() {
            writer.beginRow(3)
            writer.text(zone.identifier)
            // -infinity is the least number.
            if index == 0 { writer.int64(.min) } else { writer.timestamptz(change.start.microseconds) }
            writer.int32(Int32(change.offsetSeconds))
        }
    }
}
