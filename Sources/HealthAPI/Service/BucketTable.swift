import Synchronization

/// A table of limited size with a token bucket for each key. A bucket counts how often its key may
/// still act.
final class BucketTable<Key: Hashable & Sendable>: Sendable {
    /// The number of shards. Each has a lock, so that requests rarely wait for each other.
    static var shardCount: Int { 16 }

    private let interval: Duration
    private let tolerance: Duration
    private let bucketsMax: Int
    private let shards: [Shard]

    private final class Shard: Sendable {
        let buckets = Mutex(Buckets())
    }

    /// For each key, the time at which its bucket will be full. `recent` has the buckets that were
    /// used since it was last emptied. When `recent` is full it becomes `earlier`, and the buckets
    /// of the previous `earlier` are dropped.
    private struct Buckets {
        var recent: [Key: ContinuousClock.Instant] = [:]
        var earlier: [Key: ContinuousClock.Instant] = [:]
    }

    /// - Parameters:
    ///   - interval: the time after which a bucket has one more.
    ///   - burst: the number in a full bucket.
    ///   - bucketsMax: the number of buckets in each half of a shard. A key whose bucket is dropped
    ///     has a full bucket again.
    init(interval: Duration, burst: Int, bucketsMax: Int) {
        self.interval = interval
        self.bucketsMax = bucketsMax
        tolerance = interval * (burst - 1)
        shards = (0..<Self.shardCount).map { _ in Shard() }
    }

    /// Takes one from the bucket of the key.
    ///
    /// - Returns: nil on success. If the bucket is empty, the time until it has one again.
    func take(_ key: Key, at now: ContinuousClock.Instant) -> Duration? {
        let index = Int(truncatingIfNeeded: UInt(bitPattern: key.hashValue) % UInt(Self.shardCount))
        let excess = shards[index].buckets.withLock { buckets -> Duration in
            let full = max(buckets.recent[key] ?? buckets.earlier[key] ?? now, now)
            let excess = now.duration(to: full) - tolerance
            if buckets.recent.count >= bucketsMax, buckets.recent[key] == nil {
                buckets.earlier = buckets.recent
                buckets.recent = [:]
            }
            // A refused request also keeps the bucket in memory. Otherwise a client could wait
            // until its bucket is dropped.
            buckets.recent[key] = excess > .zero ? full : full + interval
            return excess
        }
        return excess > .zero ? excess : nil
    }

    /// The number of buckets, for tests.
    var count: Int { shards.reduce(0) { $0 + $1.buckets.withLock { $0.recent.count + $0.earlier.count } } }
}
