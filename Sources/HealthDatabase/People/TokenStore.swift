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
}

extension BearerToken {
    /// Returns nil unless `text` is exactly the `text` of a token. Each token has one spelling.
    public init?(_ text: String) {
        guard text.utf8.count <= 128 else { return nil }
        let parts = text.split(separator: "_").map(String.init)
        guard parts.count == 4, let personID = Int32(parts[1]), let id = bytes(hexadecimal: parts[2]), id.count == 16,
            let secret = bytes(hexadecimal: parts[3]), secret.count == BearerToken.secretBytes
        else { return nil }
        self.init(personID: personID, tokenID: UUID(bytes: id[...]), secret: secret)
        guard self.text.utf8.elementsEqual(text.utf8) else { return nil }
    }
}

/// The PostgreSQL notification that is sent when a token is revoked.
public enum TokenRevocation {
    /// The name of the channel. The payload of a notification is the id of the token.
    public static let channel = "health_token_revoked"

    private static let notification = "select pg_notify('\(channel)', token_id::text) is null from"

    /// Notifies listeners of all tokens of a person who is about to be deleted.
    static func notify(ofAll person: Person, _ session: Session) throws {
        try session.run("\(notification) health.token where person_id = $1", person)
    }

    /// Revokes a token, and notifies listeners of it.
    ///
    /// - Returns: false if there is no such token.
    static func revoke(_ tokenID: UUID, of personID: Int32, _ session: Session) throws -> Bool {
        try session.run(
            """
            with revoked as (
                update health.token set revoked_at = least(revoked_at, now())
                where person_id = $1 and token_id = $2
                returning token_id
            )
            \(notification) revoked
            """, personID, tokenID
        ).rowCount == 1
    }

    /// Notifies about all tokens of a holder that will be removed.
    static func notify(ofAllOf holderID: Int32, _ session: Session) throws {
        try session.run("\(notification) health.token where holder_id = $1", holderID)
    }
}

/// The way in which a client sends a token.
public enum TokenKind: String, Sendable, NamedColumnValue {
    static let unknown = TokenKind.token

    /// In the header `Authorization`.
    case token
    /// In a link, which makes one session of the page.
    case login
    /// In a link, which makes a grant and one session of the page (`InvitationStore`).
    case invitation
    /// In a cookie of the page.
    case session
    /// Not at all: an app sends the authorization code that names it (`AuthorizationStore`).
    case code
    /// Not at all: a person types the token's code into an app (`AuthorizationStore`).
    case pairing
}

/// The way in which a person opened a session of the page.
public enum SessionOpening: String, CaseIterable, Sendable, SingleColumnValue {
    /// By a link of `healthstore login-link`.
    case loginLink = "login-link"
    case passkey
    /// By the link of a person who shares data.
    case invitation
    /// At a provider of OpenID Connect.
    case openID = "openid"

    public static func parameter(_ value: SessionOpening?) -> Parameter { .text(value?.rawValue) }
    public static func read(_ row: inout Row) throws -> SessionOpening? {
        try row.optionalText().flatMap(SessionOpening.init)
    }
}

/// The bearer tokens of the store. Only hashes of their secrets are stored.
public enum TokenStore {
    /// A token as `healthstore token list` shows it.
    public struct Listed: Sendable {
        public var id: UUID
        public var name: String
        public var kind: TokenKind
        /// The way in which the session was opened; nil for every other kind.
        public var openedBy: SessionOpening?
        /// The name of the passkey that opened the session; nil for none, and for one that was
        /// removed.
        public var passkeyName: String?
        public var holder: Holder
        /// The terms that narrow the grants of the holder.
        public var terms: AccessTerms
        public var created: Instant
        /// The time of the last answered request with the token, at most `useSeconds` too early.
        /// Nil if the token was never used, or was last used before the store recorded uses.
        public var lastUsed: Instant?
        public var isRevoked: Bool

        /// Returns true if the token is neither revoked nor expired.
        public func isValid(at now: Instant) -> Bool { !isRevoked && terms.expires.map { $0 > now } ?? true }
    }

    /// The least number of seconds between two writes of a token's last use: one minute.
    public static let useSeconds = 60
    /// The maximum number of valid tokens about one person.
    public static let tokensPerPersonMax: Int64 = 1_000
    /// The maximum number of revoked and expired tokens about one person. The oldest are deleted.
    public static let endedTokensPerPersonMax: Int64 = 1_000
    /// The seconds for which a login link is valid: ten minutes.
    public static let loginSeconds: Int64 = 600

    /// Creates a token.
    ///
    /// The token gives at most what the grants of its holder give at the time of a request. `terms`
    /// can narrow them.
    ///
    /// - Parameters:
    ///   - person: the person whom the token is about.
    ///   - name: the purpose of the token. It may be empty and has at most
    ///     `PersonStore.nameBytesMax` bytes.
    ///   - holder: the holder of the token; nil for the person's own holder.
    ///   - terms: the terms that narrow the holder's grants.
    ///   - secret: nil for a random secret.
    ///   - secretExpires: the end of the secret, if `terms` have the end of what it makes.
    /// - Throws: `ParameterError` for terms without rights or types, or with an unknown type;
    ///   `HealthDatabaseError` (`malformedName`, `missingGrant`, `tooManyTokens`), `PostgresError`.
    public static func create(
        for person: Person, name: String, holder: Holder? = nil, terms: AccessTerms = .everything,
        kind: TokenKind = .token, secret: [UInt8]? = nil, secretExpires: Instant? = nil, _ session: Session
    ) throws -> BearerToken {
        try PersonStore.checkTokenName(name)
        let token = BearerToken(
            personID: person.id, tokenID: UUID(), secret: try secret ?? randomBytes(BearerToken.secretBytes))
        try session.transaction {
            let typeIDs = try TermsColumns.typeIDs(of: terms, person, session)
            let holder = try holder ?? HolderStore.own(of: person, session)
            try makeRoom(holder, person, session)
            _ = try session.execute(
                """
                insert into health.token (
                    person_id, token_id, secret_sha256, name, holder_id, kind, secret_expires_at, \(TermsColumns.names))
                values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
                """,
                [
                    .int32(person.id), .uuid(token.tokenID), .bytea(SHA256.hash(token.secret)), .text(name),
                    .int32(holder.id), .text(kind.rawValue), .timestamptz(secretExpires?.microseconds),
                ]
                    + TermsColumns.values(
                        terms, typeIDs: typeIDs, allGroups: terms.scope.hasEveryType ? nil : terms.scope.hasAllGroups))
        }
        return token
    }

