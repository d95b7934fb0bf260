import Foundation
import HealthCore
import HealthDatabase
import TestSupport
import Testing

@testable import HealthAPI

/// What a request presents.
enum CredentialKind: String, CaseIterable {
    case none, wrong, revoked, expired
    /// Name and password of an analyst's role, which has no token: they are for SQL.
    case analystRole
    /// Tokens of the person's own holder: the groups of one kind, and one right of all types.
    case narrowed, readOnly, writeOnly, managing
    /// A token of another holder, whom the person granted reading.
    case holder
    /// The token of another person about that person. The paths name what belongs to the first one.
    case otherPerson
    /// Cookies: of the person; of another person, who names the first one; revoked; of the person,
    /// who names another one without a grant; sent by another site.
    case session, sessionOfOther, endedSession, stranger, crossSite
    case operatorToken, wrongOperatorToken, endedOperatorToken
    /// The sign-in of a trusted proxy.
    case proxyUser, unknownUser
    case owner
}

/// A store in which Ada shares activity and sleep with Ben.
struct CredentialMatrix {
    let world: TwoPeople
    let analyst: (name: String, password: String)

    /// What a route may end or change: a grant, a token, a session, an invitation, a passkey, a
    /// webhook and a person.
    struct Victims {
        var grant: UUID?
        var token: UUID?
        var session: UUID?
        var invitation: UUID?
        var passkey: UUID?
        var webhook: UUID?
        var person: Person?
    }

    static func with(_ body: (CredentialMatrix) async throws -> Void) async throws {
        try await TwoPeople.own(["--trusted-proxy", "127.0.0.1", "--user-header", "Remote-User"]) { world in
            try world.share(
                AccessTerms(rights: .read, scope: AccessScope(groups: [.activity, .sleep])), with: "Ben")
            _ = try HolderStore.add(name: "study", world.session)
            let name = "a" + UUID().uuidString.lowercased().filter { $0 != "-" }
            let password = try AnalystStore.create(name: name, people: [world.ada], world.session)
            defer { try? AnalystStore.remove(name, world.session) }
            try await CredentialMatrix.fill(world)
            try await body(CredentialMatrix(world: world, analyst: (name, password)))
        }
    }

    /// Stores the samples of the example of a batch for both people, and begins two uploads. Ben, who
    /// uploads once about himself, has no upload with the number of Ada's second one.
    private static func fill(_ world: TwoPeople) async throws {
        let token = try world.token().text
        let batch = try #require(Endpoint.all.first { $0.template == "/v1/batches" }?.body?.contents.first)
        for token in [token, try TokenStore.create(for: world.ben, name: "own", world.session).text] {
            let stored = try await world.store.service.send(
                "POST", "/v1/batches", token: token, body: batch.example,
                headers: ["Content-Type: \(batch.mediaType)"])
            try #require(stored.status == 200, "\(stored.body)")
        }
        for id in 1...CredentialMatrix.importID {
            let begun = try await world.store.service.send(
                "POST", "/v1/imports", token: token, body: "<",
                headers: ["Content-Type: application/octet-stream", "Content-Range: bytes 0-0/1000"])
            try #require(begun.status == 201 && begun.body.contains(#""id":\#(id),"#), "\(begun.body)")
        }
    }

    private static let importID = 2

    // MARK: Requests

