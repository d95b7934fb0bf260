import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader

extension HealthService {
    /// `GET /v1/grants`: all grants about the person, also revoked and expired ones.
    @Sendable func getGrants(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        _ = try QueryParameters(request, of: .getGrants)
        let caller = try await caller(of: presented)
        try HealthService.requireManage(caller)
        let grants = try await pool.withSession(for: caller.person) { try GrantStore.list(about: caller.person, $0) }
            .map { grant in
                var shown = grant
                shown.terms = caller.shown(grant.terms)
                return shown
            }
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("grants")
            writer.array { writer in
                for grant in grants { AccessResponse.append(grant, to: &writer) }
            }
        }
        return HTTPResponse(json: writer)
    }

    /// `POST /v1/grants`: grants a holder access. The grant gives at most what the caller may do.
    @Sendable func postGrant(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        _ = try QueryParameters(request, of: .postGrant)
        let caller = try await caller(of: presented)
        try HealthService.requireManage(caller)
        let fields = try JSONParser(bytesMax: HealthService.bodyBytesMax)
            .parse(try await request.decodedBody()) { try TermsFields($0, others: ["holder", "preset"]) }
        guard let name = fields.holder else { throw BodyReader.missing("holder") }
        let grant = try await pool.withSession(for: caller.person) { session in
            try session.transaction {
                let caller = try HealthService.caller(of: caller.credential, session)
                try HealthService.requireManage(caller)
                let held = try HeldAccess(caller, session)
                let (terms, preset) = try fields.grantTerms(
                    others: try HealthService.otherTypes(caller, session), now: .now)
                try TermsFields.check(terms, within: held.coverage)
                return try HealthService.naming(field: "holder") {
                    try GrantStore.add(
                        terms, about: caller.person, to: try HolderStore.find(name: name, session), preset: preset,
                        grantedBy: held.holder, session)
                }
            }
        }
        var writer = JSONWriter()
        AccessResponse.append(grant, to: &writer)
        return HTTPResponse(json: writer, status: .created)
    }

    /// `DELETE /v1/grants/{id}`: revokes a grant.
    @Sendable func deleteGrant(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        _ = try QueryParameters(request, of: .deleteGrant)
        let caller = try await caller(of: presented)
        try HealthService.requireManage(caller)
        guard let id = HealthService.idInPath(request) else { throw HealthService.unknownGrant }
        try await pool.withSession(for: caller.person) { session in
            do {
                try GrantStore.revoke(id, about: caller.person, session)
            } catch let error as HealthDatabaseError where error.code == .unknownGrant {
                throw HealthService.unknownGrant
            }
        }
        return HTTPResponse(status: .noContent)
    }

    private static var unknownGrant: APIError {
        APIError(.unknownGrant, "there is no such grant about the person", hint: "GET /v1/grants lists the grants")
    }
}
