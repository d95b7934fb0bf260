import Foundation
import HTTPServer
import HealthCore
import HealthDatabase
import Postgres

/// The credential of a request before its look-up: a token, the cookie of a session, or the user of
/// a trusted proxy.
struct PresentedCredential: Sendable {
    let credential: Credential
    fileprivate let request: HTTPRequest

    fileprivate init(_ credential: Credential, _ request: HTTPRequest) {
        self.credential = credential
        self.request = request
    }
}

extension HTTPRequest {
    /// Returns the value of a header field that may not be repeated; nil if the request has none.
    ///
    /// - Throws: `APIError` (400) for a repeated field. A proxy may have checked another one of
    ///   them.
    func single(_ name: String, hint: String? = nil) throws(APIError) -> String? {
        let values = headers.values(name)
        guard values.count <= 1 else {
            throw APIError(.malformedHeader, "\(name) is given more than once", key: "header", name, hint: hint)
        }
        return values.first
    }
}

/// Finds the caller of a request. The first of these credentials counts: the header
/// `Authorization`, the name that a trusted proxy sends, the cookie of a session.
extension HealthService {
    /// Returns the caller of the request.
    ///
    /// - Throws: `APIError` (401) without a valid credential. The error does not tell which part of
    ///   a token is wrong.
    func caller(of request: HTTPRequest) async throws -> Caller {
        try await caller(of: try presentedCredential(of: request))
    }

    /// Returns the request's credential without looking it up. Counts the request for the rate
    /// limit, so every endpoint must call it exactly once.
    ///
    /// - Throws: `APIError`: 401 without a credential, 403 for a request of another site, 429 if
    ///   the credential makes too many requests.
    func presentedCredential(of request: HTTPRequest) throws(APIError) -> PresentedCredential {
        let proof = try proof(of: request)
        try countRequest(of: proof)
        return PresentedCredential(Credential(proof, personUUID: try HealthService.personUUID(request)), request)
    }

    /// Returns a token that came in another header field. Counts the request for the rate limit.
    ///
    /// - Throws: `APIError` (429) if the token makes too many requests.
    func presented(_ token: BearerToken, _ request: HTTPRequest) throws(APIError) -> PresentedCredential {
        try countRequest(of: .token(token))
        return PresentedCredential(Credential(.token(token)), request)
    }

    /// Counts a request for the rate limit, which all services of the database divide.
    ///
    /// - Throws: `APIError` (429) if the credential makes too many requests.
    func countRequest(of proof: Credential.Proof) throws(APIError) {
        try rateLimit?.take(proof, dividedBy: serviceCount)
    }

    private var serviceCount: Int { presence?.serviceCount ?? 1 }

    private func proof(of request: HTTPRequest) throws(APIError) -> Credential.Proof {
        if let header = try request.single("Authorization") {
            guard let text = HealthService.bearerText(header), let token = BearerToken(text) else {
                guard operatorToken(in: header) == nil else { throw HealthService.operatorTokenRefused }
                throw refusal(HealthService.invalidToken(header), request)
            }
            return .token(token)
        }
        let origin = RequestOrigin(request, proxy)
        if let user = try proxy?.user(request) {
            try SameSite.check(request, from: origin)
            return .proxyUser(user)
        }
        if let value = PageCookie.session.value(request, from: origin) {
            try SameSite.check(request, from: origin)
            guard let token = BearerToken(value) else { throw refusal(HealthService.invalidToken, request) }
            return .session(token)
        }
        throw HealthService.missingToken
    }

    /// The parameter `person`; nil if the request has none.
    private static func personUUID(_ request: HTTPRequest) throws(APIError) -> UUID? {
        guard let text = request.query.first(where: { $0.name == EndpointParameter.person.name })?.value else {
            return nil
        }
        guard let uuid = UUID(text: text) else {
            throw APIError(
                .malformedParameter, "person must be the uuid of a person", key: "parameter",
                EndpointParameter.person.name,
                hint: "GET /v1/access lists the people who granted something")
        }
        return uuid
    }

    /// Returns the caller who presents the credential. From here on, the request counts toward the
    /// limits of the person.
    ///
    /// - Throws: `APIError`: 401 without a valid credential, 403 for an unknown user of a proxy,
    ///   404 if `person` names a person who granted nothing, 429 for too many wrong tokens, and the
    ///   errors of `waitForChanges`; `HTTPFailure` if the person has too many requests.
    func caller(of presented: PresentedCredential) async throws -> Caller {
        try await versionedCaller(of: presented, readsVersion: false).0
    }

