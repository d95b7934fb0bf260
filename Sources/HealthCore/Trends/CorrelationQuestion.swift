/// A request for the correlation of two types. `CorrelationQuestion` makes it.
public struct CorrelationRequest: Sendable {
    public let x: QuantityRequest
    public let y: QuantityRequest
    public let clock: WallClock
    /// The days of the question, as days since 1970.
    public let days: Range<Int>
    /// The days of `days` that have ended.
    public let endedDays: Range<Int>
    /// The number of days from the day of x to that of y.
    public let lag: Int
    /// True if the answer also has every other lag of `lags`.
    public let listsLags: Bool
    /// The most points of the answer.
    public let limit: Int

    public static let lags = -7...7
    fileprivate static let limitDefault = 400
}

/// A question for a correlation whose parameters are parsed.
public typealias CorrelationQuestion = PersonQuestion<CorrelationRequest>

extension CorrelationQuestion {
    public static var parameters: [QuestionParameter] {
        [
            .x.required, .y.required, .timeZone.required, .firstDate.required, .endDate.required, .lag, .lags,
            .limit.upTo(DayRange.daysMax, default: CorrelationRequest.limitDefault, of: "points, the newest,"), .unit,
        ]
    }

    /// - Throws: `ParameterError`, which names the first parameter that is wrong.
    public init(_ parameters: QuestionParameters) throws(ParameterError) {
        let unit = try UnitParameter(parameters[.unit])
        let x = try QuantityRequest(dayFigureOf: try parameters.required(.x), unit: unit, parameter: "x")
        let y = try QuantityRequest(dayFigureOf: try parameters.required(.y), unit: unit, parameter: "y")
        guard x.type != y.type else {
            throw ParameterError(.repeated, "y", "x and y are both \(y.type.shortName); y must be another type")
        }
        let quantities = [x, y]
        try unit.check(types: quantities.map(\.type))
        let clock = try QuestionClock(parameters[.timeZone])
        let days = try ParameterText.days(from: parameters[.from], to: parameters[.to], max: DayRange.daysMax)
        try DayRange.check(days, typeCount: 2)
        let lag = try parameters.integer(.lag) ?? 0
        let listsLags = try parameters.flag(.lags)
        let limit =
            try ParameterText.integer(parameters[.limit], "limit", in: 1...DayRange.daysMax)
            ?? CorrelationRequest.limitDefault
        self.init(clock, hasPersonUnits: quantities.needPersonUnits) { clock, units throws(ParameterError) in
            let today = clock.localDateTime(at: .now).date.daysSinceEpoch
            let quantities = try quantities.preferring(units)
            return CorrelationRequest(
                x: quantities[0], y: quantities[1], clock: clock, days: days,
                endedDays: days.clamped(to: .min..<today), lag: lag, listsLags: listsLags, limit: limit)
        }
    }
}

extension QuestionParameter {
    public static let x = QuestionParameter(
        "x", form: .text(pattern: "^.+$"),
        "A quantity type or `sleepAnalysis`: HealthKit's identifier or its short name.", example: "sleepAnalysis",
        errors: [.unknownType, .wrongKind])
    public static let y = QuestionParameter(
        "y", form: .text(pattern: "^.+$"), "Another such type.", example: "restingHeartRate",
        errors: [.unknownType, .wrongKind, .repeated])
    public static let lag = QuestionParameter(
        "lag", form: .number(CorrelationRequest.lags),
        "The number of days from the day of x to that of y; 0 by default. A night has the date on which it ends.",
        example: "0", errors: [.outOfRange])
    public static let lags = QuestionParameter(
        "lags", form: .flag, "Whether the answer has the correlation of each lag from -7 to 7, and the strongest.",
        example: "true")
}
