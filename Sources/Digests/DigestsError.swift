/// The reason why a function of this module failed.
public struct DigestsError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A stable name of the reason, for programs.
    public enum Code: String, Sendable {
        /// The number of bytes is negative or too large.
        case invalidCount
        /// The random number generator has no seed.
        case noRandomness
        /// OpenSSL could not encrypt.
        case noCipher
        /// OpenSSL could not compute a digest with a key.
        case noDigest
    }

    /// A stable name of the reason, for programs.
    public let code: Code

    /// The reason for people, in lower case without a full stop. It never contains the bytes.
    public let message: String

    /// The message.
    public var description: String { message }
}