    /// Makes what the route may end or change.
    func victims(for endpoint: Endpoint) async throws -> Victims {
        var victims = Victims()
        switch endpoint.template {
        case "/v1/grants/{id}":
            victims.grant = try world.share(
                AccessTerms(rights: .read, scope: AccessScope(groups: [.heart])), with: "study"
            ).id
        case "/v1/tokens/{id}": victims.token = try world.token().tokenID
        case "/v1/sessions/{id}": victims.session = try world.openSession(of: world.ada).tokenID
        case "/v1/invitations/{id}":
            victims.invitation =
                try InvitationStore.create(
                    about: world.ada, to: "Doctor", terms: AccessTerms(rights: .read, scope: .everything),
                    by: try HolderStore.own(of: world.ada, world.session), within: AccessCoverage([.everything]),
                    linkExpires: Instant.present.adding(days: 1), world.session
                ).tokenID
        case "/v1/passkeys/{id}":
            victims.passkey =
                try PasskeyStore.add(
                    ofHolder: try HolderStore.own(of: world.ada, world.session).id, name: "phone",
                    credentialID: Array(UUID().uuidString.utf8), publicKey: [0], counter: 0, userHandle: [0],
                    relyingParty: "localhost", world.session)?.id
        case "/v1/webhooks/{id}", "/v1/webhooks/{id}/secret":
            let caller = try CallerStore.find(Credential(.token(try world.token())), world.session)
            if case .caller(let caller) = caller {
                victims.webhook =
                    try WebhookStore.add(
                        url: "https://receiver.invalid/", about: world.ada, holderID: caller.access.holderID,
                        tokenID: caller.tokenID, world.session
                    ).webhook.id
            }
        case "/v1/people/{uuid}":
            victims.person = try PersonStore.create(name: "Zoe \(UUID().uuidString)", world.session)
        case Endpoint.deleteAnchor.template where endpoint.method == .delete:
            // All kinds that may write are of a person's own holder.
            for owner in [CredentialKind.owner, .otherPerson] {
                let stored = try await send(.putAnchor, by: owner, victims)
                try #require(stored.status == 204, "\(stored.body)")
            }
        case Endpoint.deleteSyncPlan.template where endpoint.method == .delete:
            for owner in [CredentialKind.owner, .otherPerson] {
                let stored = try await send(.putSyncPlan, by: owner, victims)
                try #require(stored.status == 200, "\(stored.body)")
            }
        default: break
        }
        return victims
    }

    func isChanged(_ victims: Victims) throws -> Bool {
        if let id = victims.grant, try GrantStore.find(id, about: world.ada, world.session).revoked != nil {
            return true
        }
        for id in [victims.token, victims.session].compactMap({ $0 })
        where try TokenStore.find(id, of: world.ada, world.session)?.isRevoked != false { return true }
        if let id = victims.webhook {
            return try !WebhookStore.list(about: world.ada, world.session).contains {
                $0.id == id && $0.oldSecretUntil == nil
            }
        }
        if let id = victims.invitation {
            return try !InvitationStore.list(about: world.ada, world.session).contains { $0.id == id }
        }
        if let id = victims.passkey {
            let own = try HolderStore.own(of: world.ada, world.session)
            return try !PasskeyStore.list(ofHolder: own.id, world.session).contains { $0.id == id }
        }
        guard let person = victims.person else { return false }
        return try PersonStore.find(uuid: person.uuid, world.session)?.name != person.name
    }

    func send(
        _ endpoint: Endpoint, by kind: CredentialKind, _ victims: Victims
    ) async throws -> RunningService.Answer {
        var (headers, query) = try credential(kind)
        let content = endpoint.body?.contents.first
        headers += content.map { ["Content-Type: \($0.mediaType)"] } ?? []
        headers += endpoint.parameters.filter { $0.location == .header && $0.isRequired }
            .map { "\($0.name): \($0.example)" }
        if endpoint.access != .bearer { query = [] }
        query += endpoint.parameters.filter { $0.location == .query && ($0.isRequired || $0.isInExamples) }
            .map { ($0.name, $0.example) }
        let isStream = endpoint.template.hasSuffix("/stream")
        // A stream has no end, so curl gives up after some time. On a busy machine, the first second
        // may pass without the head.
        var seconds = isStream ? 1 : Patience.seconds
        while true {
            let answer = try await world.store.service.send(
                endpoint.method.rawValue, path(of: endpoint, victims), query: query,
                body: body(of: endpoint, content, victims), headers: headers, seconds: seconds)
            guard answer.status == 0, seconds < Patience.seconds else { return answer }
            seconds *= 4
        }
    }

