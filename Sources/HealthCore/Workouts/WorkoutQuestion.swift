/// The parameters of a question for workouts as text. A parameter that is not given is nil.
public struct WorkoutParameters: Sendable {
    /// The start of the range: RFC 3339, or a wall-clock time in the time zone.
    public var from: String?
    /// The end of the range, in the same form as `from`. The range does not include it.
    public var to: String?
    /// A name of the IANA database, or `person` for the person's own clock. The default is UTC.
    public var timeZone: String?
    /// The raw value or the name of an `HKWorkoutActivityType` of the catalogue.
    public var activityType: String?
    /// The quantity types whose figures the answer contains, separated by commas.
    public var types: String?
    /// The unit of the figures, or the units of several types, in the form of
    /// `StatisticsParameters.unit`.
    public var unit: String?
    /// The greatest number of workouts on a page.
    public var limit: String?
    /// The order by start: `ascending` or `descending`. The default is `descending`.
    public var order: String?

    public init() {}
}

/// The parsed parameters of a question for a page of workouts.
public struct WorkoutQuestion: Question {
    private let span: SpanQuestion
    private let activityType: Int32?
    private let quantities: [QuantityRequest]?
    private let limit: Int
    private let isAscending: Bool

    /// - Throws: `ParameterError`, which names the first parameter that is wrong.
    public init(_ parameters: WorkoutParameters) throws(ParameterError) {
        span = try SpanQuestion(timeZone: parameters.timeZone, from: parameters.from, to: parameters.to)
        activityType = try parameters.activityType.map { text throws(ParameterError) in
            try WorkoutQuestion.activityType(text)
        }
        guard parameters.types != nil || parameters.unit == nil else {
            throw ParameterError(.missing, "types", "unit needs types", hint: "name the types whose figures are wanted")
        }
        quantities = try parameters.quantities
        let limitMax = quantities == nil ? WorkoutRequest.limitMax : WorkoutRequest.statisticsLimitMax
        limit = try ParameterText.integer(parameters.limit, "limit", in: 1...limitMax) ?? WorkoutRequest.limitDefault
        isAscending = try ParameterText.isAscending(parameters.order, "order") ?? false
    }

    public var isOnPersonClock: Bool { span.isOnPersonClock }
    public var hasPersonUnits: Bool { quantities?.contains { !$0.isUnitNamed } ?? false }

    /// - Throws: The same errors as `Question.request(_:)`.
    public func request(_ settings: PersonSettings) throws(ParameterError) -> WorkoutRequest {
        let span = try span.request(settings)
        return WorkoutRequest(
            clock: span.clock, range: span.range, activityType: activityType,
            quantities: try quantities?.preferring(settings.units), limit: limit, isAscending: isAscending)
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

extension WorkoutParameters {
    /// Nil if no types are given.
    fileprivate var quantities: [QuantityRequest]? {
        get throws(ParameterError) {
            guard let types else { return nil }
            return try QuantityRequest.list(try ParameterText.required(types, "types"), unit: unit)
        }
    }
}

/// The parsed parameters of a question for one workout.
public struct WorkoutDetailQuestion: Question {
    private let clock: QuestionClock
    private let quantities: [QuantityRequest]?
    private let unit: UnitParameter

    /// - Throws: `ParameterError`, which names the first parameter that is wrong.
    public init(_ parameters: WorkoutParameters) throws(ParameterError) {
        clock = try QuestionClock(ofList: parameters.timeZone)
        quantities = try parameters.quantities
        unit = try UnitParameter(parameters.unit)
        _ = try unit.over(PreferredUnits(), types: quantities?.map(\.type))
    }

    public var isOnPersonClock: Bool { clock.isOnPersonClock }
    /// True, because recorded figures may be of any type.
    public var hasPersonUnits: Bool { true }

    /// - Throws: The same errors as `Question.request(_:)`.
    public func request(_ settings: PersonSettings) throws(ParameterError) -> WorkoutDetailRequest {
        WorkoutDetailRequest(
            clock: try clock.request(settings), quantities: try quantities?.preferring(settings.units),
            units: try unit.over(settings.units, types: quantities?.map(\.type)))
    }
}
