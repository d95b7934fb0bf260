import Digests
import Foundation
import HealthCore
import Postgres

/// The tokens of apps that ask for access by OAuth 2.1 or with a pairing code.
///
/// A row of `health.token` is first an authorization code and then the token. The app sends the
/// access token, which ends after `accessSeconds`, and gets the next one for its refresh token.
/// Each refresh token works once. It works again if the app has not used the access token that came
/// with its answer, because then the answer was lost.
public enum AuthorizationStore {
    /// The seconds for which an authorization code is valid.
    public static let codeSeconds: Int64 = 60
    /// The seconds for which a pairing code is valid: a day.
    public static let pairingSeconds: Int64 = 86_400
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

    /// The characters of a pairing code. None of them looks like another.
    private static let pairingAlphabet = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789".utf8)
    /// The number of characters of a pairing code, 5 bits each.
    public static let pairingLength = 8

    /// Creates a code that a person types into an app. It ends earlier codes of the holder about
    /// the person.
    ///
    /// - Parameter name: the name of the later token.
    /// - Returns: the code and the time at which it ends.
    /// - Throws: the errors of `TokenStore.create`.
    public static func createPairing(
        for person: Person, name: String, holder: Holder, terms: AccessTerms, now: Instant, _ session: Session
    ) throws -> (code: String, ends: Instant) {
        let ends = Instant(microseconds: now.microseconds + pairingSeconds * Instant.microsecondsPerSecond)
        let code = try randomBytes(pairingLength).map { pairingAlphabet[Int($0) % pairingAlphabet.count] }
        try session.transaction {
            try session.run(
                "delete from health.token where person_id = $1 and holder_id = $2 and kind = 'pairing'", person,
                holder.id)
            // The row keeps the end of the later token in expires_at.
            _ = try TokenStore.create(
                for: person, name: name, holder: holder, terms: terms, kind: .pairing, secret: code,
                secretExpires: ends, session)
        }
        return (String(decoding: code, as: UTF8.self), ends)
    }

    /// Makes the token of a pairing code. A code works once.
    ///
    /// - Returns: nil for a code that is unknown, was used or has ended.
    /// - Throws: `PostgresError`.
    public static func redeem(_ code: String, _ session: Session) throws -> (person: UUID, issued: Issued)? {
        try session.transaction {
            let found = try session.first(
                """
                select token.person_id, token.token_id, person.uuid, token.expires_at
                from health.token
                join health.person on person.person_id = token.person_id
                where token.kind = 'pairing' and token.secret_sha256 = $1 and \(TokenKind.isCurrent)
                    and person.erasing_since is null
                """, SHA256.hash(Array(code.uppercased().utf8))
            ) { (personID: Int32, tokenID: UUID, person: UUID, expires: Instant?) in
                (personID, tokenID, person, expires)
            }
            guard let (personID, tokenID, person, expires) = found else { return nil }
            let issued = try Issued(personID, tokenID)
            return try makeToken(of: .pairing, issued, expires: expires, session) ? (person, issued) : nil
        }
    }

    /// Turns the row of a code into a token.
    ///
    /// - Returns: false if another request has done so.
    private static func makeToken(
        of kind: TokenKind, _ issued: Issued, expires: Instant?, _ session: Session
    ) throws -> Bool {
        try session.affectedRows(
            """
            update health.token set kind = 'token', expires_at = $3, secret_sha256 = $4, refresh_sha256 = $5,
                secret_expires_at = now() + interval '\(accessSeconds) s'
            where person_id = $1 and token_id = $2 and kind = $6 and \(TokenKind.isCurrent)
            """, issued.access.personID, issued.access.tokenID, expires, SHA256.hash(issued.access.secret),
            SHA256.hash(issued.refresh.secret), kind.rawValue) == 1
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
            if try makeToken(of: .code, issued, expires: expires, session) { return issued }
            _ = try TokenRevocation.revoke(id, of: personID, session)
            return nil
        }
    }

    /// Replaces both secrets of a token. If the refresh token was used before, and the access token
    /// of its answer was used, too, one of the two users has stolen it, so the token is revoked.
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
                    revoked_at is null and (expires_at is null or expires_at > now()),
                    \(refreshed)
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
            let (isValid, refreshed) = (try row?.bool() == true, try row?.optionalInstant())
            guard isValid, try isNext || !hasUsedAccess(of: token, since: refreshed, session) else {
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

    /// SQL of the time at which a token got its secrets; null for a token without a refresh token.
    static let refreshed = "token.secret_expires_at - interval '\(accessSeconds) s'"

    /// Returns true if a request came with the access token after the last refresh.
    private static func hasUsedAccess(of token: BearerToken, since refreshed: Instant?, _ session: Session) throws
        -> Bool
    {
        let used = try session.first(
            "select used_at from health.token_use where person_id = $1 and token_id = $2", token.personID,
            token.tokenID, as: Instant.self)
        guard let used, let refreshed else { return false }
        return used >= refreshed
    }
}
