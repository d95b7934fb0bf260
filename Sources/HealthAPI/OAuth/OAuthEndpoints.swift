import Digests
import Foundation
import HTTPServer
import HealthCore
import HealthDatabase
import JSON

/// An app's request for access (OAuth 2.1, section 4.1.1), which the page has checked and sends
/// with what the person chose.
struct AuthorizationRequest: Sendable {
    let clientID: String
    let redirectURI: String
    private let state: String?
    private let responseType: String?
    private let challenge: String?
    private let challengeMethod: String?
    private let resource: String?

    static let parameters = [
        EndpointParameter(
            name: "request", schema: .string, isRequired: true,
            meaning: "The query with which the app sent the person to the page (OAuth 2.1, section 4.1.1).",
            example: "response_type=code&client_id=c3VyZQ&redirect_uri=https://assistant.example/callback",
            errors: [.unknownClient])
    ]

    /// - Throws: `ParameterError`.
    init(_ parameters: RequestParameters) throws(ParameterError) {
        do {
            let form = try OAuthForm(Array((parameters["request"] ?? "").utf8))
            clientID = try form.required("client_id")
            redirectURI = try form.required("redirect_uri")
            state = form["state"]
            responseType = form["response_type"]
            challenge = form["code_challenge"]
            challengeMethod = form["code_challenge_method"]
            resource = form["resource"]
        } catch { throw ParameterError(.malformed, "request", "request is wrong: \(error.message)") }
    }

    /// - Throws: `APIError` (400). An app that is not known gets no answer, also not at the address
    ///   that it names.
    func client(_ seal: TextSeal) throws(APIError) -> OAuthClient {
        guard let client = seal.open(clientID, .client, as: OAuthClient.self) else {
            throw APIError(
                .unknownClient, "the app of client_id is not registered here", key: "parameter", "request",
                hint: "remove the connection in the app, and connect again")
        }
        guard client.hasRedirectURI(redirectURI) else {
            throw APIError(
                .unknownClient, "the app did not register the address of redirect_uri", key: "parameter", "request",
                hint: "remove the connection in the app, and connect again")
        }
        return client
    }

    /// - Returns: the challenge of PKCE.
    /// - Throws: `OAuthError`, which the app gets.
    func check(_ origin: String) throws(OAuthError) -> String {
        guard responseType == "code" else {
            throw OAuthError(.unsupportedResponseType, "response_type must be code")
        }
        guard let challenge, challengeMethod == "S256", challenge.utf8.count == 43 else {
            throw OAuthError(.invalidRequest, "code_challenge must be given, and code_challenge_method must be S256")
        }
        try OAuthError.check(resource: resource, origin)
        return challenge
    }

    /// Returns the app's address with the answer for the app.
    func location(_ answer: KeyValuePairs<String, String>, _ origin: String) -> String {
        var pairs = answer.map { ($0.key, $0.value) } + [("iss", origin)]
        if let state { pairs.append(("state", state)) }
        return redirectURI + (redirectURI.contains("?") ? "&" : "?") + FormText.encoded(pairs)
    }

    func location(_ error: OAuthError, _ origin: String) -> String {
        location(["error": error.code.rawValue, "error_description": error.message], origin)
    }
}

extension OAuthError {
    /// Checks that a token is asked for this service.
    fileprivate static func check(resource: String?, _ origin: String) throws(OAuthError) {
        let own = [origin, origin + "/", origin + OAuthMetadata.resourcePath]
        guard let resource, !own.contains(resource) else { return }
        throw OAuthError(.invalidTarget, "resource must be \(origin)\(OAuthMetadata.resourcePath)")
    }
}

/// What an authorization code says.
private struct AuthorizationCode: Codable {
    let personID: Int32
    let tokenID: UUID
    let clientID: String
    let redirectURI: String
    let challenge: String
    /// The end of the later token, in microseconds since 1970; nil if it has none.
    let expires: Int64?
}

/// What a refresh token says. Only the app that got it can use it.
private struct RefreshToken: Codable {
    let token: String
    let clientSHA256: String

    static func digest(_ clientID: String) -> String { hexadecimal(SHA256.hash(Array(clientID.utf8))) }
}

