import HTTPServer
import HealthCore
import HealthDatabase
import JSON

extension Endpoint {
    static let getStatisticsPattern = Endpoint(
        figures: "/v1/statistics-pattern", "Figures by the hour of the day, the weekday, or the hour of the week",
        notes: """
            The figure of each hour or day of the range is its sum (cumulative types) or its average (discrete types). Each part of \
            the day or week has the average, the least and the greatest of these figures. An hour or day without samples is not \
            measured, so it does not count as zero. Hours and days that the range, the present or a change of the clock cuts are \
            left out. At most \(BucketPlan.bucketsMax) hours or days of all types together.
            """,
        parameters: PatternQuestion.parameters.map(EndpointParameter.init),
        answer: "The parts in order; with `types` a list of patterns.",
        schema: .anyOf([ShownPattern.schema, .object(required: ["patterns": [ShownPattern].schema])]),
        question: { query, _ in try PatternQuestion(query.question) },
        statistics: \.statistics
    ) { PatternResponse($0, $1, now: .now).response($2) }
    .asTool(
        Tool(
            name: "patterns", title: "Patterns of the day and the week",
            text: """
                What is usual for a quantity type at each hour of the day, on each weekday, or in each hour of the week, over a \
                range of some weeks. measuredCount is the number of hours or days that a figure is based on.
                """,
            omits: ["bucketCount"]))
}

/// The patterns of several types as JSON or rows.
private struct PatternResponse {
    private let request: PatternRequest
    private let patterns: [(quantity: QuantityRequest, parts: [PatternPart])]

    /// - Parameter now: the time of the request. An hour or day that ends later does not count.
    init(_ request: PatternRequest, _ collections: [StatisticsCollection], now: Instant) {
        self.request = request
        patterns = zip(request.statistics.quantities, collections).map { quantity, collection in
            let parts = request.pattern(collection.buckets, style: quantity.style, now: now)
            return (quantity, parts.map { $0.converted { quantity.conversion.printed($0) } })
        }
    }

    func response(_ format: AnswerFormat) -> HTTPResponse {
        format == .json ? HTTPResponse(json: json).tagged : HTTPResponse(rows(format), as: format).tagged
    }

    private var json: JSONWriter {
        let shown = patterns.map { ShownPattern(request: request, quantity: $0, parts: $1) }
        var writer = JSONWriter(capacity: 256 + patterns.count * request.cycle.partCount * 128)
        writer.rowCount = patterns.count * request.cycle.partCount
        if request.statistics.isList {
            writer.object { $0.member("patterns", shown) }
        } else {
            for pattern in shown { pattern.write(to: &writer) }
        }
        return writer
    }

    private func rows(_ format: AnswerFormat) -> RowWriter {
        var rows = RowWriter(
            format,
            columns: [
                "type", "weekday", "hour", "figure", "bucketCount", "measuredCount", "average", "minimum", "maximum",
                "unit",
            ], hasTimes: false)
        for (quantity, parts) in patterns {
            for part in parts {
                rows.append([
                    .text(quantity.type.identifier), .integer(part.weekday), .integer(part.hour),
                    .text(PatternFigure(quantity.style).rawValue), .integer(part.bucketCount),
                    .integer(part.measuredCount), .number(part.average), .number(part.minimum),
                    .number(part.maximum), .text(quantity.unit?.unitString),
                ])
            }
        }
        return rows
    }
}

private struct ShownPattern: Shaped {
    let request: PatternRequest
    let quantity: QuantityRequest
    let parts: [PatternPart]

    static let shape = Shape<Self>([
        .member("type", \.quantity.type.identifier),
        .member("aggregationStyle", \.quantity.style.name, as: .aggregationStyle),
        .member("unit", \.quantity.unit?.unitString, as: .string),
        .member("timeZone", \.request.statistics.clock.name), .member("by", \.request.cycle),
        .member("from", { $0.request.statistics.clock.rfc3339($0.request.statistics.range.from) }, as: .time),
        .member("to", { $0.request.statistics.clock.rfc3339($0.request.statistics.range.to) }, as: .time),
        .member(
            "figure", { PatternFigure($0.quantity.style).rawValue }, as: .choice(["sum", "average"]),
            "The figure of an hour or day."),
        .member("parts", \.parts),
    ]).named("StatisticsPattern")
}

extension PatternCycle: JSONWritable {}

extension PatternPart: Shaped {
    static let shape = Shape<Self>([
        .optional("weekday", \.weekday, as: .integer(1...7), "1 (Monday) to 7 (Sunday)."),
        .optional("hour", \.hour, as: .integer(0...23)),
        .member("bucketCount", \.bucketCount, "Whole hours or days of the part that have ended."),
        .member("measuredCount", \.measuredCount, "Those that have a figure."), .member("average", \.average),
        .member("minimum", \.minimum), .member("maximum", \.maximum),
    ])
}
