import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

@testable import HealthAPI

/// Passkeys: what the service takes from an authenticator, and what it refuses.
@Suite struct PasskeyTests {
    /// A page that talks to the service.
    struct Page {
        let world: TwoPeople
        static let headers = ["Sec-Fetch-Site: same-origin", "User-Agent: Firefox"]
        typealias Change = (inout SoftwareAuthenticator.Said) throws -> Void

        var origin: String { world.store.service.address }

        func creation(_ session: BearerToken) async throws -> [String: Any] {
            let answer = try await world.browse("POST", "/v1/passkeys/challenges", session: session)
            answer.expect(200)
            return try answer.object
        }

        func add(
            _ key: SoftwareAuthenticator, _ session: BearerToken, name: String = "phone", challenge: String? = nil,
            _ change: Change = { _ in }
        ) async throws -> RunningService.Answer {
            let asked = try await creation(session)
            key.userHandle = try #require((asked["userHandle"] as? String).flatMap { [UInt8](unpaddedBase64URL: $0) })
            var said = key.said(
                "webauthn.create", try #require(challenge ?? asked["challenge"] as? String), origin)
            try change(&said)
            return try await world.browse(
                "POST", "/v1/passkeys", session: session, body: key.registration(said, name: name))
        }

        func loginChallenge() async throws -> String {
            let answer = try await world.send("POST", "/v1/sessions/challenges", headers: Self.headers)
            answer.expect(200)
            return try #require(try answer.object["challenge"] as? String)
        }

        func logIn(
            _ key: SoftwareAuthenticator, challenge: String? = nil, _ change: Change = { _ in }
        ) async throws -> RunningService.Answer {
            let asked: String
            if let challenge { asked = challenge } else { asked = try await loginChallenge() }
            var said = key.said("webauthn.get", asked, origin)
            try change(&said)
            return try await world.send("POST", "/v1/sessions", body: try await key.login(said), headers: Self.headers)
        }

        /// Returns the session of the cookie of an answer.
        func session(_ answer: RunningService.Answer) throws -> BearerToken {
            let cookie = try #require(answer.header("Set-Cookie"))
            return try #require(BearerToken(String(cookie.dropFirst("healthstore=".count).prefix { $0 != ";" })))
        }

        func list(_ path: String, _ member: String, _ session: BearerToken) async throws -> [[String: Any]] {
            let answer = try await world.browse("GET", path, session: session)
            answer.expect(200)
            return try #require(try answer.object[member] as? [[String: Any]])
        }
    }

    @Test(
        "a passkey of each algorithm is added, logs in, is listed, and logs in no more once it is removed",
        arguments: SoftwareAuthenticator.Algorithm.allCases)
    func life(_ algorithm: SoftwareAuthenticator.Algorithm) async throws {
        try await TwoPeople.with { world in
            let page = Page(world: world)
            let first = try world.openSession(of: world.ada)
            let key = try await SoftwareAuthenticator(algorithm)
            try await page.add(key, first, name: "Ada’s phone").expect(201)
            let asked = try await page.creation(first)
            #expect(asked["rpId"] as? String == "127.0.0.1" && asked["userName"] as? String == "Ada")
            #expect((asked["known"] as? [String])?.count == 1)
            // A second key has the same name of the holder, and is another passkey.
            try await page.add(try await SoftwareAuthenticator(), first, name: "key").expect(201)
            let unused = try #require(try await page.list("/v1/passkeys", "passkeys", first).first)
            #expect(unused["name"] as? String == "Ada’s phone" && unused["lastUsedAt"] is NSNull)
            let opened = try page.session(try await page.logIn(key))
            let sessions = try await page.list("/v1/sessions", "sessions", opened)
            let own = try #require(sessions.first { $0["isCurrent"] as? Bool == true })
            #expect(own["openedBy"] as? String == "passkey" && own["passkey"] as? String == "Ada’s phone")
            let used = try #require(try await page.list("/v1/passkeys", "passkeys", opened).first)
            #expect(used["lastUsedAt"] is String)
            let path = "/v1/passkeys/\(try #require(used["id"] as? String))"
            let ben = try world.openSession(of: world.ben)
            try await world.browse("DELETE", path, session: ben).expect(404, "unknown_passkey")
            try await world.browse("DELETE", path, session: first).expect(204)
            #expect(try await world.browse("GET", "/v1/access", session: opened).status == 401)
            try await page.logIn(key).expect(401, "wrong_passkey")
            #expect(try await page.list("/v1/passkeys", "passkeys", first).count == 1)
        }
    }

    /// Returns a challenge that was made some seconds ago.
    private func challenge(_ world: TwoPeople, secondsAgo: Int64, of holder: Holder? = nil) throws -> String {
        let made = Instant(microseconds: Instant.present.microseconds - secondsAgo * Instant.microsecondsPerSecond)
        let challenge = PasskeyChallenge(holderID: holder?.id, userHandle: holder.map { _ in [1] }, now: made)
        return try challenge.text(TextSeal(world.session))
    }

