import Postgres

/// A session that holds a lock for which the program waited too long. The error message names the
/// session, so that an administrator can end it.
public struct LockHolder: Sendable, Hashable {
    /// The seconds for which the program waits for a lock by default.
    public static let waitSecondsMax = 30
    /// The most sessions that an error message names.
    private static let shownMax = 5

    /// The process id of the session in the server.
    public var processID: Int32
    public var applicationName: String
    public var user: String
    /// The column `state` of `pg_stat_activity`, such as `active` or `idle in transaction`. Nil if
    /// this user may not read it.
    public var state: String?
    /// The start of the session's transaction, or of the session if it has no transaction, as RFC
    /// 3339. Nil if this user may not read it.
    public var since: String?

    /// Returns the sessions that hold the advisory lock with a key of 64 bits.
    static func ofAdvisoryLock(_ key: Int64, _ session: Session) throws -> [LockHolder] {
        try holders(
            "locktype = 'advisory' and objsubid = 1 and classid::bigint = $1 and objid::bigint = $2",
            [.int64(key >> 32 & 0xffff_ffff), .int64(key & 0xffff_ffff)], session)
    }

    /// Returns the sessions that hold locks on tables and views of the store. The session with the
    /// oldest transaction comes first.
    ///
    /// - Throws: `PostgresError`.
    public static func ofRelations(_ session: Session) throws -> [LockHolder] {
        try holders(
            """
            locktype in ('relation', 'tuple') and relation in (
                select pg_class.oid from pg_class join pg_namespace on pg_namespace.oid = relnamespace
                where nspname in ('health', 'health_staging'))
            """, [], session)
    }

    private static func holders(
        _ condition: String, _ parameters: [Parameter], _ session: Session
    ) throws -> [LockHolder] {
        try session.all(
            """
            select pid, coalesce(application_name, ''), coalesce(usename::text, ''), state,
                to_char(coalesce(xact_start, backend_start) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
            from pg_stat_activity
            where pid <> pg_backend_pid() and pid in (
                select pid from pg_locks
                where granted and database = (select oid from pg_database where datname = current_database())
                    and \(condition))
            order by coalesce(xact_start, backend_start), pid
            """, parameters, as: LockHolder.init)
    }

    /// Returns the error for a wait that was too long. Its message names the holders of the lock.
    ///
    /// - Parameter work: the work that waited for the lock, such as "migrating".
    public static func error(_ work: String, seconds: Int, _ holders: [LockHolder]) -> HealthDatabaseError {
        guard let first = holders.first else {
            return HealthDatabaseError(
                .lockTimeout, "\(work) waited \(seconds) s for a lock that another session held and has released since",
                hint: "try again")
        }
        return HealthDatabaseError(
            .lockTimeout,
            "\(work) waited \(seconds) s for a lock; locks are held by "
                + holders.prefix(shownMax).map(\.text).joined(separator: ", "),
            hint: "try again when that session has ended, or end it with "
                + "select pg_terminate_backend(\(first.processID))")
    }

    private var text: String {
        let details = [
            applicationName.isEmpty ? nil : "application \(applicationName)", user.isEmpty ? nil : "user \(user)",
            state, since.map { "since \($0)" },
        ]
        return "process \(processID) (\(details.compactMap { $0 }.joined(separator: ", ")))"
    }
}
