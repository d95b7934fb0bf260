import Foundation
import HealthCore
import HealthDatabase
import TestSupport
import Testing

@testable import HealthAPI

/// Every route with every kind of credential. A route without a row fails.
@Suite struct AccessMatrixTests {
    /// The rights that a route needs.
    enum Need {
        /// None: every client may ask.
        case nothing
        /// A valid credential. A caller who may read nothing gets the answer of a person without
        /// data.
        case reading
        /// The right to read something.
        case choosing
        /// The right to write.
        case writing
        /// The right to manage.
        case managing
        /// The right to read everything, and to manage or to write everything.
        case settings
        /// The right to manage, or the person's own holder with the right to read everything.
        case readingLog
        /// The right to manage. The path names a webhook of another token.
        case ownWebhook
        /// The right to manage, and the session must be of the caller's own holder.
        case endingSession
        /// A session, which ends.
        case loggingOut
        /// A session.
        case logIn
        /// A token of an operator.
        case operating
    }

    struct Row {
        var need: Need
        /// The statuses of a caller with the right.
        var statuses: [Int] = [200]
        /// The statuses of such a caller who is not the person's own holder, where they differ: the
        /// path names something that belongs to the person's own holder.
        var statusesOfOthers: [Int]?
        /// Whether what is granted needs more than the right to manage.
        var grantsMore = false
        /// Whether the path names an upload of another token.
        var isOfToken = false
        /// Whether the path names a sample.
        var isSample = false
        /// The code for a caller who may write and not read, where it differs from that of others.
        var codeOfWriters: String?
    }

