/// The figures of one bucket: HealthKit's `HKStatistics`.
///
/// https://developer.apple.com/documentation/healthkit/hkstatistics
public struct Statistics: Hashable, Sendable {
    /// The number of samples of all sources that have a part in the bucket. At least 1. Of a
    /// category type, only samples count whose source wins (`BucketFigures.count`).
    public var count: Int
    /// Length of the union of the samples' parts in the bucket, in microseconds.
    public var durationMicroseconds: Int64
    /// Nil if each sample in the bucket has only a minimum or a maximum.
    public var mostRecent: MostRecent?
    /// The earliest start of the samples, which may lie before the bucket.
    public var earliestStart: Instant
    /// Ranks of the sources whose samples contributed to the figures, ascending. For cumulative
    /// types, these are the sources that won at some instant.
    public var sourceRanks: [Int]
    /// The sum of a cumulative type; nil for discrete types.
    public var sum: Double?
    /// The average of a discrete type, computed by its aggregation style. Nil for cumulative types,
    /// and if no sample has a value.
    public var average: Double?
    /// The minimum of a discrete type; nil for cumulative types. An aggregate counts with the
    /// minimum that the client sent. Nil if only maxima are known.
    public var minimum: Double?
    /// The maximum of a discrete type; nil for cumulative types. An aggregate counts with the
    /// maximum that the client sent. Nil if only minima are known.
    public var maximum: Double?
    /// The figures of each value of a category type, in order of the values. Empty for other types.
    public var byValue: [ValueFigures] = []

    /// The length of the union of the samples' parts, in seconds.
    public var duration: Double { Double(durationMicroseconds) / Double(Instant.microsecondsPerSecond) }

    /// The value and interval of the sample with the latest end. Among equal ends, the latest start
    /// counts, then the greatest uuid.
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

    /// Returns the same figures with every value converted.
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
    /// Nil if no sample has a part in the bucket. It is never zero instead of nil.
    public var statistics: Statistics?
    /// The figures of each source, by rank, ascending. Empty unless the question separates sources.
    public var bySource: [SourceStatistics]

    public struct SourceStatistics: Hashable, Sendable {
        /// 0 = highest priority.
        public var rank: Int
        public var statistics: Statistics
    }
}
