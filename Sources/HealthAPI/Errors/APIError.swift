import HTTPServer
import JSON

/// An error answer: `{"code", "message", "details", "hint"}`. All error answers have this form.
///
/// A message names the field or parameter and what was expected. It never contains a health value.
public struct APIError: Error, Sendable {
    public var status: HTTPStatus
    public var code: ErrorCode
    public var message: String
    /// The field, parameter or limits of the error, as JSON text, or nil.
    public var details: [UInt8]?
    /// The action that solves the problem, or nil.
    public var hint: String?
    /// The value of the header field `Retry-After`, in seconds. Nil if the answer has no such
    /// field.
    public var retryAfterSeconds: Int?

    /// - Parameter status: nil for the usual status of the code.
    public init(
        _ code: ErrorCode, status: HTTPStatus? = nil, _ message: String, details: [UInt8]? = nil, hint: String? = nil,
        retryAfter: Int? = nil
    ) {
        self.status = status ?? code.status ?? .badRequest
        self.code = code
        self.message = message
        self.details = details
        self.hint = hint
        retryAfterSeconds = retryAfter
    }

    /// - Parameter details: the members of the details.
    init(
        _ code: ErrorCode, status: HTTPStatus? = nil, _ message: String,
        details: KeyValuePairs<String, any JSONWritable>, hint: String? = nil, retryAfter: Int? = nil
    ) {
        let json = JSONWriter.object { writer in for (name, value) in details { writer.member(name, value) } }
        self.init(code, status: status, message, details: json, hint: hint, retryAfter: retryAfter)
    }

    /// An error about one parameter or field.
    init(
        _ code: ErrorCode, status: HTTPStatus? = nil, _ message: String, key: String, _ name: String,
        hint: String? = nil
    ) {
        self.init(code, status: status, message, details: [key: name], hint: hint)
    }

    var response: HTTPResponse {
        var response = HTTPResponse(json: json, status: status)
        if status == .unauthorized { response.headers.append("WWW-Authenticate", "Bearer") }
        if let retryAfterSeconds { response.headers.append("Retry-After", String(retryAfterSeconds)) }
        return response
    }
}

extension APIError: Shaped {
    static let shape = Shape<Self>([
        .member("code", \.code.rawValue, "Keeps its meaning in all versions."),
        .member("message", \.message, "For people; it may change."),
        .member(
            "details", { StoredJSON($0.details) }, as: Schema.object(rest: .any).orNull,
            "The parameter, field or header of the error."),
        .member("hint", \.hint, "What to do next."),
    ]).named("Error")
}

extension HTTPResponse {
    init(json writer: consuming JSONWriter, status: HTTPStatus = .ok) {
        let rowCount = writer.rowCount
        self.init(unstored: writer.line(), contentType: "application/json", status: status)
        self.rowCount = rowCount
    }

    /// Makes an answer that caches must not keep, because it may have health data.
    init(unstored body: [UInt8], contentType: String, status: HTTPStatus = .ok) {
        self.init(status: status, contentType: contentType, body: body)
        headers.append("Cache-Control", "no-store")
    }
}
