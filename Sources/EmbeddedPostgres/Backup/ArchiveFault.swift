import Foundation

/// A fault of the archive of the write-ahead log, in a file of the data directory. The file has one
/// line: the time at which the fault began, in RFC 3339, and the reason.
///
/// The service writes the file, and `healthstore doctor` reads it. The time outlasts a restart of
/// the service.
struct ArchiveFault: Equatable {
    var since: Date
    var reason: String

    /// The kinds of faults, which are the names of their files.
    enum Kind: String, CaseIterable {
        /// Archiving fails. Its next success ends the fault.
        case failure = "archive-failure"
        /// The archive lacks changes. The next backup ends the fault.
        case gap = "archive-gap"
    }

    /// Returns nil if there is no such fault.
    static func read(_ kind: Kind, dataDirectory: String) -> ArchiveFault? {
        let text = try? String(contentsOfFile: dataDirectory + "/" + kind.rawValue, encoding: .utf8)
        guard let parts = text?.split(separator: " ", maxSplits: 1), parts.count == 2,
            let since = BackupTime.date(String(parts[0]))
        else { return nil }
        return ArchiveFault(since: since, reason: parts[1].trimmingCharacters(in: .newlines))
    }

    /// Writes or removes the file. A full disk leaves it as it is.
    static func write(_ fault: ArchiveFault?, _ kind: Kind, dataDirectory: String) {
        let path = dataDirectory + "/" + kind.rawValue
        guard let fault else {
            unlink(path)
            return
        }
        let reason = fault.reason.replacing("\n", with: " ")
        try? DurableFile.create(path, bytes: Array("\(BackupTime.rfc3339(fault.since)) \(reason)\n".utf8))
    }
}
