import Postgres

/// The services that run on a database at the moment.
///
/// Each service holds two shared advisory locks in one session: one with the number of its folder
/// of uploads, and one with the number of sessions that it opens at most. PostgreSQL releases them
/// when the process ends in any way, so a killed service is not counted.
public struct LiveServices: Sendable, Hashable {
    /// "serv" and "sess" are the first halves of the keys of the locks.
    private static let serviceClass: Int32 = 0x7365_7276
    private static let sessionClass: Int32 = 0x7365_7373

    /// The number of services.
    public private(set) var count = 0
    /// True if the session that asked belongs to one of them.
    public private(set) var hasOwn = false
    /// The number of sessions that all services open at most.
    public private(set) var sessionsMax = 0
    /// The numbers of their folders of uploads.
    public private(set) var folders: Set<Int32> = []

    /// - Throws: `PostgresError`.
    public static func read(_ session: Session) throws -> LiveServices {
        let locks = try session.all(
            """
            select classid::bigint = $1, objid::bigint, pid = pg_backend_pid() from pg_locks
            where locktype = 'advisory' and objsubid = 2 and granted and classid::bigint in ($1, $2)
                and database = (select oid from pg_database where datname = current_database())
            """, Int64(serviceClass), Int64(sessionClass)
        ) { (isService: try $0.bool(), number: try $0.int64(), isOwn: try $0.bool()) }
        return locks.reduce(into: LiveServices()) { services, lock in
            guard lock.isService else { return services.sessionsMax += Int(lock.number) }
            services.count += 1
            services.hasOwn = services.hasOwn || lock.isOwn
            if lock.number != 0 { services.folders.insert(Int32(truncatingIfNeeded: lock.number)) }
        }
    }

    /// Counts a service until the session ends.
    ///
    /// - Parameters:
    ///   - folder: the number of the service's folder of uploads; 0 for a service without one.
    ///   - sessionsMax: the number of sessions that the service opens at most.
    /// - Throws: `PostgresError`.
    public static func join(folder: Int32, sessionsMax: Int, _ session: Session) throws {
        try session.run(
            "select pg_advisory_lock_shared($1, $2), pg_advisory_lock_shared($3, $4)", serviceClass, folder,
            sessionClass, Int32(sessionsMax))
    }

    /// Returns the number of sessions that the database and its server allow the user of the
    /// session.
    ///
    /// - Throws: `PostgresError`.
    public static func sessionsAllowed(_ session: Session) throws -> Int {
        let allowed = try session.value(
            """
            select least(
                current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
                    - coalesce(current_setting('reserved_connections', true)::integer, 0),
                nullif(datconnlimit, -1), nullif(rolconnlimit, -1))::bigint
            from pg_database, pg_roles where datname = current_database() and rolname = current_user
            """, as: Int64.self)
        return Int(allowed)
    }
}
