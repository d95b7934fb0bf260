import Digests
import Foundation
import HealthCore
import Postgres

/// A role of the PostgreSQL server that can log in and read, in SQL, the data of the people granted
/// to the role.
///
/// The role and its password belong to the whole server, and the right to connect and grants to one
/// database. So a role can be an analyst of several stores.
public struct Analyst: Hashable, Sendable {
    public var name: String
    /// Names of the people whose data the analyst may read in this database, sorted.
    public var people: [String]
    /// The seconds after which a statement is cancelled; nil if an administrator removed the limit.
    public var statementTimeoutSeconds: Int?
}

/// Adds, changes and removes the analysts of the store.
///
/// Every function throws `HealthDatabaseError` (`rolesRefused`) if the session's user may not
/// change roles as required, and `PostgresError`.
public enum AnalystStore {
    /// The role that has the rights of all analysts; sql/access/grants.sql grants them.
    public static let role = "healthstore_analyst"
    /// The greatest length of a role's name in bytes: PostgreSQL's NAMEDATALEN minus one.
    public static let nameBytesMax = 63
    public static let statementTimeoutSecondsDefault = 60
    /// The longest statement timeout: one day, in seconds.
    public static let statementTimeoutSecondsMax = 86_400
    /// The most sessions of one analyst at a time. The limit keeps one analyst from taking all
    /// sessions that the service needs.
    public static let connectionsMax = 8
    /// The seconds after which PostgreSQL ends an analyst's idle transaction. An open transaction
    /// prevents VACUUM from removing deleted rows.
    public static let idleInTransactionSecondsMax = 600
    /// The seconds after which PostgreSQL ends an analyst's idle session: one hour.
    public static let idleSecondsMax = 3_600
    /// The gigabytes of temporary files, for sorts and joins, that one session of an analyst may
    /// use at a time.
    public static let temporaryFileGigabytesMax = 2
    /// The schemas in which an analyst's session looks for names without a schema. `\\d` of psql
    /// lists what they contain. After the first, they are PostgreSQL's default.
    public static let searchPath = #"health_analysis, "$user", public"#
    private static let passwordBytes = 24
    /// The longest wait for the end of each session of a removed analyst, in milliseconds.
    private static let terminationMillisecondsMax: Int64 = 5_000

    /// Adds an analyst: a role of the server and a holder with the same name.
    ///
    /// - Parameters:
    ///   - people: the people about whom the analyst gets a grant.
    ///   - terms: the terms of these grants.
    /// - Returns: the password, which has 192 random bits in hexadecimal digits. It is not stored
    ///   and cannot be shown again.
    /// - Throws: `ParameterError` for terms with an unknown type; `HealthDatabaseError`
    ///   (`malformedName`, `analystExists`, `personExists`, `holderExists`, `rolesRefused`),
    ///   `PostgresError`.
    public static func create(
        name: String, people: [Person] = [], terms: AccessTerms = readingEverything,
        statementTimeoutSeconds: Int = statementTimeoutSecondsDefault, _ session: Session
    ) throws -> String {
        guard isName(name) else {
            throw HealthDatabaseError(
                .malformedName,
                "an analyst's name must have 1 to \(nameBytesMax) characters of a to z, 0 to 9 and _, and must not begin "
                    + "with a digit, pg_ or healthstore")
        }
        let password = hexadecimal(try randomBytes(passwordBytes))
        let verifier = try session.passwordVerifier(password, for: name)
        let role = session.quoteIdentifier(name)
        // The settings are those of the new role, because members do not inherit the settings of a
        // group role. The analyst can change these settings. The data are protected by privileges
        // instead.
        try changingRoles(session) {
            guard try !roleExists(name, session) else {
                throw HealthDatabaseError(
                    .analystExists, "there is already a role named \"\(name)\"",
                    hint:
                        "if it is an analyst, of this store or another one of the server, healthstore analyst grant adds a person to it; otherwise use another name"
                )
            }
            try session.executeScript(
                """
                create role \(role) login connection limit \(connectionsMax) password '\(verifier)'
                    in role \(AnalystStore.role)
                """)
            try set("default_transaction_read_only = on", of: name, session)
            try set("statement_timeout = '\(statementTimeoutSeconds)s'", of: name, session)
            try limit(name, session)
            try set("search_path = \(searchPath)", of: name, session)
            try setMayConnect(true, name, session)
            // Grants may remain from an earlier role of this name.
            try session.run("delete from health.holder where role = $1", name)
            try HolderStore.claim(name: name, session)
            let holder = try HolderStore.insert(name: name, role: name, session)
            for person in people { try insertGrant(holder, person, terms, session) }
        }
        return password
    }