    static let rows: [String: Row] = [
        "POST /v1/batches": Row(need: .writing),
        "POST /v1/imports": Row(need: .writing, statuses: [202]),
        // The next piece of the upload begins elsewhere.
        "PUT /v1/imports/{id}": Row(need: .writing, statuses: [400, 409], statusesOfOthers: [404], isOfToken: true),
        "GET /v1/imports": Row(need: .reading),
        "GET /v1/imports/{id}": Row(need: .reading, statusesOfOthers: [404], isOfToken: true),
        "GET /v1/imports/{id}/refusals": Row(need: .reading, statusesOfOthers: [404], isOfToken: true),
        "GET /v1/imports/{id}/stream": Row(need: .reading, statusesOfOthers: [404], isOfToken: true),
        "DELETE /v1/imports/{id}": Row(need: .writing, statuses: [200, 202], statusesOfOthers: [404], isOfToken: true),
        "POST /v1/imports/{id}/undo": Row(
            need: .writing, statuses: [403, 409], statusesOfOthers: [404], isOfToken: true),
        "GET /v1/changes": Row(need: .reading), "GET /v1/changes/stream": Row(need: .reading),
        // The holder has stored none.
        "GET /v1/anchors/{device}/{types}": Row(need: .reading, statuses: [404]),
        "PUT /v1/anchors/{device}/{types}": Row(need: .writing, statuses: [204]),
        "DELETE /v1/anchors/{device}/{types}": Row(need: .writing, statuses: [204]),
        "GET /v1/sync-plans": Row(need: .writing), "GET /v1/sync-plans/{device}": Row(need: .writing),
        "PUT /v1/sync-plans/{device}": Row(need: .writing),
        "PUT /v1/sync-plans/{device}/shared-since": Row(need: .writing),
        "DELETE /v1/sync-plans/{device}": Row(need: .writing, statuses: [204]),
        "POST /v1/reconcile": Row(need: .reading),
        "POST /v1/clients/health-auto-export": Row(need: .writing),
        "POST /api/v1/sdk/users/{user_id}/sync": Row(need: .writing, statuses: [202]),
        "POST /api/v1/sdk/users/{user_id}/logs": Row(need: .writing, statuses: [202]),
        "POST /v1/pairings": Row(need: .managing, statuses: [201], grantsMore: true),
        "POST /api/v1/invitation-code/redeem": Row(need: .nothing, statuses: [404]),
        "POST /api/v1/token/refresh": Row(need: .nothing, statuses: [401]),
        "GET /v1/samples/{uuid}": Row(need: .reading, statuses: [404]),
        "GET /v1/samples": Row(need: .reading), "GET /v1/latest": Row(need: .reading),
        "POST /v1/samples": Row(need: .reading), "POST /v1/statistics": Row(need: .reading),
        "POST /v1/statistics-collection": Row(need: .reading),
        "GET /v1/statistics": Row(need: .reading), "GET /v1/statistics-collection": Row(need: .reading),
        "GET /v1/trends": Row(need: .reading), "GET /v1/correlation": Row(need: .reading),
        "GET /v1/statistics-pattern": Row(need: .reading), "GET /v1/freshness": Row(need: .reading),
        "GET /v1/explain": Row(need: .reading), "GET /v1/summaries": Row(need: .reading),
        "GET /v1/summaries/{date}/footprint": Row(need: .reading), "GET /v1/sleep": Row(need: .reading),
        "GET /v1/workouts": Row(need: .reading),
        "GET /v1/workouts/{uuid}": Row(need: .reading, isSample: true),
        // The example of a batch is a workout that began without a location, and is finished.
        "PUT /v1/workouts/{uuid}/recording": Row(
            need: .writing, statuses: [409], codeOfWriters: "read_not_granted"),
        "POST /v1/workouts/{uuid}/recording": Row(need: .writing, codeOfWriters: "unknown_workout"),
        "POST /v1/workouts/{uuid}/recording/finish": Row(need: .writing, codeOfWriters: "unknown_workout"),
        "DELETE /v1/workouts/{uuid}/recording": Row(
            need: .writing, statuses: [409], codeOfWriters: "unknown_workout"),
        "GET /v1/activity-summaries": Row(need: .reading),
        "PUT /v1/activity-summaries/{date}": Row(need: .writing),
        "GET /v1/characteristics": Row(need: .reading), "PATCH /v1/characteristics": Row(need: .writing),
        "GET /v1/time-zones": Row(need: .reading),
        "PUT /v1/time-zones": Row(need: .settings), "POST /v1/time-zones": Row(need: .writing),
        "GET /v1/types": Row(need: .reading), "GET /v1/units": Row(need: .reading),
        "PUT /v1/units": Row(need: .settings),
        "GET /v1/preferences": Row(need: .reading), "PUT /v1/preferences": Row(need: .choosing),
        "GET /.well-known/oauth-protected-resource/mcp": Row(need: .nothing),
        "GET /.well-known/oauth-authorization-server": Row(need: .nothing),
        "POST /oauth/register": Row(need: .nothing, statuses: [201]),
        // The examples are of no app.
        "POST /oauth/token": Row(need: .nothing, statuses: [400]),
        "GET /v1/authorizations": Row(need: .managing, statuses: [400]),
        "POST /v1/authorizations": Row(need: .managing, statuses: [400]),
        "GET /v1/sql": Row(need: .choosing),
        "POST /mcp": Row(need: .reading), "POST /v1/qr-codes": Row(need: .reading),
        "GET /v1/sources": Row(need: .reading),
        "GET /v1/sources/priority": Row(need: .reading),
        "PUT /v1/sources/priority": Row(need: .settings),
        // The person has no source of the name in the example.
        "PUT /v1/sources/{id}": Row(need: .settings, statuses: [400]),
        "GET /v1/access": Row(need: .reading), "GET /v1/access-log": Row(need: .readingLog),
        "GET /v1/grants": Row(need: .managing),
        // Ben, whom the example names, grants himself nothing.
        "POST /v1/grants": Row(need: .managing, statuses: [201], statusesOfOthers: [409], grantsMore: true),
        "DELETE /v1/grants/{id}": Row(need: .managing, statuses: [204], statusesOfOthers: [404]),
        "GET /v1/tokens": Row(need: .reading),
        "POST /v1/tokens": Row(need: .managing, statuses: [201], grantsMore: true),
        "DELETE /v1/tokens/{id}": Row(need: .managing, statuses: [204], statusesOfOthers: [404]),
        "GET /v1/sessions": Row(need: .reading),
        "DELETE /v1/sessions/{id}": Row(need: .endingSession, statuses: [204]),
        "DELETE /v1/sessions/current": Row(need: .loggingOut, statuses: [204]),
        // The example is no login link. A session needs an encrypted connection, which not every
        // kind has.
        "POST /v1/sessions": Row(need: .nothing, statuses: [401, 403]),
        // The service of the test has no provider.
        "GET /v1/openid": Row(need: .nothing), "POST /v1/openid/logins": Row(need: .nothing, statuses: [404]),
        "POST /v1/openid/sessions": Row(need: .nothing, statuses: [404]),
        "POST /v1/sessions/challenges": Row(need: .nothing, statuses: [200, 403]),
        "POST /v1/login-links": Row(need: .logIn),
        "GET /v1/passkeys": Row(need: .logIn), "POST /v1/passkeys/challenges": Row(need: .logIn),
        // The example is of no authenticator.
        "POST /v1/passkeys": Row(need: .logIn, statuses: [400]),
        "DELETE /v1/passkeys/{id}": Row(need: .logIn, statuses: [204], statusesOfOthers: [404]),
        "GET /v1/invitations": Row(need: .managing),
        "POST /v1/invitations": Row(need: .managing, statuses: [201], grantsMore: true),
        "DELETE /v1/invitations/{id}": Row(need: .managing, statuses: [204], statusesOfOthers: [404]),
        "GET /v1/webhooks": Row(need: .reading),
        "POST /v1/webhooks": Row(need: .choosing, statuses: [201]),
        "POST /v1/webhooks/{id}/secret": Row(need: .ownWebhook),
        "DELETE /v1/webhooks/{id}": Row(need: .ownWebhook, statuses: [204]),
        "GET /v1/people": Row(need: .operating), "POST /v1/people": Row(need: .operating, statuses: [201]),
        "PATCH /v1/people/{uuid}": Row(need: .operating),
        "DELETE /v1/people/{uuid}": Row(need: .operating, statuses: [202]),
        "GET /health": Row(need: .nothing), "GET /ready": Row(need: .nothing),
        "GET /openapi.json": Row(need: .nothing),
    ]

