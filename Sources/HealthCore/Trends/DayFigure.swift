/// The figure of a day from which trends and correlations are made.
public enum DayFigure: String, CaseIterable, Sendable {
    /// The sum of a cumulative type.
    case sum
    /// The average of a discrete type.
    case average
    /// The seconds asleep in the night that ends on the day, naps included.
    case asleep
}

extension QuantityRequest {
    public var dayFigure: DayFigure { type.isSleep ? .asleep : style == .cumulative ? .sum : .average }

    /// The unit of the figures of days.
    public var dayUnit: String? { type.isSleep ? "s" : unit?.unitString }

    /// Returns the figure of a day in the unit of the request. Nil for a day without one.
    public func figure(ofDay statistics: Statistics?) -> Double? {
        statistics.flatMap { dayFigure == .sum ? $0.sum : $0.average }.map(conversion.printed)
    }

    /// - Parameter parameter: the name of the parameter that holds `name`.
    /// - Throws: `ParameterError` unless it is a quantity type or sleepAnalysis.
    init(dayFigureOf name: String, unit: UnitParameter, parameter: String) throws(ParameterError) {
        try self.init(
            type: name, options: nil, unit: unit, parameter: parameter, orCategory: false, orSleep: true)
    }
}

/// The limits of the days of a question.
enum DayRange {
    /// The most days of a question.
    static let daysMax = SleepRequest.nightsMax
    /// 2 January of the year 1. Its start is an `Instant` in every zone.
    private static let firstDay = -719_161

    /// - Parameter typeCount: the number of types whose days are read.
    /// - Throws: `ParameterError` if there are too many days of all types, or the first is before
    ///   the year 1.
    static func check(_ days: Range<Int>, typeCount: Int) throws(ParameterError) {
        guard days.lowerBound >= firstDay else {
            throw ParameterError(
                .outOfRange, "to", "to and the days with which it is compared must be after 0001-01-01")
        }
        guard days.count * typeCount <= BucketPlan.bucketsMax else {
            throw ParameterError(
                .tooManyBuckets, "types",
                "the types would need \(days.count * typeCount) days; at most \(BucketPlan.bucketsMax) are allowed")
        }
    }
}

extension BucketPlan {
    /// Creates a plan of days on a clock.
    ///
    /// - Parameter days: at least one day since 1970, within the years 1 to 9999.
    /// - Throws: `BucketPlanError` if the clock skipped all of them.
    public init(days: Range<Int>, on clock: WallClock) throws(BucketPlanError) {
        guard let interval = BucketInterval(.day) else { throw .emptyRange }
        func start(_ day: Int) -> Instant {
            clock.instant(of: LocalDateTime(date: CivilDate(daysSinceEpoch: day)))
        }
        let grid = BucketGrid(anchor: BucketGrid.defaultAnchor(for: interval), interval: interval, clock: clock)
        try self.init(grid: grid, from: start(days.lowerBound), to: start(days.upperBound))
    }
}
