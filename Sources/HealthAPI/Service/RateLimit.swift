import HTTPServer
import HealthDatabase
import Synchronization

/// Limits the requests of each bearer token with a token bucket in memory.
///
/// A token that was never looked up in the database has a bucket, too. The key of a bucket is the
/// whole token, so only a client that has the secret can empty the bucket.
public final class RateLimit: Sendable {
    /// Requests per second that a token may make without a pause.
    public static let requestsPerSecondDefault = 100
    /// The size of a bucket, in seconds of the allowed rate. After a pause, a token may make this
    /// many seconds' requests at once.
    public static let burstSeconds = 5
    /// Buckets of each half of a shard. If the bucket of a token is dropped, the token has a full
    /// bucket again.
    public static let bucketsMaxDefault = 4_096
    /// Number of shards. Each has a lock, so that requests rarely wait for each other.
    static let shardCount = 16

    private let interval: Duration
    private let tolerance: Duration
    private let bucketsMax: Int
    private let shards: [Shard]

    private final class Shard: Sendable {
        let buckets = Mutex(Buckets())
    }

    /// For each token, the time at which its bucket will be full. `recent` has the buckets that
    /// were used since it was last emptied. When `recent` is full it becomes `earlier`, and the
    /// buckets of the previous `earlier` are dropped.
    private struct Buckets {
        var recent: [BearerToken: ContinuousClock.Instant] = [:]
        var earlier: [BearerToken: ContinuousClock.Instant] = [:]
    }

    /// - Parameter requestsPerSecond: 1 or more.
    public init(
        requestsPerSecond: Int = RateLimit.requestsPerSecondDefault, bucketsMax: Int = RateLimit.bucketsMaxDefault
    ) {
        self.bucketsMax = bucketsMax
        let rate = max(1, requestsPerSecond)
        interval = .seconds(1) / rate
        tolerance = interval * (rate * RateLimit.burstSeconds - 1)
        shards = (0..<RateLimit.shardCount).map { _ in Shard() }
    }

    /// Takes one request from the token's bucket.
    ///
    /// - Throws: `APIError` (429) if the bucket is empty.
    func take(_ token: BearerToken, at now: ContinuousClock.Instant = .now) throws(APIError) {
        let index = Int(truncatingIfNeeded: UInt(bitPattern: token.hashValue) % UInt(RateLimit.shardCount))
        let excess = shards[index].buckets.withLock { buckets -> Duration in
            let full = max(buckets.recent[token] ?? buckets.earlier[token] ?? now, now)
            let excess = now.duration(to: full) - tolerance
            if buckets.recent.count >= bucketsMax, buckets.recent[token] == nil {
                buckets.earlier = buckets.recent
                buckets.recent = [:]
            }
            // A refused request also keeps the bucket in memory. Otherwise a client could wait
            // until its bucket is dropped.
            buckets.recent[token] = excess > .zero ? full : full + interval
            return excess
        }
        guard excess > .zero else { return }
        var error = APIError(
            .rateLimited, "the token makes too many requests",
            hint: "wait as long as Retry-After says")
        error.retryAfterSeconds = Int(excess.components.seconds) + 1
        throw error
    }

    /// The number of buckets, for tests.
    var count: Int { shards.reduce(0) { $0 + $1.buckets.withLock { $0.recent.count + $0.earlier.count } } }
}
