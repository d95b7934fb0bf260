import HealthCore
import HealthDatabase

extension Endpoint {
    static let getSamples = Endpoint(
        .get, "/v1/samples", "Samples of one type, page by page",
        notes: """
            HealthKit's `HKSampleQuery`. A page ends before the sample with which it would be longer than 16 MiB. As lines \
            (`application/x-ndjson`) and as CSV, the field `Link` names the next page. Every CSV has the columns \
            \(SampleRows.columns.map { "`\($0)`" }.joined(separator: ", ")). Its times are on the clock of `timeZone`.
            """,
        tag: .samples,
        parameters: [
            .type.required, .from, .to, .timeZone, .strictStartDate, .strictEndDate,
            .source, .unit,
            .limit(SampleQuery.limitMax, default: SampleQuery.limitDefault, of: "samples"), .order,
            Parameter(
                name: "quantities", schema: .flag, meaning: "Whether series list their quantities; not as CSV.",
                example: "true", errors: [.incompatibleOption]),
            .cursor,
        ],
        answers: [
            .ok(
                "A page of samples.",
                .json(
                    .object(required: [
                        "type": .string, "kind": .kind, "samples": .array(of: .sample), "cursor": .nextCursor,
                    ])), .lines, .csv, headers: [.link])
        ], errors: [.notAcceptable, .missingParameter], handler: HealthService.getSamples)

    static let getLatest = Endpoint(
        .get, "/v1/latest", "The newest sample of several types",
        notes: "Of all types of the person where `types` is missing. Samples that begin in the future are left out.",
        tag: .samples,
        parameters: [
            Parameter(
                name: "types", schema: .string(pattern: "^.+$"),
                meaning: "At most \(HealthService.latestTypesMax) sample types of any kind, separated by commas.",
                example: "stepCount,sleepAnalysis", errors: [.missingParameter, .unknownType, .outOfRange]), .unit,
            .ifNoneMatch,
        ],
        answers: [
            .ok(
                "One entry for each type.",
                .json(
                    .object(required: [
                        "latest": .array(
                            of: .object(required: [
                                "type": .string, "displayName": .string, "kind": .kind,
                                "sample": Schema.sample.orNull,
                            ]))
                    ])), headers: [.eTag]), .notModified,
        ], handler: HealthService.getLatest)
}

extension Endpoint.Content {
    /// Lines, each with one row as JSON.
    static let lines = Endpoint.Content(mediaType: AnswerFormat.lines.rawValue)
    static let csv = Endpoint.Content(mediaType: AnswerFormat.csv.rawValue)
    static let events = Endpoint.Content(mediaType: "text/event-stream")
}
