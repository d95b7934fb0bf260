/// The reason why gzip data cannot be decompressed.
public struct GzipError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Stable names of the errors.
    public enum Code: String, Sendable {
        /// The bytes are not gzip data or are damaged. For example, a checksum or length is wrong,
        /// or other bytes follow the end.
        case malformed = "malformed_gzip"
        /// The end of the data is missing.
        case truncated = "truncated_gzip"
        /// Not enough memory.
        case noMemory = "no_memory"
    }

    public let code: Code

    /// The reason for people, in lower case without a full stop.
    public let message: String

    public var description: String { "\(code.rawValue): \(message)" }
}
