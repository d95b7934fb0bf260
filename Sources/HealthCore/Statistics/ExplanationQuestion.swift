/// The parsed parameters of a question for the samples behind one bucket.
public struct ExplanationQuestion: Question {
    public static let parameters =
        StatisticsQuestion.rangeParameters.compactMap { parameter in
            switch parameter.name {
            case "types", "separateBySource": nil
            case "type", "timeZone": parameter.required
            case "from", "to": parameter.inExamples
            default: parameter.optional
            }
        } + [.interval.inExamples] + StatisticsQuestion.gridParameters + [.bucket.inExamples, .explained]

    private let quantity: QuantityRequest
    private let page: BucketExplanation.Page
    /// True if the question has no interval. Its range is then the bucket.
    private let isSingle: Bool
    /// The schedule of the one bucket.
    private let schedule: ClockDependent<StatisticsSchedule>

    /// - Parameters:
    ///   - parameters: the parameters of a collection if there is an interval. Then `from` and `to`
    ///     may be missing, and the range is the bucket itself. Without an interval, the parameters
    ///     of a query for one range. `bucket` requires an interval.
    ///   - after: the sample after which the page begins; nil for the first page.
    /// - Throws: `ParameterError`, which names the first parameter that is wrong.
    public init(
        _ parameters: QuestionParameters, after: BucketExplanation.Key?
    ) throws(ParameterError) {
        page = BucketExplanation.Page(
            after: after,
            limit: try parameters.integer(.explained)
                ?? ExplanationRequest.limitDefault)
        _ = try parameters.required(.type)
        isSingle = parameters[.interval] == nil
        guard !isSingle else {
            let ofBuckets: [QuestionParameter] = [.bucket, .anchor, .firstWeekday, .dayStart]
            for parameter in ofBuckets where parameters[parameter] != nil {
                throw ParameterError(.missing, "interval", "\(parameter.name) needs an interval")
            }
            quantity = try StatisticsQuestion.Figures(parameters, orCategory: true).quantities[0]
            let clock = try QuestionClock(parameters[.timeZone])
            let range = try QuestionRange(parameters)
            schedule = try ClockDependent(clock) { clock throws(ParameterError) in
                try StatisticsSchedule(on: clock, try range.range(on: clock))
            }
            return
        }
        let clock = try QuestionClock(parameters[.timeZone])
        let time = try QuestionTime(try parameters.required(.bucket), "bucket")
        quantity = try StatisticsQuestion.Figures(parameters, orCategory: true).quantities[0]
        let grid = try QuestionGrid(parameters)
        let isWhole = parameters[.from] == nil && parameters[.to] == nil
        let range =
            isWhole
            ? try QuestionRange(strictStart: parameters[.strictStartDate], strictEnd: parameters[.strictEndDate])
            : try QuestionRange(parameters)
        schedule = try ClockDependent(clock) { clock throws(ParameterError) in
            let instant = time.instant(on: clock)
            let searched = isWhole ? range.strict(instant) : try range.range(on: clock)
            let plan = try ExplanationQuestion.bucket(
                of: instant, in: try grid.schedule(on: clock, searched, typeCount: 1).plan.edges, clock)
            return StatisticsSchedule(
                clock: clock, grid: nil,
                range: isWhole ? range.strict(from: plan.edges[0], to: plan.edges[1]) : searched, plan: plan)
        }
    }

    public var isOnPersonClock: Bool { schedule.isOnPersonClock }
    public var hasPersonUnits: Bool { !quantity.isUnitNamed }

    /// - Throws: The same errors as `Question.request(_:)`.
    public func request(_ settings: PersonSettings) throws(ParameterError) -> ExplanationRequest {
        let schedule = try schedule.value(settings)
        return ExplanationRequest(
            quantity: try quantity.preferring(settings.units), clock: schedule.clock, plan: schedule.plan,
            range: schedule.range, page: page, isUnbounded: isSingle && schedule.range.isStrict)
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
