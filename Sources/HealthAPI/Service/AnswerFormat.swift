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
}
