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

    /// The path as written in the archive. `/` separates its components and ends a directory's
    /// path. The path is only a name. It may be absolute, contain `..` or repeat, so do not open
    /// it.
    ///
    /// Bytes that are not UTF-8, which old programs wrote, become U+FFFD. Control characters, which
    /// could forge lines of a message, become U+FFFD as well.
    public let path: String

    /// The kind of the entry. Only files have bytes to read.
    public let kind: Kind

    /// The declared size after decompression in bytes, or nil.
    public let size: Int64?

    /// The time of the last modification in seconds since 1970-01-01 00:00 UTC, or nil. A zip's
    /// basic times are local times of an unknown zone. They are read in the process's time zone.
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
