import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader

extension HealthService {
    /// `GET /v1/types`: the catalogue, and every other type that a sample has named.
    @Sendable func getTypes(_ request: HTTPRequest) async throws -> HTTPResponse {
        let token = try bearerToken(of: request)
        let query = try QueryParameters(request, known: ["hasSamples"])
        let onlyWithSamples = try ParameterText.flag(query["hasSamples"], "hasSamples")
        let person = try await person(of: token)
        let types = try await pool.withSession(for: person) { try SampleTypeReader.list(for: person, $0) }
        var writer = JSONWriter(capacity: 1 << 16)
        writer.object { writer in
            writer.key("types")
            writer.array { writer in
                for type in types where type.hasSamples || !onlyWithSamples {
                    writer.object { writer in
                        writer.member("identifier", type.identifier)
                        writer.member("shortName", type.shortName)
                        writer.member("kind", type.kind)
                        writer.member("aggregationStyle", type.aggregationStyle)
                        writer.member("unit", type.canonicalUnit)
                        writer.member("hasSamples", type.hasSamples)
                    }
                }
            }
        }
        return HTTPResponse(json: writer)
    }
}
