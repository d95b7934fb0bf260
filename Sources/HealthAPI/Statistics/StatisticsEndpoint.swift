import HTTPServer
import HealthCore
import HealthDatabase

extension HealthService {
    /// `GET /v1/statistics-collection`: HealthKit's `HKStatisticsCollectionQuery`.
    @Sendable func getStatisticsCollection(_ request: HTTPRequest) async throws -> HTTPResponse {
        let person = try await person(of: request)
        let question = try StatisticsRequest(try HealthService.statisticsParameters(request))
        let collection = try await pool.withSession { session in
            try StatisticsReader(person: person, session: session).collection(
                question.type, style: question.style, plan: question.plan, range: question.range,
                separateBySource: question.separateBySource)
        }
        return HTTPResponse(json: StatisticsResponse(question, collection).json)
    }

    private static func statisticsParameters(_ request: HTTPRequest) throws(ParameterError) -> StatisticsParameters {
        let fields: [String: WritableKeyPath<StatisticsParameters, String?> & Sendable] = [
            "type": \.type, "interval": \.interval, "anchor": \.anchor, "timeZone": \.timeZone, "from": \.from,
            "to": \.to,
            "options": \.options, "unit": \.unit, "separateBySource": \.separateBySource,
            "strictStartDate": \.strictStartDate, "strictEndDate": \.strictEndDate, "firstWeekday": \.firstWeekday,
        ]
        let query = try QueryParameters(request, known: Set(fields.keys))
        var parameters = StatisticsParameters()
        for (name, field) in fields { parameters[keyPath: field] = query[name] }
        return parameters
    }
}
