import Foundation
import HealthCore
import Postgres

/// The webhooks about a person.
public enum WebhookStore {
    /// The maximum number of webhooks about one person.
    public static let webhooksMax: Int64 = 20
    /// The hours for which the old secret signs, too, after its replacement.
    public static let oldSecretHours = 24

    /// Adds a webhook of a holder that may read something of the person. It tells the changes after
    /// the present end of the feed.
    ///
    /// - Parameters:
    ///   - url: an address that the caller has checked.
    ///   - tokenID: the token that narrows the webhook, and ends it; nil for all that the holder
    ///     may read.
    /// - Throws: `HealthDatabaseError` (`tooManyWebhooks`, `unknownPerson`), `PostgresError`,
    ///   `DigestsError`.
    public static func add(
        url: String, about person: Person, holderID: Int32, tokenID: UUID?, _ session: Session
    ) throws -> (webhook: Webhook, secret: WebhookSecret) {
        let (id, secret) = (UUID(), try WebhookSecret())
        try session.transaction {
            // Without the lock, two requests could both add the last webhook.
            let position = try ChangeCounter.lock(person, session)
            let count = try session.value(
                "select count(*) from health.webhook where person_id = $1", person, as: Int64.self)
            guard count < webhooksMax else {
                throw HealthDatabaseError(
                    .tooManyWebhooks, "there are already \(webhooksMax) webhooks about the person, which is the limit",
                    hint: "remove one of them first")
            }
            try session.run(
                """
                insert into health.webhook (person_id, webhook_id, holder_id, token_id, url, secret, position)
                values ($1, $2, $3, $4, $5, $6, $7)
                """, person, id, holderID, tokenID, url, secret.bytes, position)
        }
        return (try find(id, of: person, session), secret)
    }

    /// Returns the webhooks about a person, oldest first.
    ///
    /// - Throws: `PostgresError`.
    public static func list(about person: Person, _ session: Session) throws -> [Webhook] {
        try session.all(
            """
            select webhook.webhook_id, \(HolderStore.columns), webhook.token_id, webhook.url, webhook.created_at,
                webhook.delivered_at, webhook.failure, webhook.disabled_at,
                case when webhook.old_secret_until > now() then webhook.old_secret_until end
            from health.webhook
            join health.holder on holder.holder_id = webhook.holder_id
            left join health.person on person.person_id = holder.person_id
            where webhook.person_id = $1
            order by webhook.created_at, webhook.webhook_id
            """, person, as: Webhook.init)
    }

    /// Returns a webhook about a person.
    ///
    /// - Throws: `HealthDatabaseError` (`unknownWebhook`), `PostgresError`.
    public static func find(_ id: UUID, of person: Person, _ session: Session) throws -> Webhook {
        guard let webhook = try list(about: person, session).first(where: { $0.id == id }) else { throw unknown }
        return webhook
    }

    /// Replaces the secret of a webhook. Events that are sent within the next `oldSecretHours` are
    /// signed with both secrets. Another replacement in this time ends the older of them.
    ///
    /// - Throws: `HealthDatabaseError` (`unknownWebhook`), `PostgresError`, `DigestsError`.
    public static func replaceSecret(
        of id: UUID, about person: Person, _ session: Session
    ) throws -> (webhook: Webhook, secret: WebhookSecret) {
        let secret = try WebhookSecret()
        let replaced = try session.affectedRows(
            """
            update health.webhook
            set secret = $3, old_secret = secret, old_secret_until = now() + interval '\(oldSecretHours) h'
            where person_id = $1 and webhook_id = $2
            """, person, id, secret.bytes)
        guard replaced == 1 else { throw unknown }
        return (try find(id, of: person, session), secret)
    }

    /// Removes a webhook. An event that is being sent may still arrive.
    ///
    /// - Throws: `HealthDatabaseError` (`unknownWebhook`), `PostgresError`.
    public static func remove(_ id: UUID, of person: Person, _ session: Session) throws {
        let removed = try session.affectedRows(
            "delete from health.webhook where person_id = $1 and webhook_id = $2", person, id)
        guard removed == 1 else { throw unknown }
    }

    private static var unknown: HealthDatabaseError {
        HealthDatabaseError(
            .unknownWebhook, "there is no such webhook about the person",
            hint: "healthstore webhook list shows the ids of webhooks")
    }
}
