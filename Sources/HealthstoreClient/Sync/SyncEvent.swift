import Foundation

/// A report of an engine's work. Events contain no health data.
public enum SyncEvent: Sendable {
    /// The service has stored a batch or a part of a batch.
    case received(type: String, BatchReceipt)
    /// A record that the service refused, or that cannot be written as JSON of the length that the
    /// service takes. The engine does not send it again automatically.
    case rejected(RejectedSample)
    /// The service refused a whole batch or a part of it. Its records are in quarantine, and
    /// `retryQuarantined()` sends them again.
    case quarantined(type: String, recordCount: Int, HealthstoreError)
    /// A type was compared with the service.
    case reconciled(ReconciliationReport)
    /// The service was told that it has all samples of a type that the phone's store has, and has
    /// replaced samples of exports that the phone has no more.
    case completed(BatchReceipt.RangeOutcome)
    /// The plan of the phone has changed, or was read for the first time.
    case plan(SyncPlan)
    /// The engine sends nothing for now.
    case paused(SyncPause)
    /// The person shares only samples of a type that start at or after a time, or all samples if it
    /// is nil.
    case sharedSince(type: String, Date?)
    /// A page was read or a batch was sent.
    case progress(SyncProgress)
    /// A sample is sent without some of its parts, such as the locations of a route, because the
    /// store could not read them, or because the sample is longer than
    /// `SyncConfiguration.recordBytesMax` with them. If the store may return them later, the engine
    /// reads the sample again after `SyncConfiguration.incompleteReadInterval`.
    case incomplete(uuid: UUID, type: String, reason: String)
    /// The store shows no samples of a type, for example because the app has not requested
    /// authorisation to read it. HealthKit does not tell whether a person has refused it.
    case unreadable(type: String, reason: String)
    /// A step failed that the other steps do not need. The next sync tries it again.
    case failed(SyncStep, HealthstoreError)
    /// A file was damaged. The engine collects its changes again.
    case damaged
    /// The outbox is full. The engine collects further changes when it has sent batches.
    case full
    /// A request failed. The engine repeats it after this number of seconds.
    case waiting(HealthstoreError, TimeInterval)
}

/// A step of a sync whose failure does not stop the sync.
public enum SyncStep: Hashable, Sendable {
    /// Reporting the phone's time zone.
    case timeZone
    /// Reading the plan. The stored plan counts.
    case plan
    /// Reporting since when the person shares samples.
    case sharedSince
    /// Observing the changes of a type, or being woken for them. The type is read nevertheless.
    case updates(type: String)
    /// Sending activity summaries.
    case activitySummaries
    /// Sending a characteristic.
    case characteristics
    /// Reading a damaged batch in quarantine. Its file stays there.
    case quarantine
    /// Starting background uploads.
    case backgroundUploads
    /// Telling the service that it has all samples of types.
    case completeRanges
}

/// The state of a sync. The numbers count from the start of the sync.
public struct SyncProgress: Hashable, Sendable {
    /// The type that was read or sent last.
    public var type: String
    /// The changes that were read from the store.
    public var readCount = 0
    /// The changes that the service has stored or refused.
    public var sentCount = 0
    /// The batches that wait in the outbox, and their bytes.
    public var waitingBatches = 0
    public var waitingBytes = 0
}

/// A record that was refused.
public struct RejectedSample: Hashable, Sendable {
    public var uuid: UUID?
    public var type: String
    /// The service's error code, such as `unknown_unit`. `not_encodable` if the record cannot be
    /// written as JSON. `too_large` if it is longer than `SyncConfiguration.recordBytesMax`.
    public var code: String
    public var field: String
    public var message: String
}
