import Foundation
import Postgres

/// A client's name for one batch: the header `Idempotency-Key`.
public struct IdempotencyKey: Hashable, Sendable {
    public let text: String

    /// Most characters of a key.
    public static let charactersMax = 200

    /// - Parameter text: 1…`charactersMax` visible ASCII characters; nil is given for all else.
    public init?(_ text: String) {
        guard (1...IdempotencyKey.charactersMax).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
        else { return nil }
        self.text = text
    }
}

/// The answers to batches that came with an `IdempotencyKey`, so that a client that did not hear one can ask again.
public struct IdempotencyStore {
    private let person: Person
    private let session: Session

    /// Days after which a key is forgotten: what comes with it then is a new batch.
    public static let daysKept = 7
    /// Keys that are forgotten at most when one is written.
    public static let forgottenAtOnceMax = 100
    /// Longest answer that is kept, in bytes. The key of a longer one is kept without it: the same batch sent again is then
    /// written again, which finds its samples there and changes nothing, and another batch is refused all the same.
    public static let answerBytesMax = 4 << 20

    public init(person: Person, session: Session) {
        self.person = person
        self.session = session
    }

    /// What a batch was answered.
    public struct Answer: Hashable, Sendable {
        /// HTTP status
        public var status: Int32
        public var body: [UInt8]
        /// Whether it is the answer to an earlier batch, and this one was not written.
        public var isReplayed = false

        public init(status: Int32, body: [UInt8]) {
            self.status = status
            self.body = body
        }
    }

    /// Answers a batch once.
    ///
    /// It holds the person's lock from the start, so that of two that come at the same time one is written and the other gets
    /// its answer. Key and answer are durable if what `write` does is.
    ///
    /// - Parameters:
    ///   - bodySHA256: digest of the batch as sent.
    ///   - write: stores the batch; when it throws, neither the batch nor the key is kept.
    /// - Throws: what `write` throws, `PostgresError`, or `HealthDatabaseError` (`idempotencyKeyReused`, `unknownPerson`).
    public func answer(_ key: IdempotencyKey, bodySHA256: [UInt8], _ write: () throws -> Answer) throws -> Answer {
        try session.transaction {
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
        let known = try session.execute(
            """
            select body_sha256, status, response from health.idempotency_key
            where person_id = $1 and key = $2 and \(IdempotencyStore.isKept)
            """,
            [.int32(person.id), .text(key.text)])
        guard known.rowCount == 1 else { return nil }
        guard try known[0].bytea(0) == bodySHA256 else {
            throw HealthDatabaseError(
                .idempotencyKeyReused, "another batch came with this Idempotency-Key",
                hint: "use a new key for each batch, and the same only to send the same bytes again")
        }
        guard let body = try known[0].optionalBytea(2) else { return nil }
        var answer = Answer(status: try known[0].int32(1), body: body)
        answer.isReplayed = true
        return answer
    }

    private func keep(_ answer: Answer, _ key: IdempotencyKey, _ bodySHA256: [UInt8]) throws {
        let body = answer.body.count <= IdempotencyStore.answerBytesMax ? answer.body : nil
        _ = try session.execute(
            """
            insert into health.idempotency_key (person_id, key, body_sha256, status, response)
            values ($1, $2, $3, $4, $5)
            on conflict (person_id, key) do update set body_sha256 = excluded.body_sha256, status = excluded.status,
                response = excluded.response, created_at = excluded.created_at
            """,
            [.int32(person.id), .text(key.text), .bytea(bodySHA256), .int32(answer.status), .bytea(body)])
    }

    /// Removes the oldest of what is too old.
    private func forget() throws {
        _ = try session.execute(
            """
            delete from health.idempotency_key using (
                select person_id, key from health.idempotency_key
                where person_id = $1 and not \(IdempotencyStore.isKept)
                order by created_at limit $2
            ) old
            where idempotency_key.person_id = old.person_id and idempotency_key.key = old.key
            """,
            [.int32(person.id), .int32(Int32(IdempotencyStore.forgottenAtOnceMax))])
    }
}
