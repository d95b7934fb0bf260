import Digests
import Foundation
import HTTPServer
import HealthDatabase
import Postgres
import Synchronization
import TestSupport
import Testing

/// A server on the loopback address that receives events.
final class WebhookReceiver: Sendable {
    struct Delivery: Sendable {
        var id: String
        var timestamp: String
        var signature: String
        var text: String

        var object: [String: Any] {
            (try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]) ?? [:]
        }

        /// The entries of the changed types.
        var types: [[String: Any]] {
            (object["data"] as? [String: Any])?["types"] as? [[String: Any]] ?? []
        }

        /// Returns true if the header has one signature with each secret, in order, and no other, as
        /// the specification says.
        func isSigned(with secrets: String...) throws -> Bool {
            let signatures = try secrets.map { secret in
                let key = try #require(Data(base64Encoded: String(secret.dropFirst("whsec_".count))))
                let signed = try hmacSHA256(Array("\(id).\(timestamp).\(text)".utf8), key: Array(key))
                return "v1," + Data(signed).base64EncodedString()
            }
            return signature == signatures.joined(separator: " ")
        }
    }

    private struct State {
        var deliveries: [Delivery] = []
        /// The answers to the next requests; further ones get 204.
        var answers: [HTTPResponse] = []
    }

    private let state = Mutex(State())

    var deliveries: [Delivery] { state.withLock { $0.deliveries } }

    func answer(_ status: Int, headers: HTTPHeaders = HTTPHeaders()) {
        state.withLock {
            $0.answers.append(HTTPResponse(status: HTTPStatus(rawValue: status), headers: headers))
        }
    }

    private func receive(_ request: HTTPRequest) async throws -> HTTPResponse {
        let body = try await request.decodedBody()
        let delivery = Delivery(
            id: request.headers["webhook-id"] ?? "", timestamp: request.headers["webhook-timestamp"] ?? "",
            signature: request.headers["webhook-signature"] ?? "", text: String(decoding: body, as: UTF8.self))
        return state.withLock { state in
            state.deliveries.append(delivery)
            return state.answers.isEmpty ? HTTPResponse(status: .noContent) : state.answers.removeFirst()
        }
    }

    /// Runs a receiver. `body` gets it and its address.
    static func with<Value>(_ body: (WebhookReceiver, String) async throws -> Value) async throws -> Value {
        let receiver = WebhookReceiver()
        let routes = [HTTPMethod.post, .get].map { method in
            Route(method: method, template: "/{path}") { try await receiver.receive($0) }
        }
        let router = Router(routes: routes) { _, _ in HTTPResponse(status: .badRequest) }
        let server = HTTPServer(configuration: HTTPServerConfiguration(), router: router) { _ in }
        let port = try server.start()
        let value: Value
        do { value = try await body(receiver, "http://127.0.0.1:\(port)/hook") } catch {
            await server.stop(within: .zero)
            throw error
        }
        await server.stop(within: .zero)
        return value
    }
}

extension ServedStore {
    /// Makes a webhook, and returns its id and secret.
    func webhook(_ url: String, token: String) async throws -> (id: String, secret: String) {
        let answer = try await service.send("POST", "/v1/webhooks", token: token, body: json(["url": url]))
        try #require(answer.status == 201, "\(answer.body)")
        return (try #require(try answer.object["id"] as? String), try #require(try answer.object["secret"] as? String))
    }

    func webhooks(_ token: String) async throws -> [[String: Any]] {
        let answer = try await service.send("GET", "/v1/webhooks", token: token)
        #expect(answer.status == 200 && !answer.body.contains("whsec_"), "\(answer.body)")
        return try answer.object["webhooks"] as? [[String: Any]] ?? []
    }

    /// Waits for the outcome of the last event, and ends the pause before the next event.
    func endPause(_ session: Session) async throws {
        try await wait(for: "the outcome of the last event") {
            try session.execute("select bool_and(event_id is null) from health.webhook")[0].bool(0)
        }
        _ = try session.execute("update health.webhook set next_attempt_at = now()")
    }

    /// Makes the next attempt of every webhook due.
    func attemptNow(_ session: Session) throws {
        _ = try session.execute("update health.webhook set next_attempt_at = now() where event_id is not null")
        _ = try session.execute("select pg_notify('\(ChangeNotification.channel)', '0')")
    }
}
