/// One file, directory or link of an archive.
public struct ArchiveEntry: Sendable, Equatable {
    /// What an entry is.
    public enum Kind: String, Sendable {
        case file
        case directory
        case symbolicLink
        /// A device, a socket or a pipe.
        case other
    }

    /// The path as it stands in the archive, with `/` between its components and at the end of a
    /// directory. It is a name only and may be absolute, hold `..` or repeat: do not open it.
    ///
    /// Bytes that are not UTF-8, as old programs wrote them, become U+FFFD, and so do control characters, which could forge
    /// lines of a message.
    public let path: String

    /// What the entry is. Only files have bytes to read.
    public let kind: Kind

    /// How many bytes the entry says it has after decompression; nil when it does not say.
    public let size: Int64?

    /// When the file was last modified, in seconds since 1970-01-01 00:00 UTC; nil when not
    /// known. Zip's basic times are local times of an unknown zone, taken as the process's.
    public let modifiedSeconds: Int64?
}

extension ArchiveEntry {
    /// Without control characters.
    static func printable(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return text }
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            shown.append(scalar.properties.generalCategory == .control ? "\u{fffd}" : scalar)
        }
        return String(shown)
    }
}
