/// The cycle of a pattern: a day or a week, and the parts into which it is divided.
public enum PatternCycle: String, CaseIterable, Sendable {
    case hourOfDay, dayOfWeek, hourOfWeek

    /// True if the parts are hours.
    public var hasHours: Bool { self != .dayOfWeek }
    /// True if the cycle is a week.
    public var hasWeekdays: Bool { self != .hourOfDay }
    /// The number of parts: 24, 7 or 168.
    public var partCount: Int { (hasHours ? 24 : 1) * (hasWeekdays ? 7 : 1) }
}

/// A request for figures by the hour of the day, the weekday, or the hour of the week.
/// `PatternQuestion` makes it.
public struct PatternRequest: Sendable {
    /// The request for the hours or days of the range.
    public let statistics: StatisticsRequest
    public let cycle: PatternCycle
    /// The weekday of the first part of a week: 1 (Monday) … 7 (Sunday).
    public let firstWeekday: Int
    /// The index of the part of each bucket. Nil for a bucket that belongs to no part: the range
    /// cuts it, or it is an hour that a change of the clock cuts.
    public let parts: [Int?]
}

/// The parsed parameters of a question for a pattern.
public typealias PatternQuestion = PersonQuestion<PatternRequest>

extension PatternQuestion {
    public static var parameters: [QuestionParameter] {
        [
            .quantityType.meaning(
                "A quantity type: HealthKit's identifier or its short name. `type` or `types` is required.",
                errors: [.missing]
            ).inExamples, .types, .timeZone.required, .from.required, .to.required, .by.required, .unit, .firstWeekday,
            .dayStart.meaning("The time at which days begin, as `HH:MM`. Only with `by=dayOfWeek`."),
        ]
    }

    /// - Throws: `ParameterError`, which names the first parameter that is wrong.
    public init(_ parameters: QuestionParameters) throws(ParameterError) {
        let figures = try StatisticsQuestion.Figures(parameters)
        let clock = try QuestionClock(parameters[.timeZone])
        guard let cycle = PatternCycle(rawValue: try parameters.required(.by)) else {
            throw ParameterError(
                .malformed, "by", "by must be " + PatternCycle.allCases.map(\.rawValue).joined(separator: ", "))
        }
        let firstWeekday = try parameters.integer(.firstWeekday) ?? 1
        var days: QuestionParameters = [.interval: BucketInterval.Unit.day.rawValue]
        days[.dayStart] = parameters[.dayStart]
        let grid = try QuestionGrid(days)
        guard parameters[.dayStart] == nil || !cycle.hasHours else {
            throw ParameterError(.malformed, "dayStart", "dayStart needs by=\(PatternCycle.dayOfWeek.rawValue)")
        }
        let range = try QuestionRange(parameters)
        let schedule = try ClockDependent(clock) { clock throws(ParameterError) in
            let range = try range.range(on: clock)
            let typeCount = figures.quantities.count
            guard cycle.hasHours else {
                return try grid.schedule(on: clock, range, typeCount: typeCount, parameter: "by")
            }
            return try StatisticsSchedule(clockHoursOf: range, on: clock, typeCount: typeCount)
        }
        self.init(schedule, hasPersonUnits: figures.quantities.needPersonUnits) {
            schedule, units throws(ParameterError) in
            let edges = schedule.plan.edges
            let parts = zip(edges, edges.dropFirst()).map { start, end -> Int? in
                guard start >= schedule.range.from, end <= schedule.range.to else { return nil }
                return cycle.part(from: start, to: end, on: schedule.clock, firstWeekday)
            }
            return PatternRequest(
                statistics: try StatisticsRequest(figures, schedule, units), cycle: cycle, firstWeekday: firstWeekday,
                parts: parts)
        }
    }
}

extension PatternCycle {
    /// Returns the index of the part of a bucket, or nil for an hour that a change of the clock
    /// cuts.
    fileprivate func part(
        from start: Instant, to end: Instant, on clock: WallClock, _ firstWeekday: Int
    ) -> Int? {
        let local = clock.localDateTime(at: start)
        let day = hasWeekdays ? (local.date.weekdayFromMonday - (firstWeekday - 1) + 7) % 7 : 0
        guard hasHours else { return day }
        // Only a whole hour of the clock is this long.
        guard end.microseconds - start.microseconds == BucketPlan.clockHour else { return nil }
        return day * 24 + Int(local.microsecondOfDay / BucketPlan.clockHour)
    }
}

extension StatisticsSchedule {
    /// - Throws: `ParameterError` (`tooManyBuckets`).
    fileprivate init(
        clockHoursOf range: SampleRange, on clock: WallClock, typeCount: Int
    ) throws(ParameterError) {
        let allowed = BucketPlan.bucketsMax / typeCount
        let slack = clock.isUnread ? QuestionGrid.unreadSlack : 0
        do {
            let plan = try BucketPlan(clockHoursOf: range, on: clock, bucketsMax: allowed + slack)
            self.init(clock: clock, grid: nil, range: range, plan: plan)
        } catch { throw QuestionGrid.error(error, allowed: allowed, parameter: "by") }
    }
}

extension QuestionParameter {
    public static let by = QuestionParameter(
        "by", form: .choice(PatternCycle.allCases.map(\.rawValue)),
        "The parts: 24 hours of a day, 7 days of a week, or 168 hours of a week.",
        example: PatternCycle.dayOfWeek.rawValue)
}

extension BucketPlan {
    /// The length of an hour in microseconds.
    fileprivate static let clockHour: Int64 = 3_600 * Instant.microsecondsPerSecond

    /// Creates a plan of the hours that a clock shows in a range. An edge is where the clock shows
    /// a full hour, where it is changed, and where the range begins or ends. So no bucket is longer
    /// than an hour, and only whole hours of the clock are as long.
    ///
    /// - Throws: `BucketPlanError` if the range is empty or needs more than `bucketsMax` buckets.
    fileprivate init(clockHoursOf range: SampleRange, on clock: WallClock, bucketsMax: Int) throws(BucketPlanError) {
        guard range.from < range.to else { throw .emptyRange }
        let length = range.to.microseconds - range.from.microseconds
        let least = Int((length + BucketPlan.clockHour - 1) / BucketPlan.clockHour)
        guard least <= bucketsMax else { throw .tooManyBuckets(asked: least, allowed: bucketsMax) }
        var edges = [range.from]
        edges.reserveCapacity(least + 2)
        var time = range.from
        while time < range.to {
            time = min(BucketPlan.endOfHour(at: time, on: clock), range.to)
            edges.append(time)
        }
        guard edges.count - 1 <= bucketsMax else {
            throw .tooManyBuckets(asked: edges.count - 1, allowed: bucketsMax)
        }
        try self.init(edges: edges)
    }

    /// Returns the first instant after `start` at which the clock shows a full hour or is changed.
    private static func endOfHour(at start: Instant, on clock: WallClock) -> Instant {
        let offset = clock.offsetSeconds(at: start)
        let local = start.microseconds + Int64(offset) * Instant.microsecondsPerSecond
        let sinceFullHour = local - floorDivide(local, clockHour) * clockHour
        let end = start.microseconds + clockHour - sinceFullHour
        func isUnchanged(_ time: Int64) -> Bool { clock.offsetSeconds(at: Instant(microseconds: time)) == offset }
        let change = isUnchanged(end - 1) ? end : (start.microseconds + 1..<end - 1).partitionPoint(isUnchanged)
        return Instant(microseconds: change)
    }
}
