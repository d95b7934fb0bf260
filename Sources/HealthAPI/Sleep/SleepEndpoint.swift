import HTTPServer
import HealthCore
import HealthDatabase

extension HealthService {
    /// `GET /v1/sleep`: nights, computed from sleepAnalysis samples by `SleepEngine`.
    @Sendable func getSleep(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        let query = try RequestParameters(request, known: Set(SleepParameters.fields.keys))
        return try await answer(presented, try SleepQuestion(SleepParameters(query))) { request, person, session in
            let nights = try SleepReader(person: person, session: session).nights(request)
            return HTTPResponse(json: SleepResponse(request, nights, now: .now).json).tagged
        }
    }
}

extension SleepParameters {
    static let fields: [String: WritableKeyPath<SleepParameters, String?> & Sendable] = [
        "from": \.from, "to": \.to, "timeZone": \.timeZone, "nightStart": \.nightStart, "attribution": \.attribution,
        "sessionGap": \.sessionGap, "segments": \.segments, "fill": \.fill,
    ]

    init(_ query: RequestParameters) {
        self.init()
        for (name, field) in SleepParameters.fields { self[keyPath: field] = query[name] }
    }
}
