import Digests
import Foundation
import HealthCore
import Postgres

/// Looks up the callers of requests.
public enum CallerStore {
    /// The result of a look-up.
    public enum Finding: Sendable {
        case caller(Caller)
        /// The secret is right. The token was revoked, has expired, or is of another kind.
        case ended
        /// There is no such token, or the secret is wrong.
        case wrong
        /// No person has the name that the proxy sent.
        case unknownUser
        /// There is no person with the uuid that the request names, or that person granted the
        /// holder nothing.
        case unknownPerson
    }

    /// A finding, and the version of the figures of the person whom the request is about.
    public struct VersionedFinding: Sendable {
        public var finding: Finding
        /// Nil if it was not asked for, or if there is no caller.
        public var version: FiguresVersion?
    }

    /// Returns the caller who presents `credential`, with the caller's access.
    ///
    /// A token is about its own person. A session and a user of a proxy may ask about any person
    /// who granted the holder something. A session that narrows the grants may not.
    ///
    /// The duration does not reveal which part of a token is wrong.
    ///
    /// - Throws: `PostgresError`.
    public static func find(_ credential: Credential, _ session: Session) throws -> Finding {
        try find(credential, readsVersion: false, session).finding
    }

    /// Finds a caller like `find(_:_:)`, and reads the version of the figures in the same snapshot.
    ///
    /// - Throws: `PostgresError`.
    public static func find(
        _ credential: Credential, readsVersion: Bool, _ session: Session
    ) throws -> VersionedFinding {
        try session.reading {
            let finding: Finding
            switch credential.proof {
            case .token(let token), .session(let token):
                var statements = [statement(of: token, isSession: credential.isSession)]
                // Most requests are about the person of the token, so one round trip reads both.
                if readsVersion { statements.append(FiguresVersion.statement(token.personID)) }
                let rows = try session.execute(statements)
                finding = try find(token, reading: rows[0], credential, session)
                if case .caller(let caller) = finding, caller.person.id == token.personID, readsVersion {
                    return VersionedFinding(finding: finding, version: try rows[1].first.map(FiguresVersion.init))
                }
            case .proxyUser(let name): finding = try find(user: name, credential, session)
            }
            guard readsVersion, case .caller(let caller) = finding else { return VersionedFinding(finding: finding) }
            let row = try session.execute(FiguresVersion.statement(caller.person.id)).first
            return VersionedFinding(finding: finding, version: try row.map(FiguresVersion.init))
        }
    }

    private static func statement(of token: BearerToken, isSession: Bool) -> Statement {
        let kind = isSession ? TokenKind.session : .token
        return Statement(
            isSession ? sessionStatement : tokenStatement,
            [.int32(token.personID), .uuid(token.tokenID), .text(kind.rawValue)])
    }

    /// - Parameter rows: the rows of `statement(of:isSession:)`.
    private static func find(
        _ token: BearerToken, reading rows: Rows, _ credential: Credential, _ session: Session
    ) throws -> Finding {
        var row = rows.first
        let expected = try row?.bytea() ?? [UInt8](repeating: 0, count: SHA256.byteCount)
        let isRight = constantTimeEquals(SHA256.hash(token.secret), expected)
        guard isRight, var row else { return .wrong }
        let person = Person(id: token.personID, uuid: try row.uuid(), name: try row.text())
        let (holderID, isWhole) = (try row.int32(), try row.bool())
        guard let access = try row.optionalText() else { return .ended }
        guard let named = credential.personUUID, named != person.uuid else {
            return .caller(
                Caller(person: person, access: try Access(access), credential: credential, isNarrowed: !isWhole))
        }
        guard credential.isSession, isWhole else { return .unknownPerson }
        return try find(named, holderID: holderID, credential, session)
    }

