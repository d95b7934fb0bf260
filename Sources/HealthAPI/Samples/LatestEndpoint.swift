import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader

extension HealthService {
    /// Most types of one request that names them; without names it is every type of the person.
    static let latestTypesMax = StatisticsRequest.typesMax

    /// `GET /v1/latest`: the newest sample of each of several types, whatever their kind.
    @Sendable func getLatest(_ request: HTTPRequest) async throws -> HTTPResponse {
        let token = try bearerToken(of: request)
        let query = try QueryParameters(request, of: .getLatest)
        let names = try HealthService.names(query["types"])
        let unit = try UnitParameter(query["unit"])
        let named = names?.compactMap(Catalogue.sampleType(named:))
        _ = try unit.over(PreferredUnits(), types: named)
        let person = try await person(of: token)
        let response = try await pool.withSession(for: person) { session in
            let units = try unit.over(PreferredUnitStore(person: person, session: session).units(), types: named)
            let latest = try SampleReader(person: person, session: session).latest(of: names, now: .now)
            var writer = JSONWriter(capacity: 256 + latest.count * 512)
            try writer.object { writer in
                writer.key("latest")
                try writer.array { writer in
                    for entry in latest { try HealthService.append(entry, units, to: &writer) }
                }
            }
            return HTTPResponse(json: writer)
        }
        return response.tagged
    }

    private static func append(
        _ latest: SampleReader.Latest, _ units: PreferredUnits, to writer: inout JSONWriter
    ) throws {
        let response = try SampleResponse(type: latest.type, unit: try UnitParameter(nil), preferred: units)
        let type = Catalogue.sampleType(named: latest.type.identifier)
        writer.object { writer in
            writer.member("type", latest.type.identifier)
            writer.member("displayName", type?.displayName ?? latest.type.identifier)
            writer.member("kind", latest.type.kind.rawValue)
            writer.key("sample")
            if let sample = latest.sample { response.append(sample, to: &writer) } else { writer.null() }
        }
    }

    private static func names(_ text: String?) throws(ParameterError) -> [String]? {
        guard let text else { return nil }
        let names = try ParameterText.required(text, "types").split(separator: ",", omittingEmptySubsequences: false)
        guard names.count <= latestTypesMax else {
            throw ParameterError(.outOfRange, "types", "types may name at most \(latestTypesMax)")
        }
        return names.map(String.init)
    }
}
