import HealthCore
import HealthDatabase

extension Endpoint {
    static let getStatisticsCollection = Endpoint(
        figures: "/v1/statistics-collection", "Figures of types, bucket by bucket",
        notes: """
            HealthKit's `HKStatisticsCollectionQuery`. Category types have a count and a duration, in all and for each value. With \
            `types` the answer is a list. At most \(BucketPlan.bucketsMax) buckets of all types together.
            """,
        parameters: StatisticsQuestion.parameters.map(EndpointParameter.init), answer: what,
        schema: .orList(ShownCollection.inBuckets.schema, "collections"),
        columns: .orList(.collectionColumns, "collections"),
        question: { parameters, format in
            for name in ["fill", "dates"] where format == .columns {
                guard [nil, "null"].contains(parameters[name]) else { throw StatisticsResponse.omissionRefused(name) }
            }
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
        parameters: StatisticsQuestion.rangeParameters.map(EndpointParameter.init), answer: what,
        schema: .orList(ShownCollection.single.schema, "statistics"),
        question: { parameters, _ in try StatisticsQuestion(parameters.question, .single) },
        statistics: \.self
    ) { StatisticsResponse($0, $1, now: .now).response($2) }
    .asTool(Tool(name: "statistics"))

    private static let what = "The figures; with `types` a list of them."
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
