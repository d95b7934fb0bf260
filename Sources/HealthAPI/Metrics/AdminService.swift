import Foundation
import HTTPServer
import HealthDatabase
import HealthJobs
import Postgres

/// The administrator's listener: `GET /metrics`, `/live` and `/ready`, without authentication.
///
/// Its requests are neither counted nor logged, because monitoring repeats them all the time.
public struct AdminService: Sendable {
    /// Most requests at once. Monitoring needs one or two.
    public static let requestsInFlightMax = 16
    /// Most connections. Further clients wait.
    public static let connectionsMax = 32

    private let service: HealthService
    private let observed: HTTPServer
    private let probe: StoreProbe
    private let commit: String?
    private let server: @Sendable () -> ServerMeasures?

    /// Measures of a private server.
    public struct ServerMeasures {
        public var dataDirectory: String
        /// Nil if no backup was made.
        public var lastBackup: Date?
        /// The seconds for which the service's archive of the log has failed, 0 while it works. Nil
        /// if the service makes none.
        public var archiveFailingSeconds: Double?
        /// The time up to which that archive has everything. Nil if it is not known.
        public var archivedUntil: Date?
        /// How often the service started the server again, by the reason.
        public var restarts: [(reason: String, count: Int)]

        public init(
            dataDirectory: String, lastBackup: Date?, archiveFailingSeconds: Double?, archivedUntil: Date?,
            restarts: [(reason: String, count: Int)]
        ) {
            self.dataDirectory = dataDirectory
            self.lastBackup = lastBackup
            self.archiveFailingSeconds = archiveFailingSeconds
            self.archivedUntil = archivedUntil
            self.restarts = restarts
        }
    }

    /// - Parameters:
    ///   - service: the service to watch.
    ///   - observed: the server of the service.
    ///   - conninfo: the database of the service.
    ///   - commit: the commit that was built; nil if unknown.
    ///   - server: returns the measures of the private server; nil for another server.
    public init(
        _ service: HealthService, _ observed: HTTPServer, database: Database, commit: String?,
        server: @escaping @Sendable () -> ServerMeasures?, log: Log
    ) {
        self.service = service
        self.observed = observed
        self.commit = commit
        self.server = server
        probe = StoreProbe(database, log: log)
    }

    /// Makes the server. The caller starts and stops it.
    public func server(host: String, port: UInt16) -> HTTPServer {
        var configuration = HTTPServerConfiguration()
        configuration.host = host
        configuration.port = port
        configuration.threads = 1
        configuration.connectionsMax = AdminService.connectionsMax
        configuration.requestsInFlightMax = AdminService.requestsInFlightMax
        configuration.bodyBytesMax = 0
        configuration.bodyStreamsMax = 0
        configuration.streamsMax = 0
        let routes = [
            Route(method: .get, template: "/metrics") { _ in
                HTTPResponse(unstored: Array(await metrics().utf8), contentType: MetricText.contentType)
            },
            Route(method: .get, template: "/live") { _ in HTTPResponse(json: ["status": "ok"].json) },
            Route(method: .get, template: "/ready", handler: service.getReady),
        ]
        let router = Router(routes: routes) { failure, _ in ErrorTable.error(for: failure).response }
        return HTTPServer(configuration: configuration, router: router) { _ in }
    }

    /// Closes the session with the database. Call it after the server has stopped.
    public func close() async { await probe.close() }

    private func metrics() async -> String {
        let measures = await probe.measures()
        var text = MetricText()
        text.add(
            "healthstore_build_info", .gauge, "1; the labels are the versions. Empty labels are unknown.",
            [
                MetricText.Value(
                    labels: [
                        ("version", HealthService.version), ("commit", commit ?? ""),
                        ("schema", measures?.schema ?? ""), ("postgresql", measures?.serverVersion ?? ""),
                    ], number: 1)
            ])
        service.requestCounters.append(to: &text)
        appendServer(to: &text)
        appendSessions(to: &text)
        service.recordCounters.append(to: &text)
        text.add(
            "healthstore_wrong_tokens_total", .counter, "Wrong tokens, and logins that were refused.",
            service.wrongTokens.total)
        appendImports(to: &text)
        appendAccessLog(to: &text)
        appendWebhooks(to: &text)
        append(measures, to: &text)
        append(server(), measures, to: &text)
        ProcessMeasures.append(to: &text)
        return text.text
    }

    private func appendServer(to text: inout MetricText) {
        text.gauge(
            "healthstore_http_requests_in_flight", "Requests that are being received or answered.",
            observed.requestsInFlight)
        text.gauge(
            "healthstore_http_streams", "Open streams of server-sent events and long answers.", observed.streamCount)
        let connections = observed.connectionCounts
        text.gauge("healthstore_http_connections", "Open connections.", connections.open)
        text.gauge(
            "healthstore_http_connections_unauthenticated", "Open connections on which no request was authenticated.",
            connections.unauthenticated)
        text.add(
            "healthstore_http_connections_displaced_total", .counter, "Connections that were closed to make room.",
            connections.displaced)
        text.gauge("healthstore_http_connections_max", "Connections that the service accepts.", observed.connectionsMax)
        text.gauge(
            "healthstore_tls_certificate_expiry_timestamp_seconds",
            "Time at which the certificate of the service expires.", observed.certificateExpiry.map(Double.init))
        let live = service.live.measures
        text.gauge("healthstore_change_streams", "Open streams that follow a change feed.", live.streamCount)
        text.gauge(
            "healthstore_change_streams_behind", "Streams whose last reading of the feed failed and is repeated.",
            live.behindCount)
        text.gauge(
            "healthstore_change_feed_lag_seconds",
            "Seconds for which streams have heard of no change, because the session that listens is lost.",
            live.lagSeconds)
    }

