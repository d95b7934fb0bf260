import Foundation
import Postgres

/// Reads the write-ahead log of the private server through a session of its owner. So the process
/// needs no permission on the server's files.
struct LogReader {
    let session: Session

    /// The end of the log at one moment.
    struct State {
        /// Differs between clusters, and is the same in a restored one.
        var systemIdentifier: String
        var timeline: UInt32
        /// The disk has the log up to this position.
        var end: LogPosition
        /// Everything that was acknowledged before this time is before `end`.
        var time: Date

        /// The segment in which the log ends.
        var segment: LogSegment { LogSegment(timeline: timeline, at: end) }
    }

    /// The bytes that one statement reads. 4 MiB.
    private static let pieceBytes = 4 << 20

    /// - Throws: `PostgresError`; `EmbeddedPostgresError` if the segments have another size.
    func state() throws -> State {
        // The time is read first, because the end of the log must include all earlier changes.
        let time = try session.execute("select clock_timestamp()")[0].timestamptz(0)
        let row = try session.execute(
            """
            select system_identifier::text, pg_current_wal_flush_lsn()::text,
                left(pg_walfile_name(pg_current_wal_insert_lsn()), 8),
                (select bytes_per_wal_segment::bigint from pg_control_init())
            from pg_control_system()
            """)[0]
        guard let end = LogPosition(try row.text(1)), let timeline = UInt32(try row.text(2), radix: 16),
            try row.int64(3) == Int64(LogSegment.byteCount)
        else {
            throw EmbeddedPostgresError(
                .backupFailed, "the write-ahead log has segments of another size than 16 MB",
                hint: "only clusters that healthstore made can be backed up by healthstore")
        }
        return State(
            systemIdentifier: try row.text(0), timeline: timeline, end: end,
            time: Date(timeIntervalSince1970: Double(time) / 1_000_000))
    }

    /// Returns the names of the files in the server's folder of the log.
    ///
    /// - Throws: `PostgresError`.
    func names() throws -> [String] {
        try session.execute("select name from pg_ls_waldir() order by name").map { try $0.text(0) }
    }

    /// Returns the bytes of a segment, up to `end`.
    ///
    /// - Parameter end: the end of the log if the segment is not complete, else nil.
    /// - Returns: nil if the server has removed or recycled the file.
    /// - Throws: `PostgresError`.
    func bytes(of segment: LogSegment, end: LogPosition? = nil) throws -> [UInt8]? {
        let size = Int(LogSegment.byteCount)
        let count = end.map { min(size, Int($0.bytes - segment.start.bytes)) } ?? size
        guard let bytes = try file(segment.name, count: count), bytes.count == count, segment.begins(bytes) else {
            return nil
        }
        return bytes
    }

    /// Returns the first `count` bytes of a file, fewer if it is shorter, or nil if it does not
    /// exist.
    ///
    /// - Throws: `PostgresError`.
    func file(_ name: String, count: Int) throws -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(LogSegment.byteCount))
        while bytes.count < count {
            let length = min(LogReader.pieceBytes, count - bytes.count)
            let piece = try session.execute(
                "select pg_read_binary_file('pg_wal/' || $1, $2, $3, true)",
                [.text(name), .int64(Int64(bytes.count)), .int64(Int64(length))])[0].optionalBytea(0)
            guard let piece else { return nil }
            bytes.append(contentsOf: piece)
            if piece.count < length { break }
        }
        return bytes
    }
}

/// The replication slot that keeps the segments of the log that no archive has yet. The setting
/// `max_slot_wal_keep_size` bounds them, so that a missing backup disk never fills the data's disk.
struct LogSlot {
    let session: Session

    /// The slot of the service's archive. A backup uses a temporary slot of its own.
    static let archiveName = "healthstore_archive"

    /// Makes the slot of the archive if it does not exist.
    ///
    /// - Returns: true if the server had removed segments that the slot kept, so that the archive
    ///   has a gap. The slot is then a new one.
    /// - Throws: `PostgresError`.
    func prepare() throws -> Bool {
        let state = try session.execute(
            "select wal_status = 'lost' from pg_replication_slots where slot_name = $1", [.text(LogSlot.archiveName)]
        ).first.map { try $0.optionalBool(0) ?? false }
        if state == false { return false }
        if state == true { try drop() }
        _ = try session.execute(
            "select pg_create_physical_replication_slot($1, true)", [.text(LogSlot.archiveName)])
        return state == true
    }

    /// Allows the server to remove the segments before `position`.
    ///
    /// - Throws: `PostgresError`.
    func advance(to position: LogPosition) throws {
        _ = try session.execute(
            """
            select pg_replication_slot_advance(slot_name, $2::text::pg_lsn) from pg_replication_slots
            where slot_name = $1 and restart_lsn < $2::text::pg_lsn
            """, [.text(LogSlot.archiveName), .text(position.rawValue)])
    }

    /// Removes the slot, if it exists.
    ///
    /// - Throws: `PostgresError`.
    func drop() throws {
        _ = try session.execute(
            "select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active",
            [.text(LogSlot.archiveName)])
    }
}
