import EmbeddedPostgres
import Foundation
import HTTPServer
import HealthAPI
import HealthDatabase
import HealthJobs
import Postgres
import ServiceProcess

/// The service's database: its sessions, its readiness and the supervision of its private server.
extension ServeCommand {
    /// The time limit of one statement.
    private static let statementTimeout = "60s"
    /// The time after which a session whose server does not end a statement is closed.
    private static let statementLimit = Duration.seconds(75)

    /// Makes the sessions of requests.
    static func pool(_ database: Database, _ sessionsMax: Int, isReadOnly: Bool) -> Pool {
        let script = """
            set statement_timeout = '\(statementTimeout)'; set lock_timeout = '\(LockHolder.waitSecondsMax)s';
            set default_transaction_read_only = \(isReadOnly ? "on" : "off")
            """
        return Pool(
            Pool.Configuration(database: database, sessionsMax: sessionsMax) { session in
                session.limits.statement = statementLimit
                try session.executeScript(script)
                try Cluster.planReadingOnce(session)
            })
    }

    /// Makes the part that counts the services of the database, and logs what they do not share.
    ///
    /// - Parameter folder: the number of the folder of uploads; 0 for a service without one.
    static func presence(
        _ database: Database, folder: Int32, sessions: Int, _ session: Session, _ log: Log
    ) throws -> ServicePresence {
        let others = try LiveServices.read(session)
        let presence = ServicePresence(
            database, folder: folder, sessionsMax: sessions + ServicePresence.ownSessions, others: others, log: log)
        if folder != 0, !others.folders.isSubset(of: [folder]) {
            log.event(
                .warning, "uploads_not_shared",
                [("message", "another service has another folder of uploads; name the same with --import-dir")])
        }
        let (needed, allowed) = (
            others.sessionsMax + presence.sessionsMax, try LiveServices.sessionsAllowed(session)
        )
        if needed > allowed {
            log.event(
                .warning, "few_database_sessions",
                [
                    ("services", String(presence.serviceCount)), ("needed", String(needed)),
                    ("allowed", String(allowed)),
                    ("message", "raise max_connections of PostgreSQL, or lower --sessions of the services"),
                ])
        }
        return presence
    }

    /// The options of a service that only reads.
    struct ReadOnlyMode {
        /// The database in which the access log and the use of tokens are written; nil for none.
        var primary: Database?
        /// The longest lag of a standby that is ready; nil for any lag.
        var lagSecondsMax: Double?

        /// The number of sessions with the primary. They write when tokens were used.
        static let primarySessions = 2
        /// The greatest value of `--lag-max`: one day.
        static let lagSecondsLimit = 86_400

        /// - Returns: nil without `--read-only`.
        /// - Throws: `UsageError`.
        init?(_ arguments: Arguments) throws {
            guard arguments.has("--read-only") else {
                try arguments.forbid("--primary-url", "--primary-url-file", "--lag-max") { "\($0) needs --read-only" }
                return nil
            }
            let (standby, address) = (DatabaseAddress.store, DatabaseAddress.primary)
            guard try standby.isArgument(arguments) || standby.environment() != nil, !arguments.has("--data-dir")
            else { throw arguments.usage("--read-only needs --database-url, the address of the standby") }
            primary = try (address.argument(arguments) ?? address.environment())
                .map { try Store.database($0, arguments, isFenced: true) }
            lagSecondsMax = try arguments.integer("--lag-max", in: 1...ReadOnlyMode.lagSecondsLimit).map(Double.init)
        }
    }

    /// The reason why the service ends.
    enum End {
        case signal
        /// Supervision of the private server has ended with this error.
        case failed(any Error)
    }

    /// Creates the supervisor of a private server. Returns nil if the store uses another server.
    ///
    /// - Parameter isRunning: called with false when the server died, and with true when it runs
    ///   again.
    static func supervisor(
        _ store: Store, _ server: HTTPServer, failuresMax: Int?, _ log: Log,
        isRunning: @escaping @Sendable (Bool) -> Void
    ) -> ServerSupervisor? {
        guard let privateServer = store.privateServer else { return nil }
        var policy = ServerSupervisor.Policy()
        if let failuresMax { policy.failuresMax = failuresMax }
        return ServerSupervisor(
            server: privateServer, policy: policy,
            busyReason: { server.requestsInFlight > 0 ? "requests are in flight" : nil },
            report: { report($0, log, isRunning) })
    }

    /// Waits for a signal, or until supervision of the private server fails.
    static func wait(for signals: StopSignals, _ supervisor: ServerSupervisor?, _ log: Log) async -> End {
        await withTaskGroup(of: End?.self) { group in
            group.addTask {
                let signal = await signals.next()
                guard !signal.isEmpty else { return nil }
                log.event(.info, "stopping", [("signal", signal)])
                return .signal
            }
            if let supervisor {
                group.addTask {
                    do { try await supervisor.run() } catch {
                        log.event(.error, "database_given_up", [("message", "\(error)")])
                        return .failed(error)
                    }
                    return nil
                }
            }
            for await end in group {
                guard let end else { continue }
                group.cancelAll()
                return end
            }
            return .signal
        }
    }

    private static func report(_ event: ServerSupervisor.Event, _ log: Log, _ isRunning: (Bool) -> Void) {
        switch event {
        case .died(let reason):
            log.event(.error, "database_died", [("message", reason)])
            isRunning(false)
        case .startedAgain:
            log.event(.info, "database_started_again")
            isRunning(true)
        case .startFailed(let error, let failures):
            log.event(
                .error, "database_start_failed", [("message", error.message), ("failures", failures)])
        case .upgradeWaits(let upgrade, let reason):
            log.event(
                .warning, "database_upgrade_waits",
                [("running", upgrade.running), ("installed", upgrade.installed), ("reason", reason)])
        case .upgraded(let upgrade):
            log.event(
                .info, "database_upgraded", [("before", upgrade.running), ("now", upgrade.installed)])
        }
    }

    /// Logs which server is the primary.
    static func report(_ event: PrimaryWatch.Event, _ log: Log) {
        switch event {
        case .primary(let server): log.event(.info, "primary", [("server", server)])
        case .former(let server): log.event(.error, "former_primary", [("server", server)])
        case .silent(let server): log.event(.error, "server_silent", [("server", server)])
        }
    }

    /// Returns the check that `GET /ready` runs.
    static func readiness(
        _ store: Store, _ archiver: LogArchiver?, _ log: Log, _ reading: ReadOnlyMode?
    ) -> Readiness {
        let privateServer = store.privateServer
        return Readiness(
            store.database, log: log, isReadOnly: reading != nil, lagSecondsMax: reading?.lagSecondsMax
        ) {
            guard let upgrade = try? privateServer?.pendingUpgrade() else {
                return Readiness.problem(archiveFailingSeconds: archiver?.failingSeconds)
            }
            return APIError(
                .databaseUpgradePending,
                "PostgreSQL \(upgrade.running) runs, while the programs of \(upgrade.installed) are installed",
                hint:
                    "the service restarts its server when no request, import or other process uses it; the log gives the reason for the wait"
            )
        }
    }
}
