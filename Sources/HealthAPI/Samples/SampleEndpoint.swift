import Foundation
import HTTPServer
import HealthCore
import HealthDatabase
import JSON
import Postgres

extension Endpoint {
    static let getSamples = Endpoint(
        .get, "/v1/samples", "Samples of one type, page by page",
        notes: """
            HealthKit's `HKSampleQuery`. A page ends before the sample with which it would be longer than 16 MiB. As lines \
            (`application/x-ndjson`) and as CSV, the field `Link` names the next page. Every CSV has the columns \
            \(ShownSamplePage.columns.map { "`\($0)`" }.joined(separator: ", ")). Its times are on the clock of `timeZone`.
            """,
        tag: .samples,
        parameters: [.type.required] + SpanQuestion.parameters.map(EndpointParameter.init) + [
            .source, .unit,
            .limit(SampleQuery.limitMax, default: SampleQuery.limitDefault, of: "samples"), .order,
            EndpointParameter(
                name: "quantities", schema: .flag, meaning: "Whether series list their quantities; not as CSV.",
                example: "true", errors: [.incompatibleOption]),
            .cursor,
        ],
        takes: .parameters { try SamplesQuestion($0) },
        gives: .response(.ok("A page of samples.", .json(ShownSamplePage.schema), .lines, .csv, headers: [.link])),
        errors: [.notAcceptable, .missingParameter]
    ) { call in
        let asked = call.taken
        var response = try await call.answer(asked.span) { span, session in
            try asked.response(span, call.person, session)
        }
        response.headers.vary("Accept")
        return response
    }.asTool(
        Tool(
            name: "samples", title: "Raw samples of a type",
            text: """
                Single samples of any type, as they were recorded, the oldest first; order=descending begins with the newest. For \
                blood pressure (bloodPressure), electrocardiograms (electrocardiogram), medication, symptoms and other types \
                without statistics. Sources are not merged, so never add up samples: ask statistics for figures. Times are in UTC.
                """,
            omits: sampleParts))

    /// Members of a sample that assistants do not need.
    static let sampleParts: Set<String> = [
        "creationDate", "sentValue", "sentUnit", "device", "workoutActivityType", "source.bundleIdentifier",
        "source.version", "source.productType", "source.operatingSystemVersion",
    ]
}

extension Endpoint.Content {
    /// Lines, each with one row as JSON.
    static let lines = Endpoint.Content(mediaType: AnswerFormat.lines.rawValue)
    static let csv = Endpoint.Content(mediaType: AnswerFormat.csv.rawValue)
    static let events = Endpoint.Content(mediaType: "text/event-stream")
}

/// The parameters of a page of samples.
private struct SamplesQuestion: Sendable {
    let request: HTTPRequest
    let name: String
    let format: AnswerFormat
    let unit: UnitParameter
    let wantedSources: SourceFilter
    let span: SpanQuestion
    /// The page, without the type, the range and the sources.
    private var page = SampleQuery(sampleTypeID: 0)

    init(_ query: RequestParameters) throws {
        request = query.request
        name = try ParameterText.required(query["type"], "type")
        page.limit = try query.limit(SampleQuery.limitMax, default: SampleQuery.limitDefault)
        page.isAscending = try ParameterText.isAscending(query["order"], "order") ?? true
        page.cursor = try query["cursor"].map { try SampleCursor($0) }
        format = try AnswerFormat(acceptedBy: request, among: [.json, .lines, .csv])
        unit = try UnitParameter(query["unit"])
        if let type = Catalogue.sampleType(named: name) {
            try unit.check(types: [type])
            _ = try unit.unit(of: type)
        }
        page.readsQuantities = try ParameterText.flag(query["quantities"], "quantities")
        guard !page.readsQuantities || format != .csv else {
            throw ParameterError(
                .incompatibleOption, "quantities", "CSV has one row for each sample, and no quantities of series",
                hint: "leave out quantities, or ask for JSON or lines")
        }
        wantedSources = SourceFilter(query)
        span = try SpanQuestion(query.question)
    }

    func response(_ span: SpanQuestion.Span, _ person: Person, _ session: Session) throws -> HTTPResponse {
        guard let type = try SampleTypeReader.find(name, of: person, session) else {
            throw ParameterError(unknownType: name, "type")
        }
        let units = try PreferredUnitStore(person: person, session: session).units()
        let terms = try SampleTerms(type: type, unit: unit, preferred: units)
        var samples = self.page
        samples.sampleTypeID = type.id
        samples.range = span.range
        if let ids = try wantedSources.ids(of: person, session) { samples.sourceIDs = ids.sorted() }
        let page = ShownSamplePage(
            page: try SampleReader(person: person, session: session).page(samples), terms: terms)
        if format == .json { return HTTPResponse(json: page.json) }
        let (rows, rowCount, next) = page.rows(format, on: span.clock)
        return HTTPResponse(rows, as: format, rowCount: rowCount, next: next, for: request)
    }
}

extension HTTPResponse {
    /// Makes a page of rows. The header field `Link` (RFC 8288) contains the query of the next
    /// page without a path. So it is valid under any path that a proxy gives the service.
    fileprivate init(
        _ rows: [UInt8], as format: AnswerFormat, rowCount: Int, next: SampleCursor?, for request: HTTPRequest
    ) {
        self.init(unstored: rows, contentType: format.contentType)
        self.rowCount = rowCount
        guard let next = next?.text else { return }
        let pairs = request.query.filter { $0.name != "cursor" }.map { ($0.name, $0.value ?? "") } + [("cursor", next)]
        let query = pairs.map { percentEncoded($0.0) + "=" + percentEncoded($0.1) }.joined(separator: "&")
        headers.append("Link", "<?\(query)>; rel=\"next\"")
    }
}

/// Writes all characters except letters, digits and `-._~` as %XX (RFC 3986, section 2.3).
private func percentEncoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? text
}

private let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
