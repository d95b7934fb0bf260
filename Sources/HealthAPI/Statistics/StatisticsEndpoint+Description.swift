import HealthCore
import HealthDatabase

extension Endpoint {
    static let getStatisticsCollection = Endpoint(
        figures: "/v1/statistics-collection", "Figures of types, bucket by bucket",
        notes: """
            HealthKit's `HKStatisticsCollectionQuery`. Category types have a count and a duration, in all and for each value. With \
            `types` the answer is a list. At most \(BucketPlan.bucketsMax) buckets of all types together.
            """,
        parameters: range + [interval.required] + grid + [
            Parameter(
                name: "fill", schema: .choice(["null", "omit"]),
                meaning:
                    "What becomes of a bucket in which nothing was measured: its statistics are null, or it is left out.",
                example: "omit")
        ], answer: what, schema: .orList(ShownCollection.inBuckets.schema, "collections"),
        columns: .orList(.collectionColumns, "collections"),
        question: { parameters, format in
            guard format != .columns || parameters["fill"] != "omit" else { throw StatisticsResponse.omissionRefused }
            return try StatisticsQuestion(parameters.question)
        }, statistics: \.self
    ) { StatisticsResponse($0, $1, now: .now).response($2) }
    .asTool(
        Tool(
            name: "statistics", title: "Figures of a type",
            text: """
                Figures of a type over a range, for each bucket of an interval or without interval for the whole range. Sources \
                are merged as Apple Health does, so nothing counts twice. Cumulative types (steps, energy) have sum, other \
                quantities (heart rate, weight) average, minimum and maximum; count is the number of samples. A category type \
                (symptoms, mindful sessions) has count and duration in seconds, also for each value. statistics is null without \
                samples that this token may read; this is not zero. A bucket ends where the next one begins. If there are too many \
                buckets, the answer has a longer interval and says so in notes. To compare two periods, ask for both.
                """,
            omits: [
                "anchor", "buckets.endDate", "buckets.sources",
                "statistics.mostRecent",
            ]))

    static let getStatistics = Endpoint(
        figures: "/v1/statistics", "Figures of types over one range",
        notes: """
            HealthKit's `HKStatisticsQuery`. Category types have a count and a duration, in all and for each value. With `types` the \
            answer is a list.
            """,
        parameters: range, answer: what, schema: .orList(ShownCollection.single.schema, "statistics"),
        question: { parameters, _ in try StatisticsQuestion(parameters.question, .single) },
        statistics: \.self
    ) { StatisticsResponse($0, $1, now: .now).response($2) }
    .asTool(Tool(name: "statistics"))

    private static let what = "The figures; with `types` a list of them."

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
    /// Returns the schema of one answer, or of an object with a list of them.
    fileprivate static func orList(_ schema: Schema, _ name: String) -> Schema {
        .anyOf([schema, .object(required: [name: .array(of: schema)])])
    }

    private static let numbers = Schema.array(of: Schema.number.orNull)
    private static let times = Schema.array(of: Schema.time.orNull)
    private static let counts = Schema.array(of: Schema.integer.orNull)
    private static let figureColumns: Members = [
        "sum": numbers, "average": numbers, "minimum": numbers, "maximum": numbers, "duration": numbers,
        "mostRecent": numbers, "mostRecentStartDate": times, "mostRecentEndDate": times,
        "byValue": Schema.array(
            of: .object(
                required: ["value": Schema.integer.orNull, "valueName": Schema.string.orNull, "count": counts],
                optional: ["duration": numbers])
        ).described("The columns of each value of a category type."),
    ]

    fileprivate static let collectionColumns = Schema.object(
        required: Members([
            Shape(ShownCollection.head).required,
            [
                "startDate": .time, "endDate": .time,
                "seconds": Schema.array(of: .array(of: .number)).described(
                    "The lengths of the buckets in seconds, as runs of a length and a count."),
                "partial": Schema.array(of: .integer).described("The indices of the buckets that are cut."),
                "count": counts,
            ],
        ]),
        optional: Members([
            figureColumns,
            [
                "bySource": .array(
                    of: .object(required: ["source": source, "count": counts], optional: figureColumns))
            ],
        ])
    ).named("StatisticsColumns")
}
