import Foundation
import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader
import Postgres

extension HealthService {
    /// `GET /v1/access`: what the caller may do with the person's samples, and the people who
    /// granted its holder something.
    @Sendable func getAccess(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        _ = try QueryParameters(request, of: .getAccess)
        let caller = try await caller(of: presented)
        let (held, people) = try await pool.withSession(for: caller.person) { session in
            // A narrowed token shows only its own person.
            let people = caller.isNarrowed ? [] : try GrantStore.people(ofHolder: caller.access.holderID, session)
            return (try HeldAccess(caller, session), people)
        }
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("person")
            writer.object { writer in
                writer.member("uuid", caller.person.uuid.uuidString.lowercased())
                writer.member("name", caller.person.name)
            }
            AccessResponse.append(held.holder, to: &writer)
            writer.member("credential", caller.credential.kindName)
            writer.member("id", caller.credential.token?.tokenID.uuidString.lowercased())
            writer.member("rights", held.rights.names)
            writer.member("showsNames", caller.access.showsNames)
            writer.key("access")
            writer.array { writer in
                for terms in held.effective { writer.object { AccessResponse.append(terms, to: &$0) } }
            }
            writer.key("people")
            writer.array { writer in
                for person in people {
                    writer.object { writer in
                        writer.member("uuid", person.uuid.uuidString.lowercased())
                        writer.member("name", person.name)
                        writer.member("rights", person.rights.names)
                    }
                }
            }
        }
        return HTTPResponse(json: writer)
    }

    /// - Throws: `APIError` (403) for a caller without the right to manage.
    static func requireManage(_ caller: Caller) throws(APIError) {
        guard caller.access.mayManage else {
            throw APIError(
                .manageNotGranted, "this credential has no right to manage",
                hint: "GET /v1/access lists its rights; a grant with the right manage is needed")
        }
    }

    /// The uuid in the path; nil if the text is not a uuid.
    static func idInPath(_ request: HTTPRequest) -> UUID? {
        request.pathParameters["id"].flatMap { UUID(text: $0) }
    }
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

extension Credential {
    fileprivate var kindName: String {
        switch proof {
        case .token: "token"
        case .session: "session"
        case .proxyUser: "proxy"
        }
    }
}
