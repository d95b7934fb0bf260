/// Why a server could not be set up or started.
public struct HTTPServerError: Error, Sendable, CustomStringConvertible {
    /// Stable names of the errors.
    public enum Code: String, Sendable {
        /// A value of the configuration is out of its range, or the host is not an address.
        case invalidConfiguration = "invalid_configuration"
        /// The address and port cannot be listened on: in use, forbidden, or not of this machine.
        case cannotListen = "cannot_listen"
        /// The network threads could not be started.
        case cannotStart = "cannot_start"
        /// The server was started before; a server starts once in its life.
        case alreadyStarted = "already_started"
        /// What should be the origin of pages is none.
        case malformedOrigin = "malformed_origin"
    }

    public let code: Code

    /// What is wrong, for a human: starts in lower case, no full stop.
    public let message: String

    public init(code: Code, message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { "\(code.rawValue): \(message)" }
}
