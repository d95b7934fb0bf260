/// The reason why a file or archive cannot be read.
public struct ArchiveError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A stable name of the reason, for programs.
    public enum Code: String, Sendable {
        /// The file does not exist.
        case notFound
        /// The file may not be opened or is not a regular file, or the disk failed.
        case notReadable
        /// The path names a directory.
        case isDirectory
        /// The file has no bytes.
        case empty
        /// The archive is truncated or damaged.
        case corrupt
        /// The entry, or the archive's directory, is encrypted.
        case encrypted
        /// The library does not support the entry's compression.
        case unsupported
        /// One of ``ArchiveLimits`` is exceeded.
        case limitExceeded
        /// Not enough memory.
        case outOfMemory
    }

    /// A stable name of the reason, for programs.
    public let code: Code

    /// The reason for people, with the names of file and entry, in lower case without a full stop.
    public let message: String

    /// The message.
    public var description: String { message }
}
