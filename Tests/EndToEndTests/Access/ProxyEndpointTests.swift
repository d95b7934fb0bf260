import Foundation
import HealthDatabase
import TestSupport
import Testing

/// A proxy that signs people in, and wrong tokens.
@Suite struct ProxyEndpointTests {
    private static let trusting = ["--trusted-proxy", "127.0.0.1", "--user-header", "Remote-User"]

    private static func name(_ answer: RunningService.Answer) -> String? {
        ((try? answer.object)?["person"] as? [String: Any])?["name"] as? String
    }

    @Test("the trusted proxy's user is the person with that name, and requests follow the rules of cookies")
    func user() async throws {
        try await TwoPeople.with(Self.trusting) { world in
            let ada = ["Remote-User: Ada"]
            let page = ada + ["Sec-Fetch-Site: same-origin"]
            let seen = try await world.send("GET", "/v1/access", headers: page)
            #expect(seen.status == 200 && Self.name(seen) == "Ada", "\(seen.body)")
            #expect(try seen.object["credential"] as? String == "proxy")
            let unknown = try await world.send("GET", "/v1/access", headers: ["Remote-User: Eve"])
            unknown.expect(403, "unknown_user")
            let twice = try await world.send("GET", "/v1/access", headers: ada + ["Remote-User: Ben"])
            twice.expect(400, "malformed_header")
            for path in ["/v1/access", "/v1/people"] {
                let header = "Authorization: Bearer \(try world.token().text)"
                try await world.send("GET", path, headers: [header, header]).expect(400, "malformed_header")
            }
            for site in ["cross-site", "same-site", "none"] {
                let foreign = try await world.send(
                    "POST", "/v1/tokens", body: "{}", headers: ada + ["Sec-Fetch-Site: \(site)"])
                foreign.expect(403, "cross_site_request", site)
            }
            let silent = try await world.send("POST", "/v1/tokens", body: "{}", headers: ada)
            silent.expect(403, "cross_site_request")
            #expect(try await world.send("POST", "/v1/tokens", body: "{}", headers: page).status == 201)
            // A token in the header counts before the proxy's user, and follows the rules of
            // tokens.
            let token = try TokenStore.create(for: world.ben, name: "", world.session).text
            let ben = try await world.store.get("/v1/access", token: token, headers: ada)
            #expect(Self.name(ben) == "Ben")
        }
    }

    @Test("the cookie is Secure if the trusted proxy reports an encrypted connection")
    func secure() async throws {
        try await TwoPeople.with(Self.trusting) { world in
            let proxied = ["X-Forwarded-Proto: https", "X-Forwarded-For: 192.0.2.1", "X-Forwarded-Host: h.example"]
            let body = #"{"token": "\#(try world.login(world.ada).text)"}"#
            let plain = try await world.send(
                "POST", "/v1/sessions", body: body,
                headers: ["X-Forwarded-For: 192.0.2.1", "Sec-Fetch-Site: same-origin"])
            plain.expect(403, "insecure_connection")
            let foreign = try await world.send(
                "POST", "/v1/sessions", body: body, headers: proxied + ["Origin: https://evil.example"])
            foreign.expect(403, "cross_site_request")
            // After both requests, the link is still valid.
            let opened = try await world.send(
                "POST", "/v1/sessions", body: body, headers: proxied + ["Origin: https://h.example"])
            opened.expect(201)
            let cookie = try #require(opened.header("Set-Cookie"))
            #expect(cookie.hasPrefix("__Host-healthstore=hs_") && cookie.hasSuffix("; Secure"))
            let value = String(cookie.prefix { $0 != ";" })
            let page = ["Cookie: \(value)", "Sec-Fetch-Site: same-origin"]
            #expect(try await world.send("GET", "/v1/access", headers: proxied + page).status == 200)
            // The cookie of an encrypted connection does not count on a plain connection.
            #expect(try await world.send("GET", "/v1/access", headers: page).status == 401)
        }
    }

    @Test("the field of any other peer is ignored, and a proxy may connect to a UNIX socket")
    func otherPeers() async throws {
        try await TwoPeople.with(["--trusted-proxy", "192.0.2.1", "--user-header", "Remote-User"]) { world in
            let answer = try await world.send(
                "GET", "/v1/access", headers: ["Remote-User: Ada", "X-Forwarded-For: 192.0.2.1"])
            answer.expect(401, "missing_token")
        }
        let path = "/tmp/healthstore-\(UUID().uuidString.prefix(8)).sock"
        defer { unlink(path) }
        try await TwoPeople.own { world in
            let service = try await RunningService.start([
                "--database-url", world.store.conninfo, "--host", "unix:" + path, "--trusted-proxy", "unix",
                "--user-header", "Remote-User",
            ])
            let answer = try await Command.run(
                "/usr/bin/curl",
                ["-sS", "--unix-socket", path, "-H", "Remote-User: Ada", "http://localhost/v1/access"])
            #expect(answer.output.contains(#""name":"Ada""#), "\(answer.output)")
            #expect(await service.process.stop() == 0)
        }
    }

