import Synchronization

/// A table of limited size with a token bucket for each key. A bucket counts how often its key may
/// still act.
final class BucketTable<Key: Hashable & Sendable>: Sendable {
    private let interval: Duration
    /// The time that fills an empty bucket.
    private let fillTime: Duration
    /// For each key, the time at which its bucket will be full.
    private let buckets: Mutex<OwnedMemory<Key, ContinuousClock.Instant>>

    /// - Parameters:
    ///   - interval: the time after which a bucket has one more.
    ///   - burst: the number in a full bucket.
    ///   - bucketsMax: the number of buckets in each half of the table. A key whose bucket is
    ///     dropped has a full bucket again.
    init(interval: Duration, burst: Int, bucketsMax: Int) {
        self.interval = interval
        fillTime = interval * burst
        buckets = Mutex(OwnedMemory(perOwnerMax: bucketsMax, max: bucketsMax))
    }

    /// Takes one from the bucket of the key.
    ///
    /// Several services divide the bucket: each has an equal part of it, and the same part of the
    /// rate. So all together never allow more than one service alone, without asking each other. A
    /// part that is less than one counts as one.
    ///
    /// - Parameter services: the number of services.
    /// - Returns: nil on success. If the bucket is empty, the time until it has one again.
    func take(_ key: Key, dividedBy services: Int = 1, at now: ContinuousClock.Instant) -> Duration? {
        let interval = interval * services
        return buckets.withLock { buckets in
            let full = max(buckets[0, key] ?? now, now)
            let excess = now.duration(to: full) - max(.zero, fillTime - interval)
            // A refused request also keeps the bucket in memory. Otherwise a client could wait
            // until its bucket is dropped.
            buckets.remember(excess > .zero ? full : full + interval, for: 0, key)
            return excess > .zero ? excess : nil
        }
    }

    /// The number of buckets, for tests.
    var count: Int { buckets.withLock { $0.cost } }
}
