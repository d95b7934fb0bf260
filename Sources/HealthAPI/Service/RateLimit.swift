import HTTPServer
import HealthDatabase

/// Limits the requests of each credential with a token bucket in memory.
///
/// A token that was never looked up in the database has a bucket, too. The key of a bucket is the
/// whole token, so only a client that knows the secret can empty it.
public final class RateLimit: Sendable {
    /// Requests a second that a token may make all the time.
    public static let requestsPerSecondDefault = 100
    /// Requests that a token may make at once after a pause, as a multiple of the requests a
    /// second.
    public static let burstSeconds = 5
    /// Buckets of each half of a shard. A token whose bucket is dropped has a full one again.
    public static let bucketsMaxDefault = 4_096
    static let shardCount = BucketTable<Credential.Proof>.shardCount

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
    /// - Throws: `APIError` (429) if the bucket is empty.
    func take(_ proof: Credential.Proof, at now: ContinuousClock.Instant = .now) throws(APIError) {
        guard let excess = buckets.take(proof, at: now) else { return }
        var error = APIError(
            .rateLimited, "the token makes too many requests",
            hint: "wait as long as Retry-After says")
        error.retryAfterSeconds = Int(excess.components.seconds) + 1
        throw error
    }

    /// The number of buckets, for tests.
    var count: Int { buckets.count }
}
