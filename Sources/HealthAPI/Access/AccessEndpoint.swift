import Foundation
import HTTPServer
import HealthCore
import HealthDatabase
import JSON
import Postgres

extension Endpoint {
    static let getAccess = Endpoint(
        .get, "/v1/access", "What the caller may do",
        notes:
            "Each element of `access` is a grant of the holder about the person, narrowed by the token. A sample may be read or "
            + "written if one of these grants covers it. `people` lists the people who granted the holder something. It is "
            + "empty for a token that narrows the grants.",
        tag: .access, takes: .nothing, gives: .json("The access.").rows("access")
    ) { call in
        let caller = call.caller
        return try await call.withSession { session in
            // A narrowed token shows only its own person.
            let people = caller.isNarrowed ? [] : try GrantStore.people(ofHolder: caller.access.holderID, session)
            return CallerAccess(caller: caller, held: try HeldAccess(caller, session), people: people)
        }
    }.asTool(
        Tool(
            name: "access", title: "What this token may read",
            text: """
                The person whose data this is, and what the token may do: rights, groups, types and dates. Data that the token may \
                not read look as if they did not exist. Times are in UTC.
                """))
}

private struct CallerAccess: Shaped {
    let caller: Caller
    let held: HeldAccess
    let people: [GrantedPerson]

    static let shape = Shape<Self>([
        .member("person", \.caller.person, as: Person.names.schema), .member("holder", \.held.holder),
        .member("credential", \.caller.credential.kind),
        .member("id", \.caller.credential.token?.tokenID, "The id of the token or session, or null."),
        .member("rights", \.held.rights.names, as: AccessRights.schema),
        .member("showsNames", \.caller.access.showsNames, "True if names of sources and devices may be read."),
        .member("access", \.held.effective), .member("people", \.people),
    ]).named("Access")
}

extension GrantedPerson: Shaped {
    static let shape = Shape<Self>([
        .member("uuid", \.uuid), .member("name", \.name), .member("rights", \.rights.names, as: AccessRights.schema),
    ])
}

/// The grants of a caller's holder, and the limits of the caller's token.
struct HeldAccess: Sendable {
    let holder: Holder
    /// The terms of the valid grants about the person.
    let grants: [AccessTerms]
    /// The limits of the token; everything for a caller whose credential does not narrow the
    /// grants.
    let limit: AccessTerms

    /// - Throws: `PostgresError`; `APIError` (401) if the holder or the token was deleted after the
    ///   look-up of the caller.
    init(_ caller: Caller, _ session: Session) throws {
        let found = try HolderStore.find(id: caller.access.holderID, session)
        guard let found else { throw HealthService.invalidToken }
        holder = found
        grants = try GrantStore.valid(of: found, about: caller.person, session).map(\.terms)
        guard caller.isNarrowed, let token = caller.credential.token else {
            limit = AccessTerms(
                rights: .all, scope: .everything,
                expires: try HeldAccess.stored(caller, session)?.terms.expires)
            return
        }
        guard let stored = try TokenStore.find(token.tokenID, of: caller.person, session) else {
            throw HealthService.invalidToken
        }
        limit = stored.terms
    }

    /// Returns the caller's token; nil for a user of a proxy, and for a session that names another
    /// person than its own.
    private static func stored(_ caller: Caller, _ session: Session) throws -> TokenStore.Listed? {
        guard let token = caller.credential.token, token.personID == caller.person.id else { return nil }
        return try TokenStore.find(token.tokenID, of: caller.person, session)
    }

    /// The terms of each grant, narrowed by the token. A grant that the token excludes is left out.
    var effective: [AccessTerms] { grants.compactMap { $0.intersection(limit) } }

    var rights: AccessRights { effective.reduce(into: []) { $0.formUnion($1.rights) } }

    var coverage: AccessCoverage { AccessCoverage(grants, within: limit) }
}

extension Call {
    /// Runs the body in a transaction, with the access that the caller has then and may pass on.
    ///
    /// - Throws: `APIError` if the caller may no longer manage, and the errors of the body and the
    ///   pool.
    func managing<Value: Sendable>(
        _ body: @escaping @Sendable (Caller, HeldAccess, Session) throws -> Value
    ) async throws -> Value {
        try await withSession { [credential = caller.credential] session in
            try session.transaction {
                let caller = try HealthService.caller(of: credential, session)
                try caller.require(.manage)
                return try body(caller, try HeldAccess(caller, session), session)
            }
        }
    }
}

extension Credential {
    fileprivate enum Kind: String, CaseIterable, JSONWritable {
        case token, session, proxy
    }

    fileprivate var kind: Kind {
        switch proof {
        case .token: .token
        case .session: .session
        case .proxyUser: .proxy
        }
    }
}
