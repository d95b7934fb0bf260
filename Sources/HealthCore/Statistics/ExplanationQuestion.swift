/// The parsed parameters of a question for the samples behind one bucket.
public typealias ExplanationQuestion = PersonQuestion<ExplanationRequest>

extension ExplanationQuestion {
    public static var parameters: [QuestionParameter] {
        StatisticsQuestion.rangeParameters.compactMap { parameter in
            switch parameter.name {
            case "types", "separateBySource": nil
            case "type", "timeZone": parameter.required
            case "from", "to": parameter.inExamples
            default: parameter.optional
            }
        } + [.interval.inExamples] + StatisticsQuestion.gridParameters + [.bucket.inExamples, .explained]
    }

    /// - Parameters:
    ///   - parameters: the parameters of a collection if there is an interval. Then `from` and `to`
    ///     may be missing, and the range is the bucket itself. Without an interval, the parameters
    ///     of a query for one range. `bucket` requires an interval.
    ///   - after: the sample after which the page begins; nil for the first page.
    /// - Throws: `ParameterError`, which names the first parameter that is wrong.
    public init(
        _ parameters: QuestionParameters, after: BucketExplanation.Key?
    ) throws(ParameterError) {
        let page = BucketExplanation.Page(
            after: after,
            limit: try parameters.integer(.explained)
                ?? ExplanationRequest.limitDefault)
        _ = try parameters.required(.type)
        // Without an interval, the range is the bucket.
        let isSingle = parameters[.interval] == nil
        let (quantity, schedule) = try isSingle ? Self.ofRange(parameters) : Self.ofBucket(parameters)
        self.init(schedule, hasPersonUnits: !quantity.isUnitNamed) { schedule, units throws(ParameterError) in
            ExplanationRequest(
                quantity: try quantity.preferring(units), clock: schedule.clock, plan: schedule.plan,
                range: schedule.range, page: page, isUnbounded: isSingle && schedule.range.isStrict)
        }
    }

    /// The type of a question, and the schedule of its one bucket.
    private typealias Asked = (quantity: QuantityRequest, schedule: ClockDependent<StatisticsSchedule>)

    private static func ofRange(_ parameters: QuestionParameters) throws(ParameterError) -> Asked {
        let ofBuckets: [QuestionParameter] = [.bucket, .anchor, .firstWeekday, .dayStart]
        for parameter in ofBuckets where parameters[parameter] != nil {
            throw ParameterError(.missing, "interval", "\(parameter.name) needs an interval")
        }
        let quantity = try StatisticsQuestion.Figures(parameters, orCategory: true).quantities[0]
        let clock = try QuestionClock(parameters[.timeZone])
        let range = try QuestionRange(parameters)
        let schedule = try ClockDependent(clock) { clock throws(ParameterError) in
            try StatisticsSchedule(on: clock, try range.range(on: clock))
        }
        return (quantity, schedule)
    }

    private static func ofBucket(_ parameters: QuestionParameters) throws(ParameterError) -> Asked {
        let clock = try QuestionClock(parameters[.timeZone])
        let time = try QuestionTime(try parameters.required(.bucket), "bucket")
        let quantity = try StatisticsQuestion.Figures(parameters, orCategory: true).quantities[0]
        let grid = try QuestionGrid(parameters)
        let isWhole = parameters[.from] == nil && parameters[.to] == nil
        let range =
            isWhole
            ? try QuestionRange(strictStart: parameters[.strictStartDate], strictEnd: parameters[.strictEndDate])
            : try QuestionRange(parameters)
        let schedule = try ClockDependent(clock) { clock throws(ParameterError) in
            let instant = time.instant(on: clock)
            let searched = isWhole ? range.strict(instant) : try range.range(on: clock)
            let plan = try bucket(
                of: instant, in: try grid.schedule(on: clock, searched, typeCount: 1).plan.edges, clock)
            return StatisticsSchedule(
                clock: clock, grid: nil,
                range: isWhole ? range.strict(from: plan.edges[0], to: plan.edges[1]) : searched, plan: plan)
        }
        return (quantity, schedule)
    }

    /// Returns a plan that contains only the bucket in which `instant` lies. On `WallClock.unread`,
    /// the instant may lie in no bucket of `edges`, because the clock is not known yet. Then the
    /// first bucket is returned.
    ///
    /// - Throws: `ParameterError` (`outOfRange`) if the instant lies in no bucket and the clock is
    ///   read, or if the instant is too far from the buckets.
    private static func bucket(
        of instant: Instant, in edges: [Instant], _ clock: WallClock
    ) throws(ParameterError) -> BucketPlan {
        var index = edges.indices.dropLast().first { edges[$0] <= instant && instant < edges[$0 + 1] }
        let uncertainty = 2 * Zone.spreadMicroseconds
        if index == nil, clock.isUnread, instant.microseconds >= edges[0].microseconds - uncertainty,
            instant.microseconds < edges[edges.count - 1].microseconds + uncertainty
        {
            index = 0
        }
        guard let index, let plan = try? BucketPlan(edges: [edges[index], edges[index + 1]]) else {
            throw ParameterError(.outOfRange, "bucket", "bucket must lie in a bucket of the range")
        }
        return plan
    }
}

extension QuestionRange {
    /// Returns a range of one microsecond that contains only `instant`. For the latest instant, the
    /// range is one microsecond earlier, because its end must be a time that can be written.
    fileprivate func strict(_ instant: Instant) -> SampleRange {
        let start = min(instant.microseconds, Instant.latest.microseconds - 1)
        return strict(from: Instant(microseconds: start), to: Instant(microseconds: start + 1))
    }
}

extension QuestionParameter {
    public static let bucket = QuestionParameter(
        "bucket", "A time in the bucket, as `from`.", example: "2024-05-01", errors: [.outOfRange, .missing])
    fileprivate static let explained = limit.upTo(
        ExplanationRequest.limitMax, default: ExplanationRequest.limitDefault, of: "samples")
}
