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
        var settings: Settings
        var standby: StandbyState?

        init(_ name: String, _ session: Session) throws {
            self.name = name
            identity = try TimelineFence.Identity(session)
            settings = try session.all(
                """
                select
                    current_setting('synchronous_standby_names'), current_setting('synchronous_commit'),
                    current_setting('wal_log_hints') = 'on' or current_setting('data_checksums') = 'on',
                    current_setting('wal_keep_size'),
                    (select count(*) from pg_stat_replication),
                    (select count(*) from pg_stat_replication where sync_state in ('sync', 'quorum')),
                    pg_has_role('pg_read_all_stats', 'usage')
                """, isPrepared: false, as: Settings.init)[0]
            standby = try StandbyState.read(session)
        }
    }

    private struct Settings {
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
    }

    /// - Parameter sessions: the name of each server, and its session or the error, which becomes a
    ///   finding.
    public init(_ sessions: [(server: String, session: Result<Session, any Error>)]) {
        var findings: [Doctor.Finding] = []
        var servers: [Server] = []
        for (name, session) in sessions {
            do { servers.append(try Server(name, try session.get())) } catch {
                let message = (error as? PostgresError)?.message ?? "no answer"
                findings.append(.fault("\(name) cannot be examined: \(message)", hint: "start the server"))
            }
        }
        if sessions.count < 2 {
            findings.append(
                .fault(
                    "the connection string names one server",
                    hint: "name all: postgres://HOST1,HOST2/healthstore, so that the service can follow a promotion"))
        }
        if Set(servers.map(\.identity.system)).count > 1 {
            findings.append(
                .fault(
                    "the servers are not copies of each other: their system identifiers differ",
                    hint: "make the standby with pg_basebackup"))
        }
        let newest = servers.compactMap(\.identity.timeline).max()
        if newest == nil {
            findings.append(.fault("no server is a primary", hint: "promote a standby with pg_promote()"))
        }
        for server in servers {
            if let timeline = server.identity.timeline {
                findings += ReplicationCheck.primary(server, timeline, isNewest: timeline == newest)
            } else {
                findings += ReplicationCheck.standby(server)
            }
            let (canBeRewound, keptLog) = (server.settings.canBeRewound, server.settings.keptLog)
            findings += [
                Doctor.Finding(
                    isGood: canBeRewound,
                    text: "\(server.name) "
                        + (canBeRewound ? "can be rewound" : "cannot be rewound after it was the primary"),
                    hint: "set wal_log_hints = on, or enable checksums with pg_checksums"),
                Doctor.Finding(
                    isGood: keptLog != "0", text: "\(server.name) keeps \(keptLog) of its log",
                    hint: "set wal_keep_size, so that pg_rewind finds the log that it needs"),
            ]
        }
        self.findings = findings
    }

    private static func primary(_ server: Server, _ timeline: UInt32, isNewest: Bool) -> [Doctor.Finding] {
        let (name, settings) = (server.name, server.settings)
        guard isNewest else {
            return [
                .fault(
                    "\(name) is a former primary on timeline \(timeline): what is written to it is lost",
                    hint: "stop it, and make it a standby of the new primary with pg_rewind")
            ]
        }
        return [
            Doctor.Finding(isGood: true, text: "\(name) is the primary, on timeline \(timeline)"),
            Doctor.Finding(
                isGood: !["off", "local"].contains(settings.synchronousCommit),
                text: "synchronous_commit of \(name) is \(settings.synchronousCommit)",
                hint: "set it to remote_apply or on; acknowledged samples can be lost with the server"),
            confirmation(name, settings),
        ]
    }

    /// Tells whether standbys confirm the commits of the primary.
    private static func confirmation(_ name: String, _ settings: Settings) -> Doctor.Finding {
        if settings.synchronousNames.isEmpty {
            return .fault(
                "commits of \(name) wait for no standby",
                hint: "set synchronous_standby_names; acknowledged samples can be lost with the server")
        }
        guard settings.showsStates else {
            return .fault(
                "this user may not see whether a standby confirms the commits of \(name)",
                hint: "a superuser of the server must grant it: grant pg_monitor to USER")
        }
        return Doctor.Finding(
            isGood: settings.confirming > 0,
            text: settings.confirming > 0
                ? "\(settings.confirming) of \(settings.receivers) standbys confirm the commits of \(name)"
                : "every commit of \(name) waits: no standby that synchronous_standby_names names is connected",
            hint: "start the standby, or clear synchronous_standby_names")
    }

    private static func standby(_ server: Server) -> [Doctor.Finding] {
        let lag = server.standby?.lagSeconds.map { "\(Int($0)) s behind" } ?? "its lag is unknown"
        let isReceiving = server.standby?.isReceiving ?? false
        let hasNames = !server.settings.synchronousNames.isEmpty
        return [
            Doctor.Finding(
                isGood: isReceiving,
                text: "\(server.name) is a standby"
                    + (isReceiving ? ", \(lag)" : " and receives nothing from its primary"),
                hint: "check primary_conninfo of the standby, and pg_hba.conf of the primary"),
            Doctor.Finding(
                isGood: !hasNames,
                text: hasNames
                    ? "\(server.name) has the primary's synchronous_standby_names: after a promotion, every commit would wait"
                    : "\(server.name) can be promoted: its commits would wait for no standby",
                hint: "on the standby: alter system set synchronous_standby_names = ''; then select pg_reload_conf()"),
        ]
    }
}
