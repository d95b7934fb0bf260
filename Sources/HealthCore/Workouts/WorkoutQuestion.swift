/// The parsed parameters of a question for a page of workouts.
public struct WorkoutQuestion: Question {
    public static let parameters: [QuestionParameter] = [
        .from, .to, .timeZone, .activityType, .figures,
        .unit.meaning(
            "The unit of the figures, or units of several types; needs `types`.", example: "", errors: [.missing]),
        .limit.upTo(WorkoutRequest.limitMax, default: WorkoutRequest.limitDefault, of: "workouts"), .order,
    ]

    private let span: SpanQuestion
    private let activityType: Int32?
    private let quantities: [QuantityRequest]?
    private let limit: Int
    private let isAscending: Bool

    /// - Throws: `ParameterError`, which names the first parameter that is wrong.
    public init(_ parameters: QuestionParameters) throws(ParameterError) {
        span = try SpanQuestion(parameters)
        activityType = try parameters[.activityType].map { text throws(ParameterError) in
            try WorkoutQuestion.activityType(text)
        }
        guard parameters[.types] != nil || parameters[.unit] == nil else {
            throw ParameterError(.missing, "types", "unit needs types", hint: "name the types whose figures are wanted")
        }
        quantities = try parameters.quantities
        let limitMax = quantities == nil ? WorkoutRequest.limitMax : WorkoutRequest.statisticsLimitMax
        let limit = try ParameterText.integer(parameters[.limit], "limit", in: 1...limitMax)
        self.limit = limit ?? WorkoutRequest.limitDefault
        isAscending = try ParameterText.isAscending(parameters[.order], "order") ?? false
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

extension QuestionParameter {
    public static let activityType = QuestionParameter(
        "activityType", "The name or raw value of an `HKWorkoutActivityType`, such as `running` or `37`.",
        example: "running")
    fileprivate static let figures = types.meaning(
        "Quantity types whose figures over each workout are part of the answer, separated by commas.",
        example: "heartRate")
}

extension QuestionParameters {
    /// Nil if no types are given.
    fileprivate var quantities: [QuantityRequest]? {
        get throws(ParameterError) {
            guard self[.types] != nil else { return nil }
            return try QuantityRequest.list(try required(.types), unit: self[.unit])
        }
    }
}

/// The parsed parameters of a question for one workout.
public struct WorkoutDetailQuestion: Question {
    public static let parameters: [QuestionParameter] = [.figures, .unit, .timeZone]

    private let clock: QuestionClock
    private let quantities: [QuantityRequest]?
    private let unit: UnitParameter

    /// - Throws: `ParameterError`, which names the first parameter that is wrong.
    public init(_ parameters: QuestionParameters) throws(ParameterError) {
        clock = try QuestionClock(ofList: parameters[.timeZone])
        quantities = try parameters.quantities
        unit = try UnitParameter(parameters[.unit])
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
