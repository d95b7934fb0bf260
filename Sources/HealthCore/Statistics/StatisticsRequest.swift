/// A statistics query that the store can answer. It corresponds to HealthKit's
/// `HKStatisticsCollectionQuery`, or to `HKStatisticsQuery` if it has no interval.
/// `StatisticsQuestion` creates it.
public struct StatisticsRequest: Sendable {
    /// The quantities in the order of the question. At least one.
    public let quantities: [QuantityRequest]
    /// True if the question has the parameter `types`. The answer is then a list.
    public let isList: Bool
    public let clock: WallClock
    /// Nil if the range is the only bucket.
    public let grid: BucketGrid?
    public let plan: BucketPlan
    public let range: SampleRange
    public let separateBySource: Bool
    /// True if the answer leaves out buckets without members.
    public let omitsEmptyBuckets: Bool
    /// The dates on which the buckets of the answer begin; nil for all.
    private let dates: Set<CivilDate>?

    /// The greatest number of types in one request.
    public static let typesMax = 50

    /// - Throws: `ParameterError` if a unit does not measure its type.
    init(
        _ figures: StatisticsQuestion.Figures, _ schedule: StatisticsSchedule, _ units: PreferredUnits
    ) throws(ParameterError) {
        quantities = try figures.quantities.preferring(units)
        isList = figures.isList
        separateBySource = figures.separateBySource
        omitsEmptyBuckets = figures.omitsEmptyBuckets
        dates = figures.dates
        clock = schedule.clock
        grid = schedule.grid
        plan = schedule.plan
        range = schedule.range
    }

    /// True if the question names the dates of its buckets, and not that of a bucket with this
    /// start.
    public func leavesOut(_ start: Instant) -> Bool {
        dates.map { !$0.contains(clock.localDateTime(at: start).date) } ?? false
    }
}
