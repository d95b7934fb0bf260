import Postgres

/// Measures of the database for monitoring. They name no person.
public struct StoreMeasures: Sendable {
    public var serverVersion: String
    /// The name of the latest migration.
    public var schema: String
    /// The number of marks, which make figures stale, and the age of the oldest in seconds.
    public var markCount: Int64
    public var oldestMarkSeconds: Double
    /// The number of imports that wait.
    public var waitingImports: Int64
    /// The size of the database in bytes.
    public var databaseBytes: Int64
    /// The timeline on which the server writes. PostgreSQL begins a new one whenever a standby is
    /// promoted. Nil if the server is a standby.
    public var timeline: UInt32?
    /// The lag of a standby. Nil if the server is no standby.
    public var standby: StandbyState?
    /// The standbys that are connected to this server. Nil if the user of the database may not see
    /// them.
    public var standbys: Standbys?
    /// `ServerArchive.failingSeconds`. Nil if the server archives nothing itself.
    public var archiveFailingSeconds: Double?
    /// The seconds since 1970 at which the server archived a part of its log last. Nil if it has
    /// archived none itself.
    public var archivedAt: Double?

    public struct Standbys: Sendable {
        public var count: Int64
        /// The number of standbys for whose confirmation commits wait.
        public var synchronousCount: Int64
        /// The longest time until a standby has replayed what the server writes, in seconds, and
        /// the most bytes that a standby has not replayed. 0 without a standby.
        public var lagSecondsMax: Double
        public var lagBytesMax: Int64
    }

    /// Reads the measures. On a standby, `standbys` are the standbys that are connected to it.
    ///
    /// - Throws: `PostgresError`; `HealthDatabaseError` for a database without a schema.
    public init(_ session: Session) throws {
        serverVersion = session.serverVersionText
        schema = try Migrator.latestMigration(in: session)
        (markCount, oldestMarkSeconds) = try MarkTable.total(session)
        waitingImports = try ImportQueue.waitingCount(session)
        databaseBytes = try session.value("select pg_database_size(current_database())", as: Int64.self)
        timeline = try TimelineFence.Identity(session).timeline
        standby = try StandbyState.read(session)
        archiveFailingSeconds = try ServerArchive.failingSeconds(session)
        archivedAt = try session.value(
            "select extract(epoch from last_archived_time)::double precision from pg_stat_archiver", as: Double?.self)
        // Only these users see more of other sessions than their process numbers.
        var row = try session.run(
            """
            select
                pg_has_role('pg_read_all_stats', 'usage'), count(*),
                count(*) filter (where sync_state in ('sync', 'quorum')),
                coalesce(extract(epoch from max(replay_lag)), 0)::double precision,
                coalesce(max(pg_wal_lsn_diff(
                    case when pg_is_in_recovery() then pg_last_wal_receive_lsn() else pg_current_wal_lsn() end,
                    replay_lsn)), 0)::bigint
            from pg_stat_replication
            """)[0]
        if try row.bool() {
            standbys = Standbys(
                count: try row.int64(), synchronousCount: try row.int64(), lagSecondsMax: max(0, try row.double()),
                lagBytesMax: max(0, try row.int64()))
        }
    }
}
