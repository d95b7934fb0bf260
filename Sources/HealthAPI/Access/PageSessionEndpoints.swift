import Foundation
import HTTPServer
import HealthCore
import HealthDatabase
import JSON
import Postgres

extension Endpoint {
    static let getSessions = Endpoint(
        .get, "/v1/sessions", "The holder's sessions of the page",
        notes: "A caller without the right to manage gets only its own session.", tag: .access, takes: .nothing,
        gives: .list("sessions", "The sessions.")
    ) { call in
        let caller = call.caller
        return try await call.withSession { try TokenStore.list(for: caller.person, $0) }
            .filter { HealthService.mayEnd($0, caller) && PageSessionStore.isValid($0, at: .now) }
            .map { ShownPageSession(session: $0, isCurrent: caller.isCurrent($0)) }
    }

    static let postLoginChallenge = Endpoint(
        .post, "/v1/sessions/challenges", "Makes a challenge for a login with a passkey",
        notes: "It is valid for \(PasskeyStore.challengeSeconds / 60) minutes and one login.", tag: .access,
        access: .open,
        answers: [.ok("What `navigator.credentials.get` needs.", .json(LoginChallenge.schema))],
        errors: [.crossSiteRequest, .insecureConnection, .unknownParameter, .timedOut, .databaseUnavailable],
        writes: false, handler: HealthService.postLoginChallenge)

    static let postSession = Endpoint(
        .post, "/v1/sessions", "Logs in with a link or a passkey",
        notes: """
            The body has `token`, which is the token of a login link or of an invitation, or `passkey`, which is the answer of \
            an authenticator to a challenge of `POST /v1/sessions/challenges`. `healthstore login-link` makes a login link, \
            which is valid for ten minutes and for one login. The answer sets the cookie of the session. The session ends \
            \(PageSessionStore.idleDays) days after its last request.
            """,
        tag: .access, access: .open,
        body: Body(
            contents: [
                .json(
                    .object(optional: ["token": .string, "passkey": SentLogin.schema]).sent("NewSession"),
                    example: #"{"token": "hs_1_0000"}"#)
            ], bytesMax: PasskeyAnswer.bodyBytesMax),
        answers: [
            .created(
                "The session.",
                .json(OpenedPageSession.schema),
                headers: [.setCookie])
        ],
        errors: [
            .crossSiteRequest, .insecureConnection, .invalidToken, .wrongPasskey, .tooManyWrongTokens, .tooManyGrants,
            .tooManyHolders, .malformedJSON, .missingField, .malformedField, .unknownParameter, .conflict, .lockTimeout,
            .timedOut, .databaseUnavailable,
        ], handler: HealthService.postSession)

    static let deleteSession = Endpoint(
        .delete, "/v1/sessions/{id}", "Ends a session",
        notes: "A caller may always end its own session. Another session of the holder needs the right to manage.",
        tag: .access, parameters: [.id(of: "session")], takes: .id,
        gives: .response(.noContent("The session has ended.")), errors: [.unknownSession]
    ) { call in
        let caller = call.caller
        guard let id = call.taken else { throw HealthService.unknownSession }
        try await call.withSession { session in
            guard let stored = try TokenStore.find(id, of: caller.person, session),
                HealthService.mayEnd(stored, caller)
            else { throw HealthService.unknownSession }
            try TokenStore.revoke(id, of: caller.person, session)
        }
        let isCurrent = caller.credential.isSession && id == caller.credential.token?.tokenID
        return isCurrent ? try call.loggedOut : HTTPResponse(status: .noContent)
    }

    static let deleteCurrentSession = Endpoint(
        .delete, "/v1/sessions/current", "Logs out",
        notes: "Ends the session of the request's cookie and removes the cookie.", tag: .access, takes: .nothing,
        gives: .response(Answer(status: .noContent, meaning: "The session has ended.", headers: [.setCookie])),
        errors: [.unknownSession]
    ) { call in
        guard call.caller.credential.isSession, let current = call.caller.credential.token else {
            throw HealthService.unknownSession
        }
        try await call.service.pool.withSession(for: current.personID) { try PageSessionStore.end(current, $0) }
        return try call.loggedOut
    }
}

struct OpenedPageSession: Shaped {
    var id: UUID
    var person: Person

    static let shape = Shape<Self>([.member("id", \.id), .member("person", \.person, as: Person.names.schema)]).named(
        "OpenedPageSession")
}

extension Call {
    /// The answer that removes the cookie.
    fileprivate var loggedOut: HTTPResponse {
        get throws {
            var response = HTTPResponse(status: .noContent)
            response.headers.append(
                "Set-Cookie", try PageCookie.session.field(nil, for: RequestOrigin(request, service.proxy)))
            return response
        }
    }
}

extension HealthService {
    fileprivate static func mayEnd(_ session: TokenStore.Listed, _ caller: Caller) -> Bool {
        session.kind == .session && session.holder.id == caller.access.holderID
            && (caller.access.mayManage || caller.isCurrent(session))
    }

