/// A request for a page of workouts. `WorkoutQuestion` makes it.
public struct WorkoutRequest: Sendable {
    /// The clock on which times are written.
    public let clock: WallClock
    /// The range that the workouts overlap; nil: all time.
    public let range: SampleRange?
    /// `HKWorkoutActivityType`'s raw value; nil: every activity.
    public let activityType: Int32?
    /// The types whose figures each workout has; nil: none.
    public let quantities: [QuantityRequest]?
    public let limit: Int
    public let isAscending: Bool

    public static let limitDefault = 100
    /// Most workouts of one page.
    public static let limitMax = 1_000
    /// Most workouts of one page with statistics. The statistics of each workout are a query of
    /// their own.
    public static let statisticsLimitMax = 100
    /// The first activities of a workout, in their order, that have statistics.
    public static let activityStatisticsMax = 100
}

/// A request for one workout. `WorkoutDetailQuestion` makes it.
public struct WorkoutDetailRequest: Sendable {
    public let clock: WallClock
    /// Nil: every type that has samples in the workout.
    public let quantities: [QuantityRequest]?
    /// The person's units, with those of the question in place of them.
    public let units: PreferredUnits
}
