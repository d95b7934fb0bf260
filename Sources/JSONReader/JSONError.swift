/// Why a text was refused. Never holds any of its content.
public struct JSONError: Error, Sendable, Equatable {
    public enum Code: String, Sendable {
        /// Nothing but white space, or nothing at all.
        case empty
        /// More bytes than the parser's `bytesMax`.
        case tooLarge
        /// Arrays and objects nested deeper than the parser's `depthMax`.
        case tooDeep
        /// The bytes are not UTF-8.
        case invalidUTF8
        /// A number is written wrongly or lies beyond the range of a double (`1e400`).
        case invalidNumber
        /// Not JSON as RFC 8259 has it. That includes a byte order mark and lone surrogate escapes.
        case malformed
        /// Memory for the document could not be had.
        case outOfMemory
    }

    /// Stable; made for programs.
    public let code: Code
    /// One sentence for people, in the style of PostgreSQL's messages.
    public let message: String
    /// Offset of the offending byte from the start of the text, where it is known.
    public let offset: Int?
    /// The key of the member whose value is wrong, where it is known.
    public let member: String?

    init(_ code: Code, _ message: String, offset: Int? = nil, member: String? = nil) {
        self.code = code
        self.message = message
        self.offset = offset
        self.member = member
    }
}
