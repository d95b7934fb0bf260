import HTTPServer

/// The format of an answer with figures or rows.
public enum AnswerFormat: String, CaseIterable, Sendable {
    case json = "application/json"
    /// Lines, each with one row as JSON. https://github.com/ndjson/ndjson-spec
    case lines = "application/x-ndjson"
    /// RFC 4180.
    case csv = "text/csv"
    /// One JSON text that has an array for each column.
    case columns = "application/vnd.healthstore.columns+json"

    /// The formats of an answer that has rows.
    static let ofRows: [AnswerFormat] = [.json, .lines, .csv]

    /// The value of the header field `Content-Type`.
    var contentType: String { self == .csv ? "text/csv; charset=utf-8; header=present" : rawValue }

    /// Returns the format that the client prefers. Returns JSON if the client has no preference.
    ///
    /// - Throws: `APIError` (406) if the client accepts none of the offered formats.
    init(acceptedBy request: HTTPRequest, among offered: [AnswerFormat] = ofRows) throws(APIError) {
        guard let index = request.preferredMediaType(among: offered.map(\.rawValue)) else {
            let offered = offered.map(\.rawValue)
            throw APIError(
                .notAcceptable, "Accept names no media type that this endpoint can answer with",
                details: ["header": "Accept", "offered": offered],
                hint: "it answers with " + offered.joined(separator: ", "))
        }
        self = offered[index]
    }
}

extension HTTPResponse {
    init(_ rows: RowWriter, as format: AnswerFormat) {
        self.init(unstored: rows.bytes, contentType: format.contentType)
        rowCount = rows.count
    }

    /// Adds the header field `Link` (RFC 8288) if there is a next page. It contains the query of
    /// this page without a path. So it is valid under any path that a proxy gives the service. A
    /// form has to be sent again.
    mutating func link(_ cursor: String?, for request: HTTPRequest) {
        guard let cursor else { return }
        let line = request.query.dropLast(request.addedCount)
        let pairs = line.filter { $0.name != "cursor" }.map { ($0.name, $0.value ?? "") } + [("cursor", cursor)]
        headers.append("Link", "<?\(FormText.encoded(pairs))>; rel=\"next\"")
    }
}

extension Endpoint.Content {
    /// Lines, each with one row as JSON.
    static let lines = Endpoint.Content(mediaType: AnswerFormat.lines.rawValue)
    static let csv = Endpoint.Content(mediaType: AnswerFormat.csv.rawValue)
}
