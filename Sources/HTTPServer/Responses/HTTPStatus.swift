/// The status code of a response (RFC 9110, section 15; RFC 6585; RFC 4918).
///
/// `HTTPServer` answers with 200 to 599, and replaces any other code with 500.
public struct HTTPStatus: RawRepresentable, Hashable, Sendable {
    /// The code, of three digits.
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    public static let ok = HTTPStatus(rawValue: 200)
    public static let created = HTTPStatus(rawValue: 201)
    public static let accepted = HTTPStatus(rawValue: 202)
    public static let noContent = HTTPStatus(rawValue: 204)
    public static let notModified = HTTPStatus(rawValue: 304)
    public static let badRequest = HTTPStatus(rawValue: 400)
    public static let unauthorized = HTTPStatus(rawValue: 401)
    public static let forbidden = HTTPStatus(rawValue: 403)
    public static let notFound = HTTPStatus(rawValue: 404)
    public static let methodNotAllowed = HTTPStatus(rawValue: 405)
    public static let notAcceptable = HTTPStatus(rawValue: 406)
    public static let conflict = HTTPStatus(rawValue: 409)
    public static let gone = HTTPStatus(rawValue: 410)
    public static let contentTooLarge = HTTPStatus(rawValue: 413)
    public static let unsupportedMediaType = HTTPStatus(rawValue: 415)
    public static let tooManyRequests = HTTPStatus(rawValue: 429)
    public static let internalServerError = HTTPStatus(rawValue: 500)
    public static let serviceUnavailable = HTTPStatus(rawValue: 503)
    public static let insufficientStorage = HTTPStatus(rawValue: 507)

    /// True if a response with this status has no body for any method (RFC 9110, section 6.4.1).
    var forbidsBody: Bool {
        self == .noContent || self == .notModified
    }
}
