import Foundation
import HealthCore
import Postgres

/// The events that wait for delivery. Several services may share the queue.
///
/// A webhook has at most one event at a time, so a receiver gets the events of a person in order.
/// `claim` moves the time of the next attempt, so that no other service begins the same attempt. If
/// the service ends before it records an outcome, the next attempt sends the same event.
public enum WebhookQueue {
    /// A webhook that has an event, or changes to tell.
    public struct Waiting: Sendable {
        public var personID: Int32
        public var webhookID: UUID
        public var holderID: Int32
        /// True if the last attempt failed.
        public var isFailing: Bool
        /// The seconds until the next attempt may begin; 0 or less if it may begin now.
        public var seconds: Double
    }

    /// An event. Its id and body stay the same at each attempt.
    public struct Event: Sendable {
        public var id: UUID
        /// The position of the feed up to which the event tells changes.
        public var end: Int64
        /// The identifiers of the types that the body names.
        public var types: [String]
        public var body: String

        public init(id: UUID, end: Int64, types: [String], body: String) {
            (self.id, self.end, self.types, self.body) = (id, end, types, body)
        }
    }

    /// A webhook whose next attempt this service makes.
    public struct Claim: Sendable {
        public var person: Person
        public var webhookID: UUID
        public var holderID: Int32
        public var url: String
        /// The secrets that sign: the present one and, for some time after its replacement, the old
        /// one.
        public var secrets: [WebhookSecret]
        /// `health.access_basis` of the holder and token.
        var basis: UUID
        public var content: Content
    }

    public enum Content: Sendable {
        /// An event that was not delivered yet.
        case event(Event)
        /// Changes for which no event exists yet. `store` stores it.
        case changes(WebhookChanges)
    }

    /// The outcome of an attempt.
    public enum Outcome: Sendable {
        case delivered
        /// `reason` is a stable name. A receiver may ask to wait for some seconds.
        case failed(reason: String, retryAfterSeconds: Int?)
        /// The receiver wants no further events.
        case refused(reason: String)
        /// The service stopped the attempt.
        case interrupted
    }

    /// The seconds before each further attempt, as Standard Webhooks proposes them: 5 s, 5 min,
    /// 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, about three days in all.
    public static let delays = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
    /// The longest wait that a receiver may ask for with `Retry-After`, in seconds: one day.
    public static let retryAfterSecondsMax = 86_400
    /// The seconds between a delivery and the next event of the webhook, which tells all changes of
    /// this time.
    public static let spacingSeconds = 2
    /// The seconds for which a claim is valid. An attempt takes less.
    static let claimSeconds = 90
    /// The maximum number of webhooks that one search returns.
    public static let waitingMax = 1_000

    /// Returns the webhooks that have an event or changes. Webhooks whose next attempt may begin
    /// are first, and among them the webhooks whose last attempt did not fail. So `waitingMax`
    /// failing webhooks hide no other. Webhooks of equal rank are in the order in which they began
    /// to wait.
    ///
    /// - Throws: `PostgresError`.
    public static func waiting(_ session: Session) throws -> [Waiting] {
        try session.all(
            """
            select webhook.person_id, webhook.webhook_id, webhook.holder_id, webhook.failure is not null,
                extract(epoch from webhook.next_attempt_at - now())::double precision
            from health.webhook
            join health.change_counter on change_counter.person_id = webhook.person_id
            where webhook.disabled_at is null
                and (webhook.event_id is not null or webhook.position <> change_counter.last_position)
            order by webhook.next_attempt_at > now(), webhook.failure is not null, webhook.next_attempt_at
            limit \(waitingMax)
            """, as: Waiting.init)
    }

