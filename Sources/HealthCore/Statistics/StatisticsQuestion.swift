/// A statistics question whose parameters are parsed.
public struct StatisticsQuestion: Question {
    /// The parameters of a collection.
    public static let parameters = rangeParameters + [.interval.required] + gridParameters + [.fill, .bucketDates]
    /// The parameters of a query for one range.
    public static let rangeParameters: [QuestionParameter] = [
        .figureType.inExamples, .figureTypes, .timeZone.required, .from.required, .to.required, .options, .unit,
        .separateBySource, .strictStartDate, .strictEndDate,
    ]
    static let gridParameters: [QuestionParameter] = [.anchor, .firstWeekday, .dayStart]

    private let figures: Figures
    private let clock: QuestionClock
    /// Nil for a query for one range.
    private let grid: QuestionGrid?
    private let range: QuestionRange
    private let schedule: ClockDependent<StatisticsSchedule>

    /// The form of a query's answer.
    public enum Shape: Sendable {
        /// One bucket for each interval.
        case collection
        /// One bucket for the whole range.
        case single
    }

    /// - Throws: `ParameterError`, which names the first parameter that is wrong.
    public init(_ parameters: QuestionParameters, _ shape: Shape = .collection) throws(ParameterError) {
        figures = try Figures(parameters, orCategory: true)
        clock = try QuestionClock(parameters[.timeZone])
        grid = shape == .single ? nil : try QuestionGrid(parameters)
        range = try QuestionRange(parameters)
        schedule = try ClockDependent(clock) { [figures, grid, range] clock throws(ParameterError) in
            let range = try range.range(on: clock)
            guard let grid else { return try StatisticsSchedule(on: clock, range) }
            return try grid.schedule(on: clock, range, typeCount: figures.quantities.count)
        }
    }

    public var isOnPersonClock: Bool { schedule.isOnPersonClock }
    public var hasPersonUnits: Bool { figures.quantities.needPersonUnits }

    /// - Throws: The same errors as `Question.request(_:)`.
    public func request(_ settings: PersonSettings) throws(ParameterError) -> StatisticsRequest {
        try StatisticsRequest(figures, try schedule.request(settings), settings.units)
    }

    /// Returns the request for the last `count` buckets up to the bucket that contains `newest`.
    /// These buckets replace the range of the question. A query for one range keeps its range.
    ///
    /// - Throws: `ParameterError` if there are too many buckets.
    public func request(
        last count: Int, upTo newest: Instant, _ settings: PersonSettings
    ) throws(ParameterError) -> StatisticsRequest {
        let clock = try clock.request(settings)
        guard let grid else { return try request(settings) }
        let schedule = try grid.schedule(
            on: clock, last: count, upTo: newest, range, typeCount: figures.quantities.count)
        return try StatisticsRequest(figures, schedule, settings.units)
    }

    /// The parameters that determine the figures of the answer.
    struct Figures: Sendable {
        /// At least one.
        let quantities: [QuantityRequest]
        let isList: Bool
        let separateBySource: Bool
        let omitsEmptyBuckets: Bool
        let dates: Set<CivilDate>?

        /// - Parameters:
        ///   - orCategory: true to accept category types except sleep, too.
        ///   - orSleep: true to accept sleepAnalysis, too.
        /// - Throws: `ParameterError`.
        init(_ parameters: QuestionParameters, orCategory: Bool = false, orSleep: Bool = false) throws(ParameterError) {
            let options = try StatisticsOptions(parameters[.options])
            isList = parameters[.types] != nil
            quantities = try Figures.quantities(parameters, options.figures, orCategory, orSleep)
            let isSeparate = try parameters.flag(.separateBySource)
            separateBySource = isSeparate || options.separateBySource
            omitsEmptyBuckets = try parameters.omitsEmpty
            dates = try QuestionDates(parameters)?.dates
        }

        private static func quantities(
            _ parameters: QuestionParameters, _ options: Set<StatisticsOption>?, _ orCategory: Bool,
            _ orSleep: Bool
        ) throws(ParameterError) -> [QuantityRequest] {
            guard let types = parameters[.types] else {
                let name = try parameters.required(.type)
                let unit = try UnitParameter(parameters[.unit])
                let quantity = try QuantityRequest(
                    type: name, options: options, unit: unit, parameter: "type", orCategory: orCategory,
                    orSleep: orSleep)
                try unit.check(types: [quantity.type])
                return [quantity]
            }
            guard parameters[.type] == nil else {
                throw ParameterError(.malformed, "types", "type and types exclude each other")
            }
            return try QuantityRequest.list(
                types, options, unit: parameters[.unit], orCategory: orCategory, orSleep: orSleep)
        }
    }
}

extension QuestionParameter {
    fileprivate static let figureType = quantityType.meaning(
        "A quantity or category type: HealthKit's identifier or its short name. `type` or `types` is required. "
            + sleepHasNights, errors: [.missing])
    fileprivate static let figureTypes = types.meaning(
        "At most \(StatisticsRequest.typesMax) quantity or category types, separated by commas. " + sleepHasNights)
    private static let sleepHasNights = "Sleep has nights instead (`GET /v1/sleep`)."
    public static let options = QuestionParameter(
        "options",
        "Figures of the answer, separated by commas: "
            + (StatisticsOption.allCases.map { "`\($0.rawValue)`" } + ["`separateBySource`"]).joined(separator: ", ")
            + ".", example: "cumulativeSum,duration", errors: [.incompatibleOption])
    static let bucketDates = dates.meaning(
        "At most \(QuestionDates.countMax) dates on the clock of `timeZone`, separated by commas. Buckets that begin on no such "
            + "date are left out.", errors: [.incompatibleOption])
    public static let separateBySource = QuestionParameter(
        "separateBySource", form: .flag, "Whether each source has figures of its own, too.", example: "true")
}

extension QuestionRange {
    /// - Throws: `ParameterError`.
    init(_ parameters: QuestionParameters) throws(ParameterError) {
        try self.init(
            from: parameters[.from], to: parameters[.to], strictStart: parameters[.strictStartDate],
            strictEnd: parameters[.strictEndDate])
    }
}
