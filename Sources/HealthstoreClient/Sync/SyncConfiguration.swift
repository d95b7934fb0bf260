import Foundation

/// The settings of an engine.
public struct SyncConfiguration: Sendable {
    /// The name of the phone for its sync plan, 1 to 200 bytes without a slash. If nil, the engine
    /// obeys no plan.
    public var device: String? = "phone"
    /// The number of changes in a batch, samples and deletions together, from 1 to `recordsMax`.
    public var recordsPerBatch = 500
    /// The number of changes in a batch while a type is read from the beginning. Large batches
    /// arrive sooner.
    public var recordsPerFirstBatch = 5_000
    public var outbox = OutboxLimits()
    public var retry = RetryPolicy()
    /// The rule for deletions in the comparison that follows when a type has lost its anchor.
    public var deletions = DeletionRule.never
    /// True if the engine reports the phone's time zone to the service when it changes. The
    /// person's days then follow this zone. Use false for a device that does not travel with the
    /// person.
    public var reportsTimeZone = true

    /// True if the engine tells the service when the service has all samples of a type that the
    /// phone shows. The service then replaces samples of older exports that the phone has no more.
    public var statesCompleteRanges = true

    /// The time in seconds after which the engine compares all types with the service, or nil for
    /// never. It finds changes that HealthKit did not deliver, for example because the Health store
    /// was reset and still accepts an earlier anchor.
    public var comparisonInterval: TimeInterval? = 7 * 86_400

    /// The time in seconds after which the engine reads samples again that were sent without some
    /// of their parts, such as a document that the person had not shared.
    public var incompleteReadInterval: TimeInterval = 86_400

    /// The time in seconds after which the handler of an update of HealthKit is called at the
    /// latest, also if its changes are not sent yet. HealthKit stops waking an app that does not
    /// call it soon.
    public static let updateSecondsMax: TimeInterval = 15
    /// The time in seconds before a deadline at which `sync(_:until:)` stops, to close its files.
    public static let deadlineMargin: TimeInterval = 2

    /// The service's maximum number of records in one request, without those inside correlations.
    public static let recordsMax = 10_000
    /// The maximum size of one request in bytes, half of the size that the service accepts. A
    /// longer batch is sent in parts.
    public static let bodyBytesMax = 8 << 20
    /// The maximum size of one record in bytes of JSON. It is the service's limit for the parts of
    /// a sample. A longer record is sent without its parts, such as a document.
    public static let recordBytesMax = 15 << 20

    public init() {}
}

/// The delays before failed requests are repeated.
public struct RetryPolicy: Sendable {
    /// The longest delay in seconds before the second attempt. It doubles with each further
    /// attempt.
    public var firstDelay: TimeInterval = 1
    /// The maximum delay in seconds between two attempts, unless the service asks for more.
    public var delayMax: TimeInterval = 300
    /// The number of attempts of one request after which `syncNow` throws, at least 1. `run` then
    /// continues with further attempts.
    public var attemptsMax = 6

    /// The longest time in seconds that the client waits because of `Retry-After`.
    public static let retryAfterMax: TimeInterval = 3_600

    public init() {}

    /// Returns the seconds to wait after an attempt. They are half of the doubled delay, plus a
    /// random part of the other half, so that clients do not return at the same time. The result is
    /// at least the time in `Retry-After`, up to `retryAfterMax`.
    ///
    /// - Parameters:
    ///   - attempt: 1 for the first attempt.
    ///   - chance: a random number from 0 to 1.
    func delay(afterAttempt attempt: Int, retryAfter: TimeInterval?, chance: Double) -> TimeInterval {
        // 2^60 seconds exceed any limit.
        let doubled = min(delayMax, firstDelay * Double(UInt64(1) << UInt64(min(max(attempt, 1) - 1, 60))))
        let delay = doubled / 2 * (1 + chance)
        return max(delay, min(retryAfter ?? 0, RetryPolicy.retryAfterMax))
    }
}
