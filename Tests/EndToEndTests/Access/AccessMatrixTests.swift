import Foundation
import HTTPServer
import HealthCore
import HealthDatabase
import TestSupport
import Testing

@testable import HealthAPI

/// Every route with every kind of credential. A route without a row fails.
@Suite struct AccessMatrixTests {
    /// The credential of a request.
    enum Kind: String, CaseIterable {
        case none, wrong, revoked, expired, narrowed, readOnly, writeOnly, otherPerson, session, sessionOfOther
        case stranger, crossSite, operatorToken, proxyUser, unknownUser, owner
    }

    /// The rights that a route needs.
    enum Need {
        /// Every client.
        case nothing
        /// A valid credential. A caller who may read nothing gets the answer of a person without
        /// data.
        case reading
        /// The right to write.
        case writing
        /// The right to write or the right to manage, which units and the order of sources need.
        case settings
        /// The right to manage.
        case managing
        /// A valid credential, which lists or ends itself.
        case itself
    }

    struct Row {
        var need: Need
        /// The statuses of a caller with the right.
        var statuses: [Int] = [200]
    }

    static let rows: [String: Row] = [
        "POST /v1/batches": Row(need: .writing),
        "POST /v1/imports": Row(need: .writing, statuses: [200, 201, 202, 400]),
        "PUT /v1/imports/{id}": Row(need: .writing, statuses: [200, 202, 404, 409]),
        "GET /v1/imports": Row(need: .reading),
        "GET /v1/imports/{id}": Row(need: .reading, statuses: [200, 404]),
        "GET /v1/imports/{id}/refusals": Row(need: .reading, statuses: [200, 404]),
        "GET /v1/imports/{id}/stream": Row(need: .reading, statuses: [200, 404]),
        "DELETE /v1/imports/{id}": Row(need: .writing, statuses: [200, 204, 404, 409]),
        "GET /v1/changes": Row(need: .reading),
        "GET /v1/changes/stream": Row(need: .reading),
        "GET /v1/anchors/{device}/{types}": Row(need: .reading, statuses: [200, 404]),
        "PUT /v1/anchors/{device}/{types}": Row(need: .writing, statuses: [200, 204]),
        "DELETE /v1/anchors/{device}/{types}": Row(need: .writing, statuses: [204, 404]),
        "POST /v1/reconcile": Row(need: .reading),
        "POST /v1/clients/health-auto-export": Row(need: .writing),
        "POST /api/v1/sdk/users/{user_id}/sync": Row(need: .writing, statuses: [202]),
        "GET /v1/samples": Row(need: .reading), "GET /v1/latest": Row(need: .reading),
        "GET /v1/statistics": Row(need: .reading), "GET /v1/statistics-collection": Row(need: .reading),
        "GET /v1/explain": Row(need: .reading), "GET /v1/summaries": Row(need: .reading),
        "GET /v1/summaries/{date}/footprint": Row(need: .reading), "GET /v1/sleep": Row(need: .reading),
        "GET /v1/workouts": Row(need: .reading),
        "GET /v1/workouts/{uuid}": Row(need: .reading, statuses: [200, 404]),
        "GET /v1/activity-summaries": Row(need: .reading),
        "PUT /v1/activity-summaries/{date}": Row(need: .writing, statuses: [200, 201, 204]),
        "GET /v1/characteristics": Row(need: .reading), "GET /v1/time-zones": Row(need: .reading),
        "PUT /v1/time-zones": Row(need: .settings), "POST /v1/time-zones": Row(need: .settings, statuses: [200, 204]),
        "GET /v1/types": Row(need: .reading), "GET /v1/units": Row(need: .reading),
        "PUT /v1/units": Row(need: .settings), "GET /v1/sources": Row(need: .reading),
        "GET /v1/sources/priority": Row(need: .reading),
        // The store does not have the source of the example.
        "PUT /v1/sources/priority": Row(need: .settings, statuses: [200, 400]),
        "GET /v1/access": Row(need: .itself), "GET /v1/grants": Row(need: .managing),
        "POST /v1/grants": Row(need: .managing, statuses: [201]),
        "DELETE /v1/grants/{id}": Row(need: .managing, statuses: [404]),
        "GET /v1/tokens": Row(need: .itself), "POST /v1/tokens": Row(need: .managing, statuses: [201]),
        "DELETE /v1/tokens/{id}": Row(need: .managing, statuses: [404]),
        "GET /v1/sessions": Row(need: .itself), "DELETE /v1/sessions/{id}": Row(need: .itself, statuses: [404]),
        "DELETE /v1/sessions/current": Row(need: .itself, statuses: [204, 404]),
        // The example has a login token, and no other credential counts.
        "POST /v1/sessions": Row(need: .nothing, statuses: [401, 403]),
        "GET /health": Row(need: .nothing), "GET /ready": Row(need: .nothing),
        "GET /openapi.json": Row(need: .nothing),
    ]

    @Test("every route has a row")
    func complete() {
        #expect(Set(Endpoint.all.map { "\($0.method.rawValue) \($0.template)" }) == Set(Self.rows.keys))
    }

