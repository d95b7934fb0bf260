import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader

extension HealthService {
    /// Most types that one request can name. A request without names asks for all types of the
    /// person.
    static let latestTypesMax = StatisticsRequest.typesMax

    /// `GET /v1/latest`: the newest sample of each of several types of any kind.
    @Sendable func getLatest(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        let query = try RequestParameters(request, of: .getLatest)
        let question = try LatestQuestion(types: query["types"], unit: query["unit"])
        let response = try await answer(presented, question) { request, person, session in
            let latest = try SampleReader(person: person, session: session).latest(of: request.names, now: .now)
            var writer = JSONWriter(capacity: 256 + latest.count * 512)
            try writer.object { writer in
                writer.key("latest")
                try writer.array { writer in
                    for entry in latest { try HealthService.append(entry, request.units, to: &writer) }
                }
            }
            writer.rowCount = latest.count
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
}

/// A parsed question for the newest samples.
private struct LatestQuestion: Question {
    private let names: [String]?
    private let unit: UnitParameter

    struct Request: Sendable {
        /// The names of types. Nil for all types of the person.
        let names: [String]?
        let units: PreferredUnits
    }

    /// - Throws: `ParameterError`.
    init(types: String?, unit: String?) throws(ParameterError) {
        names = try types.map { text throws(ParameterError) in
            let names = try ParameterText.required(text, "types").split(
                separator: ",", omittingEmptySubsequences: false)
            guard names.count <= HealthService.latestTypesMax else {
                throw ParameterError(
                    .outOfRange, "types", "types may name at most \(HealthService.latestTypesMax)")
            }
            return names.map(String.init)
        }
        self.unit = try UnitParameter(unit)
        _ = try request(PersonSettings())
    }

    var isOnPersonClock: Bool { false }
    var hasPersonUnits: Bool { true }

    func request(_ settings: PersonSettings) throws(ParameterError) -> Request {
        let types = names?.compactMap(Catalogue.sampleType(named:))
        return Request(names: names, units: try unit.over(settings.units, types: types))
    }
}
