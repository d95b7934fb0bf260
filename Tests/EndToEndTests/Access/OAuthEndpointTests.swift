import Digests
import Foundation
import HealthCore
import HealthDatabase
import TestSupport
import Testing

/// Apps that get a token by OAuth 2.1, as hosted assistants do.
@Suite struct OAuthEndpointTests {
    private static let address = "https://assistant.example/callback"
    private static let everything = #"{"groups": ["all"]}"#
    private static let verifier = String(repeating: "verifier-", count: 5)

    /// An app that asks for the data of Ada.
    private struct App {
        let world: TwoPeople
        let session: BearerToken
        var id = ""

        init(_ world: TwoPeople, redirectURI: String = address) async throws {
            self.world = world
            session = try world.openSession(of: world.ada)
            let answer = try await world.send(
                "POST", "/oauth/register", body: #"{"client_name": "Helper", "redirect_uris": ["\#(redirectURI)"]}"#)
            answer.expect(201)
            id = try #require(try answer.object["client_id"] as? String)
        }

        var request: [(String, String)] {
            [
                ("client_id", id), ("redirect_uri", OAuthEndpointTests.address), ("response_type", "code"),
                ("code_challenge", challenge), ("code_challenge_method", "S256"), ("state", "a&b=c d"),
                ("resource", world.store.service.address + "/mcp"),
            ]
        }

        private var challenge: String {
            Data(SHA256.hash(Array(OAuthEndpointTests.verifier.utf8))).base64EncodedString()
                .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        }

        /// Asks as the page does.
        func ask(
            _ method: String = "GET", _ changed: [String: String?] = [:], _ body: String? = nil
        ) async throws -> RunningService.Answer {
            let query = request.compactMap { name, value in
                (changed[name] ?? value).map { name + "=" + RunningService.percentEncoded($0) }
            }
            return try await world.browse(
                method, "/v1/authorizations", [("request", query.joined(separator: "&"))], session: session, body: body)
        }

        /// Returns the query of the address to which the browser returns.
        func allow(
            _ terms: String = everything, _ changed: [String: String?] = [:]
        ) async throws -> [String: String] {
            let answer = try await ask("POST", changed, terms)
            answer.expect(201)
            let location = try #require(try answer.object["location"] as? String)
            #expect(location.hasPrefix(OAuthEndpointTests.address + "?"))
            let items = URLComponents(string: location)?.queryItems ?? []
            return Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
        }

        func code(_ terms: String = everything) async throws -> String { try #require(try await allow(terms)["code"]) }

        func token(_ fields: [String: String]) async throws -> RunningService.Answer {
            let body = fields.map { $0 + "=" + RunningService.percentEncoded($1) }
            return try await world.send(
                "POST", "/oauth/token", body: body.joined(separator: "&"),
                headers: ["Content-Type: application/x-www-form-urlencoded"])
        }

        func exchange(_ code: String, _ changed: [String: String] = [:]) async throws -> RunningService.Answer {
            let fields = [
                "grant_type": "authorization_code", "code": code, "client_id": id,
                "redirect_uri": OAuthEndpointTests.address,
                "code_verifier": OAuthEndpointTests.verifier,
            ]
            return try await token(fields.merging(changed) { $1 })
        }

        func refresh(_ token: String) async throws -> RunningService.Answer {
            try await self.token(["grant_type": "refresh_token", "refresh_token": token, "client_id": id])
        }

        func status(_ token: String) async throws -> Int {
            try await world.store.get("/v1/access", token: token).status
        }
    }

    private func error(_ answer: RunningService.Answer) throws -> String? {
        #expect(answer.status == 400, "\(answer.body)")
        return try answer.object["error"] as? String
    }

    @Test("an app finds out where it gets a token, and gets one that reads what the person chose")
    func whole() async throws {
        try await TwoPeople.with { world in
            let origin = world.store.service.address
            let asked = try await world.send("POST", "/mcp", body: #"{"jsonrpc": "2.0", "id": 1, "method": "ping"}"#)
            asked.expect(401, "missing_token")
            let path = "/.well-known/oauth-protected-resource/mcp"
            #expect(
                asked.header("WWW-Authenticate") == "Bearer resource_metadata=\"\(origin)\(path)\", scope=\"read\"")
            let resource = try await world.send("GET", path).object
            #expect(resource["resource"] as? String == origin + "/mcp")
            #expect(resource["authorization_servers"] as? [String] == [origin])
            let server = try await world.send("GET", "/.well-known/oauth-authorization-server").object
            #expect(server["issuer"] as? String == origin)
            #expect(server["code_challenge_methods_supported"] as? [String] == ["S256"])

            let app = try await App(world)
            let shown = try await app.ask()
            shown.expect(200)
            #expect(try shown.object["name"] as? String == "Helper")
            #expect(try shown.object["host"] as? String == "assistant.example")
            #expect((try shown.object["deniedLocation"] as? String)?.contains("error=access_denied") == true)
            let allowed = try await app.allow(#"{"groups": ["activity"], "from": "2024-01-01"}"#)
            #expect(allowed["state"] == "a&b=c d" && allowed["iss"] == origin)
            let issued = try await app.exchange(try #require(allowed["code"]))
            issued.expect(200)
            #expect(issued.header("Cache-Control") == "no-store")
            let token = try #require(try issued.object["access_token"] as? String)
            let access = try await world.store.get("/v1/access", token: token).object
            #expect(access["rights"] as? [String] == ["read"])
            let terms = try #require((access["access"] as? [[String: Any]])?.first)
            #expect(terms["groups"] as? [String] == ["activity"])
            #expect((terms["from"] as? String)?.hasPrefix("2024-01-01") == true)
            // 90 days, because the person chose no end.
            let ends = try #require(terms["expiresAt"] as? String)
            #expect(ends > Instant.present.adding(days: 89).rfc3339 && ends < Instant.present.adding(days: 91).rfc3339)
            try await AssistantClient(service: world.store.service, token: token).call("access")["isError"]
                .map { #expect($0 as? Bool == false) }
            let tokens = try await world.browse("GET", "/v1/tokens", session: app.session).object["tokens"]
            let names = (tokens as? [[String: Any]])?.compactMap { $0["name"] as? String }
            #expect(names == ["Helper"])
        }
    }

    @Test("a refresh gives new secrets; a refresh token that comes again ends the access")
    func refresh() async throws {
        try await TwoPeople.with { world in
            let app = try await App(world)
            let first = try await app.exchange(try await app.code()).object
            let access = try #require(first["access_token"] as? String)
            let refresh = try #require(first["refresh_token"] as? String)
            // Each secret has one use.
            #expect(try await app.status(refresh) == 401)
            #expect(try error(try await app.refresh(access)) == "invalid_grant")
            #expect(try await app.status(access) == 200)
            _ = try world.session.execute("update health.token set secret_expires_at = now() where kind = 'token'")
            #expect(try await app.status(access) == 401)
            let other = try await App(world)
            #expect(try error(try await other.refresh(refresh)) == "invalid_grant")
            let second = try await app.refresh(refresh)
            second.expect(200)
            let next = try #require(try second.object["access_token"] as? String)
            #expect(try await app.status(next) == 200)
            try await wait(forUseOfRefreshedTokenIn: world.session) { _ = try await app.status(next) }
            #expect(try error(try await app.refresh(refresh)) == "invalid_grant")
            #expect(try await app.status(next) == 401)
            let last = try #require(try second.object["refresh_token"] as? String)
            #expect(try error(try await app.refresh(last)) == "invalid_grant")
        }
    }

    @Test("a code works once, for its app, address and verifier, and for a minute")
    func codes() async throws {
        try await TwoPeople.with { world in
            let app = try await App(world)
            let other = try await App(world)
            let code = try await app.code()
            let wrong = [
                ["client_id": other.id], ["redirect_uri": "https://assistant.example/other"],
                ["code_verifier": "other"], ["code": code + "x"], ["code": app.id], ["client_id": code],
            ]
            for changed in wrong {
                #expect(try error(try await app.exchange(code, changed)) == "invalid_grant", "\(changed)")
            }
            #expect(try error(try await app.exchange(code, ["resource": "https://other.example"])) == "invalid_target")
            #expect(try error(try await app.exchange(code, ["grant_type": "password"])) == "unsupported_grant_type")
            #expect(try error(try await app.token(["grant_type": "authorization_code"])) == "invalid_request")
            let issued = try await app.exchange(code)
            issued.expect(200)
            let token = try #require(try issued.object["access_token"] as? String)
            #expect(try await app.status(token) == 200)
            // A stolen code ends the access of its thief.
            #expect(try error(try await app.exchange(code)) == "invalid_grant")
            #expect(try await app.status(token) == 401)

            let late = try await app.code()
            _ = try world.session.execute("update health.token set expires_at = now() where kind = 'code'")
            #expect(try error(try await app.exchange(late)) == "invalid_grant")
        }
    }

    @Test("a wrong request goes back to the app, except that of an app that nobody knows")
    func wrongRequests() async throws {
        try await TwoPeople.with { world in
            let app = try await App(world)
            let told: [(changed: [String: String?], error: String)] = [
                (["response_type": "token"], "unsupported_response_type"), (["code_challenge": nil], "invalid_request"),
                (["code_challenge_method": "plain"], "invalid_request"),
                (["resource": "https://other.example/mcp"], "invalid_target"),
            ]
            for (changed, error) in told { #expect(try await app.allow(Self.everything, changed)["error"] == error) }
            for changed in [["client_id": "unknown"], ["redirect_uri": "https://other.example/callback"]] {
                for (method, body) in [("GET", nil), ("POST", Self.everything)] {
                    let answer = try await app.ask(method, changed, body)
                    answer.expect(400, "unknown_client")
                    #expect(answer.parameter == "request")
                }
            }
            let writing = #"{"groups": ["all"], "rights": ["write"]}"#
            try await app.ask("POST", [:], writing).expect(400, "malformed_field")
            let nothing = try await app.ask("POST", [:], "{}")
            nothing.expect(400, "missing_field")
            #expect(nothing.field == "groups")
            // Another site cannot say yes for the person.
            let foreign = try await world.send(
                "POST", "/v1/authorizations", [("request", "client_id=\(app.id)")], body: "{}",
                headers: ["Cookie: healthstore=\(app.session.text)", "Sec-Fetch-Site: cross-site"])
            foreign.expect(403, "cross_site_request")
        }
    }

    @Test("an app registers addresses of HTTPS and of this machine, whose port may change")
    func registration() async throws {
        try await TwoPeople.with { world in
            let local = try await App(world, redirectURI: "http://127.0.0.1:1/callback?a=b")
            let answer = try await local.ask(
                "POST", ["redirect_uri": "http://127.0.0.1:9999/callback?a=b"], Self.everything)
            answer.expect(201)
            let location = try #require(try answer.object["location"] as? String)
            #expect(location.hasPrefix("http://127.0.0.1:9999/callback?a=b&code="))
            let refused = [
                #"{}"#: "invalid_redirect_uri", #"[]"#: "invalid_client_metadata", #"{"#: "invalid_client_metadata",
                #"{"redirect_uris": []}"#: "invalid_redirect_uri",
                #"{"redirect_uris": ["http://assistant.example/"]}"#: "invalid_redirect_uri",
                #"{"redirect_uris": ["http://127.0.0.1.example/"]}"#: "invalid_redirect_uri",
                #"{"redirect_uris": ["javascript:alert(1)"]}"#: "invalid_redirect_uri",
                #"{"redirect_uris": ["https://user@a.example/"]}"#: "invalid_redirect_uri",
                #"{"redirect_uris": ["https://a.example/#b"]}"#: "invalid_redirect_uri",
                #"{"redirect_uris": ["https://a.example/"], "client_name": "a\n"}"#: "invalid_client_metadata",
                #"{"redirect_uris": ["https://a.example/"], "client_name": {}}"#: "invalid_client_metadata",
            ]
            for (body, code) in refused {
                #expect(try error(try await world.send("POST", "/oauth/register", body: body)) == code, "\(body)")
            }
        }
    }
}
