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

    static let postSession = Endpoint(
        .post, "/v1/sessions", "Logs in with the token of a login link",
        notes:
            "`healthstore login-link` makes the link, which is valid for ten minutes and for one login. The answer sets the "
            + "cookie of the session. The session ends \(PageSessionStore.idleDays) days after its last request.",
        tag: .access, access: .open,
        body: Body(contents: [
            .json(
                .object(required: ["token": .string]).sent("NewSession"),
                example: #"{"token": "hs_1_0000"}"#)
        ]),
        answers: [
            .created(
                "The session.",
                .json(OpenedPageSession.schema),
                headers: [.setCookie])
        ],
        errors: [
            .crossSiteRequest, .insecureConnection, .invalidToken, .tooManyWrongTokens, .malformedJSON, .missingField,
            .malformedField, .unknownParameter, .conflict, .lockTimeout, .timedOut, .databaseUnavailable,
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
                "Set-Cookie", try PageSessionCookie.field(nil, for: RequestOrigin(request, service.proxy)))
            return response
        }
    }
}

extension HealthService {
    fileprivate static func mayEnd(_ session: TokenStore.Listed, _ caller: Caller) -> Bool {
        session.kind == .session && session.holder.id == caller.access.holderID
            && (caller.access.mayManage || caller.isCurrent(session))
    }

    /// `POST /v1/sessions`: makes a session from the token of a login link, which is then invalid.
    @Sendable func postSession(_ request: HTTPRequest) async throws -> HTTPResponse {
        _ = try RequestParameters(request, [])
        let origin = RequestOrigin(request, proxy)
        // Otherwise another site could log a browser in as another person.
        try SameSite.check(request, from: origin)
        // An error must come before the link becomes invalid.
        _ = try PageSessionCookie.field(nil, for: origin)
        let text = try JSONParser(bytesMax: HealthService.bodyBytesMax)
            .parse(try await request.decodedBody()) { body in
                try BodyReader.text(try BodyReader.members(body, "", known: ["token"])["token"], "token")
            }
        guard let login = BearerToken(text) else { throw refusal(HealthService.usedLogin, request) }
        let browser = request.headers["User-Agent"] ?? ""
        let (opened, caller) = try await pool.withSession { session in
            let result = try PageSessionStore.open(login: login, name: browser, session)
            let caller = try result.opened.map { try HealthService.caller(of: Credential(.session($0)), session) }
            return (result, caller)
        }
        guard let token = opened.opened, let caller else {
            throw opened.isWrong ? refusal(HealthService.usedLogin, request) : HealthService.usedLogin
        }
        var response = HTTPResponse(
            json: OpenedPageSession(id: token.tokenID, person: caller.person).json, status: .created)
        response.headers.append("Set-Cookie", try PageSessionCookie.field(token, for: origin))
        return response
    }

    private static let usedLogin = APIError(
        .invalidToken, "the login link is unknown, was used or has expired", key: "field", "token",
        hint: "healthstore login-link makes a new link")

    fileprivate static let unknownSession = APIError(
        .unknownSession, "the holder has no such session", hint: "GET /v1/sessions lists the sessions")
}
