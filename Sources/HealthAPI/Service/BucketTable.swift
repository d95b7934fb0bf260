import Synchronization

/// Token buckets in memory, one for each key, in a bounded table.
final class BucketTable<Key: Hashable & Sendable>: Sendable {
    /// Shards with a lock each, so that requests rarely wait for one another.
    static var shardCount: Int { 16 }

    private let interval: Duration
    private let tolerance: Duration
    private let bucketsMax: Int
    private let shards: [Shard]

    private final class Shard: Sendable {
        let buckets = Mutex(Buckets())
    }

    /// The time at which the bucket of each key will be full. Buckets used since the last turn are
    /// in `recent`. When `recent` is full it becomes `earlier`, and the buckets of the old
    /// `earlier` are dropped.
    private struct Buckets {
        var recent: [Key: ContinuousClock.Instant] = [:]
        var earlier: [Key: ContinuousClock.Instant] = [:]
    }

    /// - Parameters:
    ///   - interval: the time in which a bucket gains one.
    ///   - burst: what a full bucket has.
    ///   - bucketsMax: buckets of each half of a shard. A key whose bucket is dropped has a full
    ///     one again.
    init(interval: Duration, burst: Int, bucketsMax: Int) {
        self.interval = interval
        self.bucketsMax = bucketsMax
        tolerance = interval * (burst - 1)
        shards = (0..<Self.shardCount).map { _ in Shard() }
    }

    /// Takes one from the key's bucket.
    ///
    /// - Returns: nil, or the time until an empty bucket has one.
    func take(_ key: Key, at now: ContinuousClock.Instant) -> Duration? {
        let index = Int(truncatingIfNeeded: UInt(bitPattern: key.hashValue) % UInt(Self.shardCount))
        let excess = shards[index].buckets.withLock { buckets -> Duration in
            let full = max(buckets.recent[key] ?? buckets.earlier[key] ?? now, now)
            let excess = now.duration(to: full) - tolerance
            if buckets.recent.count >= bucketsMax, buckets.recent[key] == nil {
                buckets.earlier = buckets.recent
                buckets.recent = [:]
            }
            // A refused request keeps the bucket, too; a client could otherwise wait until it is
            // dropped.
            buckets.recent[key] = excess > .zero ? full : full + interval
            return excess
        }
        return excess > .zero ? excess : nil
    }

    /// The number of buckets, for tests.
    var count: Int { shards.reduce(0) { $0 + $1.buckets.withLock { $0.recent.count + $0.earlier.count } } }
}
