import HTTPServer
import HealthCore
import HealthDatabase

extension HealthService {
    private static let summaryFields: [String: WritableKeyPath<SummaryParameters, String?> & Sendable] = [
        "from": \.from, "to": \.to, "timeZone": \.timeZone, "dayStart": \.dayStart, "types": \.types,
        "unit": \.unit,
    ]

    /// `GET /v1/summaries`: figures of several types for each civil day.
    @Sendable func getSummaries(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        let query = try QueryParameters(request, known: Set(HealthService.summaryFields.keys))
        var parameters = SummaryParameters()
        for (name, field) in HealthService.summaryFields { parameters[keyPath: field] = query[name] }
        let response = try await answer(presented, try SummaryQuestion(parameters)) { request, person, session in
            let days = try SummaryReader(person: person, session: session).summaries(request)
            return HTTPResponse(json: SummaryResponse(request, days).json)
        }
        return response.tagged
    }

    /// The number of uuids of a page of a footprint, by default and at most.
    static let footprintLimitDefault = 1_000
    static let footprintLimitMax = 10_000

    /// `GET /v1/summaries/{date}/footprint`: the uuids of the samples from which the figures of one
    /// type and day were computed.
    @Sendable func getFootprint(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        let query = try QueryParameters(request, of: .getFootprint)
        let question = try SummaryQuestion(
            date: request.pathParameters["date"], type: query["type"], timeZone: query["timeZone"],
            dayStart: query["dayStart"])
        let limit = try ParameterText.integer(query["limit"], "limit", in: 1...HealthService.footprintLimitMax)
        let cursor = try query["cursor"].map { try SampleCursor($0) }
        let response = try await answer(presented, question) { request, person, session in
            let footprint = try SummaryReader(person: person, session: session)
                .footprint(request.quantities[0], request.plan)
            return HTTPResponse(
                json: FootprintResponse(request, footprint, limit ?? HealthService.footprintLimitDefault, cursor).json)
        }
        return response.tagged
    }
}