    /// The terms that allow reading every sample.
    public static let readingEverything = AccessTerms(rights: .read, scope: .everything)

    /// Grants an analyst the data of a person. Has no effect if a valid grant has the same terms.
    /// An analyst of another store of the server becomes one of this store, too.
    ///
    /// - Throws: `ParameterError` for terms with an unknown type; `HealthDatabaseError`
    ///   (`unknownAnalyst`, `tooManyGrants`, `rolesRefused`), `PostgresError`.
    public static func grant(
        _ name: String, _ person: Person, terms: AccessTerms = readingEverything, _ session: Session
    ) throws {
        try session.transaction {
            let isElsewhere = "select exists (select 1 from pg_roles where rolname = $1 and \(isMemberCondition))"
            if try !isAnalyst(name, session), try session.value(isElsewhere, name, as: Bool.self) {
                try setMayConnect(true, name, session)
            }
            try requireAnalyst(name, session)
            try insertGrant(try holder(of: name, session), person, terms, session)
        }
    }

    /// Revokes the analyst's grants about a person. The analyst's next statement can no longer read
    /// the data. Has no effect if there are no grants.
    ///
    /// - Throws: `HealthDatabaseError` (`unknownAnalyst`, `rolesRefused`), `PostgresError`.
    public static func revoke(_ name: String, _ person: Person, _ session: Session) throws {
        try session.transaction {
            let holder = try existingHolder(of: name, session)
            let revoked = try holder.map { try GrantStore.revokeAll(of: $0, about: person, session) } ?? 0
            if revoked == 0 { try requireAnalyst(name, session) }
        }
    }

    /// Ends an analyst's sessions with this database, and deletes its grants. Drops the role from
    /// the server, unless it is an analyst of another store, too.
    ///
    /// - Throws: `HealthDatabaseError` (`unknownAnalyst`, `rolesRefused`), `PostgresError`.
    public static func remove(_ name: String, _ session: Session) throws {
        try changingRoles(session) {
            if let holder = try existingHolder(of: name, session) {
                try AccessChange.notify(ofAllPeopleOf: holder.id, session)
                try TokenRevocation.notify(ofAllOf: holder.id, session)
            }
            let revoked = try session.affectedRows("delete from health.holder where role = $1", name)
            guard try isAnalyst(name, session) else {
                // The role was dropped outside this program, and only its grants remained.
                if revoked > 0, try !roleExists(name, session) { return }
                return try requireAnalyst(name, session)
            }
            // If the user may not end the analyst's sessions, they stay open, but they can no
            // longer read any person's data.
            try session.run(
                """
                select pg_terminate_backend(pid, $2) from pg_stat_activity
                where usename = $1 and datname = current_database()
                    and (pg_has_role(usename, 'usage') or pg_has_role('pg_signal_backend', 'usage'))
                """, name, terminationMillisecondsMax)
            try setMayConnect(false, name, session)
            let isElsewhere = try session.value(
                """
                select exists (
                    select 1 from pg_database, aclexplode(datacl) as entry join pg_roles on pg_roles.oid = entry.grantee
                    where rolname = $1 and datname <> current_database())
                """, name, as: Bool.self)
            if !isElsewhere { try session.executeScript("drop role \(session.quoteIdentifier(name))") }
        }
    }

    /// Returns the analysts of the store, by name.
    ///
    /// - Throws: `HealthDatabaseError` (`rolesRefused`), `PostgresError`.
    public static func list(_ session: Session) throws -> [Analyst] {
        try session.all(
            """
            select rolname::text, coalesce(granted.people, ''),
                (select nullif(ceil(extract(epoch from regexp_replace(split_part(setting, '=', 2), '^([0-9]+)$', '\\1ms')::interval))::integer, 0)
                from unnest(rolconfig) as setting where setting like 'statement\\_timeout=%')
            from pg_roles
            left join (
                select holder.role, string_agg(distinct person.name, E'\\n' order by person.name) as people
                from health.holder
                join health.access_grant using (holder_id)
                join health.person on person.person_id = access_grant.person_id
                where revoked_at is null and (expires_at is null or expires_at > now())
                group by holder.role
            ) granted on granted.role = rolname
            where \(isAnalystCondition)
            order by rolname
            """
        ) { row in
            Analyst(name: try row.text(), people: try row.lines(), statementTimeoutSeconds: try Int?(reading: &row))
        }
    }