    private func path(of endpoint: Endpoint, _ victims: Victims) -> String {
        let id = [
            victims.grant, victims.token, victims.session, victims.invitation, victims.passkey, victims.webhook,
            victims.person?.uuid,
        ].compactMap { $0 }.first
        return endpoint.parameters.filter { $0.location == .path }.reduce(endpoint.template) { path, parameter in
            var value = id?.uuidString ?? parameter.example
            if parameter.name == "user_id" { value = "Ada" }
            if endpoint.template.hasPrefix("/v1/imports/") { value = "\(CredentialMatrix.importID)" }
            return path.replacing("{\(parameter.name)}", with: value)
        }
    }

    private func body(of endpoint: Endpoint, _ content: Endpoint.Content?, _ victims: Victims) -> String? {
        guard let person = victims.person else { return content?.example }
        return #"{"name": "\#(person.name)\#(endpoint.method == .patch ? " again" : "")"}"#
    }

    // MARK: Credentials

    /// The fields and the query of a kind. Sessions are new, because routes end them.
    private func credential(_ kind: CredentialKind) throws -> (headers: [String], query: [(String, String)]) {
        let read = AccessTerms(rights: .read, scope: .everything)
        switch kind {
        case .none: return ([], [])
        case .owner: return bearer(try world.token().text)
        case .wrong:
            var token = try world.token()
            token.secret[0] ^= 1
            return bearer(token.text)
        case .revoked:
            let token = try world.token()
            try TokenStore.revoke(token.tokenID, of: world.ada, world.session)
            return bearer(token.text)
        case .expired:
            let token = try world.token()
            _ = try world.session.execute(
                "update health.token set expires_at = now() - interval '1 s' where person_id = $1 and token_id = $2",
                [.int32(world.ada.id), .uuid(token.tokenID)])
            return bearer(token.text)
        case .analystRole:
            let pair = Data("\(analyst.name):\(analyst.password)".utf8).base64EncodedString()
            return (["Authorization: Basic \(pair)"], [])
        case .narrowed:
            return bearer(
                try world.token(AccessTerms(rights: .read, scope: AccessScope(groups: [.activity]))).text)
        case .readOnly: return bearer(try world.token(read).text)
        case .writeOnly: return bearer(try world.token(AccessTerms(rights: .write, scope: .everything)).text)
        case .managing: return bearer(try world.token(AccessTerms(rights: .manage, scope: .everything)).text)
        case .holder: return bearer(try world.token(of: "Ben").text)
        case .otherPerson:
            return bearer(try TokenStore.create(for: world.ben, name: "test", world.session).text)
        case .session: return try cookie(world.ada)
        case .sessionOfOther: return try cookie(world.ben, about: world.ada)
        case .endedSession: return try cookie(world.ada, isEnded: true)
        case .stranger: return try cookie(world.ada, about: world.ben)
        case .crossSite: return try cookie(world.ada, site: "cross-site")
        case .operatorToken, .wrongOperatorToken, .endedOperatorToken: return bearer(try operatorToken(kind).text)
        case .proxyUser: return (["Remote-User: Ada", "Sec-Fetch-Site: same-origin"], [])
        case .unknownUser: return (["Remote-User: Eve", "Sec-Fetch-Site: same-origin"], [])
        }
    }

    private func bearer(_ text: String) -> (headers: [String], query: [(String, String)]) {
        (["Authorization: Bearer \(text)"], [])
    }

    private func cookie(
        _ person: Person, about other: Person? = nil, site: String = "same-origin", isEnded: Bool = false
    ) throws -> (headers: [String], query: [(String, String)]) {
        let session = try world.openSession(of: person)
        if isEnded { try TokenStore.revoke(session.tokenID, of: person, world.session) }
        return (
            [
                "Cookie: __Host-healthstore=\(session.text)", "X-Forwarded-Proto: https", "Sec-Fetch-Site: \(site)",
            ], other.map { [("person", $0.uuid.uuidString)] } ?? []
        )
    }

    private func operatorToken(_ kind: CredentialKind) throws -> OperatorToken {
        var token = try OperatorTokenStore.create(name: "test", expires: nil, world.session)
        if kind == .wrongOperatorToken { token.secret[0] ^= 1 }
        if kind == .endedOperatorToken { try OperatorTokenStore.revoke(token.tokenID, world.session) }
        return token
    }
}