    private static let tokenStatement = statement(isValid: TokenKind.isCurrent)
    /// Only a session ends when it is not used. On a cluster, `token` and `person` are on the
    /// coordinator, and `token_use` is on a worker.
    private static let sessionStatement = statement(
        isValid: TokenKind.isValid,
        "left join health.token_use on token_use.person_id = $1 and token_use.token_id = $2")

    private static func statement(isValid: String, _ join: String = "") -> String {
        """
        select token.secret_sha256, person.uuid, person.name, token.holder_id,
            token.may_read and token.may_write and token.may_manage and token.all_groups is null
                and token.from_time is null and token.to_time is null and token.shows_names,
            case when \(isValid) then health.access_of(token.person_id, token.holder_id, token.token_id)::text end
        from health.token
        join health.person on person.person_id = $1
        \(join)
        where token.person_id = $1 and token.token_id = $2 and token.kind = $3
        """
    }

    private static func find(user name: String, _ credential: Credential, _ session: Session) throws -> Finding {
        guard PersonStore.isLabel(name) else { return .unknownUser }
        let result = try session.execute(
            """
            select person.person_id, person.uuid, holder.holder_id,
                health.access_of(person.person_id, holder.holder_id, null)::text
            from health.person join health.holder using (person_id)
            where person.name = $1
            """, [.text(name)])
        guard var row = result.first else { return .unknownUser }
        let person = Person(id: try row.int32(), uuid: try row.uuid(), name: name)
        let holderID = try row.int32()
        guard let named = credential.personUUID, named != person.uuid else {
            return .caller(Caller(person: person, access: try Access(try row.text()), credential: credential))
        }
        return try find(named, holderID: holderID, credential, session)
    }

    /// Returns the earliest time at which a grant of the caller's holder or the caller's token
    /// expires; nil if none expires.
    ///
    /// - Throws: `PostgresError`.
    public static func accessEnds(_ caller: Caller, _ session: Session) throws -> Instant? {
        let token = caller.credential.token
        return try session.execute(
            """
            select least(
                (
                    select min(expires_at) from health.access_grant
                    where person_id = $1 and holder_id = $2 and revoked_at is null and expires_at > now()),
                (
                    select least(
                        token.expires_at,
                        case when token.kind = 'session' then
                            coalesce(token_use.used_at, token.created_at)
                                + interval '\(SessionStore.idleDays) days' end)
                    from health.token
                    left join health.token_use on token_use.person_id = $3 and token_use.token_id = $4
                    where token.person_id = $3 and token.token_id = $4))
            """,
            [
                .int32(caller.person.id), .int32(caller.access.holderID), .int32(token?.personID),
                .uuid(token?.tokenID),
            ])[0].optionalTimestamptz(0).map(Instant.init(microseconds:))
    }

    /// Another person than the holder's own.
    private static func find(
        _ uuid: UUID, holderID: Int32, _ credential: Credential, _ session: Session
    ) throws -> Finding {
        let result = try session.execute(
            """
            select person_id, name, health.access_of(person_id, $2, null)::text
            from health.person where uuid = $1
            """, [.uuid(uuid), .int32(holderID)])
        guard var row = result.first else { return .unknownPerson }
        let person = Person(id: try row.int32(), uuid: uuid, name: try row.text())
        let access = try Access(try row.text())
        guard access.mayRead || access.mayWrite || access.mayManage else { return .unknownPerson }
        return .caller(Caller(person: person, access: access, credential: credential))
    }
}

extension TokenKind {
    /// Whether a row of `health.token` is neither revoked nor expired: an SQL condition.
    static let isCurrent = "(token.revoked_at is null and (token.expires_at is null or token.expires_at > now()))"

    /// Whether a row of `health.token` may be used: an SQL condition. The statement joins the row
    /// of `health.token_use`, if there is one.
    static let isValid = """
        (\(isCurrent)
            and (token.kind <> 'session'
                or coalesce(token_use.used_at, token.created_at) > now() - interval '\(SessionStore.idleDays) days'))
        """
}