extension Endpoint {
    static let getAuthorization = Endpoint(
        .get, "/v1/authorizations", "An app that asks for access",
        notes: "For the page, which shows it to the person.", tag: .assistants,
        parameters: AuthorizationRequest.parameters, takes: .parameters(AuthorizationRequest.init), right: .manage,
        gives: .json("The app."), errors: [.unknownClient, .malformedHeader]
    ) { call in
        let origin = try OAuthMetadata.origin(call.request, call.service)
        let client = try await call.withSession { try call.taken.client(TextSeal($0)) }
        var refused: String?
        do { _ = try call.taken.check(origin) } catch let error as OAuthError {
            refused = call.taken.location(error, origin)
        }
        return AskingApp(
            name: client.name, host: URLComponents(string: call.taken.redirectURI)?.host ?? "",
            refusedLocation: refused,
            deniedLocation: call.taken.location(OAuthError(.accessDenied, "the person said no"), origin))
    }

    static let postAuthorization = Endpoint(
        .post, "/v1/authorizations", "Gives an app access",
        notes: """
            The app may read what the groups, types and dates say, and nothing more. `groups` or `types` is required. Without \
            `expiresAt` the access ends after \(AllowedApp.daysDefault) days. The page then opens `location`, with which the \
            app gets its token.
            """,
        tag: .assistants, parameters: AuthorizationRequest.parameters,
        takes: .json(
            .object(optional: TermsFields.schema).sent("Authorization"), example: #"{"groups": ["activity", "sleep"]}"#,
            parameters: AuthorizationRequest.init
        ) { try TermsFields($1, others: []) },
        right: .manage, gives: .json("The app has access.", status: .created),
        errors: TermsFields.errors + [.unknownClient, .malformedHeader, .missingGrant, .tooManyTokens]
    ) { call in
        let asked = call.taken.asked
        var fields = call.taken.sent
        // Who chose nothing must not give everything.
        guard fields.groups != nil || fields.types != nil else { throw APIError.missing("groups") }
        fields.rights = fields.rights ?? [AccessRights.read.names[0]]
        fields.expiresAt = fields.expiresAt ?? "\(AllowedApp.daysDefault)d"
        let origin = try OAuthMetadata.origin(call.request, call.service)
        let client = try await call.withSession { try asked.client(TextSeal($0)) }
        let challenge: String
        do { challenge = try asked.check(origin) } catch let error as OAuthError {
            return AllowedApp(location: asked.location(error, origin))
        }
        return try await call.managing { [fields] caller, held, session in
            let terms = try fields.tokenTerms(
                base: held.limit, others: try HealthService.otherTypes(caller, session), now: .now)
            guard terms.rights == .read else {
                throw APIError.malformed("rights", "rights must be [\"read\"]; an app only reads")
            }
            try TermsFields.check(terms, within: AccessCoverage([held.limit]))
            let tokenID = try HealthService.naming(field: "client_id") {
                try AuthorizationStore.createCode(
                    for: caller.person, name: client.name, holder: held.holder, terms: terms, now: .now, session)
            }
            let code = AuthorizationCode(
                personID: caller.person.id, tokenID: tokenID, clientID: asked.clientID,
                redirectURI: asked.redirectURI, challenge: challenge, expires: terms.expires?.microseconds)
            return AllowedApp(location: asked.location(["code": try TextSeal(session).seal(code, .code)], origin))
        }
    }

    static let postOAuthToken = Endpoint(
        .post, "/oauth/token", "Gives an app its token",
        notes: """
            OAuth 2.1, sections 4.1.3 and 4.3, for public clients. The access token is valid for \
            \(AuthorizationStore.accessSeconds / 60) minutes. A code and a refresh token work once. A refresh token works \
            again only if the app did not use the access token of its answer. Any other second use ends the access.
            """,
        tag: .assistants, access: .open,
        body: Body(contents: [
            Content(
                mediaType: "application/x-www-form-urlencoded",
                schema: .object(
                    required: ["grant_type": .choice(["authorization_code", "refresh_token"]), "client_id": .string],
                    optional: [
                        "code": .string, "redirect_uri": .string, "code_verifier": .string, "refresh_token": .string,
                        "resource": .string, "scope": .string,
                    ]))
        ]),
        answers: [.ok("The token.", .json(IssuedToken.schema)), OAuthError.answer],
        errors: [.malformedHeader, .tooManyWrongTokens, .databaseUnavailable, .timedOut, .conflict, .lockTimeout]
    ) { service in
        { request in
            try await .oauth {
                let form = try OAuthForm(try await request.decodedBody())
                try OAuthError.check(resource: form["resource"], try OAuthMetadata.origin(request, service))
                switch try form.required("grant_type") {
                case "authorization_code": return try await service.token(code: form, request)
                case "refresh_token": return try await service.token(refresh: form, request)
                default:
                    throw OAuthError(
                        .unsupportedGrantType, "grant_type must be authorization_code or refresh_token")
                }
            }
        }
    }
}

