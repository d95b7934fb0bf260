import HTTPServer
import HealthCore
import HealthDatabase
import JSON

extension Endpoint {
    static let getLatest = Endpoint(
        .get, "/v1/latest", "The newest sample of several types",
        notes: "Of all types of the person where `types` is missing. Samples that begin in the future are left out.",
        tag: .samples,
        parameters: [
            EndpointParameter(
                name: "types", schema: .string(pattern: "^.+$"),
                meaning: "At most \(HealthService.latestTypesMax) sample types of any kind, separated by commas.",
                example: "stepCount,sleepAnalysis", errors: [.missingParameter, .unknownType, .outOfRange]), .unit,
        ],
        takes: .parameters { try LatestQuestion(types: $0["types"], unit: $0["unit"]) },
        gives: .json("One entry for each type.", isTagged: true)
    ) { call in
        try await call.answer(call.taken) { request, session in
            let latest = try SampleReader(person: call.person, session: session).latest(of: request.names, now: .now)
            return LatestSamples(latest: try latest.map { try LatestSamples.Entry($0, request.units) })
        }
    }.asTool(
        Tool(
            name: "latest", title: "The newest samples",
            text: """
                The newest sample of several types, or of all types of the person. sample is null if there is none that this token \
                may read. Times are in UTC.
                """,
            omits: sampleParts))
}

extension HealthService {
    /// Most types that one request can name. A request without names asks for all types of the
    /// person.
    static let latestTypesMax = StatisticsRequest.typesMax
}

private struct LatestSamples: Shaped {
    var latest: [Entry]

    static let shape = Shape<Self>([.member("latest", \.latest)])

    var rowCount: Int? { latest.count }

    struct Entry: Shaped {
        let type: SampleTypeReader.Stored
        let sample: ShownSample?

        init(_ latest: SampleReader.Latest, _ units: PreferredUnits) throws {
            type = latest.type
            let terms = try SampleTerms(type: type, unit: try UnitParameter(nil), preferred: units)
            sample = latest.sample.map { ShownSample(sample: $0, terms: terms) }
        }

        static let shape = Shape<Self>([
            .member("type", \.type.identifier),
            .member("displayName") {
                Catalogue.sampleType(named: $0.type.identifier)?.displayName ?? $0.type.identifier
            },
            .member("kind", \.type.kind.rawValue, as: .kind), .member("sample", \.sample),
        ])
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
