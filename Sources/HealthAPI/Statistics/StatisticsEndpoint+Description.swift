import HealthCore
import HealthDatabase

extension Endpoint {
    static let getStatisticsCollection = Endpoint(
        .get, "/v1/statistics-collection", "Figures of types, bucket by bucket",
        notes: """
            HealthKit's `HKStatisticsCollectionQuery`. Category types have a count and a duration, in all and for each value. With \
            `types` the answer is a list. At most \(BucketPlan.bucketsMax) buckets of all types together.
            """,
        tag: .statistics,
        parameters: range + [interval.required] + grid + [
            Parameter(
                name: "fill", schema: .choice(["null", "omit"]),
                meaning:
                    "What becomes of a bucket in which nothing was measured: its statistics are null, or it is left out.",
                example: "omit"), .ifNoneMatch,
        ], answers: answers(of: "collections", .collection), errors: [.notAcceptable, .tooManyBuckets],
        handler: HealthService.getStatisticsCollection)

    static let getStatistics = Endpoint(
        .get, "/v1/statistics", "Figures of types over one range",
        notes: """
            HealthKit's `HKStatisticsQuery`. Category types have a count and a duration, in all and for each value. With `types` the \
            answer is a list.
            """,
        tag: .statistics, parameters: range + [.ifNoneMatch], answers: answers(of: "statistics", .single),
        errors: [.notAcceptable, .tooManyBuckets], handler: HealthService.getStatistics)

    static let range: [Parameter] = [
        .figureType.inExamples, .figureTypes, .timeZone.required, .from.required, .to.required,
        Parameter(
            name: "options", schema: .string,
            meaning: "Figures of the answer, separated by commas: "
                + (StatisticsOption.allCases.map { "`\($0.rawValue)`" } + ["`separateBySource`"]).joined(
                    separator: ", ")
                + ".", example: "cumulativeSum,duration", errors: [.incompatibleOption]),
        .unit,
        Parameter(
            name: "separateBySource", schema: .flag, meaning: "Whether each source has figures of its own, too.",
            example: "true"), .source, .strictStartDate, .strictEndDate,
    ]

    static let interval = Parameter(
        name: "interval", schema: .string(pattern: "^[0-9]* ?(minute|hour|day|week|month|quarter|year)s?$"),
        meaning: "The length of a bucket: `15minute`, `hour`, `day`, `2week`, `month`, `quarter`, `year`.",
        example: "day",
        errors: [.outOfRange])

    static let grid: [Parameter] = [
        Parameter(
            name: "anchor", schema: .string, meaning: "A wall clock at which one bucket begins.",
            example: "2024-01-01T06:00", errors: [.incompatibleOption, .repeatedParameter]),
        .firstWeekday, .dayStart,
    ]

    private static func answers(of list: String, _ schema: Schema) -> [Answer] {
        let lists: Schema =
            list == "statistics"
            ? .object(required: ["statistics": .array(of: schema)])
            : .object(required: ["collections": .array(of: schema)])
        let figures = Content.json(.anyOf([schema, lists]))
        let what = "The figures; with `types` a list of them."
        guard list != "statistics" else { return [.ok(what, figures, .csv, .lines, headers: [.eTag]), .notModified] }
        let columns: Schema = .object(required: ["collections": .array(of: .collectionColumns)])
        return [
            .ok(
                what, figures, .csv, .lines,
                Content(
                    mediaType: AnswerFormat.columns.rawValue, schema: .anyOf([.collectionColumns, columns])),
                headers: [.eTag]), .notModified,
        ]
    }
}

extension Parameter {
    fileprivate static let figureType = orCategory(.quantityType)
    fileprivate static let figureTypes = orCategory(.quantityTypes)

    private static func orCategory(_ parameter: Parameter) -> Parameter {
        var parameter = parameter
        parameter.meaning.replace("quantity type", with: "quantity or category type")
        parameter.meaning += " Sleep has nights instead (`GET /v1/sleep`)."
        return parameter
    }
}

extension Schema {
    private static let unit = Schema.string.orNull.described("Null for a category type.")
    private static let bySource = Schema.array(
        of: .object(required: ["source": source, "statistics": statistics.orNull]))

    fileprivate static let collection = Schema.named(
        "StatisticsCollection",
        .object(required: [
            "type": .string, "aggregationStyle": figureStyle, "unit": unit, "interval": .string,
            "anchor": .string, "timeZone": .string, "sources": .array(of: source),
            "buckets": .array(
                of: .object(
                    required: [
                        "startDate": .time, "endDate": .time,
                        "partial": Schema.boolean.described("Whether the range or the present cuts the bucket."),
                        "statistics": statistics.orNull, "sources": .array(of: sourceID),
                    ], optional: ["bySource": bySource])),
        ]))

    private static let numbers = Schema.array(of: Schema.number.orNull)
    private static let times = Schema.array(of: Schema.time.orNull)
    private static let counts = Schema.array(of: Schema.integer.orNull)
    private static let valueColumns = Schema.array(
        of: .object(
            required: ["value": Schema.integer.orNull, "valueName": Schema.string.orNull, "count": counts],
            optional: ["duration": numbers])
    ).described("The columns of each value of a category type.")

    fileprivate static let collectionColumns = Schema.named(
        "StatisticsColumns",
        .object(
            required: [
                "type": .string, "aggregationStyle": figureStyle, "unit": unit, "interval": .string,
                "anchor": .string, "timeZone": .string, "sources": .array(of: source), "startDate": .time,
                "endDate": .time,
                "seconds": Schema.array(of: .array(of: .number)).described(
                    "The lengths of the buckets in seconds, as runs of a length and a count."),
                "partial": Schema.array(of: .integer).described("The indices of the buckets that are cut."),
                "count": counts,
            ],
            optional: [
                "sum": numbers, "average": numbers, "minimum": numbers, "maximum": numbers, "duration": numbers,
                "mostRecent": numbers, "mostRecentStartDate": times, "mostRecentEndDate": times,
                "byValue": valueColumns,
                "bySource": .array(
                    of: .object(
                        required: ["source": source, "count": counts],
                        optional: [
                            "sum": numbers, "average": numbers, "minimum": numbers, "maximum": numbers,
                            "duration": numbers, "mostRecent": numbers, "mostRecentStartDate": times,
                            "mostRecentEndDate": times, "byValue": valueColumns,
                        ])),
            ]))

    fileprivate static let single = Schema.named(
        "RangeStatistics",
        .object(
            required: [
                "type": .string, "aggregationStyle": figureStyle, "unit": unit, "timeZone": .string,
                "sources": .array(of: source),
            ],
            optional: [
                "from": .time, "to": .time, "startDate": time.orNull, "endDate": time.orNull, "partial": .boolean,
                "statistics": statistics.orNull, "bySource": bySource,
            ]))

    static let explanation = Schema.named(
        "Explanation",
        .object(
            required: [
                "type": .string, "aggregationStyle": figureStyle, "unit": unit, "timeZone": .string,
                "from": .time, "to": .time, "statistics": statistics.orNull,
                "sources": [ExplainedSource].schema, "samples": [ExplainedSample].schema, "cursor": nextCursor,
            ], optional: ["startDate": .time, "endDate": .time, "totalWeight": .number]))
}
