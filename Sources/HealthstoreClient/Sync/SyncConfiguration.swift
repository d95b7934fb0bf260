import Foundation

/// How an engine sends.
public struct SyncConfiguration: Sendable {
    /// Changes of a batch: samples and deletions together. From 1 to `recordsMax`.
    public var recordsPerBatch = 500
    public var outbox = OutboxLimits()
    public var retry = RetryPolicy()
    /// What is deleted at the service when a type had lost its anchor and was compared with it.
    public var deletions = DeletionRule.never
    /// Whether the service is told of the phone's time zone when it changed: the person's days follow it. Not for a device that
    /// stays at home.
    public var reportsTimeZone = true

    /// Most records of one request, those inside correlations not counted; the service takes no more.
    public static let recordsMax = 10_000
    /// Most bytes of one request, half of what the service takes. A longer batch is sent in parts.
    public static let bodyBytesMax = 8 << 20

    public init() {}
}

/// How long to wait before sending again what failed.
public struct RetryPolicy: Sendable {
    /// Seconds before the second attempt; doubled before each further one.
    public var firstDelay: TimeInterval = 1
    /// Most seconds between two attempts, unless the service asks for more.
    public var delayMax: TimeInterval = 300
    /// Attempts of one request until `syncNow` gives up, at least 1. `run` begins again.
    public var attemptsMax = 6

    /// Most seconds that a `Retry-After` is honoured for.
    public static let retryAfterMax: TimeInterval = 3_600

    public init() {}

    /// Seconds to wait after an attempt: half of the doubled delay for certain and up to the whole by chance, so that clients do
    /// not come back together; but never less than the service asks for.
    ///
    /// - Parameters:
    ///   - attempt: 1 for the first.
    ///   - chance: from 0 to 1.
    func delay(afterAttempt attempt: Int, retryAfter: TimeInterval?, chance: Double) -> TimeInterval {
        // 2^60 seconds are more than any limit.
        let doubled = min(delayMax, firstDelay * Double(UInt64(1) << UInt64(min(max(attempt, 1) - 1, 60))))
        let delay = doubled / 2 * (1 + chance)
        return max(delay, min(retryAfter ?? 0, RetryPolicy.retryAfterMax))
    }
}