    /// Begins the next attempt of a webhook. Disables the webhook if its holder may read nothing of
    /// the person any more.
    ///
    /// - Returns: nil if another service begins it, or if there is nothing to send.
    /// - Throws: `PostgresError`.
    public static func claim(_ waiting: Waiting, _ session: Session) throws -> Claim? {
        let key: [Parameter] = [.int32(waiting.personID), .uuid(waiting.webhookID)]
        // A statement of its own, because Citus refuses now() in CASE.
        try session.run(
            """
            update health.webhook set old_secret = null, old_secret_until = null
            where person_id = $1 and webhook_id = $2 and old_secret_until <= now()
            """, key)
        let claimed = try session.run(
            """
            update health.webhook set next_attempt_at = now() + interval '\(claimSeconds) s'
            where person_id = $1 and webhook_id = $2 and disabled_at is null and next_attempt_at <= now()
            returning holder_id, token_id, url, secret, old_secret, position, event_id, event_end, event_access,
                event_types, event_body
            """, key)
        guard var row = claimed.first else { return nil }
        let (holderID, tokenID) = (try row.int32(), try row.optionalUUID())
        let url = try row.text()
        let secrets = [try row.bytea(), try row.optionalBytea()].compactMap { $0.map(WebhookSecret.init(bytes:)) }
        let position = try row.int64()
        guard let reader = try reader(waiting.personID, holderID, tokenID, session) else {
            try disable(key, reason: "not_granted", session)
            return nil
        }
        var claim = Claim(
            person: reader.person, webhookID: waiting.webhookID, holderID: holderID, url: url, secrets: secrets,
            basis: reader.basis, content: .changes(WebhookChanges(end: position, types: [], hasChanges: false)))
        if let id = try row.optionalUUID() {
            let (end, access) = (try row.int64(), try row.uuid())
            let event = Event(id: id, end: end, types: try row.lines(), body: try row.text())
            // An event of another access may name types that the holder may no longer read.
            if access == reader.basis {
                claim.content = .event(event)
                return claim
            }
        }
        let changes = try session.reading(as: reader.access) {
            try WebhookChanges.read(after: position, of: reader.person, session)
        }
        guard changes.hasChanges else {
            try session.run(
                """
                update health.webhook set position = $3, \(noEvent), next_attempt_at = now()
                where person_id = $1 and webhook_id = $2
                """, key, changes.end)
            return nil
        }
        claim.content = .changes(changes)
        return claim
    }

    /// Returns the person and the present access of a webhook; nil if it may read nothing.
    private static func reader(
        _ personID: Int32, _ holderID: Int32, _ tokenID: UUID?, _ session: Session
    ) throws -> (person: Person, access: Access, basis: UUID)? {
        let reader = try session.first(
            """
            select person_id, uuid, name, health.access_of(person_id, $2, $3)::text,
                health.access_basis(person_id, $2, $3)
            from health.person where person_id = $1 and erasing_since is null
            """, personID, holderID, tokenID
        ) { (person: try Person(reading: &$0), access: try Access(try $0.text()), basis: try $0.uuid()) }
        return reader?.access.mayRead == true ? reader : nil
    }

    /// Stores the event of a claim's changes before the first attempt.
    ///
    /// - Returns: false if the webhook was removed.
    /// - Throws: `PostgresError`.
    public static func store(_ event: Event, of claim: Claim, _ session: Session) throws -> Bool {
        try session.affectedRows(
            """
            update health.webhook
            set event_id = $3, event_end = $4, event_access = $5, event_types = $6, event_body = $7, attempts = 0
            where person_id = $1 and webhook_id = $2
            """, claim.person, claim.webhookID, event.id, event.end, claim.basis, event.types.joined(separator: "\n"),
            event.body) == 1
    }

    /// Records the outcome of an attempt. Disables the webhook after the last attempt.
    ///
    /// - Returns: true if the webhook is now disabled.
    /// - Throws: `PostgresError`.
    public static func record(
        _ outcome: Outcome, of event: Event, _ claim: Claim, _ session: Session
    ) throws -> Bool {
        let key: [Parameter] = [.int32(claim.person.id), .uuid(claim.webhookID)]
        let ofEvent = key + [.uuid(event.id)]
        let isEvent = "where person_id = $1 and webhook_id = $2 and event_id = $3"
        switch outcome {
        case .delivered:
            try session.run(
                """
                update health.webhook
                set position = event_end, \(noEvent), delivered_at = now(), failure = null,
                    next_attempt_at = now() + interval '\(spacingSeconds) s'
                \(isEvent)
                """, ofEvent)
        case .interrupted: try session.run("update health.webhook set next_attempt_at = now() \(isEvent)", ofEvent)
        case .refused(let reason):
            try disable(key, reason: reason, session)
            return true
        case .failed(let reason, let retryAfterSeconds):
            // In one transaction, so that a failure is never visible without the time of the next
            // attempt.
            return try session.transaction {
                let attempts = try session.first(
                    "update health.webhook set attempts = attempts + 1, failure = $4 \(isEvent) returning attempts",
                    ofEvent, reason, as: Int32.self)
                guard let attempts else { return false }
                guard attempts <= delays.count else {
                    try disable(key, reason: reason, session)
                    return true
                }
                let seconds = max(delays[Int(attempts) - 1], min(retryAfterSeconds ?? 0, retryAfterSecondsMax))
                try session.run(
                    "update health.webhook set next_attempt_at = now() + $4::integer * interval '1 s' \(isEvent)",
                    ofEvent, Int32(seconds))
                return false
            }
        }
        return false
    }

    /// SQL that removes the event.
    private static let noEvent = """
        event_id = null, event_end = null, event_access = null, event_types = null, event_body = null, attempts = 0
        """

    private static func disable(_ key: [Parameter], reason: String, _ session: Session) throws {
        try session.run(
            """
            update health.webhook set \(noEvent), failure = $3, disabled_at = now()
            where person_id = $1 and webhook_id = $2 and disabled_at is null
            """, key, reason)
    }
}
