import Foundation

/// What an engine tells of its work. No event holds a health value.
public enum SyncEvent: Sendable {
    /// The service has a batch, or a part of one.
    case received(type: String, BatchReceipt)
    /// A record was not taken: by the service, or since it cannot be written as JSON. It will not be sent again by itself.
    case rejected(RejectedSample)
    /// The service refuses records as a whole; they are kept in quarantine, which `retryQuarantined()` empties.
    case quarantined(type: String, recordCount: Int, HealthstoreError)
    /// A type was compared with what the service has of it.
    case reconciled(ReconciliationReport)
    /// A file was found damaged; its changes are collected again.
    case damaged
    /// The outbox is full. Collecting goes on when something was sent.
    case full
    /// Something failed and is tried again after some seconds.
    case waiting(HealthstoreError, TimeInterval)
}

/// A record that was not taken.
public struct RejectedSample: Hashable, Sendable {
    public var uuid: UUID?
    public var type: String
    /// The service's code such as `unknown_unit`, or `not_encodable`.
    public var code: String
    public var field: String
    public var message: String
}
