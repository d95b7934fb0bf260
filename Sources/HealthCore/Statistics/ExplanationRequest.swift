/// A question for the samples behind one bucket, as it was asked for in a collection or as a range of its own.
public struct ExplanationRequest: Sendable {
    public let quantity: QuantityRequest
    public let clock: WallClock
    /// Of one bucket.
    public let plan: BucketPlan
    public let range: SampleRange
    public let page: BucketExplanation.Page
    /// Whether the bucket is all of time, as of a strict query for one range.
    public let isUnbounded: Bool

    public static let limitDefault = 1_000
    /// Most samples of one page.
    public static let limitMax = 10_000

    /// - Parameters:
    ///   - parameters: as of a collection if there is an interval, and then `from` and `to` may be left out, which means the
    ///     bucket itself; else as of a query for one range.
    ///   - bucket: a time in the bucket, RFC 3339 or a wall clock. Goes with `interval`.
    ///   - limit: of the page.
    /// - Throws: `ParameterError`.
    public init(
        _ parameters: StatisticsParameters, bucket: String?, limit: String?, after: BucketExplanation.Key?,
        personClock: WallClock? = nil, units: PreferredUnits = PreferredUnits()
    ) throws(ParameterError) {
        page = BucketExplanation.Page(
            after: after,
            limit: try ParameterText.integer(limit, "limit", in: 1...ExplanationRequest.limitMax)
                ?? ExplanationRequest.limitDefault)
        _ = try ParameterText.required(parameters.type, "type")
        guard parameters.interval != nil else {
            guard bucket == nil else {
                throw ParameterError(.missing, "interval", "bucket needs an interval")
            }
            for (name, text) in parameters.grid where text != nil {
                throw ParameterError(.missing, "interval", "\(name) needs an interval")
            }
            let request = try StatisticsRequest(parameters, .single, personClock: personClock, units: units)
            (quantity, clock, plan, range) = (request.quantities[0], request.clock, request.plan, request.range)
            isUnbounded = range.isStrict
            return
        }
        isUnbounded = false
        clock = try ParameterText.clock(parameters.timeZone, "timeZone", person: personClock)
        let instant = try ParameterText.instant(try ParameterText.required(bucket, "bucket"), "bucket", in: clock)
        var parameters = parameters
        let isWhole = parameters.from == nil && parameters.to == nil
        if isWhole {
            parameters.from = min(instant, ExplanationRequest.lastStart).rfc3339
            parameters.to =
                Instant(
                    microseconds: min(instant, ExplanationRequest.lastStart).microseconds + 1
                ).rfc3339
        }
        let request = try StatisticsRequest(parameters, .collection, personClock: personClock, units: units)
        quantity = request.quantities[0]
        let edges = request.plan.edges
        guard let place = ExplanationRequest.place(of: instant, in: edges, clock)
        else { throw ParameterError(.outOfRange, "bucket", "bucket must lie in a bucket of the range") }
        do { plan = try BucketPlan(edges: [edges[place], edges[place + 1]]) } catch {
            throw ParameterError(.outOfRange, "bucket", "bucket must lie in a bucket of the range")
        }
        range =
            isWhole
            ? SampleRange(
                from: plan.edges[0], to: plan.edges[1], strictStart: request.range.strictStart,
                strictEnd: request.range.strictEnd) : request.range
    }

    /// Which bucket `instant` lies in; nil for none. On a clock that nobody has read, both may lie elsewhere: then the first
    /// one stands for whichever it may be.
    private static func place(of instant: Instant, in edges: [Instant], _ clock: WallClock) -> Int? {
        if let place = edges.indices.dropLast().first(where: { edges[$0] <= instant && instant < edges[$0 + 1] }) {
            return place
        }
        let slack = 2 * Zone.spreadMicroseconds
        guard clock.isUnread, instant.microseconds >= edges[0].microseconds - slack,
            instant.microseconds < edges[edges.count - 1].microseconds + slack
        else { return nil }
        return 0
    }

    private static let lastStart = Instant(microseconds: Instant.latest.microseconds - 1)
}
