import Foundation

/// A report of an engine's work. Events contain no health data.
public enum SyncEvent: Sendable {
    /// The service has stored a batch, or a part of one.
    case received(type: String, BatchReceipt)
    /// A record was refused by the service, or cannot be written as JSON. It is not sent again
    /// automatically.
    case rejected(RejectedSample)
    /// The service refuses records as a whole. They are in quarantine; `retryQuarantined()` sends
    /// them again.
    case quarantined(type: String, recordCount: Int, HealthstoreError)
    /// A type was compared with the service.
    case reconciled(ReconciliationReport)
    /// A file was damaged. Its changes are collected again.
    case damaged
    /// The outbox is full. Collecting continues when batches were sent.
    case full
    /// A request failed and is repeated after some seconds.
    case waiting(HealthstoreError, TimeInterval)
}

/// A record that was refused.
public struct RejectedSample: Hashable, Sendable {
    public var uuid: UUID?
    public var type: String
    /// The service's error code, such as `unknown_unit`, or `not_encodable`.
    public var code: String
    public var field: String
    public var message: String
}
