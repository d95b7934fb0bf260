import HTTPServer
import HealthCore
import HealthDatabase

extension HealthService {
    private static let summaryFields: [String: WritableKeyPath<SummaryParameters, String?> & Sendable] = [
        "from": \.from, "to": \.to, "timeZone": \.timeZone, "dayStart": \.dayStart, "types": \.types,
        "unit": \.unit,
    ]

    /// `GET /v1/summaries`: several types together, civil day by civil day.
    @Sendable func getSummaries(_ request: HTTPRequest) async throws -> HTTPResponse {
        let token = try bearerToken(of: request)
        let query = try QueryParameters(request, known: Set(HealthService.summaryFields.keys))
        var filled = SummaryParameters()
        for (name, field) in HealthService.summaryFields { filled[keyPath: field] = query[name] }
        let parameters = filled
        let response = try await self.answer(token, timeZone: parameters.timeZone) {
            try SummaryRequest(parameters, personClock: $0, units: $1)
        } _: { question, person, session in
            let days = try SummaryReader(person: person, session: session).summaries(question)
            return HTTPResponse(json: SummaryResponse(question, days).json)
        }
        return response.tagged
    }

    /// Its end could not be written.
    private static let lastDate = LocalDateTime(microsecondsSinceEpoch: Instant.latest.microseconds).date

    /// Uuids of a page, by default and at most.
    static let footprintLimitDefault = 1_000
    static let footprintLimitMax = 10_000

    /// `GET /v1/summaries/{date}/footprint`: the samples from which one type of one day was made.
    @Sendable func getFootprint(_ request: HTTPRequest) async throws -> HTTPResponse {
        let token = try bearerToken(of: request)
        let query = try QueryParameters(request, of: .getFootprint)
        let date = try ParameterText.date(request.pathParameters["date"], "date")
        guard date < HealthService.lastDate else {
            throw ParameterError(.outOfRange, "date", "date must be before \(HealthService.lastDate.iso8601)")
        }
        var filled = SummaryParameters()
        filled.types = try ParameterText.required(query["type"], "type")
        filled.timeZone = query["timeZone"]
        filled.dayStart = query["dayStart"]
        filled.from = date.iso8601
        filled.to = CivilDate(daysSinceEpoch: date.daysSinceEpoch + 1).iso8601
        let parameters = filled
        let limit = try ParameterText.integer(query["limit"], "limit", in: 1...HealthService.footprintLimitMax)
        let cursor = try query["cursor"].map { try SampleCursor($0) }
        _ = try QuantityRequest(type: filled.types ?? "")
        let response = try await self.answer(token, timeZone: parameters.timeZone) {
            try HealthService.day(parameters, personClock: $0)
        } _: { question, person, session in
            let footprint = try SummaryReader(person: person, session: session)
                .footprint(question.quantities[0], question.plan)
            return HTTPResponse(
                json: FootprintResponse(question, footprint, limit ?? HealthService.footprintLimitDefault, cursor).json)
        }
        return response.tagged
    }

    /// The question for a single day: its caller knows the day as `date`, and no range.
    private static func day(
        _ parameters: SummaryParameters, personClock: WallClock?
    ) throws(ParameterError) -> SummaryRequest {
        do { return try SummaryRequest(parameters, personClock: personClock) } catch {
            guard error.code == .emptyRange else { throw error }
            throw ParameterError(.outOfRange, "date", "the time zone skipped this day")
        }
    }
}
