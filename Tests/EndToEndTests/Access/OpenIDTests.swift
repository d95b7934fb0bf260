import Digests
import Foundation
import HealthDatabase
import TestSupport
import Testing

/// Logging in to the page at a provider of OpenID Connect.
@Suite struct OpenIDTests {
    @Test("a login at the provider makes a session of the person whom the provider names")
    func login() async throws {
        try await OpenIDWorld.with { world in
            let name = try await world.people.send("GET", "/v1/openid")
            #expect(try name.status == 200 && name.object["name"] as? String == "127.0.0.1")
            let login = try await world.begin()
            #expect(login.cookie.hasPrefix("healthstore-openid="))
            let asked = login.asked
            #expect(
                asked["tenant"] == "1" && asked["response_type"] == "code" && asked["code_challenge_method"] == "S256")
            #expect(asked["client_id"] == OpenIDProviderServer.clientID && asked["scope"] == "openid profile")
            #expect(asked["redirect_uri"] == world.people.store.service.address + "/openid")
            // The cookie hides what it keeps.
            for secret in [asked["state"], asked["nonce"]] {
                #expect(secret.count == 43 && !login.cookie.contains(secret))
            }
            world.provider.issue(try world.parts(login).signed(world.key), for: asked)
            let opened = try await world.finish(login)
            opened.expect(201)
            #expect((try opened.object["person"] as? [String: Any])?["name"] as? String == "Ada")
            let cookies = opened.headers["set-cookie"] ?? []
            #expect(cookies.contains { $0.hasPrefix("healthstore-openid=;") && $0.contains("Max-Age=0") }, "\(cookies)")
            let cookie = try #require(cookies.first { $0.hasPrefix("healthstore=hs_") })
            #expect(cookie.contains("; HttpOnly; SameSite=Strict;"))
            let value = String(cookie.prefix { $0 != ";" })
            let own = ["Cookie: \(value)", "Sec-Fetch-Site: same-origin"]
            let seen = try await world.people.send("GET", "/v1/access", headers: own)
            #expect(try seen.status == 200 && seen.object["credential"] as? String == "session", "\(seen.body)")
            let sessions = try await world.people.send("GET", "/v1/sessions", headers: own)
            #expect(sessions.body.contains(#""openedBy":"openid""#), "\(sessions.body)")
            // The provider takes a code twice. The service makes one session of a login.
            let again = try await world.finish(login)
            #expect(again.status == 403 && again.body.contains(#""reason":"used""#), "\(again.body)")
            #expect(try world.sessionCount == 1)
            let out = try await world.people.send("DELETE", "/v1/sessions/current", headers: own)
            #expect(out.status == 204)
            let log = world.people.store.service.process.errors
            for secret in [OpenIDProviderServer.secret, asked["state"], asked["nonce"], "Ada"] {
                #expect(!log.contains(secret), "\(secret)")
            }
        }
    }

    @Test(
        "clocks may differ by a minute, a token may name several audiences, and keys may be of both types and be replaced"
    )
    func accepted() async throws {
        try await OpenIDWorld.with { world in
            let now = Date().timeIntervalSince1970.rounded()
            let ec = try SigningKey(.p256)
            let changes: [(String, SigningKey, (inout TokenParts) -> Void)] = [
                ("expired 30 s ago", world.key, { $0.claims["exp"] = now - 30 }),
                ("issued in 45 s", world.key, { ($0.claims["iat"], $0.claims["nbf"]) = (now + 45, now + 45) }),
                (
                    "several audiences", world.key,
                    { parts in
                        parts.claims["aud"] = ["other", OpenIDProviderServer.clientID]
                        parts.claims["azp"] = OpenIDProviderServer.clientID
                    }
                ),
                ("one audience in a list", world.key, { $0.claims["aud"] = [OpenIDProviderServer.clientID] }),
                ("a key without id", world.key, { $0.header["kid"] = nil }),
                ("ES256 with a new key", ec, { ($0.header["alg"], $0.header["kid"]) = ("ES256", "two") }),
            ]
            for (name, key, change) in changes {
                // The provider publishes the new key after the service has read the old one.
                if key.kind == .p256 {
                    try world.provider.publish([ec.jwk("two", ["use": "sig", "alg": "ES256", "key_ops": ["verify"]])])
                }
                let login = try await world.begin()
                var parts = world.parts(login)
                change(&parts)
                world.provider.issue(try parts.signed(key), for: login.asked)
                let opened = try await world.finish(login)
                #expect(opened.status == 201, "\(name): \(opened.body)")
            }
            #expect(world.provider.keyReads == 2)
        }
    }

    @Test("a hostile token makes no session, and the log names the reason")
    func hostileTokens() async throws {
        try await OpenIDWorld.with { world in
            let now = Date().timeIntervalSince1970.rounded()
            let (ec, foreign) = (try SigningKey(.p256), try SigningKey(.rsa))
            try world.provider.publish([
                world.key.jwk("one", ["use": "sig", "alg": "RS256"]), ec.jwk("curve"),
                foreign.jwk("encrypting", ["use": "enc"]), foreign.jwk("other", ["alg": "RS512"]),
                foreign.jwk("signing only", ["key_ops": ["sign"]]), ["kty": "oct", "kid": "shared", "k": "AAAA"],
            ])
            let published = try JSONSerialization.data(withJSONObject: world.key.jwk("one"))
            func refuseToken(_ name: String, _ reason: String, _ token: (TokenParts) throws -> String) async throws {
                let login = try await world.begin()
                world.provider.issue(try token(world.parts(login)), for: login.asked)
                try await world.expectRefusal(await world.finish(login), reason, name)
            }
            func refuse(_ name: String, _ reason: String, _ change: (inout TokenParts) -> Void) async throws {
                try await refuseToken(name, reason) { parts in
                    var parts = parts
                    change(&parts)
                    return try parts.signed(world.key)
                }
            }
            func refuseJSON(_ name: String, _ reason: String, header: String, claims: String? = nil) async throws {
                try await refuseToken(name, reason) { parts in
                    let claims = try claims.map { Data($0.utf8) } ?? parts.json(parts.claims)
                    return try TokenParts.token(Data(header.utf8), claims) { try world.key.signature(of: $0) }
                }
            }
            func refuseAlgorithm(_ algorithm: String, _ sign: ([UInt8]) throws -> [UInt8]) async throws {
                try await refuseToken("algorithm " + algorithm, "wrong_algorithm") { parts in
                    let header = try parts.json(["alg": algorithm, "kid": "one"])
                    return try TokenParts.token(header, parts.json(parts.claims), sign)
                }
            }
            let client = OpenIDProviderServer.clientID
            try await refuse("other issuer", "wrong_issuer") { $0.claims["iss"] = "http://127.0.0.1:1" }
            try await refuse("a slash", "wrong_issuer") { $0.claims["iss"] = world.provider.issuer + "/" }
            try await refuse("other audience", "wrong_audience") { $0.claims["aud"] = "other" }
            try await refuse("no audience", "wrong_audience") { $0.claims["aud"] = nil }
            try await refuse("several audiences without azp", "wrong_audience") {
                $0.claims["aud"] = [client, "other"]
            }
            try await refuse("made for another party", "wrong_audience") { $0.claims["azp"] = "other" }
            try await refuse("other nonce", "wrong_nonce") { $0.claims["nonce"] = "0" }
            try await refuse("no nonce", "wrong_nonce") { $0.claims["nonce"] = nil }
            try await refuse("expired", "expired") { $0.claims["exp"] = now - 61 }
            try await refuse("no expiry", "malformed_token") { $0.claims["exp"] = nil }
            try await refuse("expiry as text", "malformed_token") { $0.claims["exp"] = "2100-01-01" }
            try await refuse("issued in the future", "not_yet_valid") { $0.claims["iat"] = now + 300 }
            try await refuse("valid in the future", "not_yet_valid") { $0.claims["nbf"] = now + 300 }
            try await refuse("no time of issue", "malformed_token") { $0.claims["iat"] = nil }
            try await refuse("no subject", "missing_subject") { $0.claims["sub"] = nil }
            try await refuse("no name", "missing_user") { $0.claims["preferred_username"] = nil }
            try await refuse("no algorithm", "wrong_algorithm") { $0.header["alg"] = nil }
            try await refuseAlgorithm("none") { _ in [] }
            try await refuseAlgorithm("None") { _ in [] }
            // The secret is what everybody can read.
            try await refuseAlgorithm("HS256") { try hmacSHA256($0, key: Array(published)) }
            try await refuse("an extension", "malformed_token") { $0.header["crit"] = ["b64"] }
            try await refuse("unknown key", "unknown_key") { $0.header["kid"] = "none" }
            try await refuse("key of another type", "wrong_key") { $0.header["kid"] = "curve" }
            try await refuse("key of a shared secret", "wrong_key") { $0.header["kid"] = "shared" }
            try await refuse("key for encryption", "wrong_key") { $0.header["kid"] = "encrypting" }
            try await refuse("key of another algorithm", "wrong_key") { $0.header["kid"] = "other" }
            try await refuse("key that may not verify", "wrong_key") { $0.header["kid"] = "signing only" }
            try await refuseToken("other key", "wrong_signature") { try $0.signed(foreign) }
            try await refuseToken("no signature", "wrong_signature") { parts in
                try parts.signed(world.key).split(separator: ".").prefix(2).joined(separator: ".") + "."
            }
            try await refuseToken("altered payload", "wrong_signature") { parts in
                let right = try parts.signed(world.key).split(separator: ".")
                let claims = try parts.json(parts.claims.merging(["preferred_username": "Ben"]) { $1 })
                return "\(right[0]).\(Array(claims).unpaddedBase64URL).\(right[2])"
            }
            try await refuseToken("two parts", "malformed_token") { parts in
                try parts.signed(world.key).split(separator: ".").prefix(2).joined(separator: ".")
            }
            try await refuseToken("four parts", "malformed_token") { try $0.signed(world.key) + ".AAAA" }
            try await refuseToken("padding", "malformed_token") { try $0.signed(world.key).replacing(".", with: "=.") }
            try await refuseToken("no base64url", "malformed_token") { try "!" + $0.signed(world.key).dropFirst() }
            try await refuseJSON("no JSON", "malformed_token", header: "alg")
            try await refuseJSON("a list", "malformed_token", header: "[]")
            try await refuseJSON("two algorithms", "malformed_token", header: #"{"alg": "RS256", "alg": "none"}"#)
            try await refuseJSON(
                "two names", "malformed_token", header: #"{"alg": "RS256", "kid": "one"}"#,
                claims: #"{"preferred_username": "Ada", "preferred_username": "Ben"}"#)
            try await refuse("oversized", "malformed_token") {
                $0.claims["x"] = String(repeating: "x", count: 16 << 10)
            }
            try await refuseToken("empty", "malformed_token") { _ in "" }
            // Only unknown keys make the service read the keys again.
            #expect(world.provider.keyReads == 2)
        }
    }

    @Test("an answer of the provider counts only in the browser that began the login, with its state, and once")
    func hostileAnswers() async throws {
        try await OpenIDWorld.with { world in
            let login = try await world.begin()
            let victim = try await world.begin()
            world.provider.issue(try world.parts(login).signed(world.key), for: login.asked)
            let state = "&state=" + login.asked["state"]
            for (answer, reason) in [
                ("", "malformed_answer"), ("code=right", "malformed_answer"),
                (String(state.dropFirst()), "malformed_answer"),
                ("code=right&code=left" + state, "malformed_answer"), (login.answer + state, "malformed_answer"),
                ("code=right&state=\(login.asked["nonce"])", "wrong_state"),
                ("error=access_denied" + state, "denied_by_provider"), ("code=wrong" + state, "refused_code"),
                (login.answer + "&iss=http://127.0.0.1:1", "wrong_answer_issuer"),
            ] {
                try await world.expectRefusal(await world.finish(login, answer: answer), reason, answer)
            }
            // The login of an attacker in the browser of somebody else.
            try await world.expectRefusal(await world.finish(victim, answer: login.answer), "wrong_state")
            let altered = String(login.cookie.dropLast()) + (login.cookie.hasSuffix("A") ? "B" : "A")
            for cookie in [nil, altered, "healthstore-openid=", login.cookie + "; " + victim.cookie] {
                let headers = OpenIDWorld.page + (cookie.map { ["Cookie: \($0)"] } ?? [])
                try await world.expectRefusal(await world.finish(login, headers: headers), "unknown_login")
            }
            for site in ["cross-site", "same-site", "none"] {
                let headers = ["Cookie: \(login.cookie)", "Sec-Fetch-Site: \(site)"]
                try await world.finish(login, headers: headers).expect(403, "cross_site_request")
                let begun = try await world.people.send(
                    "POST", "/v1/openid/logins", headers: ["Sec-Fetch-Site: \(site)"])
                begun.expect(403, "cross_site_request")
            }
            let long = try await world.finish(login, answer: String(repeating: "x", count: 5_000))
            #expect(long.status == 400 && long.field == "answer")
            #expect(try world.sessionCount == 0)
            // None of this has used the login up.
            #expect(try await world.finish(login).status == 201)
        }
    }

    @Test("the first login links the account, which then logs in as no other person, and no other account as this one")
    func links() async throws {
        try await OpenIDWorld.with { world in
            let unknown = try await world.logIn(user: "Eve", subject: "9")
            try await world.expectRefusal(unknown, "unknown_user", code: "unknown_user")
            #expect(unknown.body.contains("knows you as Eve"))
            try await world.expectRefusal(
                await world.logIn(user: String(repeating: "x", count: 201)), "unknown_user", code: "unknown_user")
            #expect(!world.people.store.service.process.errors.contains("Eve"))
            #expect(try await world.logIn().status == 201)
            #expect(try await world.logIn().status == 201)
            for (user, subject) in [("Ada", "2"), ("Ben", "1")] {
                let refused = try await world.logIn(user: user, subject: subject)
                #expect(refused.status == 403 && refused.body.contains(#""reason":"other_account""#), "\(refused.body)")
            }
            #expect(try await world.logIn(user: "Ben", subject: "2").status == 201)
            let unlinked = try await Command.healthstore(
                ["person", "unlink-openid", "Ada", "--database-url", world.people.store.conninfo])
            #expect(unlinked.status == 0, "\(unlinked.errors)")
            #expect(try await world.logIn(subject: "3").status == 201)
            #expect(try world.sessionCount == 4)
        }
    }

    @Test("an email address names a person only if the provider has verified it")
    func email() async throws {
        try await OpenIDWorld.with(["--openid-user-claim", "email"]) { world in
            _ = try PersonStore.create(name: "ada@example.org", world.people.session)
            for (verified, reason) in [(nil, "unverified_email"), (false, "unverified_email"), (true, nil)]
                as [(Bool?, String?)]
            {
                let login = try await world.begin()
                #expect(login.asked["scope"] == "openid email")
                var parts = world.parts(login)
                parts.claims["email"] = "ada@example.org"
                parts.claims["email_verified"] = verified
                world.provider.issue(try parts.signed(world.key), for: login.asked)
                let answer = try await world.finish(login)
                if let reason { try await world.expectRefusal(answer, reason) } else { answer.expect(201) }
            }
        }
    }

    @Test("a provider that describes itself wrongly, answers too much or too late, makes no session")
    func wrongProvider() async throws {
        try await OpenIDWorld.with { world in
            func expectUnavailable(_ reason: String) async throws {
                let begun = try await world.people.send("POST", "/v1/openid/logins", headers: OpenIDWorld.page)
                try await world.expectRefusal(begun, reason, code: "openid_unavailable", status: 503)
            }
            for (members, reason) in [
                (["issuer": "http://127.0.0.1:1"], "other_issuer"),
                (["issuer": world.provider.issuer + "/"], "other_issuer"),
                (["token_endpoint": "http://provider.example/token"], "malformed_answer"),
                (["jwks_uri": "file:///etc/passwd"], "malformed_answer"),
                (["authorization_endpoint": "javascript:alert(1)"], "malformed_answer"),
                (["jwks_uri": world.provider.issuer + "/none"], "wrong_status"),
                (["jwks_uri": "http://127.0.0.1:1/keys"], "not_reachable"),
            ] {
                world.provider.describe(members)
                try await expectUnavailable(reason)
            }
            world.provider.describe([:])
            let long = Data((#"{"keys": []"# + String(repeating: " ", count: 64 << 10) + "}").utf8)
            let many = Data(#"{"keys": [\#(Array(repeating: "{}", count: 101).joined(separator: ","))]}"#.utf8)
            for (body, reason) in [
                (long, "answer_too_large"), (many, "malformed_answer"), (Data("{}".utf8), "malformed_answer"),
                (Data("<html>".utf8), "malformed_answer"),
                (Data(#"{"keys": [], "keys": []}"#.utf8), "malformed_answer"),
            ] {
                world.provider.publish(keys: body)
                try await expectUnavailable(reason)
            }
            try world.provider.publish([world.key.jwk("one")])
            world.provider.setDelay(.seconds(8))
            // Eight logins wait for the provider. A further one fails, and other requests are
            // answered.
            try await withThrowingTaskGroup(of: RunningService.Answer.self) { group in
                for _ in 0..<9 {
                    group.addTask { [client = world.people.detached] in
                        try await client.send("POST", "/v1/openid/logins", headers: OpenIDWorld.page)
                    }
                }
                #expect(try await world.people.send("GET", "/ready").status == 200)
                var reasons: [String] = []
                for try await answer in group {
                    #expect(answer.status == 503 && answer.code == "openid_unavailable")
                    reasons.append((try answer.object["details"] as? [String: Any])?["reason"] as? String ?? "")
                }
                #expect(reasons.sorted() == ["busy"] + Array(repeating: "timed_out", count: 8))
            }
            world.provider.setDelay(.zero)
            let login = try await world.begin()
            for (status, reason) in [(401, "refused_client"), (500, "wrong_status"), (302, "wrong_status")] {
                world.provider.setStatus(status)
                try await world.expectRefusal(
                    await world.finish(login), reason, code: "openid_unavailable", status: 503)
            }
        }
    }

    @Test("without a provider, the page learns that there is none, and nobody logs in at one")
    func none() async throws {
        try await TwoPeople.with { world in
            #expect(try await world.send("GET", "/v1/openid").body == "{\"name\":null}\n")
            for path in ["/v1/openid/logins", "/v1/openid/sessions"] {
                try await world.send("POST", path, body: "{}", headers: OpenIDWorld.page).expect(404, "no_openid")
            }
        }
    }

    @Test("serve refuses a provider without TLS, and options that do not belong together")
    func startRefusals() async throws {
        let files = try Workspace()
        let secret = try files.write(Array("x\n".utf8), to: "secret")
        let open = try files.write(Array("x\n".utf8), to: "open")
        for (path, mode) in [(secret, 0o600), (open, 0o644)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
        let client = ["--openid-client-id", "x", "--openid-client-secret-file", secret]
        let issuer = ["--openid-issuer", "https://auth.example"]
        for (arguments, status, message) in [
            (["--openid-user-claim", "sub"], 64, "--openid-user-claim needs --openid-issuer"),
            (issuer, 64, "--openid-client-id is missing"),
            (issuer + ["--openid-client-id", "x"], 64, "--openid-client-secret-file is missing"),
            (["--openid-issuer", "http://auth.example"] + client, 64, "--openid-issuer must be an https:// address"),
            (["--openid-issuer", "https://a.example/?x"] + client, 64, "--openid-issuer must be an https:// address"),
            (issuer + client + ["--openid-user-claim", "name"], 64, "--openid-user-claim must be"),
            (issuer + ["--openid-client-id", "x", "--openid-client-secret-file", open], 1, "every user can read"),
        ] as [([String], Int32, String)] {
            let run = try await Command.healthstore(["serve", "--port", "0"] + arguments)
            #expect(run.status == status && run.errors.contains(message), "\(arguments): \(run.errors)")
        }
    }
}
