import Foundation
import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader

extension HealthService {
    /// `GET /v1/samples`: the counterpart of HealthKit's `HKSampleQuery`.
    @Sendable func getSamples(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        let query = try RequestParameters(request, of: .getSamples)
        let name = try ParameterText.required(query["type"], "type")
        let limit = try ParameterText.integer(query["limit"], "limit", in: 1...SampleQuery.limitMax)
        let isAscending = try ParameterText.isAscending(query["order"], "order") ?? true
        let cursor = try query["cursor"].map { try SampleCursor($0) }
        let format = try AnswerFormat(acceptedBy: request, among: [.json, .lines, .csv])
        let unit = try UnitParameter(query["unit"])
        if let type = Catalogue.sampleType(named: name) {
            try unit.check(types: [type])
            _ = try unit.unit(of: type)
        }
        let readsQuantities = try ParameterText.flag(query["quantities"], "quantities")
        guard !readsQuantities || format != .csv else {
            throw ParameterError(
                .incompatibleOption, "quantities", "CSV has one row for each sample, and no quantities of series",
                hint: "leave out quantities, or ask for JSON or lines")
        }
        let wantedSources = SourceFilter(query)
        let question = try SpanQuestion(
            timeZone: query["timeZone"], from: query["from"], to: query["to"], strictStart: query["strictStartDate"],
            strictEnd: query["strictEndDate"])
        var response = try await answer(presented, question) { span, person, session in
            guard let type = try SampleTypeReader.find(name, of: person, session) else {
                throw ParameterError(
                    .unknownType, "type", "there is no sample type of this name", hint: "GET /v1/types lists them")
            }
            let units = try PreferredUnitStore(person: person, session: session).units()
            let response = try SampleResponse(type: type, unit: unit, preferred: units)
            var samples = SampleQuery(sampleTypeID: type.id)
            samples.range = span.range
            samples.limit = limit ?? SampleQuery.limitDefault
            samples.isAscending = isAscending
            samples.cursor = cursor
            samples.readsQuantities = readsQuantities
            if let ids = try wantedSources.ids(of: person, session) { samples.sourceIDs = ids.sorted() }
            let page = try SampleReader(person: person, session: session).page(samples)
            switch format {
            // Columns are not among the formats of samples.
            case .json, .columns: return HTTPResponse(json: response.json(page))
            case .lines:
                let (lines, next) = response.lines(page)
                return HTTPResponse(
                    lines, as: .lines, rowCount: lines.count { $0 == UInt8(ascii: "\n") }, next: next, for: request)
            case .csv:
                let (table, rowCount, next) = SampleRows(response, clock: span.clock).table(page)
                return HTTPResponse(table, as: .csv, rowCount: rowCount, next: next, for: request)
            }
        }
        response.headers.vary("Accept")
        return response
    }
}

extension HTTPResponse {
    /// Makes a page of rows. The header field `Link` (RFC 8288) contains the query of the next
    /// page without a path. So it is valid under any path that a proxy gives the service.
    fileprivate init(
        _ rows: [UInt8], as format: AnswerFormat, rowCount: Int, next: SampleCursor?, for request: HTTPRequest
    ) {
        self.init(status: .ok, contentType: format.contentType, body: rows)
        self.rowCount = rowCount
        headers.append("Cache-Control", "no-store")
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
