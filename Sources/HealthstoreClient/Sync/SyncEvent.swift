import Foundation

/// A report of an engine's work. Events contain no health data.
public enum SyncEvent: Sendable {
    /// The service has stored a batch or a part of a batch.
    case received(type: String, BatchReceipt)
    /// A record that the service refused, or that cannot be written as JSON. The engine does not
    /// send it again automatically.
    case rejected(RejectedSample)
    /// The service refused a whole batch or a part of it. Its records are in quarantine, and
    /// `retryQuarantined()` sends them again.
    case quarantined(type: String, recordCount: Int, HealthstoreError)
    /// A type was compared with the service.
    case reconciled(ReconciliationReport)
    /// A file was damaged. The engine collects its changes again.
    case damaged
    /// The outbox is full. The engine collects further changes when it has sent batches.
    case full
    /// A request failed. The engine repeats it after this number of seconds.
    case waiting(HealthstoreError, TimeInterval)
}

/// A record that was refused.
public struct RejectedSample: Hashable, Sendable {
    public var uuid: UUID?
    public var type: String
    /// The service's error code, such as `unknown_unit`. `not_encodable` if the record cannot be
    /// written as JSON.
    public var code: String
    public var field: String
    public var message: String
}
