import HTTPServer
import HealthCore
import HealthDatabase

extension HealthService {
    /// `GET /v1/types`: the types of the catalogue, and every other type whose name occurred in a
    /// sample.
    @Sendable func getTypes(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        let query = try QueryParameters(request, of: .getTypes)
        let onlyWithSamples = try ParameterText.flag(query["hasSamples"], "hasSamples")
        let caller = try await caller(of: presented)
        let person = caller.person
        let (types, units) = try await read(caller) { session in
            (
                try SampleTypeReader.list(for: person, session),
                try PreferredUnitStore(person: person, session: session).units()
            )
        }
        let shown = types.filter { $0.hasSamples || !onlyWithSamples }
        return HTTPResponse(json: TypeResponse(shown, units).json)
    }
}
