import Foundation

/// Figures of a range or bucket, in the unit of their answer. A figure is nil if the type has no
/// such figure, or if it was not asked for.
///
/// The article Figures of the service explains each figure.
public struct Figures: Decodable, Hashable, Sendable {
    /// The samples that touch the range. Of a category type, those that no source of higher
    /// priority overrules.
    public var count: Int
    /// The sum of a cumulative type, in which no instant counts twice.
    public var sum: Double?
    public var average: Double?
    public var minimum: Double?
    public var maximum: Double?
    /// The seconds that samples cover.
    public var duration: Double?
    public var mostRecent: MostRecent?
    /// The figures of each value of a category type; nil for quantity types.
    public var byValue: [ValueFigures]?

    /// The value and the time of a sample.
    public struct MostRecent: Decodable, Hashable, Sendable {
        /// A quantity, or the raw value of a category, which is nil for a text that HealthKit does
        /// not have.
        public var value: Double?
        /// HealthKit's name of the value of a category.
        public var valueName: String?
        public var startDate: Date
        public var endDate: Date
    }

    /// The figures of the samples of a category type that have one value.
    public struct ValueFigures: Decodable, Hashable, Sendable {
        /// The raw value; nil for all texts that HealthKit does not have.
        public var value: Int?
        /// HealthKit's name of the value, such as `mild`.
        public var valueName: String?
        public var count: Int
        public var duration: Double?
    }
}

/// A figure that a question asks for, as in `HKStatisticsOptions`.
public enum StatisticsOption: String, Hashable, Sendable, CaseIterable {
    case cumulativeSum, discreteAverage, discreteMin, discreteMax, mostRecent, duration
}

/// A source of the person, as answers with figures name it.
public struct StatisticsSource: Decodable, Hashable, Sendable {
    /// The number by which buckets name the source. It is stable.
    public var id: Int
    public var name: String
    public var bundleIdentifier: String?
    /// True for values that the person typed in.
    public var wasUserEntered: Bool?
}

/// The figures of one source.
public struct SourceFigures: Decodable, Hashable, Sendable {
    public var source: StatisticsSource
    /// Nil if the source has no sample in the range.
    public var statistics: Figures?
}

/// The figures of one type in a range, as in `HKStatistics`.
public struct Statistics: Decodable, Hashable, Sendable {
    /// HealthKit's identifier.
    public var type: String
    /// HealthKit's spelling, but `fraction` for its `%`. `HKUnit.named` parses it. Nil for a
    /// category type.
    public var unit: String?
    public var timeZone: String
    /// The sources that counted, the one with the highest priority first.
    public var sources: [StatisticsSource]
    public var from: Date
    /// The end, which does not belong to the range.
    public var to: Date
    /// True if the range extends into the future.
    public var partial: Bool
    /// Nil without samples.
    public var statistics: Figures?
    /// The figures of each source alone, if the question asks for them.
    public var bySource: [SourceFigures]?
}

/// The figures of one type bucket by bucket, as in `HKStatisticsCollection`.
public struct StatisticsCollection: Decodable, Hashable, Sendable {
    /// HealthKit's identifier.
    public var type: String
    /// As `Statistics.unit`.
    public var unit: String?
    /// The length of the buckets, such as `day`.
    public var interval: String
    public var timeZone: String
    /// The sources that counted in any bucket, the one with the highest priority first.
    public var sources: [StatisticsSource]
    /// The buckets in order, also those without samples.
    public var buckets: [Bucket]

    public struct Bucket: Decodable, Hashable, Sendable {
        public var startDate: Date
        /// The end, which does not belong to the bucket.
        public var endDate: Date
        /// True if the bucket extends beyond the range or into the future.
        public var partial: Bool
        /// Nil without samples.
        public var statistics: Figures?
        /// The ids of the sources that counted.
        public var sources: [Int]
        /// The figures of each source alone, if the question asks for them.
        public var bySource: [SourceFigures]?
    }
}
