/// The reason why a server cannot be configured or started.
public struct HTTPServerError: Error, Sendable, CustomStringConvertible {
    /// Stable names of the errors.
    public enum Code: String, Sendable {
        /// A value of the configuration is out of range, or the host is not an address.
        case invalidConfiguration = "invalid_configuration"
        /// The server cannot listen on the address and port. They are in use, forbidden, or not of
        /// this machine.
        case cannotListen = "cannot_listen"
        /// The network threads cannot be started.
        case cannotStart = "cannot_start"
        /// The server was started before. A server can be started successfully only once.
        case alreadyStarted = "already_started"
        /// The file of a certificate or of its key is missing, malformed, or not safe.
        case unusableCertificate = "unusable_certificate"
        /// An origin for cross-origin access is malformed.
        case malformedOrigin = "malformed_origin"
    }

    public let code: Code

    /// The reason, written for people, in lower case and without a full stop.
    public let message: String

    public var description: String { "\(code.rawValue): \(message)" }
}
