import HTTPServer
import HealthCore
import HealthDatabase
import JSON

extension Endpoint {
    static let getTrends = Endpoint(
        .get, "/v1/trends", "Whether figures of types rise or fall, and unusual days",
        notes: """
            The figure of a day is its sum (cumulative types), its average (discrete types), or the seconds asleep in the night \
            that ends on it (`sleepAnalysis`). Days that have not ended are left out. A figure of too few measured days is null. The \
            article Trends states the method.
            """,
        tag: .statistics, parameters: TrendQuestion.parameters.map(EndpointParameter.init),
        takes: .parameters { query in
            (format: try AnswerFormat(acceptedBy: query.request), question: try TrendQuestion(query.question))
        },
        gives: .response(
            .ok("The trend; with `types` a list of them.", .json(ShownTrends.schema), .csv, .lines, headers: [.eTag]),
            isTagged: true),
        errors: [.notAcceptable, .tooManyBuckets]
    ) { call in
        let (format, question) = call.taken
        return try await call.answer(question) { request, session in
            let trends = try DayFigureReader(person: call.person, session: session).trends(request)
            return ShownTrends(request, trends).response(format)
        }
    }.asTool(
        Tool(
            name: "trends", title: "Trends and unusual days",
            text: """
                Whether a quantity type or sleep is getting higher or lower: the median of the last 28 days (recent) against the 90 \
                days before (usual), this year so far against the same part of last year, the slope with its confidence interval, and \
                the direction, which is rising or falling only if it is significant, since when. unusualDays lists days outside of \
                the range that the 91 days before make expected; ask explain for such a day. Null means too few measured days.
                """))
}

/// The trends of several types as JSON or rows.
private struct ShownTrends {
    private let request: TrendRequest
    private let trends: [ShownTrend]

    init(_ request: TrendRequest, _ trends: [Trend]) {
        self.request = request
        self.trends = zip(request.quantities, trends).map { ShownTrend(request: request, quantity: $0, trend: $1) }
    }

    static let schema = Schema.anyOf([ShownTrend.schema, .object(required: ["trends": [ShownTrend].schema])])

    func response(_ format: AnswerFormat) -> HTTPResponse {
        var response = format == .json ? HTTPResponse(json: json) : HTTPResponse(rows(format), as: format)
        response.headers.vary("Accept")
        return response.tagged
    }

    private var json: JSONWriter {
        var writer = JSONWriter(capacity: 2_048 * trends.count)
        writer.rowCount = trends.count(where: \.isMeasured)
        if request.isList {
            writer.object { $0.member("trends", trends) }
        } else {
            for trend in trends { trend.write(to: &writer) }
        }
        return writer
    }

    private func rows(_ format: AnswerFormat) -> RowWriter {
        var rows = RowWriter(
            format,
            columns: [
                "type", "figure", "unit", "from", "to", "recentMeasuredCount", "recentMedian", "usualMeasuredCount",
                "usualMedian", "difference", "thisYearMeasuredCount", "thisYearMedian", "lastYearMeasuredCount",
                "lastYearMedian", "yearDifference", "slope", "slopeLower", "slopeUpper", "direction", "since",
                "comparedCount", "unusualDates",
            ], hasTimes: false)
        for shown in trends {
            let (quantity, trend) = (shown.quantity, shown.trend)
            func cells(_ periods: TrendPeriod...) -> [RowWriter.Cell] {
                periods.flatMap { [.integer($0.measuredCount), .number($0.median)] }
            }
            rows.append(
                [
                    .text(quantity.type.identifier), .text(quantity.dayFigure.rawValue), .text(quantity.dayUnit),
                    .text(shown.from.iso8601), .text(trend.recent.to.iso8601),
                ] + cells(trend.recent, trend.usual) + [.number(trend.difference)]
                    + cells(trend.thisYear, trend.lastYear) + [
                        .number(trend.yearDifference), .number(trend.slope?.perDay), .number(trend.slope?.lower),
                        .number(trend.slope?.upper), .text(trend.direction?.rawValue), .text(trend.since?.iso8601),
                        .integer(trend.comparedCount),
                        .text(trend.unusualDays.map(\.date.iso8601).joined(separator: " ")),
                    ])
        }
        return rows
    }
}

private struct ShownTrend: Shaped {
    let request: TrendRequest
    let quantity: QuantityRequest
    let trend: Trend

    var from: CivilDate { CivilDate(daysSinceEpoch: request.days.lowerBound) }

    /// True if a period has a measured day.
    var isMeasured: Bool {
        [trend.recent, trend.usual, trend.thisYear, trend.lastYear].contains { $0.measuredCount > 0 }
    }

    static let shape = Shape<Self>([
        .members(of: \.quantity, QuantityRequest.dayHead), .member("timeZone", \.request.clock.name),
        .member("from", \.from, "The first day of `unusualDays`."),
        .member("to", \.trend.recent.to, "The day after the last one."),
        .member("recent", \.trend.recent, "The last 28 days. `median` is null for less than 14 measured days."),
        .member(
            "usual", \.trend.usual, "The 90 days before `recent`. `median` is null for less than 30 measured days."),
        .member("difference", \.trend.difference, "`recent` - `usual`."),
        .member(
            "thisYear", \.trend.thisYear,
            "The year so far. `median` is null for less than 30 measured days, or less than a third of the days."),
        .member("lastYear", \.trend.lastYear, "The same part of the year before."),
        .member("yearDifference", \.trend.yearDifference, "`thisYear` - `lastYear`."),
        .member("slope", \.trend.slope, "Null without `difference`."),
        .member(
            "direction", \.trend.direction, "`steady` unless the change is significant. Null without `difference`."),
        .member(
            "since", \.trend.since, "The first day after the change. Null unless `direction` is rising or falling."),
        .member(
            "comparedCount", \.trend.comparedCount,
            "The measured days from `from` to `to` that have enough days before them to compare with."),
        .member("unusualDays", \.trend.unusualDays, "The days with a `value` outside of `lower` to `upper`."),
    ]).named("Trend")
}

extension QuantityRequest {
    /// What figures of days are about.
    static let dayHead = Shape<Self>([
        .member("type", \.type.identifier), .member("aggregationStyle", \.style.name, as: .figureStyle),
        .member("unit", \.dayUnit, as: .string), .member("figure", \.dayFigure, "The figure of a day."),
    ])
}

extension DayFigure: JSONWritable {}

extension TrendPeriod: Shaped {
    static let shape = Shape<Self>([
        .member("from", \.from), .member("to", \.to, "The day after the last one."),
        .member("measuredCount", \.measuredCount, "The days that have a figure."),
        .member("median", \.median, "The median of their figures."),
    ]).named("TrendPeriod")
}

extension Trend.Slope: Shaped {
    static let shape = Shape<Self>([
        .member("perDay", \.perDay, "The slope of Theil and Sen over `usual` and `recent`, in the unit a day."),
        .member("lower", \.lower, "The lower bound of its confidence interval of 99 %."), .member("upper", \.upper),
    ])
}

extension Trend.Direction: JSONWritable {}

extension UnusualDay: Shaped {
    static let shape = Shape<Self>([
        .member("date", \.date), .member("value", \.value, "The figure of the day."),
        .member("usual", \.usual, "The usual figure, on its weekday."),
        .member("lower", \.lower, "The least figure that is expected."), .member("upper", \.upper),
    ])
}