    /// Returns settings for a session of the owner. With these settings, the session reads like an
    /// analyst who has the grants of all people, or of `person` only.
    ///
    /// The settings protect only against mistakes, because the session's user can reset them.
    ///
    /// On a cluster, the session reads as the owner.
    ///
    /// - Throws: `HealthDatabaseError` (`rolesRefused`) if the session's user may not take the
    ///   role, or for a person on a cluster; `PostgresError`.
    public static func readOnlySettings(
        person: Person?, _ session: Session
    ) throws -> [(name: String, value: String)] {
        let readOnly = [
            ("default_transaction_read_only", "on"), ("statement_timeout", "\(statementTimeoutSecondsDefault)s"),
            ("search_path", searchPath),
        ]
        if try Cluster.isDistributed(session) {
            // Citus passes neither a role nor settings of a session on to the other servers.
            guard person == nil else {
                throw HealthDatabaseError(
                    .rolesRefused, "on a cluster a session cannot be restricted to one person",
                    hint: "healthstore analyst add adds a login that reads only some people")
            }
            return readOnly
        }
        let isMember = "select pg_has_role(oid, 'member') from pg_roles where rolname = $1"
        guard try session.first(isMember, role, as: Bool.self) == true else {
            throw HealthDatabaseError(
                .rolesRefused, "this user is no member of the role \(role)",
                hint: "run healthstore migrate, which says what is missing; --owner opens the store with all rights")
        }
        return [("role", role)] + readOnly + (person.map { [("healthstore.person_id", "\($0.id)")] } ?? [])
    }

    // MARK: Parts

    private static func isName(_ name: String) -> Bool {
        name.utf8.count <= nameBytesMax && !name.hasPrefix("pg_") && !name.hasPrefix("healthstore")
            && name.wholeMatch(of: /[a-z_][a-z0-9_]*/) != nil
    }

    /// An SQL condition on a row of `pg_roles`: an analyst that may connect to this database.
    private static let isAnalystCondition = """
        \(isMemberCondition) and has_database_privilege(pg_roles.oid, current_database(), 'connect')
        """

    /// The condition that a role is an analyst of a store of the server. A role with the owner's
    /// rights can read everything, so it does not count as an analyst.
    private static let isMemberCondition = """
        rolcanlogin and not rolsuper and not starts_with(rolname, '\(StatementRole.prefix)')
            and exists (
                select 1 from pg_auth_members join pg_roles as team on team.oid = roleid
                where member = pg_roles.oid and team.rolname = '\(role)')
            and not pg_has_role(
                pg_roles.oid, (select relowner from pg_class where oid = 'health.person'::regclass), 'usage')
        """

    /// Sets the limits of an analyst's idle sessions. If this user is a superuser, also limits
    /// temporary files. Only a superuser may set or remove that limit.
    private static func limit(_ name: String, _ session: Session) throws {
        try set("idle_in_transaction_session_timeout = '\(idleInTransactionSecondsMax)s'", of: name, session)
        try set("idle_session_timeout = '\(idleSecondsMax)s'", of: name, session)
        if try Cluster.isDistributed(session) {
            // The limit applies on each server. With one connection to each server for a statement,
            // an analyst uses one core there.
            let connections = connectionsMax * Cluster.sessionsPerSession
            try session.executeScript("alter role \(session.quoteIdentifier(name)) connection limit \(connections)")
            try set("citus.max_adaptive_executor_pool_size = 1", of: name, session)
        }
        let isSuperuser = try session.value("select rolsuper from pg_roles where rolname = current_user", as: Bool.self)
        if isSuperuser { try set("temp_file_limit = '\(temporaryFileGigabytesMax)GB'", of: name, session) }
    }

    /// Citus takes one such statement at a time.
    private static func set(_ setting: String, of name: String, _ session: Session) throws {
        try session.executeScript("alter role \(session.quoteIdentifier(name)) set \(setting)")
    }

