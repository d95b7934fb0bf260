import Postgres

/// The copies of the database that the server has in its settings. They may contain people who were
/// erased.
public struct StoreCopies: Sendable {
    /// A sentence for each kind of copy, without a full stop.
    public let sentences: [String]

    /// The slot of `healthstore serve --wal-archive`, which is `LogSlot.archiveName`.
    private static let archiveSlot = "healthstore_archive"

    /// - Throws: `PostgresError`.
    public init(_ session: Session) throws {
        var sentences: [String] = []
        let archive = try session.run(
            "select current_setting('archive_mode'), (select last_archived_wal from pg_stat_archiver)")[0]
        if try archive.text(0) != "off" {
            sentences.append(
                "the server archives its write-ahead log"
                    + (try archive.optionalText(1).map { ", last \($0)" } ?? "")
                    + ": base backups and archived files that were made before now have the rows")
        }
        var slots = try session.all("select slot_name::text from pg_replication_slots order by 1", as: String.self)
        if let index = slots.firstIndex(of: StoreCopies.archiveSlot) {
            slots.remove(at: index)
            sentences.append(
                "healthstore serve --wal-archive archives every change: the backups and the archive that were made before now "
                    + "have the rows")
        }
        if !slots.isEmpty {
            sentences.append(
                "replication slots exist (\(slots.joined(separator: ", "))): replicas have the rows until they apply the deletion"
            )
        }
        self.sentences = sentences
    }
}
