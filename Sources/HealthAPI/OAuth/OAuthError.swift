import HTTPServer

/// An error of an endpoint of OAuth, which has a form of its own (RFC 6749, section 5.2, and RFC
/// 7591, section 3.2.2).
struct OAuthError: Error, Shaped {
    enum Code: String, CaseIterable, Sendable {
        case invalidRequest = "invalid_request"
        case invalidGrant = "invalid_grant"
        case invalidTarget = "invalid_target"
        case unsupportedGrantType = "unsupported_grant_type"
        case unsupportedResponseType = "unsupported_response_type"
        case accessDenied = "access_denied"
        case invalidRedirectURI = "invalid_redirect_uri"
        case invalidClientMetadata = "invalid_client_metadata"
    }

    let code: Code
    /// For developers, in lower case without a full stop.
    let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    static let shape = Shape<Self>([
        .member("error", \.code.rawValue, as: .choice(Code.allCases.map(\.rawValue))),
        .member("error_description", \.message),
    ]).named("OAuthError")

    static let answer = Endpoint.Answer(
        status: .badRequest, meaning: "The request is refused.",
        contents: [.json(.anyOf([OAuthError.schema, APIError.schema]))])
}

extension HTTPResponse {
    /// Returns the answer of `body`, or its `OAuthError` as an answer.
    static func oauth(_ body: () async throws -> HTTPResponse) async throws -> HTTPResponse {
        do { return try await body() } catch let error as OAuthError {
            return HTTPResponse(json: error.json, status: .badRequest)
        }
    }
}
