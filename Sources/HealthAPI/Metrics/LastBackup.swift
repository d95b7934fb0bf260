import Foundation

/// The file `last-backup` in the data directory of a private server, which a complete backup
/// writes. Its time of modification is the time of the last backup. Its content may have any form.
enum LastBackup {
    static let fileName = "last-backup"

    /// Returns the time of the last backup in seconds since 1970, or nil if none was made.
    static func time(in dataDirectory: String) -> Double? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: dataDirectory + "/" + fileName)
        return (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970
    }
}
