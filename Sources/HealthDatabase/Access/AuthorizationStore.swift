import Digests
import Foundation
import HealthCore
import Postgres

/// The tokens of apps that ask for access by OAuth 2.1.
///
/// A row of `health.token` is first an authorization code and then the token. The app sends the
/// access token, which ends after `accessSeconds`, and gets the next one for its refresh token.
/// Each refresh token works once.
public enum AuthorizationStore {
    /// The seconds for which an authorization code is valid.
    public static let codeSeconds: Int64 = 60
    /// The seconds for which an access token is valid.
    public static let accessSeconds = 3600

    /// The two secrets of a token.
    public struct Issued: Sendable {
        public let access: BearerToken
        public let refresh: BearerToken

        fileprivate init(_ personID: Int32, _ tokenID: UUID) throws {
            func token() throws -> BearerToken {
                BearerToken(personID: personID, tokenID: tokenID, secret: try randomBytes(BearerToken.secretBytes))
            }
            access = try token()
            refresh = try token()
        }
    }

    /// Creates the row of a code. Returns the id of the later token.
    ///
    /// - Parameter name: the name of the app.
    /// - Throws: the errors of `TokenStore.create`.
    public static func createCode(
        for person: Person, name: String, holder: Holder, terms: AccessTerms, now: Instant, _ session: Session
    ) throws -> UUID {
        var terms = terms
        terms.expires = Instant(microseconds: now.microseconds + codeSeconds * Instant.microsecondsPerSecond)
        return try TokenStore.create(
            for: person, name: name, holder: holder, terms: terms, kind: .code, session
        ).tokenID
    }

    /// Makes the token of a code. A code that is used twice is in wrong hands, so its token is
    /// revoked.
    ///
    /// - Parameter expires: the end of the token; nil if it has none.
    /// - Returns: nil if the code was used, has expired, or its person was erased.
    /// - Throws: `PostgresError`.
    public static func exchange(
        code id: UUID, of personID: Int32, expires: Instant?, _ session: Session
    ) throws -> Issued? {
        try session.transaction {
            let issued = try Issued(personID, id)
            let changed = try session.run(
                """
                update health.token set kind = 'token', expires_at = $3, secret_sha256 = $4, refresh_sha256 = $5,
                    secret_expires_at = now() + interval '\(accessSeconds) s'
                where person_id = $1 and token_id = $2 and kind = 'code' and \(TokenKind.isCurrent)
                """, personID, id, expires, SHA256.hash(issued.access.secret), SHA256.hash(issued.refresh.secret))
            guard changed.affectedRows == 0 else { return issued }
            _ = try TokenRevocation.revoke(id, of: personID, session)
            return nil
        }
    }

    /// Replaces both secrets of a token. If the refresh token was used before, one of its two users
    /// has stolen it, so the token is revoked.
    ///
    /// - Returns: nil if the refresh token is unknown or was used, or the token has ended.
    ///   `isWrong` is true if it is unknown.
    /// - Throws: `PostgresError`.
    public static func refresh(
        _ token: BearerToken, _ session: Session
    ) throws -> (issued: Issued?, isWrong: Bool) {
        try session.transaction {
            let found = try session.run(
                """
                select refresh_sha256, used_refresh_sha256,
                    revoked_at is null and (expires_at is null or expires_at > now())
                from health.token
                where person_id = $1 and token_id = $2 and kind = 'token' and refresh_sha256 is not null
                for update
                """, token.personID, token.tokenID)
            var row = found.first
            let none = [UInt8](repeating: 0, count: SHA256.byteCount)
            let hash = SHA256.hash(token.secret)
            let isNext = constantTimeEquals(hash, try row?.bytea() ?? none)
            let isUsed = constantTimeEquals(hash, try row?.optionalBytea() ?? none)
            guard isNext || isUsed else { return (nil, true) }
            guard isNext, try row?.bool() == true else {
                _ = try TokenRevocation.revoke(token.tokenID, of: token.personID, session)
                return (nil, false)
            }
            let issued = try Issued(token.personID, token.tokenID)
            try session.run(
                """
                update health.token set secret_sha256 = $3, refresh_sha256 = $4, used_refresh_sha256 = $5,
                    secret_expires_at = now() + interval '\(accessSeconds) s'
                where person_id = $1 and token_id = $2
                """, token.personID, token.tokenID, SHA256.hash(issued.access.secret),
                SHA256.hash(issued.refresh.secret), hash)
            return (issued, false)
        }
    }
}
