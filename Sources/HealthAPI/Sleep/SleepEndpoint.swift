import HTTPServer
import HealthCore
import HealthDatabase

extension HealthService {
    /// `GET /v1/sleep`: nights, of sleepAnalysis samples. `SleepEngine` has the rules.
    @Sendable func getSleep(_ request: HTTPRequest) async throws -> HTTPResponse {
        let token = try bearerToken(of: request)
        let parameters = SleepParameters(try QueryParameters(request, known: Set(SleepParameters.fields.keys)))
        return try await self.answer(token, timeZone: parameters.timeZone) {
            try SleepRequest(parameters, personClock: $0)
        } _: { question, person, session in
            let answer = try SleepReader(person: person, session: session).nights(question)
            return HTTPResponse(json: SleepResponse(question, answer, now: .now).json).tagged
        }
    }
}

extension SleepParameters {
    static let fields: [String: WritableKeyPath<SleepParameters, String?> & Sendable] = [
        "from": \.from, "to": \.to, "timeZone": \.timeZone, "nightStart": \.nightStart, "attribution": \.attribution,
        "sessionGap": \.sessionGap, "segments": \.segments, "fill": \.fill,
    ]

    init(_ query: QueryParameters) {
        self.init()
        for (name, field) in SleepParameters.fields { self[keyPath: field] = query[name] }
    }
}