    /// Returns the caller who presents the credential, like `caller(of:)`, and the version of the
    /// person's figures. The version is nil for a request that waits for changes.
    func versionedCaller(
        of presented: PresentedCredential, readsVersion: Bool = true
    ) async throws -> (Caller, FiguresVersion?) {
        let found = try await find(LookUp(credential: presented.credential, readsVersion: readsVersion))
        let request = presented.request
        if case .wrong = found.finding { throw refusal(HealthService.invalidToken, request) }
        let caller = try HealthService.caller(found.finding)
        try request.assign(to: caller.person.id)
        if let token = presented.credential.token { tokenUses?.note(token) }
        if accessLog != nil { request.note(AccessNote(caller, request)) }
        // The duration would show that the statement read samples that the answer leaves out.
        if !caller.access.readsAll { request.omitTimings() }
        try await waitForChanges(request, of: caller)
        return (caller, request.headers[ReadAfter.header] == nil ? found.version : nil)
    }

    /// The arguments of a look-up. Requests with the same arguments share a look-up.
    struct LookUp: Hashable, Sendable {
        var credential: Credential
        var readsVersion: Bool
    }

    /// - Throws: the errors of the pool and `PostgresError`.
    private func find(_ lookUp: LookUp) async throws -> CallerStore.VersionedFinding {
        try await lookUps.share(lookUp) { [pool, knownCallers] in
            let known = knownCallers[lookUp.credential]
            // The person is not known yet, so this is a session of the service.
            let found = try await pool.withSession {
                try CallerStore.find(lookUp.credential, readsVersion: lookUp.readsVersion, known: known, $0)
            }
            knownCallers.remember(found, lookUp.credential)
            return found
        }
    }

    /// Looks up the caller again, during a request.
    ///
    /// - Throws: `APIError` if the credential is no longer valid; `PostgresError`.
    static func caller(of credential: Credential, _ session: Session) throws -> Caller {
        try caller(try CallerStore.find(credential, session))
    }

    private static func caller(_ finding: CallerStore.Finding) throws(APIError) -> Caller {
        switch finding {
        case .caller(let caller): return caller
        case .ended, .wrong: throw invalidToken
        case .unknownUser:
            throw APIError(
                .unknownUser, "the proxy names a user, and no person of the store has this name",
                hint: "healthstore person add NAME adds a person; the name must be the one that the proxy sends")
        case .unknownPerson: throw unknownPerson
        }
    }

    static let missingToken = APIError(
        .missingToken, "the request carries no bearer token",
        hint: "send the header Authorization: Bearer TOKEN; healthstore token create makes a token")

    static let invalidToken = APIError(.invalidToken, "the bearer token is unknown, wrong or revoked")

    static let unknownPerson = APIError(
        .unknownPerson, status: .notFound, "there is no such person, or the person granted nothing",
        key: "parameter", EndpointParameter.person.name,
        hint: "GET /v1/access lists the people who granted something; a token takes only its own person")

    /// Returns the error to answer a wrong token with: 429 if too many came from the address.
    func refusal(
        _ error: APIError, _ request: HTTPRequest, event: String = "wrong_token", reason: String? = nil
    ) -> APIError {
        wrongTokens.refusal(
            error, from: RequestOrigin(request, proxy).address, requestID: request.id, event: event,
            dividedBy: serviceCount, reason: reason)
    }

    /// Returns the text after the word Bearer and blanks. Nil without the word.
    static func bearerText(_ header: String) -> String? {
        let word = "bearer"
        let (scheme, rest) = (header.utf8.prefix(word.utf8.count), header.utf8.dropFirst(word.utf8.count))
        // Bit 5 makes letters of ASCII lower-case, and changes no other character to a letter.
        guard scheme.lazy.map({ $0 | 0x20 }).elementsEqual(word.utf8) else { return nil }
        let text = rest.drop { $0 == UInt8(ascii: " ") }
        return text.startIndex > rest.startIndex || rest.isEmpty ? String(Substring(text)) : nil
    }

    /// - Parameter header: the value of `Authorization`. The answer repeats no part of it.
    private static func invalidToken(_ header: String) -> APIError {
        guard bearerText(header) == nil else { return invalidToken }
        return APIError(
            .invalidToken, "the header Authorization does not begin with Bearer",
            hint: "send Authorization: Bearer TOKEN, with the word Bearer and a blank before the token")
    }
}
