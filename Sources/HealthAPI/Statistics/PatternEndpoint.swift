import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader

extension HealthService {
    /// `GET /v1/statistics-pattern`: figures by the hour of the day, the weekday, or the hour of
    /// the week.
    @Sendable func getStatisticsPattern(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await figures(
            request, .getStatisticsPattern,
            { query, _ in
                try PatternQuestion(StatisticsParameters(query, StatisticsParameters.patternFields), by: query["by"])
            },
            \.statistics
        ) { PatternResponse($0, $1, now: .now).response($2) }
    }
}

extension StatisticsParameters {
    fileprivate static let patternFields: Fields = [
        "type": \.type, "types": \.types, "timeZone": \.timeZone, "from": \.from, "to": \.to, "unit": \.unit,
        "firstWeekday": \.firstWeekday, "dayStart": \.dayStart,
    ]
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
        var writer = JSONWriter(capacity: 256 + patterns.count * request.cycle.partCount * 128)
        writer.rowCount = patterns.count * request.cycle.partCount
        guard request.statistics.isList else {
            for (quantity, parts) in patterns { append(quantity, parts, to: &writer) }
            return writer
        }
        writer.object { writer in
            writer.key("patterns")
            writer.array { writer in
                for (quantity, parts) in patterns { append(quantity, parts, to: &writer) }
            }
        }
        return writer
    }

    private func append(_ quantity: QuantityRequest, _ parts: [PatternPart], to writer: inout JSONWriter) {
        let (clock, range) = (request.statistics.clock, request.statistics.range)
        writer.object { writer in
            writer.member("type", quantity.type.identifier)
            writer.member("aggregationStyle", quantity.style.name)
            writer.member("unit", quantity.unit?.unitString)
            writer.member("timeZone", clock.name)
            writer.member("by", request.cycle.rawValue)
            writer.member("from", clock.rfc3339(range.from))
            writer.member("to", clock.rfc3339(range.to))
            writer.member("figure", PatternFigure(quantity.style).rawValue)
            writer.key("parts")
            writer.array { writer in
                for part in parts {
                    writer.object { writer in
                        if let weekday = part.weekday { writer.member("weekday", weekday) }
                        if let hour = part.hour { writer.member("hour", hour) }
                        writer.member("bucketCount", part.bucketCount)
                        writer.member("measuredCount", part.measuredCount)
                        writer.member("average", part.average)
                        writer.member("minimum", part.minimum)
                        writer.member("maximum", part.maximum)
                    }
                }
            }
        }
    }

    private func rows(_ format: AnswerFormat) -> RowWriter {
        var rows = RowWriter(
            format,
            columns: [
                "type", "weekday", "hour", "figure", "bucketCount", "measuredCount", "average", "minimum", "maximum",
                "unit",
            ], clock: request.statistics.clock, capacity: 256 + patterns.count * request.cycle.partCount * 128)
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

extension Endpoint {
    static let getStatisticsPattern = Endpoint(
        .get, "/v1/statistics-pattern",
        "Figures by the hour of the day, the weekday, or the hour of the week",
        notes: """
            The figure of each hour or day of the range is its sum (cumulative types) or its average (discrete types). Each part of \
            the day or week has the average, the least and the greatest of these figures. An hour or day without samples is not \
            measured, so it does not count as zero. Hours and days that the range, the present or a change of the clock cuts are \
            left out. At most \(BucketPlan.bucketsMax) hours or days of all types together.
            """,
        tag: .statistics,
        parameters: [
            .quantityType.inExamples, .quantityTypes, .timeZone.required, .from.required, .to.required,
            Parameter(
                name: "by", schema: .choice(PatternCycle.allCases.map(\.rawValue)), isRequired: true,
                meaning: "The parts: 24 hours of a day, 7 days of a week, or 168 hours of a week.",
                example: PatternCycle.dayOfWeek.rawValue),
            .unit, .source, .firstWeekday,
            .patternDayStart, .ifNoneMatch,
        ],
        answers: [
            .ok(
                "The parts in order; with `types` a list of patterns.",
                .json(.anyOf([.pattern, .object(required: ["patterns": .array(of: .pattern)])])), .csv, .lines,
                headers: [.eTag]), .notModified,
        ], errors: [.notAcceptable, .tooManyBuckets], handler: HealthService.getStatisticsPattern)
}

extension Parameter {
    fileprivate static var patternDayStart: Parameter {
        var parameter = Parameter.dayStart
        parameter.meaning += " Only with `by=dayOfWeek`."
        return parameter
    }
}

extension Schema {
    fileprivate static let pattern = Schema.named(
        "StatisticsPattern",
        .object(required: [
            "type": .string, "aggregationStyle": aggregationStyle, "unit": .string, "timeZone": .string,
            "by": .choice(PatternCycle.allCases.map(\.rawValue)), "from": .time, "to": .time,
            "figure": Schema.choice(["sum", "average"]).described("The figure of an hour or day."),
            "parts": .array(
                of: .object(
                    required: [
                        "bucketCount": Schema.count.described("Whole hours or days of the part that have ended."),
                        "measuredCount": Schema.count.described("Those that have a figure."),
                        "average": Schema.number.orNull, "minimum": Schema.number.orNull,
                        "maximum": Schema.number.orNull,
                    ],
                    optional: [
                        "weekday": Schema.integer(1...7).described("1 (Monday) to 7 (Sunday)."),
                        "hour": .integer(0...23),
                    ])),
        ]))
}
