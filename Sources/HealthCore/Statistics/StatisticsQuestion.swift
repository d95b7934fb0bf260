/// The parameters of a statistics question as text, from a query string or a command line. A
/// parameter that is not given is nil.
public struct StatisticsParameters: Sendable {
    /// A quantity or category type by identifier or short name. Either this or `types` is required.
    public var type: String?
    /// Several types, separated by commas.
    public var types: String?
    /// The length of a bucket, such as `day`, `2week` or `15minute`. Required for a collection.
    public var interval: String?
    /// A wall-clock time at which one bucket begins, such as `2024-01-01` or `2024-01-01T06:00`.
    public var anchor: String?
    /// A name of the IANA database, or `person` for the person's own clock. Required.
    public var timeZone: String?
    /// The start of the range: RFC 3339, or a wall-clock time in the time zone. Required.
    public var from: String?
    /// The end of the range, in the same form as `from`. The range does not include it. Required.
    public var to: String?
    /// Names of `StatisticsOption` and `separateBySource`, separated by commas.
    public var options: String?
    /// The unit of the answer, or the units of several types (`heartRate:count/min,bodyMass:lb`).
    /// The default is the person's preferred unit.
    public var unit: String?
    /// `true` or `false`.
    public var separateBySource: String?
    /// `true` or `false`.
    public var strictStartDate: String?
    /// `true` or `false`.
    public var strictEndDate: String?
    /// The day on which weeks begin if there is no anchor: 1 (Monday) … 7 (Sunday).
    public var firstWeekday: String?
    /// The time at which days and longer buckets begin if there is no anchor: `HH:MM`.
    public var dayStart: String?
    /// `null` to list buckets without samples with null, or `omit` to leave them out.
    public var fill: String?

    public init() {}

    /// The parameters that determine where buckets begin, with their names. They require an
    /// interval.
    var grid: [(name: String, text: String?)] {
        [("anchor", anchor), ("firstWeekday", firstWeekday), ("dayStart", dayStart)]
    }
}

/// A statistics question whose parameters are parsed.
public struct StatisticsQuestion: Question {
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
    public init(_ parameters: StatisticsParameters, _ shape: Shape = .collection) throws(ParameterError) {
        figures = try Figures(parameters, orCategory: true)
        clock = try QuestionClock(parameters.timeZone)
        grid = shape == .single ? nil : try QuestionGrid(parameters)
        range = try QuestionRange(parameters)
        schedule = try ClockDependent(clock) { [figures, grid, range] clock throws(ParameterError) in
            let range = try range.range(on: clock)
            guard let grid else { return try StatisticsSchedule(on: clock, range) }
            return try grid.schedule(on: clock, range, typeCount: figures.quantities.count)
        }
    }

    public var isOnPersonClock: Bool { schedule.isOnPersonClock }
    public var hasPersonUnits: Bool { figures.quantities.contains { !$0.isUnitNamed } }

    /// - Throws: The same errors as `Question.request(_:)`.
    public func request(_ settings: PersonSettings) throws(ParameterError) -> StatisticsRequest {
        try StatisticsRequest(figures, try schedule.value(settings), settings.units)
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

        /// - Parameter orCategory: true to accept category types, too.
        /// - Throws: `ParameterError`.
        init(_ parameters: StatisticsParameters, orCategory: Bool = false) throws(ParameterError) {
            let options = try StatisticsOptions(parameters.options)
            isList = parameters.types != nil
            quantities = try Figures.quantities(parameters, options.figures, orCategory)
            let isSeparate = try ParameterText.flag(parameters.separateBySource, "separateBySource")
            separateBySource = isSeparate || options.separateBySource
            omitsEmptyBuckets = try ParameterText.omission(parameters.fill, "fill")
        }

        private static func quantities(
            _ parameters: StatisticsParameters, _ options: Set<StatisticsOption>?, _ orCategory: Bool
        ) throws(ParameterError) -> [QuantityRequest] {
            guard let types = parameters.types else {
                let name = try ParameterText.required(parameters.type, "type")
                let unit = try UnitParameter(parameters.unit)
                let quantity = try QuantityRequest(
                    type: name, options: options, unit: unit, parameter: "type", orCategory: orCategory)
                try unit.check(types: [quantity.type])
                return [quantity]
            }
            guard parameters.type == nil else {
                throw ParameterError(.malformed, "types", "type and types exclude each other")
            }
            return try QuantityRequest.list(types, options, unit: parameters.unit, orCategory: orCategory)
        }
    }
}

extension QuestionRange {
    /// - Throws: `ParameterError`.
    init(_ parameters: StatisticsParameters) throws(ParameterError) {
        try self.init(
            from: parameters.from, to: parameters.to, strictStart: parameters.strictStartDate,
            strictEnd: parameters.strictEndDate)
    }
}
