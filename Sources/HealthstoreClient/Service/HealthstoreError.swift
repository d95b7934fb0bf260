import Foundation

/// The reason why data could not be sent or stored. It never contains health data.
public struct HealthstoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error. Codes never change their meaning.
    public enum Code: String, Sendable {
        /// No response was received, because the network or the connection was missing or broke.
        /// The service may have stored the batch nevertheless.
        case notReachable = "not_reachable"
        /// The response has an unexpected form or status, such as a redirection, the login page of
        /// a network, or a refusal without the service's error code.
        case notUnderstood = "not_understood"
        /// The service is unavailable. The status is 408, 425, 429 or any 5xx.
        case unavailable
        /// The service refuses every request of the client, with its own error code (401, 403,
        /// 404, 405).
        case notAccepted = "not_accepted"
        /// The service refuses the batch with 413, because it is too large.
        case tooLarge = "too_large"
        /// The service refuses the batch with any other 4xx.
        case refused
        /// The text of a QR code has no address or no token.
        case malformedConnection = "malformed_connection"
        /// The quarantine is full.
        case quarantineFull = "quarantine_full"
        /// The outbox is full.
        case outboxFull = "outbox_full"
        /// The phone's store cannot be read, for example while the phone is locked.
        case storeUnavailable = "store_unavailable"
        /// Another engine, possibly of another process, uses the directory.
        case inUse = "in_use"
        /// A file of the outbox is damaged.
        case damaged
        /// The deadline of `SyncEngine.sync(_:until:)` was reached. The next sync continues.
        case deadlineReached = "deadline_reached"
        /// A file could not be read or written, for example because space or permission is missing.
        case storageFailed = "storage_failed"
    }

    public var code: Code
    public var message: String
    /// The HTTP status, if the service responded.
    public var status: Int?
    /// The service's own error code, such as `malformed_batch`.
    public var serviceCode: String?
    /// The seconds in the service's header field `Retry-After`.
    public var retryAfter: TimeInterval?

    public init(
        _ code: Code, _ message: String, status: Int? = nil, serviceCode: String? = nil,
        retryAfter: TimeInterval? = nil
    ) {
        self.code = code
        self.message = message
        self.status = status
        self.serviceCode = serviceCode
        self.retryAfter = retryAfter
    }

    /// True if the same request may succeed later without any change.
    public var isTransient: Bool {
        switch code {
        case .notReachable, .notUnderstood, .unavailable, .storeUnavailable, .inUse, .storageFailed, .deadlineReached:
            true
        default: false
        }
    }

    public var description: String {
        let status = status.map { " (HTTP \($0)\(serviceCode.map { code in ", \(code)" } ?? ""))" } ?? ""
        return message + status
    }
}
