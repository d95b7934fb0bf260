import Digests
import Foundation
import HealthCore
import Postgres

/// The token of an operator, `hsop_<token>_<secret>`. It manages people and reads no health data.
public struct OperatorToken: Hashable, Sendable {
    public var tokenID: UUID
    /// 32 bytes
    public var secret: [UInt8]

    private static let prefix = "hsop"

    /// The text of the token. The store has only a hash of the secret, so it cannot print the text
    /// again.
    public var text: String {
        let id = tokenID.uuidString.lowercased().filter { $0 != "-" }
        return "\(OperatorToken.prefix)_\(id)_\(hexadecimal(secret))"
    }
}

extension OperatorToken {
    /// Reads the `text` of a token; nil for any other text.
    public init?(_ text: String) {
        guard text.utf8.count <= 128 else { return nil }
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == OperatorToken.prefix, parts[1].utf8.count == 32,
            let id = bytes(hexadecimal: String(parts[1])), let secret = bytes(hexadecimal: String(parts[2])),
            secret.count == BearerToken.secretBytes
        else { return nil }
        self.init(tokenID: UUID(bytes: id[...]), secret: secret)
        guard self.text == text else { return nil }
    }

    /// The key of the token's bucket in `RateLimit`. No person has the id 0.
    public var limitKey: BearerToken { BearerToken(personID: 0, tokenID: tokenID, secret: secret) }
}

/// The tokens of operators. Only hashes of their secrets are stored.
public enum OperatorTokenStore {
    /// The maximum number of tokens, with the revoked tokens.
    public static let tokensMax = 1_000

    /// A token as `healthstore token list --operator` shows it.
    public struct Listed: Sendable {
        public var id: UUID
        public var name: String
        public var created: Instant
        /// The end; nil for a token without an end.
        public var expires: Instant?
        /// The time of the last request, at most `TokenStore.useSeconds` too early. Nil if the
        /// token was never used.
        public var lastUsed: Instant?
        public var isRevoked: Bool
    }

    /// Creates a token.
    ///
    /// - Parameters:
    ///   - name: at most `PersonStore.nameBytesMax` bytes; may be empty.
    ///   - expires: nil for a token without an end.
    /// - Throws: `HealthDatabaseError` (`malformedName`, `tooManyTokens`), `PostgresError`.
    public static func create(name: String, expires: Instant?, _ session: Session) throws -> OperatorToken {
        try PersonStore.checkTokenName(name)
        let token = OperatorToken(tokenID: UUID(), secret: try randomBytes(BearerToken.secretBytes))
        let inserted = try session.run(
            """
            insert into health.operator_token (token_id, secret_sha256, name, expires_at)
            select $1, $2, $3, $4 where (select count(*) from health.operator_token) < \(tokensMax)
            """, token.tokenID, SHA256.hash(token.secret), name, expires)
        guard inserted.affectedRows == 1 else {
            throw HealthDatabaseError(
                .tooManyTokens, "the store has \(tokensMax) operator's tokens, as many as it keeps")
        }
        return token
    }

    /// Returns true if the token is valid, and records its use if the session may write. A token is
    /// valid if its secret is right and it is neither revoked nor expired.
    ///
    /// - Throws: `PostgresError`.
    public static func isValid(_ token: OperatorToken, _ session: Session) throws -> Bool {
        let found = try session.run(
            """
            select secret_sha256,
                current_setting('transaction_read_only') = 'off'
                    and coalesce(last_used_at < now() - interval '\(TokenStore.useSeconds) s', true)
            from health.operator_token
            where token_id = $1 and revoked_at is null and (expires_at is null or expires_at > now())
            """, token.tokenID
        ).first
        let expected = try found?.bytea(0) ?? [UInt8](repeating: 0, count: 32)
        guard constantTimeEquals(SHA256.hash(token.secret), expected), let found else { return false }
        if try found.bool(1) {
            try session.run("update health.operator_token set last_used_at = now() where token_id = $1", token.tokenID)
        }
        return true
    }

    /// Returns all tokens, oldest first.
    ///
    /// - Throws: `PostgresError`.
    public static func list(_ session: Session) throws -> [Listed] {
        try session.all(
            """
            select token_id, name, created_at, expires_at, last_used_at, revoked_at is not null
            from health.operator_token order by created_at, token_id
            """, as: Listed.init)
    }

    /// Revokes a token.
    ///
    /// - Throws: `HealthDatabaseError` (`unknownToken`), `PostgresError`.
    public static func revoke(_ id: UUID, _ session: Session) throws {
        let revoked = try session.run(
            "update health.operator_token set revoked_at = least(revoked_at, now()) where token_id = $1", id)
        guard revoked.affectedRows == 1 else {
            throw HealthDatabaseError(
                .unknownToken, "there is no such operator's token",
                hint: "healthstore token list --operator shows the ids")
        }
    }
}
