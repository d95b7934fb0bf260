import Foundation

/// Why something could not be sent or kept. It never holds health values.
public struct HealthstoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What happened. Codes never change their meaning.
    public enum Code: String, Sendable {
        /// No answer came: no network, no connection, or it broke. The service may have stored the batch all the same.
        case notReachable = "not_reachable"
        /// An answer came that is no receipt: a redirection, or the login page of a network.
        case notUnderstood = "not_understood"
        /// The service cannot answer now: 408, 425, 429, or any 5xx.
        case unavailable
        /// The service refuses the client, whatever it sends: 401, 403, or nothing at the address (404, 405).
        case notAccepted = "not_accepted"
        /// 413: the batch is too large.
        case tooLarge = "too_large"
        /// Any other 4xx: the service refuses the batch.
        case refused
        /// The quarantine holds as many batches as it may.
        case quarantineFull = "quarantine_full"
        /// The outbox holds as much as it may.
        case outboxFull = "outbox_full"
        /// The phone's own store could not be read, as while the phone is locked.
        case storeUnavailable = "store_unavailable"
        /// Another engine, maybe of another process, uses the directory.
        case inUse = "in_use"
        /// A file of the outbox is not as it was written.
        case damaged
        /// A file could not be read or written: no space, or no permission.
        case storageFailed = "storage_failed"
    }

    public var code: Code
    public var message: String
    /// Of HTTP, where the service answered.
    public var status: Int?
    /// The service's own code such as `malformed_batch`.
    public var serviceCode: String?
    /// Seconds that the service asks to wait: its `Retry-After`.
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

    /// Whether the same may succeed later without anyone doing anything.
    public var isTransient: Bool {
        switch code {
        case .notReachable, .notUnderstood, .unavailable, .storeUnavailable, .inUse, .storageFailed: true
        default: false
        }
    }

    public var description: String {
        let status = status.map { " (HTTP \($0)\(serviceCode.map { code in ", \(code)" } ?? ""))" } ?? ""
        return message + status
    }
}
