/// Why a document could not be read to its end. It never quotes the document.
public struct XMLStreamError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of failure. The raw values are stable.
    public enum Code: String, Sendable {
        /// It is not well-formed XML, and the defect is none of those that are repaired.
        case malformed
        /// Something is larger than `XMLLimits` allow.
        case limitExceeded = "limit_exceeded"
        /// There is nothing in it but white space.
        case emptyInput = "empty_input"
        /// It ends before its root element does.
        case truncated
        /// Something other than comments and white space follows the root element: a second document, say.
        case contentAfterRoot = "content_after_root"
        /// It is UTF-16 or UTF-32.
        case unsupportedEncoding = "unsupported_encoding"
        /// The parser could not get memory.
        case outOfMemory = "out_of_memory"
        /// `parse` or `finish` was called after `finish`, or from within the handler.
        case misuse
    }

    public let code: Code

    /// What is wrong: lower-case start, no final dot.
    public let message: String

    /// The line of the original document, from 1. For `truncated`, its last line; for a limit or a defect within
    /// a tag, the line where the tag begins or one within it.
    public let line: Int

    public var description: String { "\(message) (line \(line))" }
}
