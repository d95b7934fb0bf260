/// The parameters of daily summaries as text. A parameter that is not given is nil.
public struct SummaryParameters: Sendable {
    /// The first civil day, such as `2024-05-01`. Required.
    public var from: String?
    /// The civil day after the last one. Required.
    public var to: String?
    /// A name of the IANA database, or `person`. Required.
    public var timeZone: String?
    /// The time at which days begin: `HH:MM`.
    public var dayStart: String?
    /// Quantity types, separated by commas. The default is `SummaryRequest.defaultTypes`.
    public var types: String?
    /// The unit of the figures, or the units of several types, in the form of
    /// `StatisticsParameters.unit`.
    public var unit: String?

    public init() {}
}

/// The parsed parameters of a question for daily summaries.
public struct SummaryQuestion: Question {
    private let quantities: [QuantityRequest]
    private let schedule: ClockDependent<Schedule>
    public let hasPersonUnits: Bool

    /// The days of a question and the clock on which they were computed.
    private struct Schedule: Sendable {
        let clock: WallClock
        let plan: BucketPlan
        let dates: [CivilDate]
    }

    /// - Throws: `ParameterError`, which names the first parameter that is wrong.
    public init(_ parameters: SummaryParameters) throws(ParameterError) {
        let types = parameters.types ?? SummaryRequest.defaultTypes.joined(separator: ",")
        quantities = try QuantityRequest.list(types, unit: parameters.unit)
        hasPersonUnits = quantities.contains { !$0.isUnitNamed }
        let clock = try QuestionClock(parameters.timeZone)
        let dayStart = try ParameterText.timeOfDay(parameters.dayStart, "dayStart") ?? 0
        let days = try ParameterText.days(from: parameters.from, to: parameters.to, max: SummaryRequest.daysMax)
        schedule = try SummaryQuestion.schedule(
            clock, CivilDate(daysSinceEpoch: days.lowerBound), days.count, dayStart,
            ParameterError(.emptyRange, "to", "the time zone skipped every day of the range"))
    }

    /// Creates a question for the footprint of one type on one day. The answer has no figures, so
    /// it has no units.
    ///
    /// - Throws: `ParameterError`, which names the first parameter that is wrong.
    public init(
        date: String?, type: String?, timeZone: String?, dayStart: String?
    ) throws(ParameterError) {
        let date = try ParameterText.date(date, "date")
        // The day must end at a time that can be written, so the last date that can be written is
        // refused.
        let end = LocalDateTime(microsecondsSinceEpoch: Instant.latest.microseconds).date
        guard date < end else { throw ParameterError(.outOfRange, "date", "date must be before \(end.iso8601)") }
        quantities = [try QuantityRequest(type: try ParameterText.required(type, "type"))]
        hasPersonUnits = false
        let clock = try QuestionClock(timeZone)
        schedule = try SummaryQuestion.schedule(
            clock, date, 1, try ParameterText.timeOfDay(dayStart, "dayStart") ?? 0,
            ParameterError(.outOfRange, "date", "the time zone skipped this day"))
    }

    public var isOnPersonClock: Bool { schedule.isOnPersonClock }

    /// - Throws: The same errors as `Question.request(_:)`.
    public func request(_ settings: PersonSettings) throws(ParameterError) -> SummaryRequest {
        let schedule = try schedule.value(settings)
        return SummaryRequest(
            quantities: try quantities.preferring(settings.units), clock: schedule.clock, plan: schedule.plan,
            dates: schedule.dates)
    }

    /// - Parameters:
    ///   - dayStart: the time at which days begin, in microseconds since midnight.
    ///   - skipped: the error to throw if the clock skipped every day.
    private static func schedule(
        _ clock: QuestionClock, _ first: CivilDate, _ count: Int, _ dayStart: Int64, _ skipped: ParameterError
    ) throws(ParameterError) -> ClockDependent<Schedule> {
        guard let day = BucketInterval(.day) else { throw skipped }
        return try ClockDependent(clock) { clock throws(ParameterError) in
            let grid = BucketGrid(
                anchor: LocalDateTime(date: first, microsecondOfDay: dayStart), interval: day, clock: clock)
            var edges = [grid.edge(0)]
            var dates: [CivilDate] = []
            for index in 1...Int64(count) {
                let edge = grid.edge(index)
                guard let start = edges.last, edge > start else { continue }
                edges.append(edge)
                dates.append(grid.date(index - 1))
            }
            guard let plan = try? BucketPlan(edges: edges) else { throw skipped }
            return Schedule(clock: clock, plan: plan, dates: dates)
        }
    }
}
