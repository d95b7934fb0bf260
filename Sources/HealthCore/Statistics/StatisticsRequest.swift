/// A statistics query that can be answered: HealthKit's `HKStatisticsCollectionQuery`, or
/// `HKStatisticsQuery` if it has no interval. `StatisticsQuestion` makes it.
public struct StatisticsRequest: Sendable {
    /// In the order of the question. At least one.
    public let quantities: [QuantityRequest]
    /// Whether the question has `types`, so that the answer is a list.
    public let isList: Bool
    public let clock: WallClock
    /// Nil if the range is the one bucket.
    public let grid: BucketGrid?
    public let plan: BucketPlan
    public let range: SampleRange
    public let separateBySource: Bool
    /// Whether buckets without members are left out.
    public let omitsEmptyBuckets: Bool

    /// Most types of one request.
    public static let typesMax = 50

    /// - Throws: `ParameterError` if a unit does not measure its type.
    init(
        _ figures: StatisticsQuestion.Figures, _ schedule: StatisticsSchedule, _ units: PreferredUnits
    ) throws(ParameterError) {
        quantities = try figures.quantities.preferring(units)
        isList = figures.isList
        separateBySource = figures.separateBySource
        omitsEmptyBuckets = figures.omitsEmptyBuckets
        clock = schedule.clock
        grid = schedule.grid
        plan = schedule.plan
        range = schedule.range
    }
}