    /// Sets the limits of all analysts.
    static func limitAgain(_ session: Session) throws {
        for analyst in try list(session) { try limit(analyst.name, session) }
    }

    /// Lets a role connect to this database, which `sql/access/guards.sql` allows to no others. On
    /// a cluster all roles may connect.
    private static func setMayConnect(_ mayConnect: Bool, _ name: String, _ session: Session) throws {
        // The role may have got the right before the store was distributed, so it is always
        // revoked.
        if try mayConnect && Cluster.isDistributed(session) { return }
        let database = session.quoteIdentifier(try session.value("select current_database()::text", as: String.self))
        let role = session.quoteIdentifier(name)
        try session.executeScript(
            mayConnect
                ? "grant connect on database \(database) to \(role)"
                : "revoke connect on database \(database) from \(role)")
    }

    /// Sets the limits and the search path of analysts that an older program or an administrator
    /// created without them. Skips roles that this user may not change. A role keeps a search path
    /// that it already has.
    static func completeAll(_ session: Session) throws {
        try complete(lacking: "idle_session_timeout", session) { try limit($0, session) }
        try complete(lacking: "search_path", session) { try set("search_path = \(searchPath)", of: $0, session) }
    }

    private static func complete(
        lacking setting: String, _ session: Session, _ body: (_ name: String) throws -> Void
    ) throws {
        let names = try session.all(
            """
            select rolname::text from pg_roles
            where \(isAnalystCondition)
                and not exists (select 1 from unnest(rolconfig) as setting where starts_with(setting, $1))
            order by rolname
            """, setting + "=", as: String.self)
        for name in names {
            do {
                try session.attempt { try body(name) }
            } catch let error as PostgresError where !error.isConnectionLost {
                // Another role owns the analyst's role, or a process that migrates another database
                // of the server is changing it.
                continue
            }
        }
    }

    private static func roleExists(_ name: String, _ session: Session) throws -> Bool {
        try session.value("select exists (select 1 from pg_roles where rolname = $1)", name, as: Bool.self)
    }

    private static func isAnalyst(_ name: String, _ session: Session) throws -> Bool {
        try session.value(
            "select exists (select 1 from pg_roles where rolname = $1 and \(isAnalystCondition))", name, as: Bool.self)
    }

    private static func requireAnalyst(_ name: String, _ session: Session) throws {
        guard try isAnalyst(name, session) else {
            throw HealthDatabaseError(
                .unknownAnalyst, "there is no analyst named \"\(name)\"",
                hint: "healthstore analyst list shows the analysts, healthstore analyst add NAME adds one")
        }
    }

    /// Returns the holder of an analyst. Adds it for a role that an administrator created as an
    /// analyst.
    private static func holder(of name: String, _ session: Session) throws -> Holder {
        if let holder = try existingHolder(of: name, session) { return holder }
        try HolderStore.claim(name: name, session)
        return try HolderStore.insert(name: name, role: name, session)
    }

    private static func existingHolder(of name: String, _ session: Session) throws -> Holder? {
        try session.first("select holder_id, name from health.holder where role = $1", name) {
            Holder(id: try $0.int32(), name: try $0.text(), role: name)
        }
    }

    private static func insertGrant(
        _ holder: Holder, _ person: Person, _ terms: AccessTerms, _ session: Session
    ) throws {
        let isHeld = try GrantStore.valid(of: holder, about: person, session).contains {
            $0.preset == AccessPreset.analyst.rawValue && $0.terms == terms
        }
        guard !isHeld else { return }
        _ = try GrantStore.add(terms, about: person, to: holder, preset: .analyst, session)
    }

    private static func changingRoles(_ session: Session, _ body: () throws -> Void) throws {
        do {
            try session.transaction {
                guard try roleExists(role, session) else {
                    throw HealthDatabaseError(
                        .rolesRefused, "the server has no role \(role)",
                        hint: "run healthstore migrate, which says what is missing")
                }
                try body()
            }
        } catch let error as PostgresError where error.sqlState == "42501" {
            throw HealthDatabaseError(
                .rolesRefused, error.message,
                hint: "connect as a user who may create roles (CREATEROLE) and has admin option on \(role)")
        }
    }
}
