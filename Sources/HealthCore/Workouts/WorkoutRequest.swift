/// The parameters of a request for workouts, as texts. Nil: not given.
public struct WorkoutParameters: Sendable {
    /// RFC 3339, or a wall clock in the time zone.
    public var from: String?
    /// The end of the range, exclusive; in the form of `from`.
    public var to: String?
    /// A name of the IANA database, or `person` for the person's own clock; UTC by default.
    public var timeZone: String?
    /// The raw value or the name of an `HKWorkoutActivityType` of the catalogue.
    public var activityType: String?
    /// Quantity types, separated by commas, whose figures are requested.
    public var types: String?
    /// The unit of the figures, or units of several types, as in `StatisticsParameters`.
    public var unit: String?
    /// Most workouts of the page.
    public var limit: String?
    /// `ascending` or `descending` by start; `descending` by default.
    public var order: String?

    public init() {}
}

/// A valid request for a page of workouts.
public struct WorkoutRequest: Sendable {
    /// The clock on which times are read and written.
    public let clock: WallClock
    /// The workouts overlap this range; nil: all workouts.
    public let range: SampleRange?
    /// The raw value of `HKWorkoutActivityType`; nil: every activity.
    public let activityType: Int32?
    /// The types whose figures each workout has; nil: none.
    public let quantities: [QuantityRequest]?
    public let limit: Int
    public let isAscending: Bool

    public static let limitDefault = 100
    /// Most workouts of one page.
    public static let limitMax = 1_000
    /// Most workouts of one page with statistics; each workout needs a query of its own.
    public static let statisticsLimitMax = 100
    /// Most activities of one workout with statistics; the first ones have them.
    public static let activityStatisticsMax = 100

    /// Checks the parameters.
    ///
    /// - Parameters:
    ///   - personClock: the clock of the time zone `person`. Nil checks all other parameters before
    ///     the database is read.
    ///   - units: the units in which the person reads quantities.
    /// - Throws: `ParameterError`, which names the first parameter that is wrong.
    public init(
        _ parameters: WorkoutParameters, personClock: WallClock? = nil, units: PreferredUnits = PreferredUnits()
    ) throws(ParameterError) {
        let clock = try ParameterText.openClock(parameters.timeZone, person: personClock)
        self.clock = clock
        range = try ParameterText.openRange(from: parameters.from, to: parameters.to, in: clock)
        activityType = try parameters.activityType.map { text throws(ParameterError) in
            try WorkoutRequest.activityType(text)
        }
        guard parameters.types != nil || parameters.unit == nil else {
            throw ParameterError(
                .missing, "types", "types is missing; unit needs it",
                hint: "add types, the quantity types whose figures you request")
        }
        quantities = try WorkoutRequest.quantities(parameters, units)
        let limitMax = quantities == nil ? WorkoutRequest.limitMax : WorkoutRequest.statisticsLimitMax
        limit = try ParameterText.integer(parameters.limit, "limit", in: 1...limitMax) ?? WorkoutRequest.limitDefault
        isAscending = try ParameterText.isAscending(parameters.order, "order") ?? false
    }

    static func quantities(
        _ parameters: WorkoutParameters, _ units: PreferredUnits
    ) throws(ParameterError) -> [QuantityRequest]? {
        guard let types = parameters.types else { return nil }
        return try StatisticsRequest.quantities(
            named: try ParameterText.required(types, "types"), unit: parameters.unit, preferred: units)
    }

    private static func activityType(_ text: String) throws(ParameterError) -> Int32 {
        if let rawValue = Catalogue.workoutActivityType(named: text) { return rawValue }
        guard let rawValue = Int32(text), Catalogue.workoutActivityTypeName(rawValue) != nil else {
            throw ParameterError(
                .malformed, "activityType",
                "activityType must be the name or the raw value of an HKWorkoutActivityType, such as running or 37")
        }
        return rawValue
    }
}

/// A valid request for one workout by its uuid.
public struct WorkoutDetailRequest: Sendable {
    public let clock: WallClock
    /// Nil: every type with samples.
    public let quantities: [QuantityRequest]?
    /// The units of the types that `quantities` does not name.
    public let units: PreferredUnits

    /// Checks the parameters, which are those of `WorkoutRequest`.
    ///
    /// - Throws: `ParameterError`, which names the first parameter that is wrong.
    public init(
        _ parameters: WorkoutParameters, personClock: WallClock? = nil, units: PreferredUnits = PreferredUnits()
    ) throws(ParameterError) {
        clock = try ParameterText.openClock(parameters.timeZone, person: personClock)
        quantities = try WorkoutRequest.quantities(parameters, units)
        self.units = quantities == nil ? try UnitParameter(parameters.unit).over(units, types: nil) : units
    }
}
