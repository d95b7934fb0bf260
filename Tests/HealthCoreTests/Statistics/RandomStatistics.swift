import HealthCore
import TestSupport
import Testing

/// A statistics query and its samples, made from a seed. They are small, so that boundaries often
/// coincide.
struct RandomStatistics: CustomStringConvertible {
    var seed: UInt64
    var clock: WallClock
    var style: AggregationStyle
    var anchor: LocalDateTime
    var interval: BucketInterval?
    var range: SampleRange
    var sourceCount: Int
    var separateBySource: Bool
    /// The samples in order of start, including extremes of aggregates. Samples with the same start
    /// are in any order.
    var samples: [StatisticsSample]

    /// - Parameters:
    ///   - instant: the time around which the samples are, in microseconds.
    ///   - hasExtremes: true if samples of discrete types may be aggregates with extremes, with or
    ///     without an average.
    init(
        seed: UInt64, clock: WallClock = .utc, around instant: Int64 = 1_600_000_000_000_000, hasExtremes: Bool = false
    ) {
        var generator = SeededGenerator(seed)
        self.seed = seed
        self.clock = clock
        style = AggregationStyle.allCases.randomElement(using: &generator) ?? .cumulative
        separateBySource = Bool.random(using: &generator)
        sourceCount = Int.random(in: 1...6, using: &generator)
        let minute: Int64 = 60_000_000
        let ticks = [1_000_000, minute, 5 * minute, 30 * minute, 360 * minute, 4_320 * minute, 97_000_001]
        let tick = ticks.randomElement(using: &generator) ?? minute
        let reach = Int64.random(in: 8...60, using: &generator)
        let sourceCount = sourceCount
        samples = (0..<Int.random(in: 0...16, using: &generator)).reduce(into: []) { samples, _ in
            samples.append(
                RandomStatistics.sample(
                    around: instant, tick, reach, sourceCount: sourceCount, beside: samples, using: &generator))
        }
        if hasExtremes, style != .cumulative {
            samples = RandomStatistics.withExtremes(samples, using: &generator)
        }
        samples = samples.shuffled(using: &generator).sorted { $0.start < $1.start }
        let from = RandomStatistics.bound(instant - tick * reach / 2, tick, reach, samples, using: &generator)
        let to = RandomStatistics.bound(instant + tick * reach / 2, tick, reach, samples, using: &generator)
        let isReversed = to < from
        range = SampleRange(
            from: Instant(microseconds: isReversed ? to : from),
            to: Instant(microseconds: from == to ? to + tick : isReversed ? from : to),
            strictStart: Int.random(in: 0..<3, using: &generator) == 0,
            strictEnd: Int.random(in: 0..<3, using: &generator) == 0)
        interval = RandomStatistics.interval(
            length: range.to.microseconds - range.from.microseconds, using: &generator)
        anchor = RandomStatistics.anchor(
            around: clock.localDateTime(at: Instant(microseconds: instant)), using: &generator)
        guard style == .discreteEquivalentContinuousLevel, Bool.random(using: &generator) else { return }
        for index in samples.indices { samples[index].value = RandomStatistics.level(using: &generator) }
    }

