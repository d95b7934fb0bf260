/// The figures of one part of a cycle, such as the hour from 7 to 8 o'clock.
public struct PatternPart: Hashable, Sendable {
    /// 1 (Monday) … 7 (Sunday); nil if the cycle is a day.
    public var weekday: Int?
    /// 0 … 23; nil if the parts are days.
    public var hour: Int?
    /// The number of whole hours or days of the range that belong to the part and have ended.
    public var bucketCount = 0
    /// The number of these hours or days that have a figure.
    public var measuredCount = 0
    /// The average, the least and the greatest figure of the measured hours or days. Nil if
    /// `measuredCount` is 0.
    public var average: Double?
    public var minimum: Double?
    public var maximum: Double?

    /// Returns the same part with every figure converted.
    public func converted(_ convert: (Double) -> Double) -> PatternPart {
        var part = self
        part.average = average.map(convert)
        part.minimum = minimum.map(convert)
        part.maximum = maximum.map(convert)
        return part
    }
}

/// The figure of an hour or day from which a pattern is made.
public enum PatternFigure: String, Sendable {
    case sum, average

    public init(_ style: AggregationStyle) { self = style == .cumulative ? .sum : .average }

    func value(_ statistics: Statistics) -> Double? { self == .sum ? statistics.sum : statistics.average }
}

extension PatternRequest {
    /// Returns the parts of the cycle in order. A part counts the hours or days that ended by
    /// `now`. An hour or day without samples is not measured, so it changes no figure. It does not
    /// count as zero.
    ///
    /// - Parameter buckets: the buckets of `statistics.plan`.
    public func pattern(_ buckets: [StatisticsBucket], style: AggregationStyle, now: Instant) -> [PatternPart] {
        let figure = PatternFigure(style)
        var figures: [[Double]] = Array(repeating: [], count: cycle.partCount)
        var counts = Array(repeating: 0, count: cycle.partCount)
        for (bucket, part) in zip(buckets, parts) where bucket.end <= now {
            guard let part else { continue }
            counts[part] += 1
            if let value = bucket.statistics.flatMap(figure.value) { figures[part].append(value) }
        }
        return (0..<cycle.partCount).map { index in
            var part = PatternPart()
            if cycle.hasWeekdays {
                let day = cycle.hasHours ? index / 24 : index
                part.weekday = (firstWeekday - 1 + day) % 7 + 1
            }
            if cycle.hasHours { part.hour = index % 24 }
            part.bucketCount = counts[index]
            part.measuredCount = figures[index].count
            part.average = PatternRequest.average(figures[index], style)
            part.minimum = figures[index].min()
            part.maximum = figures[index].max()
            return part
        }
    }

    /// Returns the average in which each value counts once. The average of sound levels is that of
    /// their energies. Nil for no values.
    private static func average(_ values: [Double], _ style: AggregationStyle) -> Double? {
        guard let greatest = values.max() else { return nil }
        let isLevel = style == .discreteEquivalentContinuousLevel
        var sum = CompensatedSum()
        for value in values { sum.add(isLevel ? SoundLevel.energy(of: value, relativeTo: greatest) : value) }
        let mean = sum.value / Double(values.count)
        return isLevel ? SoundLevel.level(of: mean, relativeTo: greatest) : mean
    }
}