    private func appendSessions(to text: inout MetricText) {
        let use = service.pool.use
        text.gauge(
            "healthstore_database_sessions", "Open sessions of requests with the database.", service.pool.sessionCount)
        text.gauge("healthstore_database_sessions_in_use", "Sessions that requests use.", use.held)
        text.gauge(
            "healthstore_database_sessions_max", "Sessions that requests may use at once.", service.pool.sessionsMax)
        text.gauge("healthstore_database_session_waiters", "Requests that wait for a session.", use.waiting)
        text.add(
            "healthstore_database_session_waits_total", .counter, "Requests that got a session after a wait.",
            use.waitCount)
        text.add(
            "healthstore_database_session_wait_seconds_total", .counter, "Time that those requests waited.",
            use.waited / .seconds(1))
    }

    private func appendImports(to text: inout MetricText) {
        guard let worker = service.imports?.worker else { return }
        let totals = worker.totals
        text.gauge("healthstore_imports_running", "Imports that run.", worker.runningCount)
        text.add(
            "healthstore_imports_total", .counter, "Imports of uploaded files that ended.", by: "result",
            [("finished", Double(totals.finished)), ("failed", Double(totals.failed))])
        text.add(
            "healthstore_import_records_total", .counter, "Records of finished imports.", by: "result",
            ImportWorker.results.map { ($0.key, Double(totals.records[$0.key] ?? 0)) })
    }

    private func appendAccessLog(to text: inout MetricText) {
        guard let load = service.accessLog?.load else { return }
        text.gauge("healthstore_access_log_queue", "Entries of the access log that wait to be written.", load.waiting)
        text.add(
            "healthstore_access_log_dropped_total", .counter, "Entries of the access log that were left out.",
            load.dropped)
    }

    private func appendWebhooks(to text: inout MetricText) {
        guard let (totals, inFlight) = service.webhooks?.load else { return }
        text.gauge("healthstore_webhook_requests_in_flight", "Events of webhooks that are being sent.", inFlight)
        text.add(
            "healthstore_webhook_requests_total", .counter, "Requests to webhooks that ended.", by: "result",
            [("delivered", Double(totals.delivered)), ("failed", Double(totals.failed))])
        text.add(
            "healthstore_webhooks_disabled_total", .counter, "Webhooks that were disabled after failures.",
            totals.disabled)
    }

    private func append(_ measures: StoreMeasures?, to text: inout MetricText) {
        text.gauge("healthstore_database_up", "1 if the database answers, else 0.", measures == nil ? 0 : 1)
        guard let measures else { return }
        text.gauge("healthstore_database_size_bytes", "Size of the database.", measures.databaseBytes)
        text.gauge("healthstore_imports_waiting", "Imports that wait, of all services.", measures.waitingImports)
        text.gauge("healthstore_marks", "Times whose stored figures are stale, of all types.", measures.markCount)
        text.gauge(
            "healthstore_mark_oldest_age_seconds", "Age of the oldest mark; 0 without marks.",
            measures.oldestMarkSeconds)
        text.gauge(
            "healthstore_database_timeline",
            "Timeline on which the database writes, which grows when a standby is promoted; missing on a standby.",
            measures.timeline.map(Double.init))
        text.gauge("healthstore_standby", "1 if the database is a standby, else 0.", measures.standby == nil ? 0 : 1)
        if let standby = measures.standby {
            text.gauge(
                "healthstore_standby_receiving", "1 if the standby receives the write-ahead log.",
                standby.isReceiving ? 1 : 0)
            text.gauge(
                "healthstore_standby_lag_seconds", "Lag of the standby behind its primary; missing if unknown.",
                standby.lagSeconds)
        }
        guard let standbys = measures.standbys else { return }
        text.gauge("healthstore_replication_standbys", "Standbys that are connected to the database.", standbys.count)
        text.gauge(
            "healthstore_replication_synchronous_standbys", "Standbys for which commits wait.",
            standbys.synchronousCount)
        text.gauge(
            "healthstore_replication_lag_seconds", "Longest replay lag of a connected standby.", standbys.lagSecondsMax)
        text.gauge(
            "healthstore_replication_lag_bytes",
            "Most bytes of the write-ahead log that a connected standby has not replayed.", standbys.lagBytesMax)
    }

    private func append(_ server: ServerMeasures?, _ measures: StoreMeasures?, to text: inout MetricText) {
        text.gauge(
            "healthstore_archive_failing_seconds",
            "Seconds for which the archive of the write-ahead log has failed; 0 while it works, missing without one.",
            server?.archiveFailingSeconds ?? measures?.archiveFailingSeconds)
        text.gauge(
            "healthstore_archive_timestamp_seconds",
            "Time up to which the archive has the write-ahead log; missing until the first success.",
            server?.archivedUntil?.timeIntervalSince1970 ?? measures?.archivedAt)
        guard let server else { return }
        text.gauge(
            "healthstore_last_backup_timestamp_seconds", "Time of the last backup; missing without one.",
            server.lastBackup?.timeIntervalSince1970)
        text.gauge(
            "healthstore_data_directory_free_bytes", "Free bytes of the disk with the data directory.",
            try? FileManager.default.attributesOfFileSystem(forPath: server.dataDirectory)[.systemFreeSize] as? Double)
        text.gauge(
            "healthstore_data_directory_reserve_bytes", "Free bytes below which the service stores nothing.",
            service.disk.map { Double($0.bytes) })
        text.add(
            "healthstore_database_restarts_total", .counter, "Times that the private PostgreSQL was started again.",
            by: "reason", server.restarts.map { ($0.reason, Double($0.count)) })
    }
}
