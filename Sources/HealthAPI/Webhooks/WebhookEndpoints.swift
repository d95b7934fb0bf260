import Foundation
import HTTPServer
import HealthDatabase
import HealthJobs
import JSON
import Postgres

extension Endpoint {
    static let getWebhooks = Endpoint(
        .get, "/v1/webhooks", "The webhooks about the person",
        notes: "The caller's own webhooks, and those that tell of no more than the caller manages.", tag: .webhooks,
        takes: .nothing, gives: .list("webhooks", "The webhooks, oldest first.")
    ) { call in
        try await call.withSession { try call.caller.webhooks($0) }
    }

    static let postWebhook = Endpoint(
        .post, "/v1/webhooks", "Makes a webhook",
        notes: """
            The service sends a signed event to the address whenever samples of the person change, as Standard Webhooks \
            defines it. Events name types and days that the caller may read, and have no health values. The address must \
            begin with `https://`, and its server must have a public address, unless the operator allows private ones. An \
            address that is a number is checked at once, and a name when an event is sent. A webhook ends with the token \
            that made it.
            """,
        tag: .webhooks,
        takes: .json(
            .object(required: ["url": .string(pattern: "^https?://[!-~]+$", maxLength: WebhookAddress.bytesMax)]).sent(
                "NewWebhook"),
            example: #"{"url": "https://receiver.invalid/hook"}"#
        ) { body in
            let sent = try SentValue(body).object(["url"])["url"]
            guard let url = try sent.required().string else { throw sent.malformed("must be a text") }
            return url
        },
        right: .read,
        gives: .json("The webhook, with the secret, which the service shows only once.", status: .created),
        errors: [.missingField, .tooManyWebhooks]
    ) { call in
        let (url, caller) = (call.taken, call.caller)
        let allowsPrivate = call.service.webhooks?.allowsPrivateAddresses ?? false
        if let fault = WebhookAddress.fault(in: url, allowsPrivate: allowsPrivate) {
            throw APIError.malformed("url", fault)
        }
        return try await call.withSession { session in
            // A token narrows the webhook, and ends it. A session does neither.
            let token = caller.credential.isSession && !caller.isNarrowed ? nil : caller.tokenID
            return MadeWebhook(
                try WebhookStore.add(
                    url: url, about: caller.person, holderID: caller.access.holderID, tokenID: token, session))
        }
    }

    static let postWebhookSecret = Endpoint(
        .post, "/v1/webhooks/{id}/secret", "Replaces the secret of a webhook",
        notes: """
            For \(WebhookStore.oldSecretHours) hours, the header `webhook-signature` has a signature of each of the two \
            secrets, so that the receiver can take the new secret at any time. Another replacement in this time ends the \
            older of the two.
            """, tag: .webhooks, parameters: [.id(of: "webhook")], takes: .id,
        gives: .json("The webhook, with the new secret, which the service shows only once."),
        errors: [.unknownWebhook]
    ) { call in
        try await call.withWebhook { MadeWebhook(try WebhookStore.replaceSecret(of: $0, about: call.person, $1)) }
    }

    static let deleteWebhook = Endpoint(
        .delete, "/v1/webhooks/{id}", "Removes a webhook",
        notes: "An event that is being sent may still arrive.", tag: .webhooks, parameters: [.id(of: "webhook")],
        takes: .id, gives: .nothing("The webhook is removed."), errors: [.unknownWebhook]
    ) { call in
        try await call.withWebhook { try WebhookStore.remove($0, of: call.person, $1) }
    }
}

extension Call<UUID?> {
    /// Runs the body with the webhook of the path.
    fileprivate func withWebhook<Value: Sendable>(
        _ body: @escaping @Sendable (UUID, Session) throws -> Value
    ) async throws -> Value {
        let unknown = APIError(
            .unknownWebhook, "there is no such webhook about the person", hint: "GET /v1/webhooks lists the webhooks")
        guard let id = taken else { throw unknown }
        return try await withSession { session in
            guard try caller.webhooks(session).contains(where: { $0.id == id }) else { throw unknown }
            return try body(id, session)
        }
    }
}

extension Caller {
    /// Returns the webhooks about the person that the caller may see and remove.
    fileprivate func webhooks(_ session: Session) throws -> [Webhook] {
        let managed = try ManagedAccess(self, session)
        let limits = Dictionary(
            uniqueKeysWithValues: try TokenStore.list(for: person, session).map { ($0.id, $0.terms) })
        return try WebhookStore.list(about: person, session).filter { webhook in
            let isOfHolder = webhook.holder.id == access.holderID
            return isOfHolder && (webhook.tokenID == tokenID || credential.isSession && !isNarrowed)
                || managed.covers(webhook.holder, within: webhook.tokenID.flatMap { limits[$0] } ?? .everything)
        }
    }
}

extension Webhook: Shaped {
    static let shape = Shape<Self>(members).named("Webhook")

    fileprivate static let members: [Shape<Self>.Member] = [
        .member("id", \.id), .member("holder", \.holder.name), .member("url", \.url),
        .member("createdAt", \.created), .member("deliveredAt", \.delivered, "The time of the last delivery."),
        .member(
            "failure", \.failure,
            "Why the last attempt failed, such as `status_500`, `timed_out` or `address_not_public`."),
        .member("disabledAt", \.disabled, "No events are sent from then on."),
        .member(
            "oldSecretUntil", \.oldSecretUntil,
            "After a replacement of the secret: the time until which the old secret signs, too."),
    ]
}

/// A webhook with its new secret.
private struct MadeWebhook: Shaped {
    let webhook: Webhook
    let secret: WebhookSecret

    init(_ made: (Webhook, WebhookSecret)) { (webhook, secret) = made }

    static let shape = Shape<Self>([
        .members(of: \.webhook, Shape(Webhook.members)),
        .member("secret", \.secret.text, "The key of the signatures: `whsec_` and base64."),
    ]).named("MadeWebhook")
}