    @Test("every route has a row")
    func complete() {
        #expect(Set(Endpoint.all.map { "\($0.method.rawValue) \($0.template)" }) == Set(Self.rows.keys))
    }

    /// In a long run, each kind has a store of its own and asks every route. In the short run, each
    /// route is asked by one kind that it refuses and one that it does not refuse, in turn.
    @Test(
        "every route answers every kind of credential as expected",
        arguments: LongRun.isOn ? CredentialKind.allCases.map { [$0] } : [CredentialKind.allCases])
    func matrix(kinds: [CredentialKind]) async throws {
        try await CredentialMatrix.with { matrix in
            var counts: [CredentialKind: Int] = [:]
            for endpoint in Endpoint.all {
                let name = "\(endpoint.method.rawValue) \(endpoint.template)"
                guard let row = Self.rows[name] else { continue }
                // A cluster runs no statements of callers.
                if TestServer.isCluster, name == "GET /v1/sql" { continue }
                for isRefused in [true, false] {
                    let candidates = kinds.filter { (Self.expected($0, row, endpoint).code != nil) == isRefused }
                    guard let kind = candidates.min(by: { counts[$0, default: 0] < counts[$1, default: 0] }) else {
                        continue
                    }
                    counts[kind, default: 0] += 1
                    let victims = try await matrix.victims(for: endpoint)
                    let answer = try await matrix.send(endpoint, by: kind, victims)
                    let expected = Self.expected(kind, row, endpoint)
                    let isRight =
                        expected.statuses.contains(answer.status)
                        && (expected.code == nil || expected.code == answer.code)
                    #expect(isRight, "\(name) by \(kind): \(answer.status) \(answer.body.prefix(300)), not \(expected)")
                    // Routes that answer 404 or 403 change nothing.
                    let isChanged = try matrix.isChanged(victims)
                    #expect(!isChanged || answer.status < 300, "\(name) by \(kind) changed what it refused")
                }
            }
            #expect(Set(counts.keys) == Set(kinds))
        }
    }

