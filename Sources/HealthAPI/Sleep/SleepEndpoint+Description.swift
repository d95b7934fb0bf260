import HealthCore
import HealthDatabase

extension Endpoint {
    static let getSleep = Endpoint(
        .get, "/v1/sleep", "Sleep, night by night",
        notes: """
            Nights with stages, naps, gaps and efficiency, made of `sleepAnalysis` samples. Lengths are in seconds. At most \
            \(SleepRequest.nightsMax) nights. `aggregate` says that a night has no samples, and an app sent its figures.
            """,
        tag: .sleep,
        parameters: [
            .dateFrom.required, .dateTo.required, .timeZone.required,
            Parameter(
                name: "nightStart", schema: .string(pattern: "^[0-2][0-9]:[0-5][0-9]$"),
                meaning: "The time at which nights begin; \(SleepRequest.nightStartDefault) by default.",
                example: "18:00", errors: [.outOfRange]),
            Parameter(
                name: "attribution", schema: .choice(SleepAttribution.allCases.map(\.rawValue)),
                meaning: "Whether a night has the date of its last or of its first day.", example: "wakingDay"),
            Parameter(
                name: "sessionGap",
                schema: .integer(
                    Int64(SleepRequest.sessionGapRange.lowerBound)...Int64(SleepRequest.sessionGapRange.upperBound)),
                meaning: "The longest gap inside a session, in minutes; \(SleepRequest.sessionGapDefault) by default.",
                example: "60", errors: [.outOfRange]),
            Parameter(
                name: "segments", schema: .flag, meaning: "Whether sessions list their pieces.", example: "true"),
            Parameter(
                name: "fill", schema: .choice(["null", "omit"]),
                meaning: "What becomes of a night without data: it is empty, or left out.", example: "omit"),
            .ifNoneMatch,
        ],
        answers: [
            .ok(
                "The nights.",
                .json(
                    .object(required: [
                        "timeZone": .string, "nightStart": .string, "attribution": .string,
                        "sources": .array(of: Source.schema), "nights": .array(of: .night),
                    ])), headers: [.eTag]), .notModified,
        ], errors: [.tooManyBuckets], handler: HealthService.getSleep)
}

extension Schema {
    private static let interval = Schema.object(required: ["startDate": .time, "endDate": .time])

    fileprivate static let night = Schema.named(
        "Night",
        .object(required: [
            "date": .date, "startDate": .time, "endDate": .time, "partial": .boolean,
            "asleep": Schema.number.orNull, "aggregate": .boolean, "main": session.orNull,
            "naps": .array(of: session),
        ]))

    private static let session = Schema.named(
        "SleepSession",
        .object(
            required: [
                "startDate": .time, "endDate": .time, "asleep": Schema.number.orNull,
                "stages": .map(Schema.number.orNull), "inBed": Schema.number.orNull,
                "efficiency": Schema.number.orNull, "gaps": Schema.array(of: interval).orNull,
                "sources": .array(of: sourceID),
            ],
            optional: [
                "segments": .array(
                    of: .object(required: [
                        "startDate": .time, "endDate": .time, "stage": .string, "source": sourceID,
                    ])), "inBedSegments": .array(of: interval),
            ]))
}
