import Postgres

/// Examines a primary and its standbys: whether they can lose acknowledged samples, and whether a
/// standby can take the primary's place.
///
/// https://www.postgresql.org/docs/15/warm-standby.html#SYNCHRONOUS-REPLICATION
public struct ReplicationCheck: Sendable {
    public let findings: [Doctor.Finding]

    /// What a server says of itself.
    private struct Server {
        var name: String
        var identity: TimelineFence.Identity
        var synchronousNames: String
        var synchronousCommit: String
        var canBeRewound: Bool
        /// The setting `wal_keep_size`.
        var keptLog: String
        /// The number of standbys that receive from this server, and of those that confirm commits.
        var receivers: Int64
        var confirming: Int64
        /// False if this user may not see the states of the standbys, so that `confirming` is 0.
        var showsStates: Bool
        var standby: StandbyState?

        init(_ name: String, _ session: Session) throws {
            self.name = name
            var row = try session.run(
                """
                select
                    current_setting('synchronous_standby_names'), current_setting('synchronous_commit'),
                    current_setting('wal_log_hints') = 'on' or current_setting('data_checksums') = 'on',
                    current_setting('wal_keep_size'),
                    (select count(*) from pg_stat_replication),
                    (select count(*) from pg_stat_replication where sync_state in ('sync', 'quorum')),
                    pg_has_role('pg_read_all_stats', 'usage')
                """, isPrepared: false)[0]
            identity = try TimelineFence.Identity(session)
            synchronousNames = try row.text()
            synchronousCommit = try row.text()
            canBeRewound = try row.bool()
            keptLog = try row.text()
            receivers = try row.int64()
            confirming = try row.int64()
            showsStates = try row.bool()
            standby = try StandbyState.read(session)
        }
    }

    /// - Parameter sessions: the name of each server, and its session or the error, which becomes a
    ///   finding.
    public init(_ sessions: [(server: String, session: Result<Session, any Error>)]) {
        var findings: [Doctor.Finding] = []
        var servers: [Server] = []
        for (name, session) in sessions {
            do { servers.append(try Server(name, try session.get())) } catch {
                let message = (error as? PostgresError)?.message ?? "no answer"
                findings.append(
                    Doctor.Finding(
                        isGood: false, text: "\(name) cannot be examined: \(message)", hint: "start the server"))
            }
        }
        if sessions.count < 2 {
            findings.append(
                Doctor.Finding(
                    isGood: false, text: "the connection string names one server",
                    hint: "name all: postgres://HOST1,HOST2/healthstore, so that the service can follow a promotion"))
        }
        if Set(servers.map(\.identity.system)).count > 1 {
            findings.append(
                Doctor.Finding(
                    isGood: false, text: "the servers are not copies of each other: their system identifiers differ",
                    hint: "make the standby with pg_basebackup"))
        }
        let newest = servers.compactMap(\.identity.timeline).max()
        if newest == nil {
            findings.append(
                Doctor.Finding(
                    isGood: false, text: "no server is a primary", hint: "promote a standby with pg_promote()"))
        }
        for server in servers {
            if let timeline = server.identity.timeline {
                findings += ReplicationCheck.primary(server, timeline, isNewest: timeline == newest)
            } else {
                findings += ReplicationCheck.standby(server)
            }
            findings += [
                Doctor.Finding(
                    isGood: server.canBeRewound,
                    text: "\(server.name) "
                        + (server.canBeRewound ? "can be rewound" : "cannot be rewound after it was the primary"),
                    hint: "set wal_log_hints = on, or enable checksums with pg_checksums"),
                Doctor.Finding(
                    isGood: server.keptLog != "0", text: "\(server.name) keeps \(server.keptLog) of its log",
                    hint: "set wal_keep_size, so that pg_rewind finds the log that it needs"),
            ]
        }
        self.findings = findings
    }

    private static func primary(_ server: Server, _ timeline: UInt32, isNewest: Bool) -> [Doctor.Finding] {
        guard isNewest else {
            return [
                Doctor.Finding(
                    isGood: false,
                    text: "\(server.name) is a former primary on timeline \(timeline): what is written to it is lost",
                    hint: "stop it, and make it a standby of the new primary with pg_rewind")
            ]
        }
        let isLocal = ["off", "local"].contains(server.synchronousCommit)
        var findings = [
            Doctor.Finding(isGood: true, text: "\(server.name) is the primary, on timeline \(timeline)"),
            Doctor.Finding(
                isGood: !isLocal, text: "synchronous_commit of \(server.name) is \(server.synchronousCommit)",
                hint: "set it to remote_apply or on; acknowledged samples can be lost with the server"),
        ]
        if server.synchronousNames.isEmpty {
            findings.append(
                Doctor.Finding(
                    isGood: false, text: "commits of \(server.name) wait for no standby",
                    hint: "set synchronous_standby_names; acknowledged samples can be lost with the server"))
        } else if server.showsStates {
            findings.append(
                Doctor.Finding(
                    isGood: server.confirming > 0,
                    text: server.confirming > 0
                        ? "\(server.confirming) of \(server.receivers) standbys confirm the commits of \(server.name)"
                        : "every commit of \(server.name) waits: no standby that synchronous_standby_names names is connected",
                    hint: "start the standby, or clear synchronous_standby_names"))
        } else {
            findings.append(
                Doctor.Finding(
                    isGood: false,
                    text: "this user may not see whether a standby confirms the commits of \(server.name)",
                    hint: "a superuser of the server must grant it: grant pg_monitor to USER"))
        }
        return findings
    }

    private static func standby(_ server: Server) -> [Doctor.Finding] {
        let lag = server.standby?.lagSeconds.map { "\(Int($0)) s behind" } ?? "its lag is unknown"
        let isReceiving = server.standby?.isReceiving ?? false
        return [
            Doctor.Finding(
                isGood: isReceiving,
                text: "\(server.name) is a standby"
                    + (isReceiving ? ", \(lag)" : " and receives nothing from its primary"),
                hint: "check primary_conninfo of the standby, and pg_hba.conf of the primary"),
            Doctor.Finding(
                isGood: server.synchronousNames.isEmpty,
                text: server.synchronousNames.isEmpty
                    ? "\(server.name) can be promoted: its commits would wait for no standby"
                    : "\(server.name) has the primary's synchronous_standby_names: after a promotion, every commit would wait",
                hint: "on the standby: alter system set synchronous_standby_names = ''; then select pg_reload_conf()"),
        ]
    }
}
