/// The figures of one bucket: HealthKit's `HKStatistics`.
///
/// https://developer.apple.com/documentation/healthkit/hkstatistics
public struct Statistics: Hashable, Sendable {
    /// Samples of all sources that have a part in the bucket. At least 1.
    public var count: Int
    /// Length of the union of the samples' parts in the bucket, in microseconds.
    public var durationMicroseconds: Int64
    /// Nil if no sample in the bucket has a value, only a minimum or a maximum.
    public var mostRecent: MostRecent?
    /// The earliest start of these samples, which may lie before the bucket.
    public var earliestStart: Instant
    /// Ranks of the sources whose samples made the figures, ascending; of cumulative types the
    /// sources that won at some instant.
    public var sourceRanks: [Int]
    /// Of cumulative types, else nil.
    public var sum: Double?
    /// Of discrete types, by the type's aggregation style, else nil. Nil if no sample has a value.
    public var average: Double?
    /// Of discrete types, else nil. Of an aggregate it is the client's minimum. Nil if only maxima
    /// are known.
    public var minimum: Double?
    /// Of discrete types, else nil. Of an aggregate it is the client's maximum. Nil if only minima
    /// are known.
    public var maximum: Double?

    public init(
        count: Int, durationMicroseconds: Int64, mostRecent: MostRecent?, earliestStart: Instant, sourceRanks: [Int],
        sum: Double? = nil, average: Double? = nil, minimum: Double? = nil, maximum: Double? = nil
    ) {
        self.count = count
        self.durationMicroseconds = durationMicroseconds
        self.mostRecent = mostRecent
        self.earliestStart = earliestStart
        self.sourceRanks = sourceRanks
        self.sum = sum
        self.average = average
        self.minimum = minimum
        self.maximum = maximum
    }

    /// Seconds.
    public var duration: Double { Double(durationMicroseconds) / Double(Instant.microsecondsPerSecond) }

    /// The value and interval of the sample with the latest end, then the latest start, then the
    /// greatest uuid.
    public struct MostRecent: Hashable, Sendable {
        public var value: Double
        public var start: Instant
        public var end: Instant

        public init(value: Double, start: Instant, end: Instant) {
            self.value = value
            self.start = start
            self.end = end
        }
    }

    /// The same figures with every value converted.
    public func converted(_ convert: (Double) -> Double) -> Statistics {
        var result = self
        if let mostRecent { result.mostRecent?.value = convert(mostRecent.value) }
        result.sum = sum.map(convert)
        result.average = average.map(convert)
        result.minimum = minimum.map(convert)
        result.maximum = maximum.map(convert)
        return result
    }
}

/// One bucket of a collection.
public struct StatisticsBucket: Hashable, Sendable {
    public var start: Instant
    public var end: Instant
    /// Nil, and not zero, if no sample has a part in the bucket.
    public var statistics: Statistics?
    /// By the source's rank, ascending; empty unless the question is for separate sources.
    public var bySource: [SourceStatistics]

    public struct SourceStatistics: Hashable, Sendable {
        /// 0 = highest priority.
        public var rank: Int
        public var statistics: Statistics
    }
}