    /// Creates the token of a login link. It is valid for `loginSeconds` and makes one session.
    ///
    /// - Parameter holder: the holder who logs in; nil for the person's own holder.
    /// - Throws: `HealthDatabaseError` (`missingGrant`, `tooManyTokens`), `PostgresError`.
    public static func createLogin(
        for person: Person, holder: Holder? = nil, now: Instant, _ session: Session
    ) throws -> BearerToken {
        var terms = AccessTerms.everything
        terms.expires = Instant(microseconds: now.microseconds + loginSeconds * Instant.microsecondsPerSecond)
        return try create(for: person, name: "login link", holder: holder, terms: terms, kind: .login, session)
    }

    /// Checks that the holder has a grant and that the limit of valid tokens is not reached.
    /// Deletes the oldest ended tokens.
    private static func makeRoom(_ holder: Holder, _ person: Person, _ session: Session) throws {
        let row = try session.run(
            """
            select
                exists (
                    select 1 from health.access_grant
                    where access_grant.person_id = $1 and access_grant.holder_id = $2 and \(GrantStore.isValid)),
                (
                    select count(*) from health.token
                    where person_id = $1 and revoked_at is null and (expires_at is null or expires_at > now()))
            """, person, holder.id)[0]
        guard try row.bool(0) else {
            throw HealthDatabaseError(
                .missingGrant, "\(holder.name) has no grant about \(person.name)",
                hint: "healthstore share PERSON --with HOLDER grants access")
        }
        guard try row.int64(1) < tokensPerPersonMax else {
            throw HealthDatabaseError(
                .tooManyTokens,
                "there are already \(tokensPerPersonMax) tokens about \(person.name), which is the limit",
                hint: "healthstore token list shows the tokens, healthstore token revoke ends one")
        }
        try session.run(
            """
            delete from health.token
            where person_id = $1 and token_id in (
                select token_id from health.token
                where person_id = $1 and (revoked_at is not null or expires_at <= now())
                order by least(revoked_at, expires_at) desc offset \(endedTokensPerPersonMax))
            """, person)
    }

    /// Returns the tokens, sessions and links about a person, oldest first.
    ///
    /// - Throws: `PostgresError`.
    public static func list(for person: Person, _ session: Session) throws -> [Listed] {
        try session.all(
            """
            select token.token_id, token.name, token.kind, token.opened_by, passkey.name,
                \(HolderStore.columns), \(TermsColumns.selection("token")),
                token.created_at, token_use.used_at, token.revoked_at is not null
            from health.token
            join health.holder on holder.holder_id = token.holder_id
            left join health.person on person.person_id = holder.person_id
            left join health.passkey on passkey.passkey_id = token.passkey_id
            left join health.token_use on token_use.person_id = $1 and token_use.token_id = token.token_id
            where token.person_id = $1
            order by token.created_at, token.token_id
            """, person, as: Listed.init)
    }

    /// Records the current time as the token's last use, unless a use of the last minute is
    /// recorded.
    ///
    /// It does not wait for the disk. If a crash loses the record, the next request records a use
    /// again.
    ///
    /// - Throws: `PostgresError`, 23503 if the token was deleted meanwhile.
    public static func recordUse(of token: BearerToken, _ session: Session) throws {
        try session.transaction {
            try session.executeScript("set local synchronous_commit = off")
            // A request with the secret before a refresh is no use of the secret after it.
            let isDue =
                try session.run(
                    """
                    select 1 from health.token
                    left join health.token_use on token_use.person_id = $1 and token_use.token_id = $2
                    where token.person_id = $1 and token.token_id = $2 and token.secret_sha256 = $3
                        and coalesce(
                            used_at < greatest(now() - interval '\(useSeconds) s', \(AuthorizationStore.refreshed)), true)
                    """, token.personID, token.tokenID, SHA256.hash(token.secret)
                ).rowCount == 1
            guard isDue else { return }
            try session.run(
                """
                insert into health.token_use (person_id, token_id, used_at) values ($1, $2, now())
                on conflict (person_id, token_id) do update set used_at = excluded.used_at
                """, token.personID, token.tokenID)
        }
    }

    /// Revokes a token. Services receive a notification and end the streams that were opened with
    /// the token.
    ///
    /// - Throws: `HealthDatabaseError` (`unknownToken`), `PostgresError`.
    public static func revoke(_ id: UUID, of person: Person, _ session: Session) throws {
        guard try TokenRevocation.revoke(id, of: person.id, session) else {
            throw HealthDatabaseError(
                .unknownToken, "\(person.name) has no such token",
                hint: "healthstore token list shows the ids of the person's tokens")
        }
    }
}
