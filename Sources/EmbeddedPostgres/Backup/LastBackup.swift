import Foundation

/// The time of the last complete backup, in the file `last-backup` of a data directory: one line in
/// RFC 3339.
public enum LastBackup {
    public static let fileName = "last-backup"

    /// Returns nil if no backup was made, or the file has another form.
    public static func read(dataDirectory: String) -> Date? {
        (try? String(contentsOfFile: dataDirectory + "/" + fileName, encoding: .utf8))
            .flatMap { BackupTime.date($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    }
}