    private static func expected(
        _ kind: CredentialKind, _ row: Row, _ endpoint: Endpoint
    ) -> (statuses: [Int], code: String?) {
        if row.need == .nothing { return (row.statuses, nil) }
        if let refused = refusal(of: kind, endpoint.access) { return refused }
        // Of the person's own holder, or of another one.
        let isOwn = ![.holder, .sessionOfOther, .otherPerson].contains(kind)
        let statuses = isOwn ? row.statuses : row.statusesOfOthers ?? row.statuses
        let isWhole = [.owner, .session, .proxyUser, .otherPerson].contains(kind)
        let isManager = isWhole || kind == .managing
        if row.isSample, [.managing, .writeOnly].contains(kind) { return ([404], "unknown_workout") }
        switch row.need {
        case .nothing, .reading: break
        case .operating: if kind != .operatorToken { return ([403], "operator_token_needed") }
        case .choosing:
            guard ![.writeOnly, .managing].contains(kind) else { return ([403], "read_not_granted") }
        case .writing:
            guard isWhole || kind == .writeOnly else { return ([403], "write_not_granted") }
            if kind == .writeOnly, let code = row.codeOfWriters { return ([403, 404], code) }
            if kind == .otherPerson, endpoint.template.contains("{user_id}") { return ([401], "wrong_person") }
        case .managing:
            guard isManager else { return ([403], "manage_not_granted") }
            if kind == .managing, row.grantsMore { return ([403], "exceeds_access") }
        case .settings: guard isWhole else { return ([403], "manage_not_granted") }
        case .readingLog:
            guard isManager || kind == .readOnly else { return ([403], "manage_not_granted") }
        case .endingSession: guard isManager, isOwn else { return ([404], "unknown_session") }
        case .ownWebhook: guard isManager, isOwn else { return ([404], "unknown_webhook") }
        case .loggingOut:
            guard [.session, .sessionOfOther].contains(kind) else { return ([404], "unknown_session") }
        case .logIn:
            guard [.session, .sessionOfOther].contains(kind) else { return ([403], "session_needed") }
        }
        // A token that narrows the grants of its holder has only its own uploads.
        if row.isOfToken, [.narrowed, .writeOnly, .managing].contains(kind) { return ([404], "unknown_import") }
        return (statuses, nil)
    }

    /// The answer to a credential that no route of this access takes.
    private static func refusal(
        of kind: CredentialKind, _ access: Endpoint.Access
    ) -> (statuses: [Int], code: String?)? {
        // Apps of other makers send tokens. The endpoint accepts neither a cookie nor a proxy's
        // user.
        let takesCookies = access != .bearerOrKey
        switch kind {
        case .none: return ([401], "missing_token")
        case .session, .sessionOfOther, .proxyUser: return takesCookies ? nil : ([401], "missing_token")
        case .endedSession: return ([401], takesCookies ? "invalid_token" : "missing_token")
        case .crossSite: return takesCookies ? ([403], "cross_site_request") : ([401], "missing_token")
        case .unknownUser: return takesCookies ? ([403], "unknown_user") : ([401], "missing_token")
        case .stranger:
            guard takesCookies else { return ([401], "missing_token") }
            // Routes of operators are about no person.
            return access == .operators ? nil : ([404], "unknown_person")
        case .wrong, .revoked, .expired, .analystRole: return ([401], "invalid_token")
        case .operatorToken: return access == .operators ? nil : ([403], "operator_token")
        case .wrongOperatorToken, .endedOperatorToken:
            return access == .operators ? ([401], "invalid_token") : ([403], "operator_token")
        case .narrowed, .readOnly, .writeOnly, .managing, .holder, .otherPerson, .owner: return nil
        }
    }
}
