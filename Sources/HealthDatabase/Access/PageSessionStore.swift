import Digests
import Foundation
import HealthCore
import Postgres

/// The sessions of browsers. A session is a token in a cookie. The token of a login link or of an
/// invitation makes one session.
public enum PageSessionStore {
    /// The days without a request after which a session ends.
    public static let idleDays = 30
    /// The maximum number of sessions of one holder about one person. If one more begins, the
    /// session that was unused for the longest time ends.
    public static let sessionsMax = 100

    /// Makes a session from the token of a login link or of an invitation, which is then invalid.
    ///
    /// - Parameter name: the text that the list of sessions shows, such as the name of the browser.
    /// - Returns: nil if the token is unknown, wrong, used or expired, or the invitation can no
    ///   longer be accepted. `isWrong` is true if the token is unknown or wrong.
    /// - Throws: `HealthDatabaseError` (`tooManyGrants`, `tooManyHolders`), `PostgresError`.
    public static func open(login: BearerToken, name: String, _ session: Session) throws -> (
        opened: BearerToken?, isWrong: Bool
    ) {
        try session.transaction {
            let found = try session.run(
                """
                select secret_sha256, \(TokenKind.isCurrent), holder_id, kind from health.token
                where person_id = $1 and token_id = $2 and kind in ('login', 'invitation') for update
                """, login.personID, login.tokenID)
            var row = found.first
            let expected = try row?.bytea() ?? [UInt8](repeating: 0, count: SHA256.byteCount)
            guard constantTimeEquals(SHA256.hash(login.secret), expected), var row else { return (nil, true) }
            guard try row.bool() else { return (nil, false) }
            var holderID = try row.int32()
            let openedBy: SessionOpening = try TokenKind(reading: &row) == .invitation ? .invitation : .loginLink
            if openedBy == .invitation {
                guard let person = try PersonStore.find(id: login.personID, session),
                    let invited = try InvitationStore.accept(login.tokenID, about: person, session)
                else { return (nil, false) }
                holderID = invited
            }
            let opened = try create(
                about: login.personID, holderID: holderID, openedBy: openedBy, name: name, session)
            try session.run(
                "update health.token set revoked_at = now() where person_id = $1 and token_id = $2", login.personID,
                login.tokenID)
            return (opened, false)
        }
    }

    /// Makes a session of a holder about a person. It may do what the grants of the holder give.
    ///
    /// - Parameters:
    ///   - passkeyID: the passkey that opened it; nil for none.
    ///   - name: the text that the list of sessions shows, such as the name of the browser.
    ///   - id: the id of the session, which no other token about the person has.
    /// - Throws: `PostgresError`, 23503 if the person or the holder was deleted.
    public static func create(
        about personID: Int32, holderID: Int32, openedBy: SessionOpening, passkeyID: UUID? = nil, name: String,
        id: UUID = UUID(),
        _ session: Session
    ) throws -> BearerToken {
        try session.transaction {
            try makeRoom(about: personID, holderID: holderID, session)
            let opened = BearerToken(personID: personID, tokenID: id, secret: try randomBytes(BearerToken.secretBytes))
            try session.run(
                """
                insert into health.token (person_id, token_id, secret_sha256, name, holder_id, kind, opened_by, passkey_id)
                values ($1, $2, $3, $4, $5, 'session', $6, $7)
                """, personID, opened.tokenID, SHA256.hash(opened.secret),
                PersonStore.isLabel(name) ? name : String(name.filter(\.isLetter).prefix(40)), holderID, openedBy,
                passkeyID)
            return opened
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
    private static func makeRoom(about personID: Int32, holderID: Int32, _ session: Session) throws {
        let found = try session.run(
            """
            select token.token_id, \(TokenKind.isValid), token.holder_id = $2
            from health.token
            left join health.token_use on token_use.person_id = $1 and token_use.token_id = token.token_id
            where token.person_id = $1 and token.kind in ('session', 'login')
            order by (\(TokenKind.isValid) and token.kind = 'session') desc,
                coalesce(token_use.used_at, token.created_at) desc
            """, personID, holderID)
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
            """, personID, gone)
    }
}
