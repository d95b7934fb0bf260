import Foundation
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// A served store whose people log in at a provider, and a browser.
struct OpenIDWorld {
    let people: TwoPeople
    let provider: OpenIDProviderServer
    let key: SigningKey

    static let page = ["Sec-Fetch-Site: same-origin", "User-Agent: Firefox"]

    /// - Parameter options: further options of `serve`.
    static func with<Value>(
        _ options: [String] = [], _ body: (OpenIDWorld) async throws -> Value
    ) async throws -> Value {
        let files = try Workspace()
        let secret = try files.write(Array((OpenIDProviderServer.secret + "\n").utf8), to: "secret")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret)
        return try await OpenIDProviderServer.with { provider in
            let key = try SigningKey(.rsa)
            try provider.publish([key.jwk("one")])
            let arguments = [
                "--openid-issuer", provider.issuer, "--openid-client-id", OpenIDProviderServer.clientID,
                "--openid-client-secret-file", secret,
            ]
            return try await TwoPeople.own(arguments + options) {
                try await body(OpenIDWorld(people: $0, provider: provider, key: key))
            }
        }
    }

    /// A login that a browser has begun.
    struct Login {
        var asked: OpenIDProviderServer.Asked
        /// The value of the header field `Cookie`.
        var cookie: String

        /// The query with which the provider sends the browser back.
        var answer: String { "code=right&state=\(asked["state"])" }
    }

    func begin() async throws -> Login {
        let begun = try await people.send("POST", "/v1/openid/logins", headers: Self.page)
        begun.expect(201)
        let location = try #require(try begun.object["location"] as? String)
        let parts = try #require(URLComponents(string: location))
        let values = Dictionary((parts.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { $1 }
        let cookie = try #require(begun.header("Set-Cookie"))
        return Login(asked: OpenIDProviderServer.Asked(values: values), cookie: String(cookie.prefix { $0 != ";" }))
    }

    /// The parts of a right token.
    func parts(_ login: Login, user: String = "Ada", subject: String = "1") -> TokenParts {
        let now = Date().timeIntervalSince1970.rounded()
        return TokenParts(
            header: ["alg": key.algorithm, "kid": "one", "typ": "JWT"],
            claims: [
                "iss": provider.issuer, "aud": OpenIDProviderServer.clientID, "sub": subject, "exp": now + 300,
                "iat": now,
                "nonce": login.asked["nonce"], "preferred_username": user,
            ])
    }

    func finish(
        _ login: Login, answer: String? = nil, headers: [String]? = nil
    ) async throws -> RunningService.Answer {
        let body = try JSONSerialization.data(withJSONObject: ["answer": answer ?? login.answer])
        return try await people.send(
            "POST", "/v1/openid/sessions", body: String(decoding: body, as: UTF8.self),
            headers: headers ?? Self.page + ["Cookie: \(login.cookie)"])
    }

    /// Logs in with a right token.
    func logIn(user: String = "Ada", subject: String = "1") async throws -> RunningService.Answer {
        let login = try await begin()
        provider.issue(try parts(login, user: user, subject: subject).signed(key), for: login.asked)
        return try await finish(login)
    }

    var sessionCount: Int64 {
        get throws {
            try people.session.value("select count(*) from health.token where kind = 'session'", as: Int64.self)
        }
    }

    /// Expects that the service refuses a login, logs the reason and makes no session.
    func expectRefusal(
        _ answer: RunningService.Answer, _ reason: String, code: String = "openid_refused",
        status: Int = 403, _ name: String = "", sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let details = try answer.object["details"] as? [String: Any]
        #expect(
            answer.status == status && answer.code == code && details?["reason"] as? String == reason,
            "\(name): \(answer.status) \(answer.body)", sourceLocation: sourceLocation)
        #expect(try sessionCount == 0 && answer.header("Set-Cookie") == nil, "\(name)", sourceLocation: sourceLocation)
        try await wait(for: "the reason \(reason) in the log") {
            people.store.service.process.errors.contains(#""reason":"\#(reason)""#)
        }
    }
}
