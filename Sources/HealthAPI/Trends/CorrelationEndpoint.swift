import HTTPServer
import HealthCore
import HealthDatabase
import JSON

extension Endpoint {
    static let getCorrelation = Endpoint(
        .get, "/v1/correlation", "The correlation of two types, day by day",
        notes: """
            Pairs the figures of days (those of `GET /v1/trends`) of two types, the day of y `lag` days after that of x. \
            `correlation` is Spearman's rank correlation. Days that have not ended are left out. A correlation shows no cause: both \
            figures may follow from a third, such as the season.
            """,
        tag: .statistics, parameters: CorrelationQuestion.parameters.map(EndpointParameter.init),
        takes: .parameters { try CorrelationQuestion($0.question) },
        gives: .json("The correlation and its points.", isTagged: true).rows("points"), errors: [.tooManyBuckets]
    ) { call in
        try await call.answer(call.taken) { request, session in
            let found = try DayFigureReader(person: call.person, session: session).correlation(request)
            return ShownCorrelation(request: request, found: found)
        }
    }.asTool(
        Tool(
            name: "correlation", title: "Two types together",
            text: """
                How the figures of days of two types go together: Spearman's rank correlation with its confidence interval and the \
                number of days (pairCount), for y on the same day or lag days after x. A night has the date on which it ends, so \
                sleepAnalysis with lag 0 compares a night with the day after it. Never call a correlation a cause: say that both may \
                follow from something else. correlation is null for less than 30 pairs, or if a figure never changes.
                """,
            omits: ["points"]))
}

private struct ShownCorrelation: Shaped {
    let request: CorrelationRequest
    let found: CorrelatedDays

    static let shape = Shape<Self>([
        .object("x", Shape([.members(of: \.request.x, QuantityRequest.dayHead)])),
        .object("y", Shape([.members(of: \.request.y, QuantityRequest.dayHead)])),
        .member("timeZone", \.request.clock.name),
        .member("from") { CivilDate(daysSinceEpoch: $0.request.days.lowerBound) },
        .member(
            "to", { CivilDate(daysSinceEpoch: $0.request.days.upperBound) }, "The day after the last one."),
        .members(of: \.found.asked, DayCorrelation.shape),
        .member("points", \.found.points, "The newest pairs of figures, by date."),
        .optional("lags", \.found.lags, "With `lags=true`, the correlation of each lag from -7 to 7."),
        .optional(
            "strongestLag", { $0.found.lags == nil ? nil : .some($0.found.strongestLag) },
            as: CorrelationRequest.lagSchema.orNull,
            "With `lags=true`, the lag with the greatest absolute correlation."),
    ]).named("DayCorrelation")

    var rowCount: Int? { found.points.count }
}

extension CorrelationRequest {
    fileprivate static let lagSchema = Schema.integer(
        Int64(CorrelationRequest.lags.lowerBound)...Int64(CorrelationRequest.lags.upperBound))
}

extension DayCorrelation: Shaped {
    static let shape = Shape<Self>([
        .member("lag", \.lag, as: CorrelationRequest.lagSchema, "The days from the day of x to that of y."),
        .member("pairCount", \.pairCount, "The days that have both figures."),
        .member(
            "correlation", \.correlation,
            "Spearman's rank correlation, -1 to 1. Null for less than 30 pairs, or if a figure never changes."),
        .member("lower", \.lower, "The lower bound of its confidence interval of 95 %. Null without `correlation`."),
        .member("upper", \.upper),
    ])
}

extension CorrelatedDays.Point: Shaped {
    static let shape = Shape<Self>([
        .member("date", \.date, "The day of x."), .member("x", \.x), .member("y", \.y),
    ])
}
