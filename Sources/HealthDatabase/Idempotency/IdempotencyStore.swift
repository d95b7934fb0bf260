import Foundation
import Postgres

/// A client's name for one batch, from the header `Idempotency-Key`.
public struct IdempotencyKey: Hashable, Sendable {
    public let text: String

    /// The maximum number of characters of a key.
    public static let charactersMax = 200

    /// Returns nil unless `text` has 1…`charactersMax` visible ASCII characters.
    public init?(_ text: String) {
        guard (1...IdempotencyKey.charactersMax).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
        else { return nil }
        self.text = text
    }
}

/// Stores the answers to batches with an `IdempotencyKey`. A client that missed an answer can then
/// send the batch again and gets the same answer. Each holder has separate keys.
public final class IdempotencyStore: HolderQueries {
    /// Days for which a key is stored. After that, a batch with the same key is a new batch.
    public static let daysKept = 7
    /// The maximum number of old keys that are removed when a key is written.
    public static let forgottenAtOnceMax = 100
    /// The maximum number of bytes of an answer that is stored. The key of a longer answer is
    /// stored without the answer. If the same batch is sent again, it is written again, which
    /// changes nothing, because the store has its samples. Another batch with this key is still
    /// refused.
    public static let answerBytesMax = 4 << 20

    /// The answer to a batch.
    public struct Answer: Hashable, Sendable {
        /// The HTTP status.
        public var status: Int32
        public var body: [UInt8]
        /// True if this is the answer to an earlier batch. Then this batch was not written.
        public var isReplayed: Bool

        public init(status: Int32, body: [UInt8], isReplayed: Bool = false) {
            self.status = status
            self.body = body
            self.isReplayed = isReplayed
        }
    }

    /// Returns the stored answer of the key, or runs `write` and stores its answer.
    ///
    /// Holds the person's lock from the start. If two requests send the same batch at the same
    /// time, one writes it and the other gets the same answer. Key and answer are durable when the
    /// effects of `write` are.
    ///
    /// - Parameters:
    ///   - bodySHA256: the SHA-256 of the batch as sent.
    ///   - write: stores the batch. If it throws, neither the batch nor the key is stored.
    /// - Throws: the errors of `write`, `PostgresError`, `HealthDatabaseError`
    ///   (`idempotencyKeyReused`, `unknownPerson`).
    public func answer(_ key: IdempotencyKey, bodySHA256: [UInt8], _ write: () throws -> Answer) throws -> Answer {
        try session.writing {
            _ = try ChangeCounter.lock(person, session)
            if let known = try find(key, bodySHA256) { return known }
            let answer = try write()
            try keep(answer, key, bodySHA256)
            try forget()
            return answer
        }
    }

    private static let isKept = "created_at > now() - interval '\(daysKept) days'"

    private func find(_ key: IdempotencyKey, _ bodySHA256: [UInt8]) throws -> Answer? {
        let known = try session.run(
            """
            select body_sha256, status, response from health.idempotency_key
            where person_id = $1 and holder_id = \(OwnHolder.or("$3")) and key = $2 and \(IdempotencyStore.isKept)
            """, person, key.text, holderID)
        guard var row = known.first else { return nil }
        guard try row.bytea() == bodySHA256 else {
            throw HealthDatabaseError(
                .idempotencyKeyReused, "another batch came with this Idempotency-Key",
                hint: "use a new key for each batch, and the same key only to send the same bytes again")
        }
        let status = try row.int32()
        return try row.optionalBytea().map { Answer(status: status, body: $0, isReplayed: true) }
    }

    private func keep(_ answer: Answer, _ key: IdempotencyKey, _ bodySHA256: [UInt8]) throws {
        let body = answer.body.count <= IdempotencyStore.answerBytesMax ? answer.body : nil
        try session.run(
            """
            insert into health.idempotency_key (person_id, holder_id, key, body_sha256, status, response)
            select $1, \(OwnHolder.or("$6")), $2, $3, $4, $5
            on conflict (person_id, holder_id, key) do update set body_sha256 = excluded.body_sha256, status = excluded.status,
                response = excluded.response, created_at = excluded.created_at
            """, person, key.text, bodySHA256, answer.status, body, holderID)
    }

    /// Removes the oldest of the keys that are no longer valid, of all holders.
    private func forget() throws {
        try session.run(
            """
            delete from health.idempotency_key using (
                select holder_id, key from health.idempotency_key
                where person_id = $1 and not \(IdempotencyStore.isKept)
                order by created_at limit $2
            ) old
            where idempotency_key.person_id = $1 and idempotency_key.holder_id = old.holder_id
                and idempotency_key.key = old.key
            """, person, Int32(IdempotencyStore.forgottenAtOnceMax))
    }
}
