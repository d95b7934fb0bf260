import Postgres

/// How far a hot standby is behind its primary.
///
/// https://www.postgresql.org/docs/15/warm-standby.html#STREAMING-REPLICATION-MONITORING
public struct StandbyState: Sendable, Equatable {
    /// True if the standby receives the write-ahead log from another server. It is false for a
    /// standby that reads files of an archive.
    public var isReceiving: Bool
    /// The lag in seconds, 0 or more. It is 0 if the standby receives the log and has replayed what
    /// it received. Otherwise it is the time since the commit of the last replayed transaction, by
    /// the clocks of both servers, and nil if none was replayed since the start of the standby.
    public var lagSeconds: Double?

    /// Reads the state of the session's server.
    ///
    /// - Returns: nil if the server is no standby.
    /// - Throws: `PostgresError`.
    public static func read(_ session: Session) throws -> StandbyState? {
        // Without the role pg_read_all_stats, only the number of the receiver's process is visible.
        var row = try session.run(
            """
            select
                pg_is_in_recovery(), exists (select 1 from pg_stat_wal_receiver where pid is not null),
                coalesce(pg_last_wal_receive_lsn() <= pg_last_wal_replay_lsn(), false),
                extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::double precision
            """)[0]
        guard try row.bool() else { return nil }
        let (isReceiving, hasReplayedAll) = (try row.bool(), try row.bool())
        let seconds = try row.optionalDouble().map { max(0, $0) }
        return StandbyState(isReceiving: isReceiving, lagSeconds: isReceiving && hasReplayedAll ? 0 : seconds)
    }

    /// Returns true if the lag is known and at most `secondsMax`.
    public func isCurrent(within secondsMax: Double) -> Bool { lagSeconds.map { $0 <= secondsMax } ?? false }
}