    @Test("serve refuses a field without a proxy, and a proxy with every address")
    func startRefusals() async throws {
        for (arguments, message) in [
            (["--user-header", "Remote-User"], "--user-header needs --trusted-proxy"),
            (["--trusted-proxy", "0.0.0.0/0", "--user-header", "Remote-User"], "--trusted-proxy must not be larger"),
            (["--trusted-proxy", "::/0", "--user-header", "Remote-User"], "--trusted-proxy must not be larger"),
            (
                ["--trusted-proxy", "unix", "--user-header", "Remote-User"],
                "--trusted-proxy unix needs --host unix:PATH"
            ),
            (["--trusted-proxy", "10.0.0.2", "--user-header", "Remote User"], "--user-header must be the name"),
        ] {
            let run = try await Command.healthstore(["serve", "--port", "0"] + arguments)
            #expect(run.status == 64 && run.errors.contains(message), "\(arguments): \(run.errors)")
        }
    }

    @Test("too many wrong tokens of one address get 429 with a time to wait, and right tokens do not")
    func wrongTokens() async throws {
        try await TwoPeople.own { world in
            let right = try world.token().text
            let wrong = String(right.dropLast()) + (right.hasSuffix("0") ? "1" : "0")
            // One curl sends all of them.
            let urls = "\(world.store.service.address)/v1/access?n=[1-110]"
            let output = try await Command.run(
                "/usr/bin/curl",
                [
                    "-sS", "-H", "Authorization: Bearer \(wrong)", "-o", "/dev/null", "-w", "%{http_code}\n",
                    urls.replacingOccurrences(of: "?n=", with: "#"),
                ]
            ).output
            let statuses = output.split(separator: "\n").compactMap { Int($0) }
            #expect(statuses.count == 110)
            #expect((100...105).contains(statuses.filter { $0 == 401 }.count), "\(statuses)")
            #expect(statuses.contains(429))
            // One more wrong token is allowed every six seconds, so one that comes then is not refused.
            func refusal(
                _ send: () async throws -> RunningService.Answer
            ) async throws -> RunningService.Answer {
                var answer = try await send()
                for _ in 0..<20 where answer.status == 401 { answer = try await send() }
                return answer
            }
            let refused = try await refusal { try await world.store.get("/v1/access", token: "x") }
            let wait = try #require(refused.header("Retry-After").flatMap { Int($0) })
            #expect(refused.status == 429 && refused.code == "too_many_wrong_tokens" && (1...7).contains(wait))
            #expect(try await world.store.get("/v1/access", token: right).status == 200)
            // A token that was valid earlier does not count as wrong.
            let revoked = try world.token()
            try TokenStore.revoke(revoked.tokenID, of: world.ada, world.session)
            #expect(try await world.store.get("/v1/access", token: revoked.text).status == 401)
            // Cookies and tokens of operators are counted like any other token.
            let cookie = ["Cookie: healthstore=\(wrong)", "Sec-Fetch-Site: same-origin"]
            let operatorToken = try OperatorTokenStore.create(name: "op", expires: nil, world.session).text
            let wrongOperator = String(operatorToken.dropLast()) + (operatorToken.hasSuffix("0") ? "1" : "0")
            for answer in [
                try await refusal { try await world.send("GET", "/v1/access", headers: cookie) },
                try await refusal { try await world.store.get("/v1/people", token: wrongOperator) },
                try await refusal {
                    try await world.send(
                        "POST", "/v1/sessions", body: #"{"token": "\#(wrong)"}"#,
                        headers: ["Sec-Fetch-Site: same-origin"])
                },
            ] { #expect(answer.status == 429 && answer.code == "too_many_wrong_tokens", "\(answer.body)") }
            #expect(try await world.store.get("/v1/people", token: operatorToken).status == 200)
            let log = world.store.service.process.errors
            #expect(!log.contains(wrongOperator.suffix(43)))
            #expect(log.contains(#""event":"wrong_token""#) && log.contains(#""address":"127.0.0.1""#))
            #expect(!log.contains(wrong) && !log.contains(wrong.suffix(64)))
        }
    }
}
