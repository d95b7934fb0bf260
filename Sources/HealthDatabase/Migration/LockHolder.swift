import Postgres

/// A session that holds a lock for which the program has waited too long: what an error says, so that somebody can end it.
public struct LockHolder: Sendable, Hashable {
    /// How long the program waits for a lock unless told otherwise, in seconds. 30 seconds.
    public static let waitSecondsMax = 30
    /// Sessions that an error names.
    private static let shownMax = 5

    /// Process of the server.
    public var processID: Int32
    public var applicationName: String
    public var user: String
    /// As `pg_stat_activity` has it: `active`, `idle in transaction`; nil where this user may not see it.
    public var state: String?
    /// When its transaction began, or the session where it has none; RFC 3339. Nil where this user may not see it.
    public var since: String?

    /// The session that holds an advisory lock by a key of 64 bits.
    static func ofAdvisoryLock(_ key: Int64, _ session: Session) throws -> [LockHolder] {
        try holders(
            "locktype = 'advisory' and objsubid = 1 and classid::bigint = $1 and objid::bigint = $2",
            [.int64(key >> 32 & 0xffff_ffff), .int64(key & 0xffff_ffff)], session)
    }

    /// The sessions that hold locks on tables and views of the store, those first whose transactions are oldest.
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
        try session.execute(
            """
            select pid, coalesce(application_name, ''), coalesce(usename::text, ''), state,
                to_char(coalesce(xact_start, backend_start) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
            from pg_stat_activity
            where pid <> pg_backend_pid() and pid in (
                select pid from pg_locks
                where granted and database = (select oid from pg_database where datname = current_database())
                    and \(condition))
            order by coalesce(xact_start, backend_start), pid
            """, parameters
        ).map { row in
            LockHolder(
                processID: try row.int32(0), applicationName: try row.text(1), user: try row.text(2),
                state: try row.optionalText(3), since: try row.optionalText(4))
        }
    }

    /// - Parameter work: what waited, as in "migrating".
    public static func error(_ work: String, seconds: Int, _ holders: [LockHolder]) -> HealthDatabaseError {
        guard let first = holders.first else {
            return HealthDatabaseError(
                .lockTimeout, "\(work) waited \(seconds) s for a lock of another session, which has ended meanwhile",
                hint: "try again")
        }
        return HealthDatabaseError(
            .lockTimeout,
            "\(work) waited \(seconds) s for a lock; locks are held by "
                + holders.prefix(shownMax).map(\.text).joined(separator: ", "),
            hint: "try again once it has ended; a session that is not needed is ended with "
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
