import Digests
import Foundation
import HTTPServer
import HealthDatabase
import Synchronization
import TestSupport

/// A provider of OpenID Connect on the loopback address, which a test may make hostile.
final class OpenIDProviderServer: Sendable {
    static let clientID = "health:store"
    static let secret = "s3cret:+"

    /// The query of a request for a login.
    struct Asked {
        var values: [String: String]

        subscript(name: String) -> String { values[name] ?? "" }
    }

    private struct State {
        /// The members of the description that differ.
        var description: [String: String] = [:]
        var keyBody: Data?
        /// The requests for the keys.
        var keyReads = 0
        /// The answer to the next codes: the token, and what the service must send for it.
        var token: (text: String, challenge: String, redirectURI: String)?
        var status = 200
        var delay = Duration.zero
    }

    private let state = Mutex(State())
    private let address = Mutex("")

    /// The address, which is the issuer.
    var issuer: String { address.withLock { $0 } }
    var keyReads: Int { state.withLock { $0.keyReads } }

    func publish(_ keys: [[String: Any]]) throws {
        publish(keys: try JSONSerialization.data(withJSONObject: ["keys": keys]))
    }

    func publish(keys body: Data) { state.withLock { $0.keyBody = body } }

    func describe(_ members: [String: String]) { state.withLock { $0.description = members } }

    func setDelay(_ delay: Duration) { state.withLock { $0.delay = delay } }

    func setStatus(_ status: Int) { state.withLock { $0.status = status } }

    /// Answers codes of the login with the token from now on, however often they come.
    func issue(_ token: String, for asked: Asked) {
        state.withLock { $0.token = (token, asked["code_challenge"], asked["redirect_uri"]) }
    }

    private func description() throws -> HTTPResponse {
        let changed = state.withLock { $0.description }
        let issuer = issuer
        let members = [
            "issuer": issuer, "authorization_endpoint": issuer + "/authorize?tenant=1",
            "token_endpoint": issuer + "/token",
            "jwks_uri": issuer + "/keys",
        ].merging(changed) { $1 }
        return HTTPResponse(
            status: .ok, contentType: "application/json",
            body: Array(try JSONSerialization.data(withJSONObject: members)))
    }

    private func token(_ request: HTTPRequest) async throws -> HTTPResponse {
        let form = HTTPRequest.form(try await request.decodedBody()) ?? []
        let values = Dictionary(form.map { ($0.name, $0.value ?? "") }) { $1 }
        let (issued, status) = state.withLock { ($0.token, $0.status) }
        let credential = Data("health%3Astore:s3cret%3A%2B".utf8).base64EncodedString()
        let challenge = SHA256.hash(Array((values["code_verifier"] ?? "").utf8)).unpaddedBase64URL
        guard status == 200 else { return HTTPResponse(status: HTTPStatus(rawValue: status)) }
        guard request.headers["Authorization"] == "Basic " + credential else {
            return HTTPResponse(status: .unauthorized)
        }
        guard let issued, values["grant_type"] == "authorization_code", values["code"] == "right",
            challenge == issued.challenge, values["redirect_uri"] == issued.redirectURI
        else { return HTTPResponse(status: .badRequest) }
        let answer = ["access_token": "x", "token_type": "Bearer", "id_token": issued.text]
        return HTTPResponse(
            status: .ok, contentType: "application/json",
            body: Array(try JSONSerialization.data(withJSONObject: answer)))
    }

    private func wait() async throws {
        let delay = state.withLock { $0.delay }
        if delay > .zero { try await Task.sleep(for: delay) }
    }

    /// Runs a provider during `body`.
    static func with<Value>(_ body: (OpenIDProviderServer) async throws -> Value) async throws -> Value {
        let provider = OpenIDProviderServer()
        let routes = [
            Route(method: .get, template: "/.well-known/openid-configuration") { _ in
                try await provider.wait()
                return try provider.description()
            },
            Route(method: .get, template: "/keys") { _ in
                let body = provider.state.withLock { state in
                    state.keyReads += 1
                    return state.keyBody
                }
                return HTTPResponse(status: .ok, contentType: "application/json", body: Array(body ?? Data()))
            },
            Route(method: .post, template: "/token") { request in
                try await provider.wait()
                return try await provider.token(request)
            },
        ]
        let router = Router(routes: routes) { _, _ in HTTPResponse(status: .badRequest) }
        let server = HTTPServer(configuration: HTTPServerConfiguration(), router: router) { _ in }
        let port = try server.start()
        provider.address.withLock { $0 = "http://127.0.0.1:\(port)" }
        let result: Result<Value, any Error>
        do { result = .success(try await body(provider)) } catch { result = .failure(error) }
        await server.stop(within: .zero)
        return try result.get()
    }
}
