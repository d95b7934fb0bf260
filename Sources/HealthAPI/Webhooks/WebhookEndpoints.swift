import Foundation
import HTTPServer
import HealthCore
import HealthDatabase
import HealthJobs
import JSONReader
import Postgres

extension HealthService {
    /// `GET /v1/webhooks`: the webhooks about the person. A caller without the right to manage gets
    /// only those that its token, or a session of its holder, made.
    @Sendable func getWebhooks(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        _ = try QueryParameters(request, of: .getWebhooks)
        let caller = try await caller(of: presented)
        let webhooks = try await pool.withSession(for: caller.person) { session in
            try WebhookStore.list(about: caller.person, session).filter { HealthService.maySee($0, caller) }
        }
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("webhooks")
            writer.array { writer in
                for webhook in webhooks { writer.object { HealthService.append(webhook, to: &$0) } }
            }
        }
        return HTTPResponse(json: writer)
    }

    /// `POST /v1/webhooks`: makes a webhook. Events begin with the next change.
    @Sendable func postWebhook(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        _ = try QueryParameters(request, of: .postWebhook)
        let caller = try await caller(of: presented)
        try caller.requireRead()
        let allowsPrivate = webhooks?.allowsPrivateAddresses ?? false
        let url = try JSONParser(bytesMax: HealthService.bodyBytesMax)
            .parse(try await request.decodedBody()) { body in
                guard let value = try BodyReader.members(body, "", known: ["url"])["url"] else {
                    throw BodyReader.missing("url")
                }
                guard let url = value.string else { throw BodyReader.malformed("url", "url must be a text") }
                if let fault = WebhookAddress.fault(in: url, allowsPrivate: allowsPrivate) {
                    throw BodyReader.malformed("url", fault)
                }
                return url
            }
        let (webhook, secret) = try await pool.withSession(for: caller.person) { session in
            // A token narrows the webhook, and ends it. A session does neither.
            let token = caller.credential.isSession && !caller.isNarrowed ? nil : caller.tokenID
            return try WebhookStore.add(
                url: url, about: caller.person, holderID: caller.access.holderID, tokenID: token, session)
        }
        return HealthService.response(webhook, secret, status: .created)
    }

    /// `POST /v1/webhooks/{id}/secret`: replaces the secret of a webhook that the caller may list.
    @Sendable func postWebhookSecret(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        _ = try QueryParameters(request, of: .postWebhookSecret)
        let caller = try await caller(of: presented)
        let (webhook, secret) = try await withWebhook(of: request, caller) { id, session in
            try WebhookStore.replaceSecret(of: id, about: caller.person, session)
        }
        return HealthService.response(webhook, secret, status: .ok)
    }

    /// `DELETE /v1/webhooks/{id}`: removes a webhook that the caller may list.
    @Sendable func deleteWebhook(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        _ = try QueryParameters(request, of: .deleteWebhook)
        let caller = try await caller(of: presented)
        try await withWebhook(of: request, caller) { id, session in
            try WebhookStore.remove(id, of: caller.person, session)
        }
        return HTTPResponse(status: .noContent)
    }

    /// Calls `body` with the webhook that the path names.
    private func withWebhook<Value: Sendable>(
        of request: HTTPRequest, _ caller: Caller, _ body: @escaping @Sendable (UUID, Session) throws -> Value
    ) async throws -> Value {
        guard let id = HealthService.idInPath(request) else { throw HealthService.unknownWebhook }
        return try await pool.withSession(for: caller.person) { session in
            let webhooks = try WebhookStore.list(about: caller.person, session)
            guard webhooks.contains(where: { $0.id == id && HealthService.maySee($0, caller) }) else {
                throw HealthService.unknownWebhook
            }
            return try body(id, session)
        }
    }

    private static func maySee(_ webhook: Webhook, _ caller: Caller) -> Bool {
        if caller.access.mayManage { return true }
        guard webhook.holder.id == caller.access.holderID else { return false }
        return webhook.tokenID == caller.tokenID || caller.credential.isSession && !caller.isNarrowed
    }

    private static var unknownWebhook: APIError {
        APIError(
            .unknownWebhook, "there is no such webhook about the person", hint: "GET /v1/webhooks lists the webhooks")
    }

    private static func response(_ webhook: Webhook, _ secret: WebhookSecret, status: HTTPStatus) -> HTTPResponse {
        var writer = JSONWriter()
        writer.object { writer in
            append(webhook, to: &writer)
            writer.member("secret", secret.text)
        }
        return HTTPResponse(json: writer, status: status)
    }

    private static func append(_ webhook: Webhook, to writer: inout JSONWriter) {
        writer.member("id", webhook.id.uuidString.lowercased())
        writer.member("holder", webhook.holder.name)
        writer.member("url", webhook.url)
        writer.member("createdAt", webhook.created.rfc3339)
        writer.member("deliveredAt", webhook.delivered?.rfc3339)
        writer.member("failure", webhook.failure)
        writer.member("disabledAt", webhook.disabled?.rfc3339)
        writer.member("oldSecretUntil", webhook.oldSecretUntil?.rfc3339)
    }
}
