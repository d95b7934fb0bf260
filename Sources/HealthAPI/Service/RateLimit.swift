import HTTPServer
import HealthDatabase
import Synchronization

/// How many requests one bearer token may make: a token bucket for each, in memory.
///
/// A token that was never looked up in the database has a bucket, too; a bucket is found by the whole token, so that nobody
/// can empty another's without knowing the secret.
public final class RateLimit: Sendable {
    /// Requests a second that a token may go on making.
    public static let requestsPerSecondDefault = 100
    /// Requests that a token may make at once after a rest, as a multiple of those a second.
    public static let burstSeconds = 5
    /// Buckets of each half of a shard; a bucket that is dropped is full again.
    public static let bucketsMaxDefault = 4_096
    /// Locks, so that requests hardly meet at one.
    static let shardCount = 16

    private let interval: Duration
    private let tolerance: Duration
    private let bucketsMax: Int
    private let shards: [Shard]

    private final class Shard: Sendable {
        let buckets = Mutex(Buckets())
    }

    /// When the bucket of each token will be full again. The buckets used since the last turn are in `recent`; when these
    /// become too many, those that were used in neither half are dropped.
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
    /// - Throws: `APIError` (429) when it is empty.
    func take(_ token: BearerToken, at now: ContinuousClock.Instant = .now) throws(APIError) {
        let place = Int(truncatingIfNeeded: UInt(bitPattern: token.hashValue) % UInt(RateLimit.shardCount))
        let excess = shards[place].buckets.withLock { buckets -> Duration in
            let full = max(buckets.recent[token] ?? buckets.earlier[token] ?? now, now)
            let excess = now.duration(to: full) - tolerance
            if buckets.recent.count >= bucketsMax, buckets.recent[token] == nil {
                buckets.earlier = buckets.recent
                buckets.recent = [:]
            }
            // Who is refused uses the bucket, too, and could otherwise wait until it is dropped.
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

    /// How many buckets there are, for tests.
    var count: Int { shards.reduce(0) { $0 + $1.buckets.withLock { $0.recent.count + $0.earlier.count } } }
}
