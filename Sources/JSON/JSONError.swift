/// The reason why a text was refused. Except for the name of a member, it contains nothing of the
/// text.
public struct JSONError: Error, Sendable, Equatable {
    /// Stable names of the reasons.
    public enum Code: String, Sendable {
        /// The text is empty or has only white space.
        case empty
        /// The text exceeds the parser's `bytesMax`.
        case tooLarge
        /// Arrays and objects are nested deeper than the parser's `depthMax`.
        case tooDeep
        /// The bytes are not UTF-8.
        case invalidUTF8
        /// A number is malformed or out of the range of a double (`1e400`).
        case invalidNumber
        /// The text is not JSON by RFC 8259, for example because of a byte order mark or a lone
        /// surrogate escape.
        case malformed
        /// Not enough memory for the document.
        case outOfMemory
    }

    /// The reason, for programs.
    public let code: Code
    /// One sentence for people, in the style of PostgreSQL's messages.
    public let message: String
    /// The offset of the wrong byte from the start of the text, if known.
    public let offset: Int?
    /// The key of the member whose value is wrong, if known.
    public let member: String?

    init(_ code: Code, _ message: String, offset: Int? = nil, member: String? = nil) {
        self.code = code
        self.message = message
        self.offset = offset
        self.member = member
    }
}
