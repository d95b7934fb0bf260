import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Sessions: login links, cookies, and the parameter `person`.
@Suite struct SessionEndpointTests {
    private static let page = ["Sec-Fetch-Site: same-origin", "User-Agent: Firefox"]

    private func logIn(
        _ client: AccessClient, _ login: BearerToken, headers: [String] = page
    ) async throws -> RunningService.Answer {
        try await client.send("POST", "/v1/sessions", body: #"{"token": "\#(login.text)"}"#, headers: headers)
    }

    @Test("a login link makes one session, and browsers send its cookie only to this origin")
    func login() async throws {
        try await TwoPeople.with { world in
            let login = try world.login(world.ada)
            // A login token is not accepted as a bearer token.
            #expect(try await world.store.get("/v1/access", token: login.text).status == 401)
            let opened = try await logIn(world.detached, login)
            opened.expect(201)
            let cookie = try #require(opened.header("Set-Cookie"))
            #expect(cookie.hasPrefix("healthstore=hs_") && !cookie.contains("Secure"))
            #expect(cookie.contains("; Path=/; HttpOnly; SameSite=Strict; Max-Age="))
            let value = String(cookie.prefix { $0 != ";" })
            let seen = try await world.send(
                "GET", "/v1/access", headers: ["Cookie: a=b; \(value); c=d", "Sec-Fetch-Site: same-origin"])
            #expect(try seen.status == 200 && (seen.object["credential"] as? String) == "session", "\(seen.body)")
            // The token of the cookie is not accepted as a bearer token.
            let bearer = String(value.dropFirst("healthstore=".count))
            #expect(try await world.store.get("/v1/access", token: bearer).status == 401)
            let again = try await logIn(world.detached, login)
            #expect(again.status == 401 && again.code == "invalid_token" && again.header("Set-Cookie") == nil)
        }
    }

    @Test("of many requests with one login link, one gets a session")
    func once() async throws {
        try await TwoPeople.with { world in
            let login = try world.login(world.ada)
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 { group.addTask { [client = world.detached] in try await logIn(client, login).status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 201 }.count == 1 && statuses.filter { $0 == 401 }.count == 7, "\(statuses)")
        }
    }

    @Test("an expired, revoked or wrong login link makes no session, and the error of a wrong body names the member")
    func refusedLogins() async throws {
        try await TwoPeople.with { world in
            let expired = try world.login(world.ada)
            _ = try world.session.execute("update health.token set expires_at = now() - interval '1 s'")
            let revoked = try world.login(world.ada)
            try TokenStore.revoke(revoked.tokenID, of: world.ada, world.session)
            var wrong = try world.login(world.ada)
            wrong.secret[0] ^= 1
            for login in [expired, revoked, wrong, try world.token()] {
                try await logIn(world.detached, login).expect(401, "invalid_token")
            }
            for (body, code, field) in [
                ("{}", "missing_field", "token"), (#"{"token": 1}"#, "malformed_field", "token"),
                (#"{"token": "x", "name": "y"}"#, "malformed_field", "name"), ("[]", "malformed_field", ""),
            ] {
                let answer = try await world.send("POST", "/v1/sessions", body: body, headers: Self.page)
                #expect(answer.status == 400 && answer.code == code && answer.field == field, "\(body) \(answer.body)")
            }
        }
    }

    @Test("a session ends 30 days after its last request, when it is revoked, and when its browser logs out")
    func ends() async throws {
        try await TwoPeople.with { world in
            let (first, second) = (try world.openSession(of: world.ada), try world.openSession(of: world.ada))
            func status(_ session: BearerToken) async throws -> Int {
                try await world.browse("GET", "/v1/access", session: session).status
            }
            func age(_ session: BearerToken, _ interval: String) throws {
                _ = try world.session.execute(
                    "update health.token set created_at = now() - interval '90 days' where token_id = $1",
                    [.uuid(session.tokenID)])
                _ = try world.session.execute(
                    """
                    insert into health.token_use (person_id, token_id, used_at) values ($1, $2, now() - $3::interval)
                    on conflict (person_id, token_id) do update set used_at = excluded.used_at
                    """, [.int32(session.personID), .uuid(session.tokenID), .text(interval)])
            }
            try age(first, "29 days 23 hours")
            #expect(try await status(first) == 200)
            try await wait(for: "the use of the session") {
                try world.session.execute(
                    "select used_at > now() - interval '1 hour' from health.token_use where token_id = $1",
                    [.uuid(first.tokenID)])[0].bool(0)
            }
            try age(first, "30 days 1 second")
            #expect(try await status(first) == 401)
            let listed = try await world.browse("GET", "/v1/sessions", session: second)
            let sessions = try #require(try listed.object["sessions"] as? [[String: Any]])
            #expect(sessions.count == 1 && sessions[0]["isCurrent"] as? Bool == true, "\(listed.body)")
            #expect(sessions[0]["openedBy"] as? String == "login-link")
            let third = try world.openSession(of: world.ada)
            let path = "/v1/sessions/" + third.tokenID.uuidString.lowercased()
            let bens = try world.openSession(of: world.ben)
            #expect(try await world.browse("DELETE", path, session: bens).status == 404)
            #expect(try await world.browse("DELETE", path, session: second).status == 204)
            #expect(try await status(third) == 401)
            let out = try await world.browse("DELETE", "/v1/sessions/current", session: second)
            #expect(out.status == 204 && out.header("Set-Cookie")?.contains("Max-Age=0") == true)
            #expect(try await status(second) == 401)
        }
    }

    @Test("a session may ask about a person who granted something; any other uuid is unknown, whether it exists or not")
    func person() async throws {
        try await TwoPeople.with { world in
            let session = try world.openSession(of: world.ben)
            func ask(_ uuid: UUID) async throws -> RunningService.Answer {
                try await world.browse("GET", "/v1/types", [("person", uuid.uuidString)], session: session)
            }
            let (stranger, nobody) = (try await ask(world.ada.uuid), try await ask(UUID()))
            stranger.expect(404, "unknown_person")
            #expect(stranger.body == nobody.body)
            let grant = try world.share(AccessTerms(rights: .read, scope: AccessScope(groups: [.activity])))
            #expect(try await ask(world.ada.uuid).status == 200)
            #expect(try await ask(world.ben.uuid).status == 200)
            let access = try await world.browse(
                "GET", "/v1/access", [("person", world.ada.uuid.uuidString)], session: session)
            let named = try #require(try access.object["person"] as? [String: Any])
            #expect(named["name"] as? String == "Ada" && access.body.contains(#""groups":["activity"]"#))
            // A token is about its own person.
            let token = try TokenStore.create(for: world.ben, name: "", world.session).text
            for (uuid, status) in [(world.ada.uuid, 404), (world.ben.uuid, 200)] {
                let answer = try await world.store.get("/v1/types", [("person", uuid.uuidString)], token: token)
                answer.expect(status)
            }
            try GrantStore.revoke(grant.id, about: world.ada, world.session)
            let after = try await ask(world.ada.uuid)
            #expect(after.status == 404 && after.body == nobody.body)
            let wrong = try await world.browse("GET", "/v1/types", [("person", "Ada")], session: session)
            wrong.expect(400, "malformed_parameter")
        }
    }

    @Test("the header Authorization counts before a cookie")
    func header() async throws {
        try await TwoPeople.with { world in
            let session = try world.openSession(of: world.ben)
            let cookie = ["Cookie: healthstore=\(session.text)"]
            let both = try await world.store.get("/v1/access", token: try world.token().text, headers: cookie)
            #expect((try both.object["person"] as? [String: Any])?["name"] as? String == "Ada", "\(both.body)")
            try await world.store.get("/v1/access", token: "x", headers: cookie).expect(401)
            // If the request has two cookies with the name, another program or site has set one of
            // them.
            let two = try await world.send(
                "GET", "/v1/access",
                headers: ["Cookie: healthstore=\(session.text); healthstore=x", "Sec-Fetch-Site: same-origin"])
            two.expect(401, "missing_token")
        }
    }

    @Test("an answer that a browser keeps is asked for again, and depends on the cookie")
    func kept() async throws {
        try await TwoPeople.with { world in
            let answer = try await world.browse("GET", "/v1/units", session: try world.openSession(of: world.ada))
            #expect(answer.status == 200 && answer.header("Cache-Control") == "private, no-cache")
            let vary = (answer.header("Vary") ?? "").split(separator: ",").map { $0.filter { $0 != " " } }
            #expect(vary.contains("Cookie") && vary.contains("Authorization"), "\(vary)")
            let unkept = try await world.browse("GET", "/v1/access", session: try world.openSession(of: world.ada))
            #expect(unkept.header("Cache-Control") == "no-store")
        }
    }
}
