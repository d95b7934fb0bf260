/// The reason why a document cannot be read to its end. It never quotes the document.
public struct XMLStreamError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of failure. The raw values are stable.
    public enum Code: String, Sendable {
        /// The document is not well-formed XML, and the stream does not repair this defect.
        case malformed
        /// The document exceeds one of `XMLLimits`.
        case limitExceeded = "limit_exceeded"
        /// The document has only white space.
        case emptyInput = "empty_input"
        /// The document ends before its root element does.
        case truncated
        /// Content other than comments and white space follows the root element, for example a
        /// second document.
        case contentAfterRoot = "content_after_root"
        /// The document is UTF-16 or UTF-32.
        case unsupportedEncoding = "unsupported_encoding"
        /// Not enough memory.
        case outOfMemory = "out_of_memory"
        /// `parse` or `finish` was called after `finish`.
        case misuse
    }

    public let code: Code

    /// The reason for people, in lower case without a full stop.
    public let message: String

    /// The line of the original document, from 1. For `truncated`, it is the last line. For a limit
    /// or a defect inside a tag, it is the line in which the tag begins or a line within the tag.
    public let line: Int

    public var description: String { "\(message) (line \(line))" }
}