    @Test("a new passkey whose answer has one wrong part is refused, and the challenge of a right one works once")
    func refusedKeys() async throws {
        try await TwoPeople.with { world in
            let page = Page(world: world)
            let session = try world.openSession(of: world.ada)
            let own = try HolderStore.own(of: world.ada, world.session)
            let changes: [(String, Page.Change)] = [
                ("type", { $0.type = "webauthn.get" }), ("origin", { $0.origin = "http://127.0.0.1:1" }),
                ("scheme", { $0.origin = $0.origin.replacing("http:", with: "https:") }),
                ("frame", { $0.crossOrigin = true }), ("host", { $0.host = "localhost" }),
                ("verified", { $0.flags = 0x01 }), ("present", { $0.flags = 0x04 }),
                ("challenge", { $0.challenge = "AAAA" }),
                ("login challenge", { $0.challenge = try self.challenge(world, secondsAgo: 0) }),
                ("expired", { $0.challenge = try self.challenge(world, secondsAgo: 301, of: own) }),
                (
                    "another person",
                    {
                        $0.challenge = try self.challenge(
                            world, secondsAgo: 0, of: try HolderStore.own(of: world.ben, world.session))
                    }
                ), ("short data", { $0.authenticatorData = { Array($0.prefix(36)) } }),
                ("cut id", { $0.authenticatorData = { Array($0.prefix(60)) } }),
                ("no id", { $0.credentialID = [] }),
                ("long id", { $0.credentialID = [UInt8](repeating: 1, count: 1_024) }),
                ("garbage data", { $0.authenticatorData = { $0.map { _ in 0xff } } }),
                ("no key", { $0.authenticatorData = { Array($0.prefix(32)) + [0x05] + Array($0[33..<37]) } }),
                ("garbage key", { $0.publicKey = [UInt8](repeating: 0x30, count: 91) }),
                ("longer key", { $0.publicKey.append(0) }),
                ("no JSON", { $0.clientData = { _ in Array("{".utf8) } }),
                ("list", { $0.clientData = { _ in Array("[]".utf8) } }),
                ("garbage JSON", { $0.clientData = { $0.map { _ in 0xff } } }),
            ]
            for (name, change) in changes {
                let answer = try await page.add(try await SoftwareAuthenticator(), session, change)
                #expect(answer.status == 400 && answer.code == "wrong_passkey", "\(name): \(answer.body)")
            }
            #expect(try await page.list("/v1/passkeys", "passkeys", session).isEmpty)
            let asked = try #require(try await page.creation(session)["challenge"] as? String)
            let key = try await SoftwareAuthenticator()
            try await page.add(key, session, challenge: asked).expect(201)
            try await page.add(try await SoftwareAuthenticator(), session, challenge: asked).expect(
                400, "wrong_passkey")
            // The key is in use, also for another holder.
            let ben = try world.openSession(of: world.ben)
            for session in [session, ben] { try await page.add(key, session).expect(400, "wrong_passkey") }
            for body in [
                "{}", #"{"name": "x"}"#, #"{"name": "", "clientDataJSON": "e30"}"#,
                #"{"name": "x", "clientDataJSON": "e3=", "authenticatorData": "AA", "publicKey": "AA"}"#,
            ] {
                let answer = try await world.browse("POST", "/v1/passkeys", session: session, body: body)
                #expect(answer.status == 400 && answer.field != nil, "\(body) \(answer.body)")
            }
            let long = #"{"name": "x", "clientDataJSON": ""# + String(repeating: "A", count: 20_000) + #""}"#
            #expect(try await world.browse("POST", "/v1/passkeys", session: session, body: long).status == 413)
        }
    }

