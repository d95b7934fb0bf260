import HTTPServer
import HealthCore
import HealthDatabase

extension Endpoint {
    static let getSummaries = Endpoint(
        .get, "/v1/summaries", "Several types together, day by day",
        notes: """
            At most \(SummaryRequest.daysMax) civil days. Checksums and the `ETag` change exactly when a sample, the order of \
            sources or the edges of a day change; the `ETag` also with the units.
            """,
        tag: .summaries, parameters: SummaryQuestion.parameters.map(EndpointParameter.init),
        takes: .parameters { try SummaryQuestion($0.question) },
        gives: .json("The days.", isTagged: true).rows("summaries"), errors: [.tooManyBuckets, .rangeTooLong]
    ) { call in
        try await call.answer(call.taken) { request, session in
            SummaryResponse(request, try SummaryReader(person: call.person, session: session).summaries(request))
        }
    }

    static let getFootprint = Endpoint(
        .get, "/v1/summaries/{date}/footprint", "The samples behind one day of one type",
        tag: .summaries,
        parameters: [
            EndpointParameter(
                name: "date", location: .path, schema: .date, isRequired: true, meaning: "The day.",
                example: "2024-05-01", errors: [.malformedParameter, .outOfRange])
        ] + SummaryQuestion.footprintParameters.map(EndpointParameter.init) + [
            .limit(HealthService.footprintLimitMax, default: HealthService.footprintLimitDefault, of: "uuids"), .cursor,
        ],
        takes: .parameters { parameters in
            let question = try SummaryQuestion(footprint: parameters.question, of: parameters["date"])
            let limit = try parameters.limit(
                HealthService.footprintLimitMax, default: HealthService.footprintLimitDefault)
            return (question: question, limit: limit, cursor: try parameters["cursor"].map { try SampleCursor($0) })
        },
        gives: .json("A page of uuids.", isTagged: true)
    ) { call in
        let (question, limit, cursor) = call.taken
        return try await call.answer(question) { request, session in
            let footprint = try SummaryReader(person: call.person, session: session)
                .footprint(request.quantities[0], request.plan)
            return FootprintResponse(request, footprint, limit, cursor)
        }
    }
}

extension HealthService {
    /// The number of uuids of a page of a footprint, by default and at most.
    static let footprintLimitDefault = 1_000
    static let footprintLimitMax = 10_000
}
