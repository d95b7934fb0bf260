/// A request for a page of workouts. `WorkoutQuestion` creates it.
public struct WorkoutRequest: Sendable {
    /// The clock on which times are written.
    public let clock: WallClock
    /// The range that the workouts overlap. Nil selects all time.
    public let range: SampleRange?
    /// `HKWorkoutActivityType`'s raw value. Nil selects every activity.
    public let activityType: Int32?
    /// The types whose figures are answered for each workout. Nil for no figures.
    public let quantities: [QuantityRequest]?
    public let limit: Int
    public let isAscending: Bool

    public static let limitDefault = 100
    /// The greatest number of workouts on one page.
    public static let limitMax = 1_000
    /// The greatest number of workouts on one page with statistics. It is lower because each
    /// workout's statistics need a separate query.
    public static let statisticsLimitMax = 100
    /// The greatest number of activities of a workout that have statistics. They are the first ones
    /// in the order of the workout.
    public static let activityStatisticsMax = 100
}

/// A request for one workout. `WorkoutDetailQuestion` creates it.
public struct WorkoutDetailRequest: Sendable {
    public let clock: WallClock
    /// Nil selects every type that has samples in the workout.
    public let quantities: [QuantityRequest]?
    /// The person's units, where units named in the question replace them.
    public let units: PreferredUnits
}
