import Digests
import Foundation
import HealthCore
import Postgres

/// A client's proof that it acts for a person. Its text is `hs_<person>_<token>_<secret>`.
///
/// The first two parts are the key of the token's row, so a lookup concerns one person. Only the
/// secret proves anything. The secret has 256 random bits, so one round of SHA-256 is enough to
/// store it safely.
public struct BearerToken: Hashable, Sendable {
    public var personID: Int32
    public var tokenID: UUID
    /// The secret, 32 bytes.
    public var secret: [UInt8]

    static let secretBytes = 32

    /// The text that the client keeps. The store has only a hash of the secret, so it cannot show
    /// the text again.
    public var text: String {
        let id = tokenID.uuidString.lowercased().filter { $0 != "-" }
        return "hs_\(personID)_\(id)_\(hexadecimal(secret))"
    }

    /// Returns nil unless `text` is exactly the `text` of a token. Each token has one spelling.
    public init?(_ text: String) {
        guard text.utf8.count <= 128 else { return nil }
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == "hs", let personID = Int32(parts[1]), parts[2].count == 32,
            let id = bytes(hexadecimal: String(parts[2])), let secret = bytes(hexadecimal: String(parts[3])),
            secret.count == BearerToken.secretBytes
        else { return nil }
        self.personID = personID
        self.secret = secret
        tokenID = UUID(
            uuid: (
                id[0], id[1], id[2], id[3], id[4], id[5], id[6], id[7], id[8], id[9], id[10], id[11], id[12], id[13],
                id[14], id[15]
            ))
        guard self.text == text else { return nil }
    }

    init(personID: Int32, tokenID: UUID, secret: [UInt8]) {
        self.personID = personID
        self.tokenID = tokenID
        self.secret = secret
    }
}

/// The PostgreSQL notification that is sent when a token is revoked.
public enum TokenRevocation {
    /// The name of the channel. The payload of a notification is the id of the token.
    public static let channel = "health_token_revoked"

    /// Notifies listeners of all tokens of a person who is about to be deleted.
    static func notify(ofAll person: Person, _ session: Session) throws {
        _ = try session.execute(
            "select pg_notify('\(channel)', token_id::text) is null from health.token where person_id = $1",
            [.int32(person.id)])
    }
}

/// The bearer tokens of the store. Only hashes of their secrets are stored.
public enum TokenStore {
    /// A token as `healthstore token list` shows it.
    public struct Listed: Sendable {
        public var id: UUID
        public var name: String
        public var created: Instant
        /// The time of the last answered request with the token, at most `useSeconds` too early.
        /// Nil if the token was never used, or was last used before the store recorded uses.
        public var lastUsed: Instant?
        public var isRevoked: Bool
    }

    /// The least number of seconds between two writes of a token's last use: one minute.
    public static let useSeconds = 60

    /// Creates a token.
    ///
    /// - Parameter name: the purpose of the token. It may be empty and has at most
    ///   `PersonStore.nameBytesMax` bytes.
    /// - Throws: `HealthDatabaseError` (`malformedName`), `PostgresError`.
    public static func create(for person: Person, name: String, _ session: Session) throws -> BearerToken {
        guard PersonStore.isLabel(name) else {
            throw HealthDatabaseError(
                .malformedName,
                "a token's name has at most \(PersonStore.nameBytesMax) bytes and no control characters")
        }
        let token = BearerToken(
            personID: person.id, tokenID: UUID(), secret: try randomBytes(BearerToken.secretBytes))
        _ = try session.execute(
            """
            insert into health.token (person_id, token_id, secret_sha256, name, holder_id)
            select $1, $2, $3, $4, holder_id from health.holder where person_id = $1
            """,
            [.int32(person.id), .uuid(token.tokenID), .bytea(SHA256.hash(token.secret)), .text(name)])
        return token
    }

    /// Returns who presents `token` and what they may do; nil for an unknown, wrong, revoked or
    /// expired token. The time that it takes does not reveal which of these it is.
    ///
    /// - Throws: `PostgresError`.
    public static func caller(for token: BearerToken, _ session: Session) throws -> Caller? {
        let result = try session.execute(
            """
            select token.secret_sha256, person.uuid, person.name,
                health.access_of(token.person_id, token.holder_id, token.token_id)::text
            from health.token join health.person using (person_id)
            where person_id = $1 and token_id = $2 and kind = 'token' and revoked_at is null
                and (expires_at is null or expires_at > now())
            """,
            [.int32(token.personID), .uuid(token.tokenID)])
        var row = result.first
        let expected = try row?.bytea() ?? [UInt8](repeating: 0, count: 32)
        let isRight = constantTimeEquals(SHA256.hash(token.secret), expected)
        guard isRight, var row else { return nil }
        let person = Person(id: token.personID, uuid: try row.uuid(), name: try row.text())
        return Caller(person: person, access: try Access(try row.text()), token: token)
    }

    /// Returns the person about whom `token` speaks; nil as for `caller`.
    ///
    /// - Throws: `PostgresError`.
    public static func person(for token: BearerToken, _ session: Session) throws -> Person? {
        try caller(for: token, session)?.person
    }

    /// Returns the person's tokens, oldest first.
    ///
    /// - Throws: `PostgresError`.
    public static func list(for person: Person, _ session: Session) throws -> [Listed] {
        try session.execute(
            """
            select token_id, name, created_at, last_used_at, revoked_at is not null
            from health.token where person_id = $1 order by created_at, token_id
            """,
            [.int32(person.id)]
        ).map { row in
            var row = row
            return Listed(
                id: try row.uuid(), name: try row.text(), created: Instant(microseconds: try row.timestamptz()),
                lastUsed: try row.optionalTimestamptz().map(Instant.init(microseconds:)), isRevoked: try row.bool())
        }
    }

    /// Records the current time as the token's last use, unless a use of the last minute is
    /// recorded.
    ///
    /// It does not wait for locks or for the disk. If another session is writing the row, nothing
    /// is recorded. If a crash loses the record, the next request records a use again.
    ///
    /// - Throws: `PostgresError`.
    public static func recordUse(of token: BearerToken, _ session: Session) throws {
        try session.transaction {
            try session.executeScript("set local synchronous_commit = off")
            _ = try session.execute(
                """
                update health.token set last_used_at = now()
                where person_id = $1 and token_id in (
                    select token_id from health.token
                    where person_id = $1 and token_id = $2
                        and (last_used_at is null or last_used_at < now() - interval '\(useSeconds) s')
                    for update skip locked)
                """,
                [.int32(token.personID), .uuid(token.tokenID)])
        }
    }

    /// Revokes a token. Services receive a notification and end the streams that were opened with
    /// the token.
    ///
    /// - Throws: `HealthDatabaseError` (`unknownToken`), `PostgresError`.
    public static func revoke(_ id: UUID, of person: Person, _ session: Session) throws {
        let revoked = try session.execute(
            """
            with revoked as (
                update health.token set revoked_at = coalesce(revoked_at, now())
                where person_id = $1 and token_id = $2
                returning token_id
            )
            select pg_notify('\(TokenRevocation.channel)', token_id::text) is null from revoked
            """,
            [.int32(person.id), .uuid(id)])
        guard revoked.rowCount == 1 else {
            throw HealthDatabaseError(
                .unknownToken, "\(person.name) has no such token",
                hint: "healthstore token list shows the ids of the person's tokens")
        }
    }
}
