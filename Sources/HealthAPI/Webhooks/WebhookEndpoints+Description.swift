import HealthCore
import HealthDatabase
import HealthJobs

extension Endpoint {
    static let getWebhooks = Endpoint(
        method: .get, template: "/v1/webhooks", summary: "The webhooks about the person",
        notes: "A caller without the right to manage gets only its own webhooks.", tag: .webhooks,
        answers: [
            .ok(
                "The webhooks, oldest first.",
                .json(.object(required: ["webhooks": .array(of: .named("Webhook", .object(required: Schema.webhook)))]))
            )
        ], handler: HealthService.getWebhooks)

    static let postWebhook = Endpoint(
        method: .post, template: "/v1/webhooks", summary: "Makes a webhook",
        notes: """
            The service sends a signed event to the address whenever samples of the person change, as Standard Webhooks \
            defines it. Events name types and days that the caller may read, and have no health values. The address must \
            begin with `https://`, and its server must have a public address, unless the operator allows private ones. An \
            address that is a number is checked at once, and a name when an event is sent. A webhook ends with the token \
            that made it.
            """,
        tag: .webhooks,
        body: Body(contents: [
            .json(
                .component(
                    Component(
                        name: "NewWebhook",
                        schema: .object(required: [
                            "url": .string(pattern: "^https?://[!-~]+$", maxLength: WebhookAddress.bytesMax)
                        ]),
                        isSent: true)),
                example: #"{"url": "https://receiver.invalid/hook"}"#)
        ]),
        answers: [
            Answer(
                status: .created, meaning: "The webhook, with the secret, which the service shows only once.",
                contents: [.json(.named("MadeWebhook", .object(required: Schema.madeWebhook)))])
        ],
        errors: [.readNotGranted, .malformedJSON, .missingField, .malformedField, .tooManyWebhooks],
        handler: HealthService.postWebhook)

    static let postWebhookSecret = Endpoint(
        method: .post, template: "/v1/webhooks/{id}/secret", summary: "Replaces the secret of a webhook",
        notes: """
            For \(WebhookStore.oldSecretHours) hours, the header `webhook-signature` has a signature of each of the two \
            secrets, so that the receiver can take the new secret at any time. Another replacement in this time ends the \
            older of the two.
            """, tag: .webhooks, parameters: [webhookID],
        answers: [
            .ok(
                "The webhook, with the new secret, which the service shows only once.",
                .json(.named("MadeWebhook", .object(required: Schema.madeWebhook))))
        ], errors: [.unknownWebhook], handler: HealthService.postWebhookSecret)

    static let deleteWebhook = Endpoint(
        method: .delete, template: "/v1/webhooks/{id}", summary: "Removes a webhook",
        notes: "An event that is being sent may still arrive.", tag: .webhooks,
        parameters: [webhookID], answers: [.noContent("The webhook is removed.")], errors: [.unknownWebhook],
        handler: HealthService.deleteWebhook)

    private static let webhookID = Parameter(
        name: "id", location: .path, schema: .uuid, isRequired: true, meaning: "The `id` of a webhook.",
        example: "00000000-0000-4000-8000-000000000001")
}

extension Schema {
    fileprivate static let webhook: KeyValuePairs<String, Schema> = [
        "id": .uuid, "holder": .string, "url": .string, "createdAt": .time,
        "deliveredAt": Schema.time.orNull.described("The time of the last delivery."),
        "failure": failure, "disabledAt": disabledAt, "oldSecretUntil": oldSecretUntil,
    ]
    fileprivate static let madeWebhook: KeyValuePairs<String, Schema> = [
        "id": .uuid, "holder": .string, "url": .string, "createdAt": .time, "deliveredAt": Schema.time.orNull,
        "failure": failure, "disabledAt": disabledAt, "oldSecretUntil": oldSecretUntil,
        "secret": .string.described("The key of the signatures: `whsec_` and base64."),
    ]
    private static let failure = Schema.string.orNull.described(
        "Why the last attempt failed, such as `status_500`, `timed_out` or `address_not_public`.")
    private static let disabledAt = Schema.time.orNull.described("No events are sent from then on.")
    private static let oldSecretUntil = Schema.time.orNull.described(
        "After a replacement of the secret: the time until which the old secret signs, too.")
}
