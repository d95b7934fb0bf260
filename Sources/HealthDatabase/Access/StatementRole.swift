import Digests
import Foundation
import Postgres

/// The login that runs statements of callers: `healthstore_sql_N`, where N is the number of the
/// database.
///
/// A statement can change settings and roles of its session. So neither the session nor its role
/// has any right besides those of analysts, and `health.sealed_access` says what the policies let
/// the caller read. The role's limits are those of one caller, because callers take turns.
public struct StatementRole: Sendable {
    /// What the names of all such roles begin with.
    static let prefix = "healthstore_sql_"
    /// The seconds after which a statement is cancelled.
    public static let statementSecondsMax = 20
    /// The most sessions with the role, of all services of the store.
    private static let sessionsMax = 8
    /// The longest row of an answer, as JSON, in bytes.
    public static let rowBytesMax = 16 << 10
    /// The settings that only a superuser makes keep what a statement says from logs and from
    /// statements of other callers.
    private static let settings = [
        "default_transaction_read_only = on", "statement_timeout = '\(statementSecondsMax)s'",
        "search_path = \(AnalystStore.searchPath)", "timezone = 'UTC'", "max_parallel_workers_per_gather = 0",
        "temp_file_limit = '1GB'", "track_activities = off", "log_min_messages = fatal",
        "log_min_error_statement = panic",
    ]

    public let name: String
    private let password: String
    private let secret: [UInt8]

    /// Creates the role unless it exists. Nil if the session's user is no superuser, on a cluster,
    /// and if the role does not exist and the session only reads.
    ///
    /// - Throws: `PostgresError`.
    public init?(_ session: Session) throws {
        let isSuperuser = "select rolsuper from pg_roles where rolname = current_user"
        guard try session.value(isSuperuser, as: Bool.self), try !Cluster.isDistributed(session) else { return nil }
        name = try session.value(
            "select $1 || oid::text from pg_database where datname = current_database()", StatementRole.prefix,
            as: String.self)
        secret = try session.run("select secret from health.store_secret")[0].bytea(0)
        password = hexadecimal(SHA256.hash(secret + Array(name.utf8)))
        let exists = "select exists (select 1 from pg_roles where rolname = $1)"
        guard try !session.value(exists, name, as: Bool.self) else { return }
        let readsOnly = "select current_setting('transaction_read_only')::boolean"
        guard try !session.value(readsOnly, as: Bool.self) else { return nil }
        let verifier = try session.passwordVerifier(password, for: name)
        let database = session.quoteIdentifier(try session.value("select current_database()::text", as: String.self))
        try session.transaction {
            // Another service of the store may create it at the same time.
            try session.executeScript("lock table health.store_secret in share row exclusive mode")
            guard try !session.value(exists, name, as: Bool.self) else { return }
            try session.executeScript(
                """
                create role \(name) login connection limit \(StatementRole.sessionsMax) password '\(verifier)'
                    in role \(AnalystStore.role);
                grant connect on database \(database) to \(name);
                """)
            for setting in StatementRole.settings { try session.executeScript("alter role \(name) set \(setting)") }
        }
    }

    /// The database as the role sees it.
    ///
    /// - Throws: `PostgresError` for a malformed connection string.
    public func database(_ owner: Database) throws -> Database {
        var conninfo = try ConnectionString(owner.conninfo)
        (conninfo["user"], conninfo["password"]) = (name, password)
        for keyword in ["passfile", "sslcert", "sslkey"] { conninfo[keyword] = nil }
        if owner.hasStandbys, conninfo["target_session_attrs"] == nil { conninfo["target_session_attrs"] = "primary" }
        return Database(conninfo.text)
    }

    /// Returns rows of a query, each as an object of JSON.
    ///
    /// - Parameters:
    ///   - statement: one SELECT, VALUES or TABLE, or WITH and one of them.
    ///   - limit: the most rows.
    ///   - session: a session with the role.
    /// - Returns: nil in place of a row that is longer than `rowBytesMax`. `hasMore` is true if
    ///   the query has more rows.
    /// - Throws: `PostgresError`.
    public func rows(
        _ statement: String, limit: Int, as access: Access, _ session: Session
    ) throws -> (rows: [[UInt8]?], hasMore: Bool) {
        struct Finished: Error {}
        var rows: [[UInt8]?] = []
        do {
            // The transaction is rolled back, so that no setting of a statement is left.
            try session.transaction(readOnly: true) {
                let time = try session.value("select timestamptz_send(transaction_timestamp())", as: [UInt8].self)
                let seal = hexadecimal(SHA256.hash(secret + SHA256.hash(time + Array(access.text.utf8))))
                try session.run(
                    """
                    select set_config('healthstore.access', $1, true), set_config('healthstore.access_seal', $2, true)
                    """, access.text, seal)
                // As a subquery, the text can be nothing but a query, and there is one statement.
                rows = try session.run(
                    """
                    select case when octet_length(line.json) <= \(StatementRole.rowBytesMax) then line.json end
                    from (
                        select row_to_json(healthstore_row)::text as json
                        from (
                    \(statement)
                        ) healthstore_row
                        limit \(limit + 1)
                    ) line
                    """, isPrepared: false
                ).all(as: { (json: String?) in json.map { Array($0.utf8) } })
                throw Finished()
            }
        } catch is Finished {}
        return (Array(rows.prefix(limit)), rows.count > limit)
    }
}
