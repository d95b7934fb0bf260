import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader

extension HealthService {
    private static let sampleParameters: Set<String> = [
        "type", "from", "to", "timeZone", "strictStartDate", "strictEndDate", "unit", "limit", "order", "cursor",
    ]

    /// `GET /v1/samples`: HealthKit's `HKSampleQuery`.
    @Sendable func getSamples(_ request: HTTPRequest) async throws -> HTTPResponse {
        let person = try await person(of: request)
        let query = try QueryParameters(request, known: HealthService.sampleParameters, repeatable: ["source"])
        let name = try ParameterText.required(query["type"], "type")
        let range = try HealthService.range(query)
        let limit = try ParameterText.integer(query["limit"], "limit", in: 1...SampleQuery.limitMax)
        let isAscending = try HealthService.isAscending(query["order"])
        let cursor = try query["cursor"].map { try SampleCursor($0) }
        let unit = query["unit"]
        let wantedSources = query.all("source").map { text in Int32(text).map(WantedSource.id) ?? .name(text) }
        return try await pool.withSession { session in
            guard let type = try SampleTypeReader.find(name, session) else {
                throw ParameterError(
                    .unknownType, "type", "there is no sample type of this name", hint: "GET /v1/types lists them")
            }
            let response = try SampleResponse(type: type, unit: unit)
            var samples = SampleQuery(sampleTypeID: type.id)
            samples.range = range
            samples.limit = limit ?? SampleQuery.limitDefault
            samples.isAscending = isAscending
            samples.cursor = cursor
            if !wantedSources.isEmpty {
                let sources = try SourceReader(person: person, session: session).sources()
                samples.sourceIDs = try wantedSources.flatMap { try HealthService.ids(of: $0, among: sources) }
            }
            let page = try SampleReader(person: person, session: session).page(samples)
            return HTTPResponse(json: try response.json(page))
        }
    }

    /// Nil unless from or to is given.
    private static func range(_ query: QueryParameters) throws(ParameterError) -> SampleRange? {
        let strictStart = try ParameterText.flag(query["strictStartDate"], "strictStartDate")
        let strictEnd = try ParameterText.flag(query["strictEndDate"], "strictEndDate")
        guard query["from"] != nil || query["to"] != nil else {
            guard !strictStart, !strictEnd else {
                throw ParameterError(.missing, "from", "strictStartDate and strictEndDate need from or to")
            }
            return nil
        }
        let clock = try query["timeZone"].map { text throws(ParameterError) in
            WallClock(try ParameterText.zone(text, "timeZone"))
        }
        func instant(_ name: String, otherwise: Instant) throws(ParameterError) -> Instant {
            guard let text = query[name] else { return otherwise }
            return try ParameterText.instant(text, name, in: clock ?? .utc)
        }
        let range = SampleRange(
            from: try instant("from", otherwise: .earliest), to: try instant("to", otherwise: .latest),
            strictStart: strictStart, strictEnd: strictEnd)
        guard range.from < range.to else { throw ParameterError(.emptyRange, "to", "to must be later than from") }
        return range
    }

    private static func isAscending(_ text: String?) throws(ParameterError) -> Bool {
        switch text {
        case nil, "ascending": true
        case "descending": false
        default: throw ParameterError(.malformed, "order", "order must be ascending or descending")
        }
    }

    /// A name may be that of several sources: all of them are meant.
    private static func ids(of wanted: WantedSource, among sources: [Source]) throws(ParameterError) -> [Int32] {
        let found =
            switch wanted {
            case .id(let id): sources.filter { $0.id == id }
            case .name(let name):
                sources.filter { SourceRevision.normalized($0.name) == SourceRevision.normalized(name) }
            }
        guard !found.isEmpty else {
            throw ParameterError(
                .outOfRange, "source", "the person has no such source", hint: "GET /v1/sources lists them")
        }
        return found.map(\.id)
    }
}
