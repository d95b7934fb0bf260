import HealthCore
import HealthDatabase

extension Endpoint {
    static let getSleep = Endpoint(
        .get, "/v1/sleep", "Sleep, night by night",
        notes: """
            Nights with stages, naps, gaps and efficiency, made of `sleepAnalysis` samples. Lengths are in seconds. At most \
            \(SleepRequest.nightsMax) nights. `aggregate` says that a night has no samples, and an app sent its figures.
            """,
        tag: .sleep, parameters: SleepQuestion.parameters.map(EndpointParameter.init),
        takes: .parameters { try SleepQuestion($0.question) },
        gives: .json("The nights.", isTagged: true).rows { $0.rows($1) }, errors: [.tooManyBuckets]
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
