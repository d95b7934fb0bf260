import Foundation
import HTTPServer
import HealthDatabase
import JSON

extension Endpoint {
    static let getOpenID = Endpoint(
        .get, "/v1/openid", "The OpenID provider at which people log in", tag: .access, access: .open,
        answers: [.ok("The provider.", .json(NamedProvider.schema))]
    ) { service in
        { _ in HTTPResponse(json: NamedProvider(name: service.openID?.name).json) }
    }

    static let postOpenIDLogin = Endpoint(
        .post, "/v1/openid/logins", "Begins a login at the OpenID provider",
        notes: """
            The page then opens `location`. The answer sets a cookie, without which the login cannot be finished. It is valid \
            for ten minutes. The provider sends the browser back to the path `\(OpenIDLogin.path)` of the page.
            """,
        tag: .access, access: .open,
        answers: [.created("The login has begun.", .json(BegunLogin.schema), headers: [.setCookie])],
        errors: [
            .noOpenid, .crossSiteRequest, .insecureConnection, .malformedHeader, .unknownParameter, .openidUnavailable,
            .databaseUnavailable, .timedOut,
        ], writes: false, handler: HealthService.postOpenIDLogin)

    static let postOpenIDSession = Endpoint(
        .post, "/v1/openid/sessions", "Logs in with the answer of the OpenID provider",
        notes: """
            `answer` is the query with which the provider sent the browser back, of at most \(OpenIDAnswer.bytesMax) bytes. The \
            person has the name that is in the claim of `--openid-user-claim`. The answer sets the cookie of the session, which \
            ends as that of a login link.
            """,
        tag: .access, access: .open,
        body: Body(contents: [
            .json(
                .object(required: ["answer": .string]).sent("NewOpenIDSession"),
                example: #"{"answer": "code=0&state=0"}"#)
        ]),
        answers: [.created("The session.", .json(OpenedPageSession.schema), headers: [.setCookie])],
        errors: [
            .noOpenid, .crossSiteRequest, .insecureConnection, .openidRefused, .openidUnavailable, .unknownUser,
            .tooManyWrongTokens, .malformedJSON, .missingField, .malformedField, .unknownParameter, .conflict,
            .lockTimeout,
            .timedOut, .databaseUnavailable,
        ], handler: HealthService.postOpenIDSession)
}

private struct NamedProvider: Shaped {
    let name: String?

    static let shape = Shape<Self>([
        .member("name", \.name, "The host of the provider; null if the service has none.")
    ]).named("OpenIDProvider")
}

private struct BegunLogin: Shaped {
    let location: String

    static let shape = Shape<Self>([.member("location", \.location, "Where the browser goes.")]).named("OpenIDLogin")
}

extension HealthService {
    private static var now: Double { Date().timeIntervalSince1970 }

    /// Checks what both requests of a login need.
    private func openIDRequest(_ request: HTTPRequest) throws -> (OpenIDProvider, RequestOrigin) {
        guard let openID else {
            throw APIError(
                .noOpenid, "the service has no OpenID provider", hint: "healthstore login-link makes a login link")
        }
        return (openID, try originOfLogin(request, OpenIDLogin.cookie))
    }

    @Sendable fileprivate func postOpenIDLogin(_ request: HTTPRequest) async throws -> HTTPResponse {
        let (openID, origin) = try openIDRequest(request)
        let login = try OpenIDLogin(origin: OAuthMetadata.origin(request, self), now: HealthService.now)
        let location: String
        do { location = try await openID.location(of: login) } catch let failure as OpenIDFailure {
            throw unavailable(failure, request)
        }
        let sealed = try await pool.withSession { try TextSeal($0).seal(login, .openID) }
        var response = HTTPResponse(json: BegunLogin(location: location).json, status: .created)
        response.headers.append("Set-Cookie", try OpenIDLogin.cookie.field(sealed, for: origin))
        return response
    }

    @Sendable fileprivate func postOpenIDSession(_ request: HTTPRequest) async throws -> HTTPResponse {
        let (openID, origin) = try openIDRequest(request)
        let query = try JSONParser(bytesMax: HealthService.bodyBytesMax)
            .parse(try await request.decodedBody()) { body in
                let answer = try SentValue(body).object(["answer"])["answer"]
                guard let text = try answer.required().string, text.utf8.count <= OpenIDAnswer.bytesMax else {
                    throw answer.malformed("must be a text of at most \(OpenIDAnswer.bytesMax) bytes")
                }
                return text
            }
        do {
            let login = try await begunLogin(request, origin)
            let answer = try OpenIDAnswer(query, of: login)
            let account = try await openID.account(answer, of: login)
            let browser = request.headers["User-Agent"] ?? ""
            let opened = try await pool.withSession { [issuer = openID.issuer] session in
                try OpenIDSessionStore.open(
                    user: account.user, account: OpenIDAccount(issuer: issuer, subject: account.subject),
                    id: login.sessionID, name: browser, session)
            }
            switch opened {
            case .opened(let token, let person):
                var response = HTTPResponse(
                    json: OpenedPageSession(id: token.tokenID, person: person).json, status: .created)
                response.headers.append("Set-Cookie", try PageCookie.session.field(token.text, for: origin))
                response.headers.append("Set-Cookie", try OpenIDLogin.cookie.field(nil, for: origin))
                return response
            case .used: throw OpenIDRefusal.used
            case .unknownUser: throw refused(.unknownUser, request, user: account.user)
            case .otherAccount: throw refused(.otherAccount, request, user: account.user)
            }
        } catch let refusal as OpenIDRefusal {
            throw refused(refusal, request)
        } catch let failure as OpenIDFailure {
            throw unavailable(failure, request)
        }
    }

    /// Returns the login of the request's cookie.
    ///
    /// - Throws: `OpenIDRefusal` (`unknownLogin`), and the errors of the pool.
    private func begunLogin(_ request: HTTPRequest, _ origin: RequestOrigin) async throws -> OpenIDLogin {
        guard let sealed = OpenIDLogin.cookie.value(request, from: origin) else { throw OpenIDRefusal.unknownLogin }
        let login = try await pool.withSession { try TextSeal($0).open(sealed, .openID, as: OpenIDLogin.self) }
        guard let login, login.ends > HealthService.now else { throw OpenIDRefusal.unknownLogin }
        return login
    }

    /// Logs a refused login, without its answer, token and names.
    ///
    /// - Parameter user: the name that the provider has sent, which only the browser gets.
    private func refused(_ refusal: OpenIDRefusal, _ request: HTTPRequest, user: String? = nil) -> APIError {
        let details: KeyValuePairs<String, any JSONWritable> = ["reason": refusal.rawValue]
        let error =
            if let user, PersonStore.isLabel(user) {
                APIError(
                    .unknownUser,
                    "the provider knows you as \(user), and no person of this name may log in with this account",
                    details: details, hint: "the operator adds the person: healthstore person add NAME")
            } else {
                APIError(
                    user == nil ? .openidRefused : .unknownUser, refusal.message, details: details,
                    hint: "log in again; the log of the service has the reason \(refusal.rawValue)")
            }
        return self.refusal(error, request, event: "openid_refused", reason: refusal.rawValue)
    }

    private func unavailable(_ failure: OpenIDFailure, _ request: HTTPRequest) -> APIError {
        log.event(.warning, "openid_unavailable", [("requestId", request.id), ("reason", failure.rawValue)])
        return APIError(
            .openidUnavailable, "the OpenID provider does not answer as it should",
            details: ["reason": failure.rawValue], hint: "try again, or use a login link")
    }
}
