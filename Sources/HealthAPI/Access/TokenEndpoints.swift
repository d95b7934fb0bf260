import Foundation
import HTTPServer
import HealthCore
import HealthDatabase
import JSON
import Postgres

extension Endpoint {
    static let getTokens = Endpoint(
        .get, "/v1/tokens", "The tokens about the person",
        notes: "The caller's own token, and those that give no more than the caller manages.", tag: .access,
        takes: .nothing,
        gives: .list("tokens", "The tokens.")
    ) { call in
        let caller = call.caller
        return try await call.withSession { session in
            let managed = try ManagedAccess(caller, session)
            return try TokenStore.list(for: caller.person, session)
                .filter { $0.kind == .token && (caller.isCurrent($0) || managed.covers($0)) }
                .map { token in
                    var shown = token
                    if !caller.isCurrent(token) { shown.terms = caller.shown(token.terms) }
                    return ShownToken(token: shown, isCurrent: caller.isCurrent(token))
                }
        }
    }

    static let postToken = Endpoint(
        .post, "/v1/tokens", "Makes a token",
        notes:
            "If a member is missing, the new token gets the value of the caller's token. The new token gives at most what the "
            + "caller may do. A token without the right to read reads nothing, also nothing that its holder saved. Only a "
            + "caller with full access makes tokens of other holders.",
        tag: .access,
        takes: .json(
            .object(
                optional: Schema.Members([
                    ["name": Schema.string.orNull, "holder": Schema.string.orNull], TermsFields.schema,
                ])
            ).sent("NewToken"),
            example: #"{"name": "dashboard", "rights": ["read"], "expiresAt": "90d"}"#
        ) { try TermsFields($0, others: ["holder", "name"]) },
        right: .manage, gives: .json("The token, which the service shows only once.", status: .created),
        errors: TermsFields.errors + [.unknownHolder, .missingGrant, .tooManyTokens]
    ) { call in
        try await call.managing { try HealthService.makeToken(call.taken, $0, $1, $2) }
    }

    static let deleteToken = Endpoint(
        .delete, "/v1/tokens/{id}", "Revokes a token",
        notes:
            "A caller may always revoke its own token. Another token needs the right to manage. Open streams of the token end.",
        tag: .access, parameters: [.id(of: "token")], takes: .id, gives: .nothing("The token is revoked."),
        errors: [.manageNotGranted, .unknownToken]
    ) { call in
        let unknown = APIError(
            .unknownToken, "there is no such token about the person", hint: "GET /v1/tokens lists the tokens")
        guard let id = call.taken else { throw unknown }
        try await call.withSession { session in
            let stored = try TokenStore.find(id, of: call.person, session)
            if id != call.caller.credential.token?.tokenID {
                try call.caller.require(.manage)
                let managed = try ManagedAccess(call.caller, session)
                guard let stored, managed.covers(stored) else { throw unknown }
            }
            guard stored?.kind == .token else { throw unknown }
            try TokenStore.revoke(id, of: call.person, session)
        }
    }
}

extension HealthService {
    fileprivate static func makeToken(
        _ fields: TermsFields, _ caller: Caller, _ held: HeldAccess, _ session: Session
    ) throws -> MadeToken {
        let terms = try fields.tokenTerms(base: held.limit, others: try otherTypes(caller, session), now: .now)
        try TermsFields.check(terms, within: AccessCoverage([held.limit]))
        let holder = try holder(fields.holder, held, caller, session)
        let secret = try naming(field: "holder") {
            try TokenStore.create(
                for: caller.person, name: fields.name ?? "token", holder: holder, terms: terms, session)
        }
        guard let stored = try TokenStore.find(secret.tokenID, of: caller.person, session) else { throw invalidToken }
        return MadeToken(token: ShownToken(token: stored, isCurrent: false), secret: secret)
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
            case .personExists: throw APIError(code, error.message, key: "field", field, hint: error.hint)
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