    /// Checks that a page of the service's own origin asks for a session, and that a cookie can be
    /// set on this connection.
    ///
    /// - Throws: `ParameterError` for a parameter of the query, and `APIError` (403).
    func originOfLogin(_ request: HTTPRequest, _ cookie: PageCookie = .session) throws -> RequestOrigin {
        _ = try RequestParameters(request, [])
        let origin = RequestOrigin(request, proxy)
        // Otherwise another site could log a browser in as another person.
        try SameSite.check(request, from: origin)
        // An error must come before a link becomes invalid.
        _ = try cookie.field(nil, for: origin)
        return origin
    }

    @Sendable func postLoginChallenge(_ request: HTTPRequest) async throws -> HTTPResponse {
        let origin = try originOfLogin(request)
        let challenge = try await pool.withSession { try PasskeyChallenge(now: .now).text(TextSeal($0)) }
        return HTTPResponse(json: LoginChallenge(challenge: challenge, relyingParty: origin.hostName ?? "").json)
    }

    /// `POST /v1/sessions`: makes a session from the token of a link, which is then invalid, or
    /// with a passkey.
    @Sendable func postSession(_ request: HTTPRequest) async throws -> HTTPResponse {
        let origin = try originOfLogin(request)
        let proof = try JSONParser(bytesMax: PasskeyAnswer.bodyBytesMax)
            .parse(try await request.decodedBody()) { try LoginProof($0) }
        let browser = request.headers["User-Agent"] ?? ""
        let (token, person) = try await pool.withSession { session in
            let token = try open(proof, browser, from: origin, request, session)
            return (token, try HealthService.caller(of: Credential(.session(token)), session).person)
        }
        var response = HTTPResponse(
            json: OpenedPageSession(id: token.tokenID, person: person).json, status: .created)
        response.headers.append("Set-Cookie", try PageCookie.session.field(token.text, for: origin))
        return response
    }

    private func open(
        _ proof: LoginProof, _ browser: String, from origin: RequestOrigin, _ request: HTTPRequest, _ session: Session
    ) throws -> BearerToken {
        switch proof {
        case .link(let text):
            guard let login = BearerToken(text) else { throw refusal(HealthService.usedLogin, request) }
            let result = try PageSessionStore.open(login: login, name: browser, session)
            guard let opened = result.opened else {
                throw result.isWrong ? refusal(HealthService.usedLogin, request) : HealthService.usedLogin
            }
            return opened
        case .passkey(let sent):
            do { return try sent.open(name: browser, from: origin, session) } catch let error as WrongPasskey {
                throw refusal(APIError(.wrongPasskey, error.message, key: "field", "passkey"), request)
            } catch let error as CopiedPasskey {
                log.event(
                    .warning, "copied_passkey",
                    [("requestId", request.id), ("passkey", error.id.uuidString.lowercased())])
                let hint = "remove the passkey, and add a new one"
                throw refusal(
                    APIError(
                        .wrongPasskey, "the passkey may have been copied: its counter went back", key: "field",
                        "passkey", hint: hint), request)
            }
        }
    }

    private static let usedLogin = APIError(
        .invalidToken, "the link is unknown, was used or withdrawn, or has expired", key: "field", "token",
        hint: "healthstore login-link makes a new link")

    fileprivate static let unknownSession = APIError(
        .unknownSession, "the holder has no such session", hint: "GET /v1/sessions lists the sessions")
}

/// What a person logs in with.
private enum LoginProof: Sendable {
    /// The token of a login link or of an invitation.
    case link(String)
    case passkey(SentLogin)

    /// - Throws: `APIError` that names the member.
    init(_ body: JSONValue) throws {
        let sent = try SentValue(body).object(["token", "passkey"])
        guard sent["passkey"].value != nil else {
            self = .link(try sent["token"].text())
            return
        }
        guard sent["token"].value == nil else {
            throw sent["passkey"].malformed("must be missing if the body has token")
        }
        self = .passkey(try SentLogin(sent["passkey"]))
    }
}

private struct LoginChallenge: Shaped {
    let challenge: String
    let relyingParty: String

    static let shape = Shape<Self>([
        .member("challenge", \.challenge, "Bytes in base64url."),
        .member("rpId", \.relyingParty, "The host for which the passkey was made."),
    ]).named("LoginChallenge")
}