    /// Returns a sound level of any size. It may have an energy that no double holds, and some
    /// levels are equal.
    private static func level(using generator: inout SeededGenerator) -> Double {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: Double.random(in: -400...0, using: &generator)
        case 1: Double.random(in: 0...4_000, using: &generator)
        case 2: 1e6 - Double.random(in: 0...20, using: &generator)
        default: Double.random(in: -400...1e6, using: &generator)
        }
    }

    private static func sample(
        around instant: Int64, _ tick: Int64, _ reach: Int64, sourceCount: Int, beside others: [StatisticsSample],
        using generator: inout SeededGenerator
    ) -> StatisticsSample {
        var start = instant + tick * Int64.random(in: -reach...reach, using: &generator)
        var length = tick * Int64.random(in: 1...max(1, reach / 3), using: &generator)
        let other = others.randomElement(using: &generator)
        switch (Int.random(in: 0..<12, using: &generator), other) {
        case (0, let other?): start = other.start
        case (1, let other?): start = other.end
        case (2, let other?): (start, length) = (other.start, other.end - other.start)
        case (3, _): length = 86_400_000_000 * Int64.random(in: 1...4, using: &generator)
        case (4...7, _): length = 0
        default: break
        }
        let value: Double =
            switch Int.random(in: 0..<8, using: &generator) {
            case 0: 0
            case 1: -Double.random(in: 0...50, using: &generator)
            case 2...4: Double(Int.random(in: 1...20, using: &generator))
            default: Double.random(in: 0...120, using: &generator)
            }
        return StatisticsSample(
            start: start, end: start + length, value: value,
            sourceRank: Int.random(in: 0..<sourceCount, using: &generator),
            uuid: .numbered(generator.next(), high: generator.next()))
    }

    private static func withExtremes(
        _ samples: [StatisticsSample], using generator: inout SeededGenerator
    ) -> [StatisticsSample] {
        samples.flatMap { sample -> [StatisticsSample] in
            let spread = Double.random(in: 0...9, using: &generator)
            let choice = Int.random(in: 0..<8, using: &generator)
            let extremes = SampleExtremes(
                minimum: [0, 1, 3, 4].contains(choice) ? sample.value - spread : nil,
                maximum: [0, 2, 3, 5].contains(choice) ? sample.value + spread : nil, hasAverage: choice < 3)
            let elements = extremes.map(elements)?.map { extreme, value in
                var element = sample
                element.value = value
                element.ordinal = extreme.rawValue
                return element
            }
            return extremes?.hasAverage ?? true ? [sample] + (elements ?? []) : elements ?? []
        }
    }

    /// Returns extremes as elements of the stream of samples.
    private static func elements(_ extremes: SampleExtremes) -> [(extreme: AggregateExtreme, value: Double)] {
        let (hasAverage, minimum) = (extremes.hasAverage, extremes.minimum)
        var elements: [(AggregateExtreme, Double)] = []
        if let minimum { elements.append((hasAverage ? .minimum : .minimumOfMember, minimum)) }
        if let maximum = extremes.maximum {
            elements.append((hasAverage || minimum != nil ? .maximum : .maximumOfMember, maximum))
        }
        return elements
    }

    /// Returns a time near `place`, often the start or end of a sample.
    private static func bound(
        _ place: Int64, _ tick: Int64, _ reach: Int64, _ samples: [StatisticsSample],
        using generator: inout SeededGenerator
    ) -> Int64 {
        if Int.random(in: 0..<3, using: &generator) == 0, let sample = samples.randomElement(using: &generator) {
            return Bool.random(using: &generator) ? sample.start : sample.end
        }
        return place + tick * Int64.random(in: -reach / 2...reach / 2, using: &generator)
    }

    /// Returns an interval that usually divides `length` into a few buckets, and at most twenty.
    private static func interval(length: Int64, using generator: inout SeededGenerator) -> BucketInterval? {
        let wanted = length / Int64.random(in: 2...16, using: &generator)
        let isAny = Int.random(in: 0..<4, using: &generator) == 0
        for unit in BucketInterval.Unit.allCases.shuffled(using: &generator) {
            let fitting = Int(wanted / ReferenceClock.averageLength(of: unit))
            let count = isAny ? Int.random(in: 1...7, using: &generator) : fitting
            guard count > 0, length / (ReferenceClock.averageLength(of: unit) * Int64(count)) < 20 else { continue }
            if let interval = BucketInterval(unit, count: count) { return interval }
        }
        return BucketInterval(.day)
    }

    static func anchor(around local: LocalDateTime, using generator: inout SeededGenerator) -> LocalDateTime {
        let day: Int64 = 86_400_000_000
        let times: [Int64] = [
            0, 0, 2 * day / 24, 5 * day / 48, day / 6, Int64.random(in: 0..<1_440, using: &generator) * 60_000_000,
        ]
        let days = local.date.daysSinceEpoch + Int.random(in: -40...40, using: &generator)
        return LocalDateTime(
            date: CivilDate(daysSinceEpoch: days), microsecondOfDay: times.randomElement(using: &generator) ?? 0)
    }

    // MARK: Answers

    var reference: ReferenceFigures { ReferenceFigures(samples: samples, style: style, range: range) }

    var plan: BucketPlan {
        get throws {
            try BucketPlan(
                grid: BucketGrid(anchor: anchor, interval: #require(interval), clock: clock), from: range.from,
                to: range.to)
        }
    }

    /// Returns the engine's answer, for `samples` or for all samples.
    func answer(_ plan: BucketPlan, to samples: [StatisticsSample]? = nil) throws -> [StatisticsBucket] {
        var engine = StatisticsEngine(
            plan: plan, style: style, range: range, sourceCount: sourceCount, separateBySource: separateBySource)
        for sample in samples ?? self.samples { try engine.add(sample) }
        return engine.finish()
    }

    /// The tolerance for rounding. It is far above any rounding error and far below the error of a
    /// wrong figure.
    var tolerance: Double {
        // Sums of levels lose no digits, because only the last digit of the greatest level matters.
        let relative = style == .discreteEquivalentContinuousLevel ? 1e-12 : 1e-10
        return relative * (1 + samples.reduce(0) { $0 + abs($1.value) })
    }

    var description: String {
        "seed \(seed), \(clock.name), \(style.name), \(interval?.description ?? "?") from \(anchor.iso8601), \(range)"
    }
}

extension Statistics {
    /// Returns the names of the figures that differ from the figures of `other`.
    func differences(from other: Statistics, tolerance: Double) -> [String] {
        var names: [String] = []
        func compare(_ name: String, _ one: Double?, _ other: Double?) {
            switch (one, other) {
            case (nil, nil): break
            case (let one?, let other?) where abs(one - other) <= tolerance: break
            default: names.append("\(name) \(String(describing: one)) is not \(String(describing: other))")
            }
        }
        compare("sum", sum, other.sum)
        compare("average", average, other.average)
        compare("minimum", minimum, other.minimum)
        compare("maximum", maximum, other.maximum)
        if count != other.count { names.append("count \(count) is not \(other.count)") }
        if durationMicroseconds != other.durationMicroseconds {
            names.append("duration \(durationMicroseconds) is not \(other.durationMicroseconds)")
        }
        if mostRecent != other.mostRecent {
            names.append("mostRecent \(String(describing: mostRecent)) is not \(String(describing: other.mostRecent))")
        }
        if earliestStart != other.earliestStart { names.append("earliestStart") }
        if sourceRanks != other.sourceRanks { names.append("sources \(sourceRanks) are not \(other.sourceRanks)") }
        return names
    }
}

/// The same as `Statistics.differences`, but a bucket may have no statistics.
func differences(_ one: Statistics?, _ other: Statistics?, tolerance: Double) -> [String] {
    switch (one, other) {
    case (nil, nil): []
    case (let one?, let other?): one.differences(from: other, tolerance: tolerance)
    default: ["\(one == nil ? "no" : "some") figures instead of \(other == nil ? "none" : "some")"]
    }
}
