/// Bytes that are not gzip.
public struct GzipError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Stable names of the errors.
    public enum Code: String, Sendable {
        /// Not gzip, or damaged: a checksum or a length is wrong, or something else follows the end.
        case malformed = "malformed_gzip"
        /// The end is missing.
        case truncated = "truncated_gzip"
        /// There is no memory to decompress.
        case noMemory = "no_memory"
    }

    public let code: Code

    /// What is wrong, for a human: starts in lower case, no full stop.
    public let message: String

    public var description: String { "\(code.rawValue): \(message)" }
}
