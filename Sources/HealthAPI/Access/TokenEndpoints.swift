import Foundation
import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader
import Postgres

extension HealthService {
    /// `GET /v1/tokens`: the tokens about the person. A caller without the right to manage gets
    /// only its own token.
    @Sendable func getTokens(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        _ = try QueryParameters(request, of: .getTokens)
        let caller = try await caller(of: presented)
        let tokens = try await pool.withSession(for: caller.person) { session in
            try TokenStore.list(for: caller.person, session)
                .filter { $0.kind == .token && (caller.access.mayManage || caller.isCurrent($0)) }
                .map { token in
                    var shown = token
                    if !caller.isCurrent(token) { shown.terms = caller.shown(token.terms) }
                    return shown
                }
        }
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("tokens")
            writer.array { writer in
                for token in tokens {
                    AccessResponse.append(token, isCurrent: caller.isCurrent(token), to: &writer)
                }
            }
        }
        return HTTPResponse(json: writer)
    }

    /// `POST /v1/tokens`: makes a token that gives at most what the caller may do.
    @Sendable func postToken(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        _ = try QueryParameters(request, of: .postToken)
        let caller = try await caller(of: presented)
        try HealthService.requireManage(caller)
        let fields = try JSONParser(bytesMax: HealthService.bodyBytesMax)
            .parse(try await request.decodedBody()) { try TermsFields($0, others: ["holder", "name"]) }
        let (made, stored) = try await pool.withSession(for: caller.person) { session in
            try session.transaction {
                let caller = try HealthService.caller(of: caller.credential, session)
                try HealthService.requireManage(caller)
                let held = try HeldAccess(caller, session)
                let terms = try fields.tokenTerms(
                    base: held.limit, others: try HealthService.otherTypes(caller, session), now: .now)
                try TermsFields.check(terms, within: AccessCoverage([held.limit]))
                let holder = try HealthService.holder(fields.holder, held, caller, session)
                let made = try HealthService.naming(field: "holder") {
                    try TokenStore.create(
                        for: caller.person, name: fields.name ?? "token", holder: holder, terms: terms, session)
                }
                return (made, try TokenStore.find(made.tokenID, of: caller.person, session))
            }
        }
        var writer = JSONWriter()
        if let stored { AccessResponse.append(stored, isCurrent: false, secret: made, to: &writer) }
        return HTTPResponse(json: writer, status: .created)
    }

    /// Returns the holder of a new token. Only a caller with full access makes tokens of other
    /// holders, because the grants of another holder may give more than the caller may do, now or
    /// later.
    private static func holder(
        _ name: String?, _ held: HeldAccess, _ caller: Caller, _ session: Session
    ) throws -> Holder {
        guard let name else { return held.holder }
        let holder = try naming(field: "holder") { try HolderStore.find(name: name, session) }
        let isFull = caller.access.readsAll && caller.access.writesAll && !caller.isNarrowed
        guard holder.id == held.holder.id || isFull && held.limit.expires == nil else {
            throw TermsFields.excess("holder", holder.name)
        }
        return holder
    }

    /// `DELETE /v1/tokens/{id}`: revokes a token. A caller without the right to manage may revoke
    /// only its own token.
    @Sendable func deleteToken(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        _ = try QueryParameters(request, of: .deleteToken)
        let caller = try await caller(of: presented)
        guard let id = HealthService.idInPath(request) else { throw HealthService.unknownToken }
        try await pool.withSession(for: caller.person) { session in
            if id != caller.credential.token?.tokenID { try HealthService.requireManage(caller) }
            guard let stored = try TokenStore.find(id, of: caller.person, session), stored.kind == .token else {
                throw HealthService.unknownToken
            }
            try TokenStore.revoke(id, of: caller.person, session)
        }
        return HTTPResponse(status: .noContent)
    }

    private static var unknownToken: APIError {
        APIError(.unknownToken, "there is no such token about the person", hint: "GET /v1/tokens lists the tokens")
    }

    /// Returns the identifiers of the person's types that are not in the catalogue. Empty for a
    /// caller who may not read everything.
    static func otherTypes(_ caller: Caller, _ session: Session) throws -> Set<String> {
        caller.access.readsAll ? try GrantStore.otherTypes(of: caller.person, session) : []
    }

    /// Runs `body`, and converts its errors to errors that name the member of the request's body.
    static func naming<Value>(field: String, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as HealthDatabaseError {
            guard let code = ErrorCode(error.code) else { throw error }
            switch error.code {
            case .malformedName: throw APIError(code, error.message, key: "field", "name")
            case .unknownHolder, .missingGrant, .ownGrant:
                throw APIError(code, error.message, key: "field", field, hint: "GET /v1/grants lists the holders")
            default: throw APIError(code, error.message)
            }
        } catch let error as ParameterError {
            throw TermsFields.error(error)
        }
    }
}

extension Caller {
    /// Returns the terms of another holder's grant or token. For a caller who may not read
    /// everything, names of types that are not in the catalogue are left out.
    func shown(_ terms: AccessTerms) -> AccessTerms { access.readsAll ? terms : terms.withoutOtherTypes }

    /// Returns true if the request came with `token`.
    func isCurrent(_ token: TokenStore.Listed) -> Bool { token.id == credential.token?.tokenID }
}
