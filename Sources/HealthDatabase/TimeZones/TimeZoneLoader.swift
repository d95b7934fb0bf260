import HealthCore
import Postgres

/// Writes the program's time zone data to `health.time_zone_offset`. With these data, SQL computes
/// the same buckets as the program.
struct TimeZoneLoader {
    /// The version of the rows. Raise it if a change of the code makes other rows of the same data.
    private static let version = 1

    /// The hash of all inputs of the rows, among them the release of the time zone data. It is
    /// compared instead of the rows, because computing all rows takes a second, which is too long
    /// for every start.
    static var hash: String {
        let source = ["\(version)", Zone.dataVersion, "\(Zone.offsetsKnownUntil.wholeSeconds)"]
        return Migrator.hash((source + Zone.identifiers.sorted()).joined(separator: "\n"))
    }

    /// - Returns: false if the database already has this program's offsets.
    func load(_ session: Session) throws -> Bool {
        let hash = TimeZoneLoader.hash
        guard try Migrator.installed(session)["time_zone_offset"] != hash else { return false }
        try session.run("delete from health.time_zone_offset")
        try session.copy(
            Zone.identifiers.sorted(), into: "health.time_zone_offset (time_zone, from_time, utc_offset)"
        ) { identifier, writer in
            if let zone = Zone(identifier: identifier) { write(zone, &writer) }
        }
        // Citus refuses to analyse a table in the transaction that filled it.
        if try !Cluster.isDistributed(session) { try session.executeScript("analyze health.time_zone_offset") }
        try Migrator.record("time_zone_offset", hash, session)
        return true
    }

    private func write(_ zone: Zone, _ writer: inout BinaryCopyWriter) {
        for (index, change) in zone.offsetChanges.enumerated() {
            writer.beginRow(3)
            writer.text(zone.identifier)
            // The least 64-bit number is PostgreSQL's -infinity.
            if index == 0 { writer.int64(.min) } else { writer.timestamptz(change.start.microseconds) }
            writer.int32(Int32(change.offsetSeconds))
        }
    }
}