    @Test("a login whose answer has one wrong part is refused, and makes no session")
    func refusedLogins() async throws {
        try await TwoPeople.with { world in
            let page = Page(world: world)
            let (key, other) = (try await SoftwareAuthenticator(), try await SoftwareAuthenticator())
            try await page.add(key, try world.openSession(of: world.ada)).expect(201)
            try await page.add(other, try world.openSession(of: world.ben)).expect(201)
            let own = try HolderStore.own(of: world.ada, world.session)
            let changes: [(String, Page.Change)] = [
                ("type", { $0.type = "webauthn.create" }), ("origin", { $0.origin = "http://127.0.0.1:1" }),
                ("frame", { $0.crossOrigin = true }), ("host", { $0.host = "localhost" }),
                ("verified", { $0.flags = 0x01 }), ("present", { $0.flags = 0x04 }),
                ("challenge", { $0.challenge = "AAAA" }),
                ("challenge of a new passkey", { $0.challenge = try self.challenge(world, secondsAgo: 0, of: own) }),
                ("expired", { $0.challenge = try self.challenge(world, secondsAgo: 301) }),
                ("signature", { $0.signature = { $0.dropLast() + [$0[$0.count - 1] ^ 1] } }),
                ("no signature of its", { $0.signature = { _ in [0x30] } }),
                ("changed client data", { $0.clientData = { Array(" ".utf8) + $0 } }),
                ("unknown", { $0.credentialID[0] ^= 1 }),
                ("of another person", { $0.credentialID = other.credentialID }),
                ("handle of another person", { $0.userHandle = other.userHandle }),
                (
                    "credential and handle of another person",
                    { ($0.credentialID, $0.userHandle) = (other.credentialID, other.userHandle) }
                ), ("short data", { $0.authenticatorData = { Array($0.prefix(36)) } }),
                ("long data", { $0.authenticatorData = { $0 + [0] } }),
            ]
            for (name, change) in changes {
                let answer = try await page.logIn(key, change)
                #expect(answer.status == 401 && answer.code == "wrong_passkey", "\(name): \(answer.body)")
                #expect(answer.header("Set-Cookie") == nil)
            }
            let challenge = try await page.loginChallenge()
            try await page.logIn(key, challenge: challenge).expect(201)
            try await page.logIn(key, challenge: challenge).expect(401, "wrong_passkey")
            for (body, field) in [
                (#"{"passkey": 1}"#, "passkey"), (#"{"passkey": {}}"#, "passkey.id"),
                (#"{"token": "x", "passkey": {}}"#, "passkey"), (#"{"passkey": {"id": "AA", "x": 1}}"#, "passkey.x"),
            ] {
                let answer = try await world.send("POST", "/v1/sessions", body: body, headers: Page.headers)
                #expect(answer.status == 400 && answer.field == field, "\(body) \(answer.body)")
            }
            let foreign = try await world.send(
                "POST", "/v1/sessions/challenges", headers: ["Sec-Fetch-Site: cross-site"])
            foreign.expect(403, "cross_site_request")
        }
    }

    @Test("a counter that goes back is refused and logged, and authenticators need not count")
    func counter() async throws {
        try await TwoPeople.own { world in
            let page = Page(world: world)
            let key = try await SoftwareAuthenticator()
            try await page.add(key, try world.openSession(of: world.ada)).expect(201)
            for (counter, status) in [(0, 201), (0, 201), (5, 201), (6, 201), (6, 401), (5, 401), (0, 401), (7, 201)] {
                key.counter = UInt32(counter)
                let answer = try await page.logIn(key)
                #expect(answer.status == status, "\(counter): \(answer.body)")
            }
            let log = world.store.service.process.errors
            #expect(log.split(separator: "\n").filter { $0.contains(#""copied_passkey""#) }.count == 3)
        }
    }

    @Test("of many logins with one challenge, one gets a session, and wrong answers are slowed down")
    func many() async throws {
        try await TwoPeople.own { world in
            let page = Page(world: world)
            let key = try await SoftwareAuthenticator()
            try await page.add(key, try world.openSession(of: world.ada)).expect(201)
            let body = try await key.login(key.said("webauthn.get", try await page.loginChallenge(), page.origin))
            let client = world.detached
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<WrongTokens.burst + 8 {
                    group.addTask {
                        try await client.send("POST", "/v1/sessions", body: body, headers: Page.headers).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 201 }.count == 1 && statuses.contains(429), "\(statuses)")
            #expect(Set(statuses).isSubset(of: [201, 401, 429]))
        }
    }

    @Test("a holder has at most twenty passkeys, and loses them with its person")
    func limits() async throws {
        try await TwoPeople.with { world in
            let page = Page(world: world)
            let session = try world.openSession(of: world.ada)
            var keys: [SoftwareAuthenticator] = []
            for _ in 0..<PasskeyStore.passkeysMax {
                keys.append(try await SoftwareAuthenticator(.edDSA))
                try await page.add(keys[keys.count - 1], session).expect(201)
            }
            try await page.add(try await SoftwareAuthenticator(), session).expect(409, "too_many_passkeys")
            _ = try world.session.execute("delete from health.person where person_id = $1", [.int32(world.ada.id)])
            #expect(try world.session.execute("select count(*) from health.passkey")[0].int64(0) == 0)
            try await page.logIn(keys[0]).expect(401, "wrong_passkey")
        }
    }

    @Test("a session makes a login link for another browser of its holder, and a token makes none")
    func loginLinks() async throws {
        try await TwoPeople.with { world in
            let page = Page(world: world)
            let session = try world.openSession(of: world.ada)
            let made = try await world.browse("POST", "/v1/login-links", session: session)
            made.expect(200)
            let link = try #require(try made.object["token"] as? String)
            let opened = try await world.send(
                "POST", "/v1/sessions", body: #"{"token": "\#(link)"}"#, headers: Page.headers)
            opened.expect(201)
            let access = try await world.browse("GET", "/v1/access", session: try page.session(opened))
            #expect(access.body.contains(#""holder":{"name":"Ada","kind":"person"}"#))
            let refused = try await world.store.service.send(
                "POST", "/v1/login-links", token: try world.token().text)
            refused.expect(403, "session_needed")
        }
    }
}
