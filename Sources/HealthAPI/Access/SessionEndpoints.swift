import Foundation
import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader
import Postgres

extension HealthService {
    /// `GET /v1/sessions`: the holder's sessions about the person. A caller without the right to
    /// manage gets only its own session.
    @Sendable func getSessions(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        _ = try QueryParameters(request, of: .getSessions)
        let caller = try await caller(of: presented)
        let sessions = try await pool.withSession(for: caller.person) {
            try TokenStore.list(for: caller.person, $0).filter { HealthService.mayEnd($0, caller) }
        }
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("sessions")
            writer.array { writer in
                for session in sessions where SessionStore.isValid(session, at: .now) {
                    AccessResponse.append(session: session, isCurrent: caller.isCurrent(session), to: &writer)
                }
            }
        }
        return HTTPResponse(json: writer)
    }

    private static func mayEnd(_ session: TokenStore.Listed, _ caller: Caller) -> Bool {
        session.kind == .session && session.holder.id == caller.access.holderID
            && (caller.access.mayManage || caller.isCurrent(session))
    }

    /// `POST /v1/sessions`: makes a session from the token of a login link, which is then invalid.
    @Sendable func postSession(_ request: HTTPRequest) async throws -> HTTPResponse {
        _ = try QueryParameters(request, of: .postSession)
        let origin = RequestOrigin(request, proxy)
        // Otherwise another site could log a browser in as another person.
        try SameSite.check(request, from: origin)
        // An error must come before the link becomes invalid.
        _ = try SessionCookie.field(nil, for: origin)
        let text = try JSONParser(bytesMax: HealthService.bodyBytesMax)
            .parse(try await request.decodedBody()) { body in
                try BodyReader.text(try BodyReader.members(body, "", known: ["token"])["token"], "token")
            }
        guard let login = BearerToken(text) else { throw refusal(HealthService.usedLogin, request) }
        let browser = request.headers["User-Agent"] ?? ""
        let (opened, caller) = try await pool.withSession { session in
            let result = try SessionStore.open(login: login, name: browser, session)
            let caller = try result.opened.map { try HealthService.caller(of: Credential(.session($0)), session) }
            return (result, caller)
        }
        guard let token = opened.opened, let caller else {
            throw opened.isWrong ? refusal(HealthService.usedLogin, request) : HealthService.usedLogin
        }
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("id", token.tokenID.uuidString.lowercased())
            writer.key("person")
            writer.object { writer in
                writer.member("uuid", caller.person.uuid.uuidString.lowercased())
                writer.member("name", caller.person.name)
            }
        }
        var response = HTTPResponse(json: writer, status: .created)
        response.headers.append("Set-Cookie", try SessionCookie.field(token, for: origin))
        return response
    }

    private static var usedLogin: APIError {
        APIError(
            .invalidToken, "the login link is unknown, was used or has expired", key: "field", "token",
            hint: "healthstore login-link makes a new link")
    }

    /// `DELETE /v1/sessions/{id}`: ends a session of the holder.
    @Sendable func deleteSession(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        _ = try QueryParameters(request, of: .deleteSession)
        let caller = try await caller(of: presented)
        guard let id = HealthService.idInPath(request) else { throw HealthService.unknownSession }
        try await pool.withSession(for: caller.person) { session in
            guard let stored = try TokenStore.find(id, of: caller.person, session),
                HealthService.mayEnd(stored, caller)
            else { throw HealthService.unknownSession }
            try TokenStore.revoke(id, of: caller.person, session)
        }
        var response = HTTPResponse(status: .noContent)
        if caller.credential.isSession, id == caller.credential.token?.tokenID {
            response.headers.append("Set-Cookie", try SessionCookie.field(nil, for: RequestOrigin(request, proxy)))
        }
        return response
    }

    /// `DELETE /v1/sessions/current`: logs out.
    @Sendable func deleteCurrentSession(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        _ = try QueryParameters(request, of: .deleteCurrentSession)
        let caller = try await caller(of: presented)
        guard caller.credential.isSession, let current = caller.credential.token else {
            throw HealthService.unknownSession
        }
        try await pool.withSession(for: current.personID) { try SessionStore.end(current, $0) }
        var response = HTTPResponse(status: .noContent)
        response.headers.append("Set-Cookie", try SessionCookie.field(nil, for: RequestOrigin(request, proxy)))
        return response
    }

    private static var unknownSession: APIError {
        APIError(.unknownSession, "the holder has no such session", hint: "GET /v1/sessions lists the sessions")
    }
}
