/// One file, directory or link of an archive.
public struct ArchiveEntry: Sendable, Equatable {
    /// The kind of an entry.
    public enum Kind: String, Sendable {
        case file
        case directory
        case symbolicLink
        /// A device, a socket or a pipe.
        case other
    }

    /// The path as written in the archive, with `/` between its components and at the end of a
    /// directory. It is a name only: it may be absolute, contain `..` or repeat. Do not open it.
    ///
    /// Bytes that are not UTF-8, as old programs wrote them, become U+FFFD. So do control
    /// characters, which could forge lines of a message.
    public let path: String

    /// The kind of the entry. Only files have bytes to read.
    public let kind: Kind

    /// The declared size after decompression in bytes, or nil.
    public let size: Int64?

    /// The time of the last modification in seconds since 1970-01-01 00:00 UTC, or nil. Zip's basic
    /// times are local times of an unknown zone; they are read in the process's time zone.
    public let modifiedSeconds: Int64?
}

extension ArchiveEntry {
    /// `text` with U+FFFD instead of control characters.
    static func printable(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return text }
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            shown.append(scalar.properties.generalCategory == .control ? "\u{fffd}" : scalar)
        }
        return String(shown)
    }
}
