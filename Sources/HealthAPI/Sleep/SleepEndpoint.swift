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
        ],
        takes: .parameters { try SleepQuestion($0.question) },
        gives: .json("The nights.", isTagged: true), errors: [.tooManyBuckets]
    ) { call in
        try await call.answer(call.taken) { request, session in
            let nights = try SleepReader(person: call.person, session: session).nights(request)
            return SleepResponse(request, nights, now: .now)
        }
    }.asTool(
        Tool(
            name: "sleep", title: "Sleep, night by night",
            text: """
                Nights with the time asleep, stages, time in bed, efficiency and naps. Lengths are in seconds. A night has the date \
                on which the person wakes up, and to is the day after the last night. asleep is null if there are no samples \
                that this token may read; this is not zero. If there are too many nights, the answer has months.
                """,
            omits: ["nights.startDate", "nights.endDate", "main.sources", "main.gaps", "naps.sources", "naps.gaps"]))
}
