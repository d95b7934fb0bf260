import HTTPServer
import HealthDatabase

/// Limits the requests of each credential with a token bucket in memory.
///
/// A token that was never looked up in the database has a bucket, too. The key of a bucket is the
/// whole token, so only a client that has the secret can empty the bucket.
public final class RateLimit: Sendable {
    /// Requests per second that a token may make without a pause.
    public static let requestsPerSecondDefault = 100
    /// The size of a bucket, in seconds of the allowed rate. After a pause, a token may make this
    /// many seconds' requests at once.
    public static let burstSeconds = 5
    /// Buckets of each half of the table. If the bucket of a token is dropped, the token has a full
    /// bucket again.
    public static let bucketsMaxDefault = 65_536

    private let buckets: BucketTable<Credential.Proof>

    /// - Parameter requestsPerSecond: 1 or more.
    public init(
        requestsPerSecond: Int = RateLimit.requestsPerSecondDefault, bucketsMax: Int = RateLimit.bucketsMaxDefault
    ) {
        let rate = max(1, requestsPerSecond)
        buckets = BucketTable(
            interval: .seconds(1) / rate, burst: rate * RateLimit.burstSeconds, bucketsMax: bucketsMax)
    }

    /// Takes one request from the bucket of a credential.
    ///
    /// - Parameter services: the number of services that divide the limit.
    /// - Throws: `APIError` (429) if the bucket is empty.
    func take(
        _ proof: Credential.Proof, dividedBy services: Int = 1, at now: ContinuousClock.Instant = .now
    ) throws(APIError) {
        guard let excess = buckets.take(proof, dividedBy: services, at: now) else { return }
        throw APIError(
            .rateLimited, "the token makes too many requests",
            hint: "wait as long as Retry-After says", retryAfter: Int(excess.components.seconds) + 1)
    }

    /// The number of buckets, for tests.
    var count: Int { buckets.count }
}