    @Test("every route answers every kind of credential as expected", arguments: Kind.allCases)
    func matrix(kind: Kind) async throws {
        try await TwoPeople.with(["--trusted-proxy", "127.0.0.1", "--user-header", "Remote-User"]) { world in
            try world.share(
                AccessTerms(rights: .read, scope: AccessScope(groups: [.activity, .sleep])), with: "Ben")
            for endpoint in Endpoint.all {
                let name = "\(endpoint.method.rawValue) \(endpoint.template)"
                guard let row = Self.rows[name] else { continue }
                var (headers, query) = try Self.credential(kind, world)
                let content = endpoint.body?.contents.first
                headers += content.map { ["Content-Type: \($0.mediaType)"] } ?? []
                headers += endpoint.parameters.filter { $0.location == .header && $0.isRequired }
                    .map { "\($0.name): \($0.example)" }
                if endpoint.access != .bearer { query = [] }
                query += endpoint.parameters.filter { $0.location == .query && ($0.isRequired || $0.isInExamples) }
                    .map { ($0.name, $0.example) }
                let isStream = endpoint.template.hasSuffix("/stream")
                let answer = try await world.store.service.send(
                    endpoint.method.rawValue, Self.path(of: endpoint), query: query, body: content?.example,
                    headers: headers, seconds: isStream ? 1 : Patience.seconds)
                let expected = Self.expected(kind, row, endpoint)
                let isRight =
                    expected.statuses.contains(answer.status)
                    && (expected.code == nil || expected.code == answer.code)
                #expect(isRight, "\(name) by \(kind): \(answer.status) \(answer.body.prefix(300)), not \(expected)")
            }
        }
    }

    private static func path(of endpoint: Endpoint) -> String {
        endpoint.parameters.filter { $0.location == .path }.reduce(endpoint.template) { path, parameter in
            path.replacing("{\(parameter.name)}", with: parameter.name == "user_id" ? "Ada" : parameter.example)
        }
    }

    /// Returns the header fields and the query of a kind of credential. Each session is new,
    /// because some routes end it.
    private static func credential(
        _ kind: Kind, _ world: TwoPeople
    ) throws -> (headers: [String], query: [(String, String)]) {
        func bearer(_ token: BearerToken) -> [String] { ["Authorization: Bearer \(token.text)"] }
        func cookie(_ person: Person, site: String = "same-origin") throws -> [String] {
            let session = try world.openSession(of: person)
            return [
                "Cookie: __Host-healthstore=\(session.text)", "X-Forwarded-Proto: https", "Sec-Fetch-Site: \(site)",
            ]
        }
        let read = AccessTerms(rights: .read, scope: .everything)
        switch kind {
        case .none: return ([], [])
        case .owner: return (bearer(try world.token()), [])
        case .wrong:
            var token = try world.token()
            token.secret[0] ^= 1
            return (bearer(token), [])
        case .revoked:
            let token = try world.token()
            try TokenStore.revoke(token.tokenID, of: world.ada, world.session)
            return (bearer(token), [])
        case .expired:
            let token = try world.token()
            _ = try world.session.execute(
                "update health.token set expires_at = now() - interval '1 s' where person_id = $1 and token_id = $2",
                [.int32(world.ada.id), .uuid(token.tokenID)])
            return (bearer(token), [])
        case .narrowed:
            return (
                bearer(try world.token(AccessTerms(rights: .read, scope: AccessScope(groups: [.activity])))), []
            )
        case .readOnly: return (bearer(try world.token(read)), [])
        case .writeOnly: return (bearer(try world.token(AccessTerms(rights: .write, scope: .everything))), [])
        case .otherPerson: return (bearer(try world.token(of: "Ben")), [])
        case .session: return (try cookie(world.ada), [])
        case .sessionOfOther: return (try cookie(world.ben), [("person", world.ada.uuid.uuidString)])
        case .stranger: return (try cookie(world.ada), [("person", world.ben.uuid.uuidString)])
        case .crossSite: return (try cookie(world.ada, site: "cross-site"), [])
        case .operatorToken:
            let (id, secret) = (String(repeating: "0", count: 32), String(repeating: "0", count: 64))
            return (["Authorization: Bearer hsop_\(id)_\(secret)"], [])
        case .proxyUser: return (["Remote-User: Ada", "Sec-Fetch-Site: same-origin"], [])
        case .unknownUser: return (["Remote-User: Eve", "Sec-Fetch-Site: same-origin"], [])
        }
    }

    /// True if the endpoint refuses records that the caller may not write.
    private static let checksWriting = ErrorCode(rawValue: "write_not_granted") != nil

    private static func expected(
        _ kind: Kind, _ row: Row, _ endpoint: Endpoint
    ) -> (statuses: [Int], code: String?) {
        if row.need == .nothing { return (row.statuses, nil) }
        // Apps of other makers send tokens. The endpoint accepts neither a cookie nor a proxy's
        // user.
        let takesCookies = endpoint.access == .bearer
        switch kind {
        case .none: return ([401], "missing_token")
        case .session, .sessionOfOther, .stranger, .crossSite, .proxyUser, .unknownUser:
            if !takesCookies { return ([401], "missing_token") }
        case .wrong, .revoked, .expired, .operatorToken: return ([401], "invalid_token")
        case .narrowed, .readOnly, .writeOnly, .otherPerson, .owner: break
        }
        switch kind {
        case .stranger: return ([404], "unknown_person")
        case .crossSite: return ([403], "cross_site_request")
        case .unknownUser: return ([403], "unknown_user")
        default: break
        }
        let isManager = [.session, .proxyUser, .owner].contains(kind)
        if row.need == .managing, !isManager { return ([403], "manage_not_granted") }
        let isWriter = isManager || kind == .writeOnly
        if row.need == .writing, !isWriter, checksWriting { return ([403], "write_not_granted") }
        if row.need == .settings, !isManager, checksWriting { return (row.statuses + [403], nil) }
        return (row.statuses, nil)
    }
}
