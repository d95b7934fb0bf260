/// The parsed parameters of a question for daily summaries.
public typealias SummaryQuestion = PersonQuestion<SummaryRequest>

/// The days of a question and the clock on which they were computed.
private struct SummarySchedule: Sendable {
    let clock: WallClock
    let plan: BucketPlan
    let dates: [CivilDate]
}

extension SummaryQuestion {
    public static var parameters: [QuestionParameter] {
        [.types.required, .firstDate.required, .endDate.required, .timeZone.required, .dayStart, .unit]
    }
    /// The parameters of a footprint without `date`, which is part of its path.
    public static var footprintParameters: [QuestionParameter] {
        [.quantityType.required, .timeZone.required, .dayStart]
    }

    /// - Throws: `ParameterError`, which names the first parameter that is wrong.
    public init(_ parameters: QuestionParameters) throws(ParameterError) {
        let types = parameters[.types] ?? SummaryRequest.defaultTypes.joined(separator: ",")
        let quantities = try QuantityRequest.list(types, unit: parameters[.unit])
        let clock = try QuestionClock(parameters[.timeZone])
        let dayStart = try parameters.timeOfDay(.dayStart) ?? 0
        let days = try ParameterText.days(from: parameters[.from], to: parameters[.to], max: SummaryRequest.daysMax)
        let schedule = try SummaryQuestion.schedule(
            clock, CivilDate(daysSinceEpoch: days.lowerBound), days.count, dayStart,
            ParameterError(.emptyRange, "to", "the time zone skipped every day of the range"))
        self.init(quantities, schedule, hasPersonUnits: quantities.needPersonUnits)
    }

    /// Creates a question for the footprint of one type on one day. The answer has no figures, so
    /// it has no units.
    ///
    /// - Parameter date: the text of `date`.
    /// - Throws: `ParameterError`, which names the first parameter that is wrong.
    public init(footprint parameters: QuestionParameters, of date: String?) throws(ParameterError) {
        let date = try ParameterText.date(date, "date")
        // The day must end at a time that can be written, so the last date that can be written is
        // refused.
        let end = LocalDateTime(microsecondsSinceEpoch: Instant.latest.microseconds).date
        guard date < end else { throw ParameterError(.outOfRange, "date", "date must be before \(end.iso8601)") }
        let quantity = try QuantityRequest(type: try parameters.required(.type))
        let clock = try QuestionClock(parameters[.timeZone])
        let schedule = try SummaryQuestion.schedule(
            clock, date, 1, try parameters.timeOfDay(.dayStart) ?? 0,
            ParameterError(.outOfRange, "date", "the time zone skipped this day"))
        self.init([quantity], schedule, hasPersonUnits: false)
    }

    private init(
        _ quantities: [QuantityRequest], _ schedule: ClockDependent<SummarySchedule>, hasPersonUnits: Bool
    ) {
        self.init(schedule, hasPersonUnits: hasPersonUnits) { schedule, units throws(ParameterError) in
            SummaryRequest(
                quantities: try quantities.preferring(units), clock: schedule.clock, plan: schedule.plan,
                dates: schedule.dates)
        }
    }

    /// - Parameters:
    ///   - dayStart: the time at which days begin, in microseconds since midnight.
    ///   - skipped: the error to throw if the clock skipped every day.
    private static func schedule(
        _ clock: QuestionClock, _ first: CivilDate, _ count: Int, _ dayStart: Int64, _ skipped: ParameterError
    ) throws(ParameterError) -> ClockDependent<SummarySchedule> {
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
            return SummarySchedule(clock: clock, plan: plan, dates: dates)
        }
    }
}
