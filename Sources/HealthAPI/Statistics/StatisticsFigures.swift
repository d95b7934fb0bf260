import HealthCore
import HealthDatabase
import JSON

/// What figures of one type are about: the quantity with its unit, the sources and the clock. It is
/// a class, because each bucket of an answer refers to it.
final class StatisticsFigures: Sendable {
    let quantity: QuantityRequest
    /// The clock on which times are written.
    let clock: ClockText
    /// The sources, the one with the highest priority first.
    let sources: [Source]
    /// The figures that the request asks for. A set takes longer to ask than a figure takes to
    /// write.
    fileprivate let asks: (sum: Bool, average: Bool, minimum: Bool, maximum: Bool, duration: Bool, mostRecent: Bool)

    init(quantity: QuantityRequest, clock: ClockText, sources: [Source]) {
        self.quantity = quantity
        self.clock = clock
        self.sources = sources
        let asks = quantity.options.contains
        self.asks = (
            asks(.cumulativeSum), asks(.discreteAverage), asks(.discreteMin), asks(.discreteMax), asks(.duration),
            asks(.mostRecent)
        )
    }

    func shown(_ statistics: Statistics?) -> ShownStatistics? {
        statistics.map { ShownStatistics(figures: self, statistics: $0) }
    }

    /// The figures of each value of a category type.
    func shown(_ values: [ValueFigures]) -> [ShownValue] { values.map { ShownValue(figures: self, value: $0) } }

    var isCategory: Bool { quantity.style == .category }

    /// Returns the value of a sample: a number in the unit, or a category.
    func printed(_ value: Double) -> Double? { quantity.known(value).map(quantity.conversion.printed) }

    func valueName(_ value: Double) -> String? {
        quantity.known(value).flatMap { quantity.type.valueName(Int32($0)) }
    }

    /// The sources whose samples made figures of the buckets.
    func usedSources(of buckets: [StatisticsBucket]) -> [Source] {
        var isUsed = Array(repeating: false, count: sources.count)
        for bucket in buckets {
            for rank in bucket.statistics?.sourceRanks ?? [] { isUsed[rank] = true }
            for part in bucket.bySource { isUsed[part.rank] = true }
        }
        return zip(sources, isUsed).filter(\.1).map(\.0)
    }
}

/// The figures of a bucket in the unit of the request, as far as the request asks for them.
struct ShownStatistics: Shaped {
    fileprivate let figures: StatisticsFigures
    fileprivate let statistics: Statistics

    private func printed(_ isAsked: Bool, _ value: Double?) -> Double?? {
        isAsked ? .some(value.map(figures.quantity.conversion.printed)) : nil
    }

    static let shape = Shape<Self>([
        .count("count", \.statistics.count),
        .optional("sum") { $0.printed($0.figures.asks.sum, $0.statistics.sum) },
        .optional("average") { $0.printed($0.figures.asks.average, $0.statistics.average) },
        .optional("minimum") { $0.printed($0.figures.asks.minimum, $0.statistics.minimum) },
        .optional("maximum") { $0.printed($0.figures.asks.maximum, $0.statistics.maximum) },
        .optional(
            "duration", { $0.figures.asks.duration ? $0.statistics.duration : nil }, as: Schema.number.orNull,
            "In seconds."),
        .optional("mostRecent", \.mostRecent),
        .optional(
            "byValue", { $0.figures.isCategory ? $0.figures.shown($0.statistics.byValue) : nil },
            "The figures of each value of a category type."),
    ]).named("Statistics")

    private var mostRecent: MostRecent?? {
        guard figures.asks.mostRecent else { return nil }
        return .some(statistics.mostRecent.map { MostRecent(figures: figures, sample: $0) })
    }

    private struct MostRecent: Shaped {
        let figures: StatisticsFigures
        let sample: Statistics.MostRecent

        static let shape = Shape<Self>([
            .member("value") { $0.figures.printed($0.sample.value) },
            .optional("valueName") { $0.figures.isCategory ? .some($0.figures.valueName($0.sample.value)) : nil },
            .time("startDate", \.sample.start, on: \.figures.clock),
            .time("endDate", \.sample.end, on: \.figures.clock),
        ])
    }
}

/// The figures of one value of a category type.
struct ShownValue: Shaped {
    fileprivate let figures: StatisticsFigures
    fileprivate let value: ValueFigures

    static let shape = Shape<Self>([
        .member("value", { $0.figures.printed(Double($0.value.value)) }, as: Schema.integer.orNull),
        .member("valueName") { $0.figures.valueName(Double($0.value.value)) }, .count("count", \.value.count),
        .optional("duration") { $0.figures.asks.duration ? $0.value.duration : nil },
    ])
}

extension QuantityRequest {
    /// What the figures of an answer are about.
    static let head = Shape<Self>([
        .member("type", \.type.identifier), .member("aggregationStyle", \.style.name, as: .figureStyle),
        .member("unit", \.unit?.unitString, "Null for a category type."),
    ])
}

extension JSONWriter {
    /// Writes a member of an object: a time on a wall clock.
    mutating func member(_ name: StaticString, _ instant: Instant, _ clock: ClockText) {
        key(name)
        clock.write(instant, to: &self)
    }
}
