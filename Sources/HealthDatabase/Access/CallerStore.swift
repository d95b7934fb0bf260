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
        /// Nil unless the request is about the person of the token.
        public var known: Resolved?
    }

    /// A caller whom a look-up has found, about the person of the token. The next look-up of the
    /// same credential is cheaper with it.
    public struct Resolved: Sendable {
        public let person: Person
        fileprivate let access: Access
        /// Everything on which `access` depends. PostgreSQL computes the access only if this text
        /// has changed, because that takes longer than the rest of the look-up.
        fileprivate let basis: String
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
    /// - Parameter known: what an earlier look-up of the credential returned.
    /// - Throws: `PostgresError`.
    public static func find(
        _ credential: Credential, readsVersion: Bool, known: Resolved? = nil, _ session: Session
    ) throws -> VersionedFinding {
        try session.reading {
            let found: VersionedFinding
            switch credential.proof {
            case .token(let token), .session(let token):
                // Most requests are about the person of the token, so one round trip reads both.
                let rows = try session.execute(
                    statements(of: token, credential, readsVersion: readsVersion, known: known))
                found = try find(token, reading: rows, credential, readsVersion, known, session)
            case .proxyUser(let name): found = VersionedFinding(finding: try find(user: name, credential, session))
            }
            guard readsVersion, found.version == nil, case .caller(let caller) = found.finding else { return found }
            let row = try session.execute(FiguresVersion.statement(caller.person.id)).first
            return VersionedFinding(finding: found.finding, version: try row.map(FiguresVersion.init))
        }
    }

    private static func statements(
        of token: BearerToken, _ credential: Credential, readsVersion: Bool, known: Resolved?
    ) -> [Statement] {
        let kind = credential.isSession ? TokenKind.session : .token
        let lookUp = Statement(
            known == nil ? lookUps[credential.isSession ? 1 : 0] : knownLookUps[credential.isSession ? 1 : 0],
            token.personID, token.tokenID, kind.rawValue)
        return [lookUp] + (readsTypes(known) ? [Statement(types, token.personID)] : [])
            + (readsVersion ? [FiguresVersion.statement(token.personID)] : [])
    }

    /// Returns true if the person's types have to be read, too. Access to everything does not
    /// depend on them.
    private static func readsTypes(_ known: Resolved?) -> Bool { known?.access.isWhole != true }

    /// - Parameter rows: the rows of `statements(of:_:readsVersion:known:)`.
    private static func find(
        _ token: BearerToken, reading rows: [Rows], _ credential: Credential, _ readsVersion: Bool, _ known: Resolved?,
        _ session: Session
    ) throws -> VersionedFinding {
        var row = rows[0].first
        let expected = try row?.bytea() ?? [UInt8](repeating: 0, count: SHA256.byteCount)
        let isRight = constantTimeEquals(SHA256.hash(token.secret), expected)
        guard isRight, var row else { return VersionedFinding(finding: .wrong) }
        let person = Person(id: token.personID, uuid: try row.uuid(), name: try row.text())
        let (holderID, isWhole) = (try row.int32(), try row.bool())
        guard let readAccess = try row.optionalText() else { return VersionedFinding(finding: .ended) }
        if let named = credential.personUUID, named != person.uuid {
            guard credential.isSession, isWhole else { return VersionedFinding(finding: .unknownPerson) }
            return VersionedFinding(finding: try find(named, holderID: holderID, credential, session))
        }
        let limits = try row.text()
        let limitsAndTypes = try limits + "," + (readsTypes(known) ? rows[1].first?.optionalText(0) ?? "" : "")
        let basis = readsTypes(known) ? limitsAndTypes : limits
        let access: Access
        if let known {
            access = known.basis == basis ? known.access : try self.access(of: token, holderID: holderID, session)
        } else {
            access = try Access(readAccess)
        }
        let caller = Caller(person: person, access: access, credential: credential, isNarrowed: !isWhole)
        return VersionedFinding(
            finding: .caller(caller), version: readsVersion ? try rows.last?.first.map(FiguresVersion.init) : nil,
            known: Resolved(person: person, access: access, basis: access.isWhole ? limits : limitsAndTypes))
    }

    private static func access(of token: BearerToken, holderID: Int32, _ session: Session) throws -> Access {
        try Access(
            session.value(
                "select health.access_of($1, $2, $3)::text", token.personID, holderID, token.tokenID, as: String.self))
    }

    /// What `health.access_of` reads besides `types`: the limits of the token, the grants of its
    /// holder that are in force, and the catalogue.
    private static let basis = """
        concat(
            health.special_access_groups(),
            (select sha256 from health.installed_code where name = '\(Migrator.Part.catalogue)'),
            row(
                token.token_id, token.may_read, token.may_write, token.may_manage, token.all_groups, token.groups,
                token.sample_type_ids, token.from_time, token.to_time, token.shows_names),
            (
                select string_agg(access_grant::text, ',' order by access_grant.grant_id)
                from health.access_grant
                where access_grant.person_id = $1 and access_grant.holder_id = token.holder_id
                    and access_grant.revoked_at is null
                    and (access_grant.expires_at is null or access_grant.expires_at > now())
            ))
        """

    /// The person's types that are not in the catalogue. A statement of its own: the coordinator of
    /// a cluster answers `basis` alone, because no table in it is divided by person.
    private static let types = """
        select string_agg(sample_type_id::text, ',' order by sample_type_id)
        from health.person_sample_type where person_id = $1
        """

    /// The statements for a token and for a session.
    private static let lookUps = [false, true].map { statement(isSession: $0, readsAccess: true) }
    private static let knownLookUps = [false, true].map { statement(isSession: $0, readsAccess: false) }

    /// Only a session ends when it is not used. On a cluster, `token` and `person` are on the
    /// coordinator, and `token_use` is on a worker.
    ///
    /// - Parameter readsAccess: false to read an empty text in place of the access.
    private static func statement(isSession: Bool, readsAccess: Bool) -> String {
        let isValid = isSession ? TokenKind.isValid : TokenKind.isCurrent
        let access = readsAccess ? "health.access_of(token.person_id, token.holder_id, token.token_id)::text" : "''"
        let use = "left join health.token_use on token_use.person_id = $1 and token_use.token_id = $2"
        return """
            select token.secret_sha256, person.uuid, person.name, token.holder_id,
                token.may_read and token.may_write and token.may_manage and token.all_groups is null
                    and token.from_time is null and token.to_time is null and token.shows_names,
                case when \(isValid) then \(access) end, \(basis)
            from health.token
            join health.person on person.person_id = $1
            \(isSession ? use : "")
            where token.person_id = $1 and token.token_id = $2 and token.kind = $3
            """
    }

    private static func find(user name: String, _ credential: Credential, _ session: Session) throws -> Finding {
        guard PersonStore.isLabel(name) else { return .unknownUser }
        let result = try session.run(
            """
            select person.person_id, person.uuid, holder.holder_id,
                health.access_of(person.person_id, holder.holder_id, null)::text
            from health.person join health.holder using (person_id)
            where person.name = $1
            """, name)
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
        return try session.value(
            """
            select least(
                (
                    select min(expires_at) from health.access_grant
                    where person_id = $1 and holder_id = $2 and revoked_at is null and expires_at > now()),
                (
                    select least(
                        token.expires_at, token.secret_expires_at,
                        case when token.kind = 'session' then
                            coalesce(token_use.used_at, token.created_at)
                                + interval '\(PageSessionStore.idleDays) days' end)
                    from health.token
                    left join health.token_use on token_use.person_id = $3 and token_use.token_id = $4
                    where token.person_id = $3 and token.token_id = $4))
            """, caller.person, caller.access.holderID, token?.personID, token?.tokenID, as: Instant?.self)
    }

    /// Another person than the holder's own.
    private static func find(
        _ uuid: UUID, holderID: Int32, _ credential: Credential, _ session: Session
    ) throws -> Finding {
        let result = try session.run(
            """
            select person_id, name, health.access_of(person_id, $2, null)::text
            from health.person where uuid = $1
            """, uuid, holderID)
        guard var row = result.first else { return .unknownPerson }
        let person = Person(id: try row.int32(), uuid: uuid, name: try row.text())
        let access = try Access(try row.text())
        guard access.mayRead || access.mayWrite || access.mayManage else { return .unknownPerson }
        return .caller(Caller(person: person, access: access, credential: credential))
    }
}

extension TokenKind {
    /// Whether a row of `health.token` is neither revoked nor expired: an SQL condition.
    static let isCurrent = """
        (token.revoked_at is null and (token.expires_at is null or token.expires_at > now())
            and (token.secret_expires_at is null or token.secret_expires_at > now()))
        """

    /// Whether a row of `health.token` may be used: an SQL condition. The statement joins the row
    /// of `health.token_use`, if there is one.
    static let isValid = """
        (\(isCurrent)
            and (token.kind <> 'session'
                or coalesce(token_use.used_at, token.created_at) > now() - interval '\(PageSessionStore.idleDays) days'))
        """
}
