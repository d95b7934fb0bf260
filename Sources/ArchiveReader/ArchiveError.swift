/// Why a file could not be read.
public struct ArchiveError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A stable name of the reason, for programs.
    public enum Code: String, Sendable {
        /// No file has the path.
        case notFound
        /// The file may not be opened, is not a regular file, or the disk failed.
        case notReadable
        /// The path is that of a directory.
        case isDirectory
        /// The file has no bytes.
        case empty
        /// The archive is cut short or damaged.
        case corrupt
        /// The entry, or the archive's directory, is encrypted.
        case encrypted
        /// The entry is compressed in a way the library does not know.
        case unsupported
        /// One of ``ArchiveLimits`` is exceeded.
        case limitExceeded
        /// There is too little memory.
        case outOfMemory
    }

    /// A stable name of the reason, for programs.
    public let code: Code

    /// The reason for people, with the file's name and the entry's: lower-case start, no final dot.
    public let message: String

    /// The message.
    public var description: String { message }
}
