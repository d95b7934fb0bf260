import Foundation
import HealthCore
import HealthDatabase
import TestSupport
import Testing

/// Grants and tokens over HTTP.
@Suite struct AccessEndpointTests {
    private static let activity = AccessTerms(rights: .read, scope: AccessScope(groups: [.activity]))

    @Test("GET /v1/access tells a token what the grants leave it, in groups and dates")
    func access() async throws {
        try await TwoPeople.with { world in
            let from = try #require(Instant(rfc3339: "2024-01-01T00:00:00Z"))
            let to = try #require(Instant(rfc3339: "2025-01-01T00:00:00Z"))
            try world.share(
                AccessTerms(rights: [.read, .manage], scope: AccessScope(groups: [.activity, .sleep], from: from)))
            let whole = try await world.store.get("/v1/access", token: try world.token(of: "Ben").text)
            whole.expect(200)
            #expect(
                whole.body.contains(
                    #""rights":["read","manage"],"groups":["activity","sleep"],"types":[],"from":"2024-01-01T00:00:00Z","to":null"#
                ), "\(whole.body)")
            let people = try #require(try whole.object["people"] as? [[String: Any]])
            #expect(people.compactMap { $0["name"] as? String } == ["Ada", "Ben"])
            let terms = AccessTerms(
                rights: .read,
                scope: AccessScope(groups: [.sleep], types: ["HKQuantityTypeIdentifierStepCount"], to: to))
            let narrowed = try await world.store.get("/v1/access", token: try world.token(terms, of: "Ben").text)
            #expect(
                narrowed.body.contains(
                    #""rights":["read"],"groups":["sleep"],"types":["HKQuantityTypeIdentifierStepCount"],"from":"2024-01-01T00:00:00Z","to":"2025-01-01T00:00:00Z""#
                ), "\(narrowed.body)")
            #expect((try narrowed.object["people"] as? [Any])?.isEmpty == true)
        }
    }

    @Test("a grant over HTTP gives its holder access until it is revoked")
    func grants() async throws {
        try await TwoPeople.with { world in
            let owner = try world.token().text
            let made = try await world.store.service.send(
                "POST", "/v1/grants", token: owner,
                body: #"{"holder": "Ben", "preset": "family", "groups": ["activity"], "expiresAt": "2d"}"#)
            made.expect(201)
            let id = try #require(try made.object["id"] as? String)
            #expect(try made.object["grantedBy"] as? String == "Ada")
            let ben = try world.token(of: "Ben")
            #expect(try await world.store.get("/v1/access", token: ben.text).body.contains("activity"))
            let listed = try await world.store.get("/v1/grants", token: owner)
            #expect((try listed.object["grants"] as? [[String: Any]])?.count == 2)
            #expect(try await world.store.service.send("DELETE", "/v1/grants/\(id)", token: owner).status == 204)
            let after = try await world.store.get("/v1/access", token: ben.text)
            #expect(try after.status == 200 && (after.object["access"] as? [Any])?.isEmpty == true, "\(after.body)")
            let own = try #require(
                try GrantStore.list(about: world.ada, world.session).first { $0.isOwn }?.id.uuidString)
            let refused = try await world.store.service.send("DELETE", "/v1/grants/\(own)", token: owner)
            refused.expect(409, "own_grant")
        }
    }

    @Test("a wrong member of a grant or token is an error that names the member")
    func errors() async throws {
        try await TwoPeople.with { world in
            let owner = try world.token().text
            let cases: [(body: String, status: Int, code: String, field: String)] = [
                (#"{"preset": "dashboard"}"#, 400, "missing_field", "holder"),
                (#"{"holder": "Nobody", "preset": "dashboard"}"#, 400, "unknown_holder", "holder"),
                (#"{"holder": "Ada", "preset": "dashboard"}"#, 409, "own_grant", "holder"),
                (#"{"holder": "Ben", "preset": "friend"}"#, 400, "malformed_field", "preset"),
                (#"{"holder": "Ben", "preset": "family", "rights": ["write"]}"#, 400, "malformed_field", "rights"),
                (#"{"holder": "Ben", "groups": ["all"]}"#, 400, "missing_field", "rights"),
                (#"{"holder": "Ben", "rights": ["read"]}"#, 400, "missing_field", "groups"),
                (#"{"holder": "Ben", "rights": ["read"], "types": ["steps"]}"#, 400, "unknown_type", "types"),
                (#"{"holder": "Ben", "rights": "read"}"#, 400, "malformed_field", "rights"),
                (#"{"holder": "Ben", "preset": "dashboard", "from": "soon"}"#, 400, "malformed_field", "from"),
                (
                    #"{"holder": "Ben", "preset": "dashboard", "expiresAt": "2020-01-01"}"#, 400, "out_of_range",
                    "expiresAt"
                ),
                (
                    #"{"holder": "Ben", "preset": "dashboard", "showsNames": 1}"#, 400, "malformed_field",
                    "showsNames"
                ),
                (#"{"holder": "Ben", "until": "2d"}"#, 400, "malformed_field", "until"),
            ]
            for test in cases {
                let answer = try await world.store.service.send("POST", "/v1/grants", token: owner, body: test.body)
                #expect(
                    answer.status == test.status && answer.code == test.code && answer.field == test.field,
                    "\(test.body): \(answer.status) \(answer.body)")
            }
            #expect(try GrantStore.list(about: world.ada, world.session).count == 1)
            let token = try await world.store.service.send(
                "POST", "/v1/tokens", token: owner, body: #"{"holder": "Ben"}"#)
            #expect(token.status == 400 && token.code == "missing_grant" && token.field == "holder", "\(token.body)")
        }
    }

    @Test("a manager grants at most what the manager may do: rights, groups, types, dates, names, expiry")
    func limits() async throws {
        try await TwoPeople.with { world in
            _ = try HolderStore.add(name: "study", world.session)
            let from = try #require(Instant(rfc3339: "2024-01-01T00:00:00Z"))
            let expires = Instant.present.adding(days: 30)
            try world.share(
                AccessTerms(
                    rights: [.read, .manage],
                    scope: AccessScope(
                        groups: [.activity], types: ["HKQuantityTypeIdentifierHeartRate"], from: from),
                    showsNames: false, expires: expires))
            let ben = try world.token(of: "Ben").text
            let base =
                #""holder": "study", "rights": ["read"], "showsNames": false, "from": "2024-02-01", "expiresAt": "10d""#
            let cases: [(body: String, field: String?)] = [
                (#"{\#(base), "groups": ["activity"], "types": ["heartRate"]}"#, nil),
                (#"{\#(base), "types": ["stepCount"]}"#, nil),
                (#"{\#(base), "groups": ["all"]}"#, "groups"), (#"{\#(base), "groups": ["heart"]}"#, "groups"),
                (#"{\#(base), "groups": ["routes"]}"#, "groups"), (#"{\#(base), "types": ["bodyMass"]}"#, "types"),
                (#"{"holder": "study", "rights": ["write"], "groups": ["activity"]}"#, "rights"),
                (
                    #"{"holder": "study", "rights": ["read"], "groups": ["activity"], "from": "2024-02-01", "expiresAt": "10d"}"#,
                    "showsNames"
                ),
                (
                    #"{"holder": "study", "rights": ["read"], "groups": ["activity"], "showsNames": false, "expiresAt": "10d"}"#,
                    "from"
                ),
                (
                    #"{"holder": "study", "rights": ["read"], "groups": ["activity"], "showsNames": false, "from": "2024-02-01"}"#,
                    "expiresAt"
                ),
            ]
            for test in cases {
                let answer = try await world.store.service.send("POST", "/v1/grants", token: ben, body: test.body)
                if let field = test.field {
                    #expect(
                        answer.status == 403 && answer.code == "exceeds_access" && answer.field == field,
                        "\(test.body): \(answer.body)")
                } else {
                    #expect(answer.status == 201, "\(test.body): \(answer.body)")
                }
            }
        }
    }

    @Test("a token makes no token that gives more than itself, and a missing member has the maker's value")
    func tokens() async throws {
        try await TwoPeople.with { world in
            var terms = AccessTerms(rights: [.read, .manage], scope: AccessScope(groups: [.activity]))
            terms.expires = Instant.present.adding(days: 5)
            let narrowed = try world.token(terms).text
            for (body, field) in [
                (#"{"rights": ["write"]}"#, "rights"), (#"{"groups": ["all"]}"#, "groups"),
                (#"{"types": ["bodyMass"]}"#, "types"), (#"{"expiresAt": "6d"}"#, "expiresAt"),
            ] {
                let answer = try await world.store.service.send("POST", "/v1/tokens", token: narrowed, body: body)
                #expect(answer.status == 403 && answer.field == field, "\(body): \(answer.body)")
            }
            let made = try await world.store.service.send(
                "POST", "/v1/tokens", token: narrowed, body: #"{"name": "child"}"#)
            made.expect(201)
            let child = try #require(try made.object["token"] as? String)
            let object = try made.object
            let expires = try #require(terms.expires).rfc3339
            try expect(object, has: ["groups": ["activity"], "rights": ["read", "manage"], "expiresAt": expires])
            try world.share(.everything)
            let other = try await world.store.service.send(
                "POST", "/v1/tokens", token: child, body: #"{"holder": "Ben"}"#)
            #expect(other.status == 403 && other.field == "holder", "\(other.body)")
            let owners = try await world.store.service.send(
                "POST", "/v1/tokens", token: try world.token().text, body: #"{"holder": "Ben", "rights": ["read"]}"#)
            owners.expect(201)
        }
    }

    @Test("a token without the right to manage lists and revokes itself, and no other")
    func itself() async throws {
        try await TwoPeople.with { world in
            let (owner, reader) = (try world.token(), try world.token(Self.activity))
            let listed = try await world.store.get("/v1/tokens", token: reader.text)
            let ids = (try listed.object["tokens"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
            #expect(ids == [reader.tokenID.uuidString.lowercased()])
            let path = "/v1/tokens/" + owner.tokenID.uuidString
            #expect(try await world.store.service.send("DELETE", path, token: reader.text).status == 403)
            let own = "/v1/tokens/" + reader.tokenID.uuidString
            #expect(try await world.store.service.send("DELETE", own, token: reader.text).status == 204)
            #expect(try await world.store.get("/v1/access", token: reader.text).status == 401)
            let all = try await world.store.get("/v1/tokens", token: owner.text)
            #expect((try all.object["tokens"] as? [Any])?.count == 2)
        }
    }
    @Test("a manager who may not read everything sees no names of types that are in no catalogue")
    func otherTypes() async throws {
        try await TwoPeople.with { world in
            let name = "HKQuantityTypeIdentifierOfNoCatalogue"
            let owner = try world.token().text
            var sample = step()
            sample["type"] = name
            #expect(try await world.store.post(["samples": [sample]], token: owner).status == 200)
            try world.share(AccessTerms(rights: .manage, scope: .everything))
            _ = try HolderStore.add(name: "app", world.session)
            let terms = AccessTerms(
                rights: .read, scope: AccessScope(types: [name, "HKQuantityTypeIdentifierStepCount"]))
            try world.share(terms, with: "app")
            _ = try world.token(terms)
            let manager = try world.token(of: "Ben").text
            for path in ["/v1/grants", "/v1/tokens"] {
                let known = try await world.store.get(path, token: owner)
                #expect(known.status == 200 && known.body.contains(name), "\(path)")
                let shown = try await world.store.get(path, token: manager)
                #expect(shown.status == 200 && !shown.body.contains(name), "\(path) \(shown.body)")
                #expect(shown.body.contains("HKQuantityTypeIdentifierStepCount"))
            }
        }
    }
}
