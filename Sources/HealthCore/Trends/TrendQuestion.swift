/// A request for the trends of types. `TrendQuestion` makes it.
public struct TrendRequest: Sendable {
    /// At least one.
    public let quantities: [QuantityRequest]
    /// True if the question has the parameter `types`. The answer is then a list.
    public let isList: Bool
    public let clock: WallClock
    /// The days among which unusual ones are listed, as days since 1970. All have ended.
    public let days: Range<Int>

    /// The days whose figures change the answer: those of this year and the year before, and those
    /// with which the first of `days` is compared.
    public var readDays: Range<Int> {
        var lastYear = CivilDate(daysSinceEpoch: days.upperBound - 1)
        (lastYear.year, lastYear.month, lastYear.day) = (lastYear.year - 1, 1, 1)
        return min(lastYear.daysSinceEpoch, days.lowerBound - TrendRequest.comparedDays)..<days.upperBound
    }

    /// The days before a day on which its comparison depends: 91 for its weekday and 91 for each of
    /// these days.
    private static let comparedDays = 182
    fileprivate static let daysDefault = 28
}

/// A question for trends whose parameters are parsed.
public typealias TrendQuestion = PersonQuestion<TrendRequest>

extension TrendQuestion {
    public static var parameters: [QuestionParameter] {
        [
            .quantityType.meaning(
                "A quantity type or `sleepAnalysis`: HealthKit's identifier or its short name. `type` or `types` is required.",
                errors: [.missing]
            ).inExamples,
            .types.meaning(
                "At most \(StatisticsRequest.typesMax) quantity types or `sleepAnalysis`, separated by commas.",
                errors: [.tooManyBuckets]),
            .timeZone.required,
            .firstDate.meaning(
                "The first day of `unusualDays`, at most \(DayRange.daysMax) days before `to`. By default, they are "
                    + "\(TrendRequest.daysDefault)."),
            .endDate.meaning(
                "The day after the last one. By default, and at the latest, it is today, so that the last day is yesterday."
            ),
            .unit,
        ]
    }

    /// - Throws: `ParameterError`, which names the first parameter that is wrong.
    public init(_ parameters: QuestionParameters) throws(ParameterError) {
        let figures = try StatisticsQuestion.Figures(parameters, orSleep: true)
        let clock = try QuestionClock(parameters[.timeZone])
        func date(_ parameter: QuestionParameter) throws(ParameterError) -> CivilDate? {
            try parameters[parameter].map { text throws(ParameterError) in
                try ParameterText.date(text, parameter.name)
            }
        }
        let (from, to) = (try date(.from), try date(.to))
        if let from, let to { try TrendQuestion.check(from.daysSinceEpoch, to.daysSinceEpoch) }
        self.init(clock, hasPersonUnits: figures.quantities.needPersonUnits) { clock, units throws(ParameterError) in
            let today = clock.localDateTime(at: .now).date
            let end = min(to ?? today, today).daysSinceEpoch
            let first = from?.daysSinceEpoch ?? end - TrendRequest.daysDefault
            try TrendQuestion.check(first, end)
            let request = TrendRequest(
                quantities: try figures.quantities.preferring(units), isList: figures.isList, clock: clock,
                days: first..<end)
            try DayRange.check(request.readDays, typeCount: request.quantities.count)
            return request
        }
    }

    private static func check(_ first: Int, _ end: Int) throws(ParameterError) {
        guard first < end else {
            throw ParameterError(.emptyRange, "from", "from must be earlier than to and than today")
        }
        guard end - first <= DayRange.daysMax else {
            throw ParameterError(
                .rangeTooLong, "from", "from must be at most \(DayRange.daysMax) days before to")
        }
    }
}