extension HealthService {
    fileprivate func token(code form: OAuthForm, _ request: HTTPRequest) async throws -> HTTPResponse {
        let (text, verifier) = (try form.required("code"), try form.required("code_verifier"))
        let opened = try await pool.withSession { try TextSeal($0).open(text, .code, as: AuthorizationCode.self) }
        guard let code = opened else { throw refused(request) }
        guard code.clientID == form["client_id"], code.redirectURI == form["redirect_uri"] ?? code.redirectURI,
            code.challenge == SHA256.hash(Array(verifier.utf8)).unpaddedBase64URL
        else { throw OAuthError(.invalidGrant, "client_id, redirect_uri or code_verifier is not that of the code") }
        let expires = code.expires.map(Instant.init(microseconds:))
        let issued = try await pool.withSession {
            try AuthorizationStore.exchange(code: code.tokenID, of: code.personID, expires: expires, $0)
        }
        guard let issued else { throw OAuthError(.invalidGrant, "the code was used or has expired") }
        return try await response(issued, to: code.clientID)
    }

    fileprivate func token(refresh form: OAuthForm, _ request: HTTPRequest) async throws -> HTTPResponse {
        let (text, clientID) = (try form.required("refresh_token"), try form.required("client_id"))
        let opened = try await pool.withSession { try TextSeal($0).open(text, .refresh, as: RefreshToken.self) }
        guard let opened, let token = BearerToken(opened.token) else { throw refused(request) }
        guard opened.clientSHA256 == RefreshToken.digest(clientID) else {
            throw OAuthError(.invalidGrant, "client_id is not that of the refresh token")
        }
        let (issued, isWrong) = try await pool.withSession { try AuthorizationStore.refresh(token, $0) }
        guard let issued else {
            throw isWrong
                ? refused(request) : OAuthError(.invalidGrant, "the refresh token was used, or the access has ended")
        }
        return try await response(issued, to: clientID)
    }

    private func response(_ issued: AuthorizationStore.Issued, to clientID: String) async throws -> HTTPResponse {
        let refresh = RefreshToken(token: issued.refresh.text, clientSHA256: RefreshToken.digest(clientID))
        let sealed = try await pool.withSession { try TextSeal($0).seal(refresh, .refresh) }
        return HTTPResponse(json: IssuedToken(access: issued.access, refresh: sealed).json)
    }

    /// The error of a code or refresh token that the service did not make. Too many of one address
    /// are refused with 429.
    private func refused(_ request: HTTPRequest) -> any Error {
        let refusal = refusal(HealthService.invalidToken, request)
        guard refusal.status == .unauthorized else { return refusal }
        return OAuthError(.invalidGrant, "the code or refresh token is unknown")
    }
}

/// The parameters of a request of OAuth. Unknown ones are ignored.
private struct OAuthForm {
    private var values: [String: String] = [:]

    /// - Throws: `OAuthError` for a body that is no form, and for a repeated parameter.
    init(_ body: [UInt8]) throws(OAuthError) {
        guard let pairs = HTTPRequest.form(body) else {
            throw OAuthError(.invalidRequest, "the parameters must be a form")
        }
        for (name, value) in pairs {
            guard values.updateValue(value ?? "", forKey: name) == nil else {
                throw OAuthError(.invalidRequest, "a parameter is given more than once")
            }
        }
    }

    subscript(name: String) -> String? { values[name] }

    func required(_ name: String) throws(OAuthError) -> String {
        guard let value = values[name], !value.isEmpty else { throw OAuthError(.invalidRequest, "\(name) is missing") }
        return value
    }
}

private struct AskingApp: Shaped {
    let name: String
    let host: String
    let refusedLocation: String?
    let deniedLocation: String

    static let shape = Shape<Self>([
        .member("name", \.name, "What the app calls itself."),
        .member("host", \.host, "The host to which the browser returns."),
        .member("refusedLocation", \.refusedLocation, "Where the browser goes at once, if the request is wrong."),
        .member("deniedLocation", \.deniedLocation, "Where the browser goes if the person says no."),
    ]).named("AskingApp")
}

private struct AllowedApp: Shaped {
    let location: String

    /// The days after which access ends, if the person chose no end.
    static let daysDefault = 90

    static let shape = Shape<Self>([.member("location", \.location, "Where the browser goes.")]).named("AllowedApp")
}

private struct IssuedToken: Shaped {
    let access: BearerToken
    let refresh: String

    static let shape = Shape<Self>([
        .member("access_token", \.access.text), .member("token_type") { _ in "Bearer" },
        .member("expires_in") { _ in AuthorizationStore.accessSeconds },
        .member("refresh_token", \.refresh), .member("scope") { _ in OAuthMetadata.scope },
    ]).named("OAuthToken")
}
