import Digests
import Foundation
import HealthCore
import Postgres

/// The sessions of browsers. A session is a token in a cookie. A login token makes one session.
public enum PageSessionStore {
    /// The days without a request after which a session ends.
    public static let idleDays = 30
    /// The maximum number of sessions of one holder about one person. If one more begins, the
    /// session that was unused for the longest time ends.
    public static let sessionsMax = 100

    /// Makes a session from a login token. The login token is then invalid.
    ///
    /// - Parameter name: the text that the list of sessions shows, such as the name of the browser.
    /// - Returns: nil if the login token is unknown, wrong, used or expired. `isWrong` is true if
    ///   it is unknown or wrong.
    /// - Throws: `PostgresError`.
    public static func open(login: BearerToken, name: String, _ session: Session) throws -> (
        opened: BearerToken?, isWrong: Bool
    ) {
        try session.transaction {
            let found = try session.run(
                """
                select secret_sha256, \(TokenKind.isCurrent) from health.token
                where person_id = $1 and token_id = $2 and kind = 'login' for update
                """, login.personID, login.tokenID)
            var row = found.first
            let expected = try row?.bytea() ?? [UInt8](repeating: 0, count: SHA256.byteCount)
            guard constantTimeEquals(SHA256.hash(login.secret), expected), var row else { return (nil, true) }
            guard try row.bool() else { return (nil, false) }
            try session.run(
                "update health.token set revoked_at = now() where person_id = $1 and token_id = $2", login.personID,
                login.tokenID)
            try makeRoom(for: login, session)
            let opened = BearerToken(
                personID: login.personID, tokenID: UUID(), secret: try randomBytes(BearerToken.secretBytes))
            try session.run(
                """
                insert into health.token (
                    person_id, token_id, secret_sha256, name, holder_id, kind, may_read, may_write, may_manage,
                    all_groups, groups, sample_type_ids, from_time, to_time, shows_names)
                select person_id, $3, $4, $5, holder_id, 'session', may_read, may_write, may_manage,
                    all_groups, groups, sample_type_ids, from_time, to_time, shows_names
                from health.token where person_id = $1 and token_id = $2
                """, login.personID, login.tokenID, opened.tokenID, SHA256.hash(opened.secret),
                PersonStore.isLabel(name) ? name : String(name.filter(\.isLetter).prefix(40)))
            return (opened, false)
        }
    }

    /// Returns true if the session is not revoked and had a request in the last `idleDays`.
    public static func isValid(_ listed: TokenStore.Listed, at now: Instant) -> Bool {
        let used = (listed.lastUsed ?? listed.created).microseconds
        return listed.isValid(at: now)
            && used > now.microseconds - Int64(idleDays) * 86_400 * Instant.microsecondsPerSecond
    }

    /// Ends a session, and the streams that were opened with it.
    ///
    /// - Throws: `PostgresError`.
    public static func end(_ token: BearerToken, _ session: Session) throws {
        _ = try TokenRevocation.revoke(token.tokenID, of: token.personID, session)
    }

    /// Deletes ended sessions and used login tokens of the holder, so that one session more has
    /// room. If the holder has `sessionsMax` sessions, also deletes those that were unused for the
    /// longest time.
    private static func makeRoom(for login: BearerToken, _ session: Session) throws {
        let found = try session.run(
            """
            select token.token_id, \(TokenKind.isValid),
                token.holder_id = (
                    select login.holder_id from health.token login where login.person_id = $1 and login.token_id = $2)
            from health.token
            left join health.token_use on token_use.person_id = $1 and token_use.token_id = token.token_id
            where token.person_id = $1 and token.kind in ('session', 'login') and token.token_id <> $2
            order by (\(TokenKind.isValid) and token.kind = 'session') desc,
                coalesce(token_use.used_at, token.created_at) desc
            """, login.personID, login.tokenID)
        var gone: [String] = []
        var countOfHolder = 0
        for row in found {
            if try row.bool(2) { countOfHolder += 1 }
            if try !row.bool(1) || row.bool(2) && countOfHolder >= sessionsMax {
                gone.append(try row.uuid(0).uuidString)
            }
        }
        try session.run(
            """
            with gone as (
                delete from health.token where person_id = $1 and token_id = any($2::text[]::uuid[]) returning token_id
            )
            select pg_notify('\(TokenRevocation.channel)', token_id::text) is null from gone
            """, login.personID, gone)
    }
}
