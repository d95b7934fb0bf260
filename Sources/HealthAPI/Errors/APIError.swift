import HTTPServer
import JSONReader

/// The one shape of every error answer: `{"code", "message", "details", "hint"}`.
///
/// Codes are stable for ever. Messages name fields and parameters and what was expected, and never hold a health value.
public struct APIError: Error, Sendable {
    public var status: HTTPStatus
    public var code: String
    public var message: String
    /// What the error is about, as JSON text, or nil.
    public var details: [UInt8]?
    /// What the reader can do about it, or nil.
    public var hint: String?
    /// After how many seconds it is worth another try; nil where nothing is said of it.
    public var retryAfterSeconds: Int?

    public init(
        _ status: HTTPStatus, _ code: String, _ message: String, details: [UInt8]? = nil, hint: String? = nil
    ) {
        self.status = status
        self.code = code
        self.message = message
        self.details = details
        self.hint = hint
    }

    /// An error about one parameter or field.
    init(
        _ status: HTTPStatus, _ code: String, _ message: String, key: StaticString, _ name: String, hint: String? = nil
    ) {
        var writer = JSONWriter()
        writer.object { $0.member(key, name) }
        self.init(status, code, message, details: writer.bytes, hint: hint)
    }

    var response: HTTPResponse {
        var response = HTTPResponse(json: writer, status: status)
        if status == .unauthorized { response.headers.append("WWW-Authenticate", "Bearer") }
        if let retryAfterSeconds { response.headers.append("Retry-After", String(retryAfterSeconds)) }
        return response
    }

    /// The error as JSON on one line.
    var json: [UInt8] { writer.bytes }

    private var writer: JSONWriter {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("code", code)
            writer.member("message", message)
            writer.key("details")
            if let details { writer.raw(details) } else { writer.null() }
            writer.member("hint", hint)
        }
        return writer
    }
}

extension HTTPResponse {
    init(json writer: JSONWriter, status: HTTPStatus = .ok) {
        self.init(status: status, contentType: "application/json", body: writer.bytes + [UInt8(ascii: "\n")])
        // Nobody between the service and its client may keep health data.
        headers.append("Cache-Control", "no-store")
    }
}
