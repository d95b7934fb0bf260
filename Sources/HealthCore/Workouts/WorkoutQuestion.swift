/// The parsed parameters of a question for a page of workouts.
public typealias WorkoutQuestion = PersonQuestion<WorkoutRequest>

extension WorkoutQuestion {
    public static var parameters: [QuestionParameter] {
        [
            .from, .to, .timeZone, .activityType, .figures,
            .unit.meaning(
                "The unit of the figures, or units of several types; needs `types`.", example: "", errors: [.missing]),
            .limit.upTo(WorkoutRequest.limitMax, default: WorkoutRequest.limitDefault, of: "workouts"), .order,
        ]
    }

    /// - Throws: `ParameterError`, which names the first parameter that is wrong.
    public init(_ parameters: QuestionParameters) throws(ParameterError) {
        let span = try SpanQuestion(parameters)
        let activityType = try parameters[.activityType].map { text throws(ParameterError) in
            try WorkoutQuestion.activityType(text)
        }
        guard parameters[.types] != nil || parameters[.unit] == nil else {
            throw ParameterError(.missing, "types", "unit needs types", hint: "name the types whose figures are wanted")
        }
        let quantities = try parameters.quantities
        let limitMax = quantities == nil ? WorkoutRequest.limitMax : WorkoutRequest.statisticsLimitMax
        let limit = try ParameterText.integer(parameters[.limit], "limit", in: 1...limitMax)
        let isAscending = try ParameterText.isAscending(parameters[.order], "order") ?? false
        self.init(span, hasPersonUnits: quantities?.needPersonUnits ?? false) { span, units throws(ParameterError) in
            WorkoutRequest(
                clock: span.clock, range: span.range, activityType: activityType,
                quantities: try quantities?.preferring(units), limit: limit ?? WorkoutRequest.limitDefault,
                isAscending: isAscending)
        }
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
public typealias WorkoutDetailQuestion = PersonQuestion<WorkoutDetailRequest>

extension WorkoutDetailQuestion {
    public static var parameters: [QuestionParameter] { [.figures, .unit, .timeZone] }

    /// - Throws: `ParameterError`, which names the first parameter that is wrong.
    public init(_ parameters: QuestionParameters) throws(ParameterError) {
        let clock = try QuestionClock(ofList: parameters[.timeZone])
        let quantities = try parameters.quantities
        let unit = try UnitParameter(parameters[.unit])
        _ = try unit.over(PreferredUnits(), types: quantities?.map(\.type))
        // Recorded figures may be of any type, so they are in the person's units.
        self.init(clock, hasPersonUnits: true) { clock, units throws(ParameterError) in
            WorkoutDetailRequest(
                clock: clock, quantities: try quantities?.preferring(units),
                units: try unit.over(units, types: quantities?.map(\.type)))
        }
    }
}
