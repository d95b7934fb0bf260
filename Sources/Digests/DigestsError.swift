/// Why this module could not do what it was asked.
public struct DigestsError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A stable name of the reason, for programs.
    public enum Code: String, Sendable {
        /// The number of bytes asked for is negative or too large.
        case invalidCount
        /// The random number generator has no seed.
        case noRandomness
    }

    /// A stable name of the reason, for programs.
    public let code: Code

    /// The reason for people: lower-case start, no final dot, never the bytes themselves.
    public let message: String

    /// The message.
    public var description: String { message }
}
