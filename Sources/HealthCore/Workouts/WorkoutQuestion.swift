/// The parameters of a question for workouts as texts. Nil: not given.
public struct WorkoutParameters: Sendable {
    /// RFC 3339, or a wall clock in the time zone.
    public var from: String?
    /// The end of the range, which is not part of it; as `from`.
    public var to: String?
    /// A name of the IANA database, or `person` for the person's own clock; UTC if it is not given.
    public var timeZone: String?
    /// The raw value or the name of an `HKWorkoutActivityType` of the catalogue.
    public var activityType: String?
    /// Quantity types, separated by commas, whose figures the answer has.
    public var types: String?
    /// The unit of the figures, or units of several types; as of `StatisticsParameters`.
    public var unit: String?
    /// Most workouts of a page.
    public var limit: String?
    /// `ascending` or `descending` by start; descending if it is not given.
    public var order: String?

    public init() {}
}

/// A question for a page of workouts whose parameters are parsed.
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

    /// - Throws: as `Question.request(_:)`.
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

/// A question for one workout whose parameters are parsed.
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
    /// Recorded figures may be of any type.
    public var hasPersonUnits: Bool { true }

    /// - Throws: as `Question.request(_:)`.
    public func request(_ settings: PersonSettings) throws(ParameterError) -> WorkoutDetailRequest {
        WorkoutDetailRequest(
            clock: try clock.request(settings), quantities: try quantities?.preferring(settings.units),
            units: try unit.over(settings.units, types: quantities?.map(\.type)))
    }
}
