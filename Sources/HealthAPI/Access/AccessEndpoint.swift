import Foundation
import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader
import Postgres

extension HealthService {
    /// `GET /v1/access`: what the credential may do with the person's samples, and about which
    /// people its holder has grants.
    @Sendable func getAccess(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        _ = try QueryParameters(request, of: .getAccess)
        let caller = try await caller(of: presented)
        let (held, people) = try await pool.withSession(for: caller.person) { session in
            // A narrowed token tells its bearer about its own person alone.
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
                hint: "GET /v1/access lists its rights; a grant with the right manage gives it")
        }
    }

    /// The uuid in the path; nil for any other text, which no grant, token or session has.
    static func idInPath(_ request: HTTPRequest) -> UUID? {
        request.pathParameters["id"].flatMap { UUID(text: $0) }
    }
}

/// The grants of a caller and what its token leaves of them.
struct HeldAccess: Sendable {
    let holder: Holder
    /// The valid grants about the person.
    let grants: [AccessTerms]
    /// What the token leaves of the grants; everything for a session and for a user of a proxy.
    let limit: AccessTerms

    /// - Throws: `PostgresError`; `APIError` (401) if the token has been deleted meanwhile.
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

    /// A session that names another person is no token about this person.
    private static func stored(_ caller: Caller, _ session: Session) throws -> TokenStore.Listed? {
        guard let token = caller.credential.token, token.personID == caller.person.id else { return nil }
        return try TokenStore.find(token.tokenID, of: caller.person, session)
    }

    /// What each grant still gives with the token.
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
