import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Invitations: links with which a new holder gets access.
@Suite struct InvitationTests {
    private func invite(
        _ world: TwoPeople, _ body: String = #"{"holder": "Doctor", "preset": "family", "groups": ["heart"]}"#,
        token: BearerToken? = nil
    ) async throws -> RunningService.Answer {
        try await world.store.service.send(
            "POST", "/v1/invitations", token: try (token ?? world.token()).text, body: body)
    }

    private func link(_ answer: RunningService.Answer) throws -> BearerToken {
        answer.expect(201)
        let text = try #require(try answer.object["token"] as? String)
        return try #require(BearerToken(text))
    }

    private func accept(_ link: BearerToken, _ client: AccessClient) async throws -> RunningService.Answer {
        try await client.send(
            "POST", "/v1/sessions", body: #"{"token": "\#(link.text)"}"#, headers: PasskeyTests.Page.headers)
    }

    private func pending(_ world: TwoPeople) async throws -> [[String: Any]] {
        let answer = try await world.store.get("/v1/invitations", token: try world.token().text)
        return try #require(try answer.object["invitations"] as? [[String: Any]])
    }

    @Test("a link makes the holder, the grant and a session once, and the guest logs in with a passkey later")
    func life() async throws {
        try await TwoPeople.with { world in
            let page = PasskeyTests.Page(world: world)
            let link = try link(try await invite(world))
            let listed = try #require(try await pending(world).first)
            #expect(listed["holder"] as? String == "Doctor" && listed["invitedBy"] as? String == "Ada")
            #expect(listed["token"] == nil && listed["groups"] as? [String] == ["heart"])
            // Nothing is granted before the link is opened, and the link is no token.
            #expect(try HolderStore.list(world.session).allSatisfy { $0.holder.name != "Doctor" })
            #expect(try await world.store.get("/v1/access", token: link.text).status == 401)
            let opened = try await accept(link, world.detached)
            opened.expect(201)
            let session = try page.session(opened)
            let access = try await world.browse("GET", "/v1/access", session: session)
            #expect(access.body.contains(#""holder":{"name":"Doctor","kind":"other"}"#), "\(access.body)")
            #expect(try access.object["rights"] as? [String] == ["read"])
            #expect(access.body.contains(#""groups":["heart"]"#) && access.body.contains(#""name":"Ada""#))
            let sessions = try await page.list("/v1/sessions", "sessions", session)
            #expect(sessions.map { $0["openedBy"] as? String } == ["invitation"])
            try await accept(link, world.detached).expect(401, "invalid_token")
            #expect(try await pending(world).isEmpty)
            let key = try await SoftwareAuthenticator()
            try await page.add(key, session).expect(201)
            let again = try page.session(try await page.logIn(key))
            #expect(try await world.browse("GET", "/v1/access", session: again).body.contains(#""name":"Doctor""#))
            // A guest may not invite.
            let refused = try await world.browse(
                "POST", "/v1/invitations", session: again, body: #"{"holder": "x", "groups": ["heart"]}"#)
            refused.expect(403, "manage_not_granted")
            try GrantStore.revokeAll(
                of: try HolderStore.find(name: "Doctor", world.session), about: world.ada, world.session)
            try await page.logIn(key).expect(401, "wrong_passkey")
        }
    }

    @Test("a withdrawn, expired or wrong link gives nothing")
    func ended() async throws {
        try await TwoPeople.with { world in
            let withdrawn = try await invite(world)
            let id = try #require(try withdrawn.object["id"] as? String)
            let path = "/v1/invitations/\(id)"
            let ben = try TokenStore.create(for: world.ben, name: "", world.session).text
            try await world.store.service.send("DELETE", path, token: ben).expect(404, "unknown_invitation")
            try await world.store.service.send("DELETE", path, token: try world.token().text).expect(204)
            try await world.store.service.send("DELETE", path, token: try world.token().text)
                .expect(404, "unknown_invitation")
            var wrong = try link(try await invite(world))
            wrong.secret[0] ^= 1
            let expired = try link(try await invite(world))
            _ = try world.session.execute(
                "update health.token set secret_expires_at = now() - interval '1 s' where token_id = $1",
                [.uuid(expired.tokenID)])
            for link in [try link(withdrawn), wrong, expired] {
                try await accept(link, world.detached).expect(401, "invalid_token")
            }
            #expect(try HolderStore.list(world.session).allSatisfy { $0.holder.name != "Doctor" })
        }
    }

    @Test("of many who open one link, one gets a session, and there is one grant")
    func once() async throws {
        try await TwoPeople.with { world in
            let link = try link(try await invite(world))
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 { group.addTask { [client = world.detached] in try await accept(link, client).status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 201 }.count == 1 && statuses.filter { $0 == 401 }.count == 7, "\(statuses)")
            // The same invitation again makes no second grant.
            try await accept(try self.link(try await invite(world)), world.detached).expect(201)
            let doctor = try HolderStore.find(name: "Doctor", world.session)
            #expect(try GrantStore.list(of: doctor, world.session).count == 1)
        }
    }

    @Test("an invitation never lets its maker act as a person, an analyst or a guest of others")
    func otherHolders() async throws {
        try await TwoPeople.with { world in
            let pending = try link(
                try await invite(world, #"{"holder": "Guest", "groups": ["heart"], "rights": ["read"]}"#))
            _ = try HolderStore.add(name: "Guest", world.session)
            let terms = AccessTerms(rights: .read, scope: AccessScope(groups: [.sleep]))
            _ = try GrantStore.add(
                terms, about: world.ben, to: try HolderStore.find(name: "Guest", world.session), world.session)
            for name in ["Ben", "Ada", "Guest"] {
                let answer = try await invite(
                    world, #"{"holder": "\#(name)", "groups": ["heart"], "rights": ["read"]}"#)
                answer.expect(409, "person_exists")
                #expect(answer.field == "holder")
            }
            // Ben shared with the guest after the invitation was made.
            try await accept(pending, world.detached).expect(401, "invalid_token")
            for (body, code, field) in [
                (#"{"groups": ["heart"], "rights": ["read"]}"#, "missing_field", "holder"),
                (#"{"holder": "\u0001", "groups": ["heart"], "rights": ["read"]}"#, "malformed_name", "name"),
                (
                    #"{"holder": "x", "groups": ["heart"], "rights": ["read"], "linkExpiresAt": "31d"}"#,
                    "out_of_range", "linkExpiresAt"
                ),
                (
                    #"{"holder": "x", "groups": ["heart"], "rights": ["read"], "linkExpiresAt": "x"}"#,
                    "malformed_field", "linkExpiresAt"
                ),
                (#"{"holder": "x", "preset": "family"}"#, "missing_field", "groups"),
            ] {
                let answer = try await invite(world, body)
                #expect(answer.status == 400 && answer.code == code && answer.field == field, "\(body) \(answer.body)")
            }
        }
    }

    @Test("an invitation gives at most what its maker may grant, when it is made and when it is accepted")
    func bounds() async throws {
        try await TwoPeople.with { world in
            let scope = AccessScope(groups: [.heart, .sleep])
            let managing = AccessTerms(
                rights: [.read, .manage], scope: scope, expires: Instant.present.adding(days: 9))
            let grant = try world.share(managing)
            let ben = try world.token(of: "Ben")
            func body(_ groups: String, _ expires: String) -> String {
                #"{"holder": "Nurse", "rights": ["read"], "groups": [\#(groups)], "expiresAt": "\#(expires)"}"#
            }
            for (groups, expires) in [(#""activity""#, "1d"), (#""heart", "routes""#, "1d"), (#""heart""#, "20d")] {
                try await invite(world, body(groups, expires), token: ben).expect(403, "exceeds_access")
            }
            // An app's holder may do more than Ben, who could otherwise act as the app.
            _ = try HolderStore.add(name: "app", world.session)
            try world.share(AccessTerms(rights: .read, scope: AccessScope(groups: [.activity])), with: "app")
            let app = #"{"holder": "app", "rights": ["read"], "groups": ["heart"], "expiresAt": "1d"}"#
            try await invite(world, app, token: ben).expect(409, "person_exists")
            try await invite(world, app).expect(201)
            let link = try link(try await invite(world, body(#""heart""#, "5d"), token: ben))
            try GrantStore.revoke(grant.id, about: world.ada, world.session)
            try await accept(link, world.detached).expect(401, "invalid_token")
            #expect(try HolderStore.list(world.session).allSatisfy { $0.holder.name != "Nurse" })
        }
    }
}
