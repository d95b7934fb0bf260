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
    private let dataDirectory: String?
    private let lastBackup: @Sendable () -> Date?

    /// - Parameters:
    ///   - service: the service to watch.
    ///   - observed: the server of the service.
    ///   - conninfo: the database of the service.
    ///   - commit: the commit that was built; nil if unknown.
    ///   - dataDirectory: the directory of a private server; nil for another server.
    ///   - lastBackup: returns the time of the last backup of a private server; nil for none.
    public init(
        _ service: HealthService, _ observed: HTTPServer, database: Database, commit: String?, dataDirectory: String?,
        lastBackup: @escaping @Sendable () -> Date?,
        log: Log
    ) {
        self.service = service
        self.observed = observed
        self.commit = commit
        self.dataDirectory = dataDirectory
        self.lastBackup = lastBackup
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
                HTTPResponse(
                    status: .ok, contentType: MetricText.contentType, body: Array(await metrics().utf8),
                    headers: ["Cache-Control": "no-store"])
            },
            Route(method: .get, template: "/live") { _ in HTTPResponse(json: HealthService.status("ok")) },
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
        appendImports(to: &text)
        appendAccessLog(to: &text)
        appendWebhooks(to: &text)
        append(measures, to: &text)
        appendDirectory(to: &text)
        ProcessMeasures.append(to: &text)
        return text.text
    }

    private func appendServer(to text: inout MetricText) {
        text.add(
            "healthstore_http_requests_in_flight", .gauge, "Requests that are being received or answered.",
            Double(observed.requestsInFlight))
        text.add(
            "healthstore_http_streams", .gauge, "Open streams of server-sent events and long answers.",
            Double(observed.streamCount))
        text.add(
            "healthstore_http_connections_max", .gauge, "Connections that the service accepts.",
            Double(observed.connectionsMax))
        text.add(
            "healthstore_tls_certificate_expiry_timestamp_seconds", .gauge,
            "Time at which the certificate of the service expires.", observed.certificateExpiry.map(Double.init))
        let live = service.live.measures
        text.add(
            "healthstore_change_streams", .gauge, "Open streams that follow a change feed.", Double(live.streamCount))
        text.add(
            "healthstore_change_streams_behind", .gauge,
            "Streams whose last reading of the feed failed and is repeated.", Double(live.behindCount))
        text.add(
            "healthstore_change_feed_lag_seconds", .gauge,
            "Seconds for which streams have heard of no change, because the session that listens is lost.",
            live.lagSeconds)
    }

    private func appendSessions(to text: inout MetricText) {
        let use = service.pool.use
        text.add(
            "healthstore_database_sessions", .gauge, "Open sessions of requests with the database.",
            Double(service.pool.sessionCount))
        text.add(
            "healthstore_database_sessions_in_use", .gauge, "Sessions that requests use.", Double(use.held))
        text.add(
            "healthstore_database_sessions_max", .gauge, "Sessions that requests may use at once.",
            Double(service.pool.sessionsMax))
        text.add(
            "healthstore_database_session_waiters", .gauge, "Requests that wait for a session.", Double(use.waiting))
        text.add(
            "healthstore_database_session_waits_total", .counter, "Requests that got a session after a wait.",
            Double(use.waitCount))
        text.add(
            "healthstore_database_session_wait_seconds_total", .counter, "Time that those requests waited.",
            use.waited / .seconds(1))
    }

    private func appendImports(to text: inout MetricText) {
        guard let worker = service.imports?.worker else { return }
        let totals = worker.totals
        text.add("healthstore_imports_running", .gauge, "Imports that run.", Double(worker.runningCount))
        text.add(
            "healthstore_imports_total", .counter, "Imports of uploaded files that ended.", by: "result",
            [("finished", Double(totals.finished)), ("failed", Double(totals.failed))])
        text.add(
            "healthstore_import_records_total", .counter, "Records of finished imports.", by: "result",
            [
                ("stored", totals.stored), ("already_known", totals.alreadyKnown),
                ("repeated_inside", totals.repeatedInside), ("deleted_before", totals.deletedBefore),
                ("refused", totals.refused), ("replaced", totals.replaced),
            ].map { ($0.0, Double($0.1)) })
    }

    private func appendAccessLog(to text: inout MetricText) {
        guard let load = service.accessLog?.load else { return }
        text.add(
            "healthstore_access_log_queue", .gauge, "Entries of the access log that wait to be written.",
            Double(load.waiting))
        text.add(
            "healthstore_access_log_dropped_total", .counter, "Entries of the access log that were left out.",
            Double(load.dropped))
    }

    private func appendWebhooks(to text: inout MetricText) {
        guard let (totals, inFlight) = service.webhooks?.load else { return }
        text.add(
            "healthstore_webhook_requests_in_flight", .gauge, "Events of webhooks that are being sent.",
            Double(inFlight))
        text.add(
            "healthstore_webhook_requests_total", .counter, "Requests to webhooks that ended.", by: "result",
            [("delivered", Double(totals.delivered)), ("failed", Double(totals.failed))])
        text.add(
            "healthstore_webhooks_disabled_total", .counter, "Webhooks that were disabled after failures.",
            Double(totals.disabled))
    }

    private func append(_ measures: StoreMeasures?, to text: inout MetricText) {
        text.add(
            "healthstore_database_up", .gauge, "1 if the database answers, else 0.", measures == nil ? 0 : 1)
        guard let measures else { return }
        text.add(
            "healthstore_database_size_bytes", .gauge, "Size of the database.", Double(measures.databaseBytes))
        text.add(
            "healthstore_marks", .gauge, "Times whose stored figures are stale, of all types.",
            Double(measures.markCount))
        text.add(
            "healthstore_mark_oldest_age_seconds", .gauge, "Age of the oldest mark; 0 without marks.",
            measures.oldestMarkSeconds)
        text.add(
            "healthstore_database_timeline", .gauge,
            "Timeline on which the database writes, which grows when a standby is promoted; missing on a standby.",
            measures.timeline.map(Double.init))
        text.add(
            "healthstore_standby", .gauge, "1 if the database is a standby, else 0.", measures.standby == nil ? 0 : 1)
        if let standby = measures.standby {
            text.add(
                "healthstore_standby_receiving", .gauge, "1 if the standby receives the write-ahead log.",
                standby.isReceiving ? 1 : 0)
            text.add(
                "healthstore_standby_lag_seconds", .gauge,
                "Lag of the standby behind its primary; missing if unknown.", standby.lagSeconds)
        }
        guard let standbys = measures.standbys else { return }
        text.add(
            "healthstore_replication_standbys", .gauge, "Standbys that are connected to the database.",
            Double(standbys.count))
        text.add(
            "healthstore_replication_synchronous_standbys", .gauge, "Standbys for which commits wait.",
            Double(standbys.synchronousCount))
        text.add(
            "healthstore_replication_lag_seconds", .gauge, "Longest replay lag of a connected standby.",
            standbys.lagSecondsMax)
        text.add(
            "healthstore_replication_lag_bytes", .gauge,
            "Most bytes of the write-ahead log that a connected standby has not replayed.",
            Double(standbys.lagBytesMax))
    }

    private func appendDirectory(to text: inout MetricText) {
        guard let dataDirectory else { return }
        text.add(
            "healthstore_data_directory_free_bytes", .gauge, "Free bytes of the disk with the data directory.",
            try? FileManager.default.attributesOfFileSystem(forPath: dataDirectory)[.systemFreeSize] as? Double)
        text.add(
            "healthstore_last_backup_timestamp_seconds", .gauge, "Time of the last backup; missing without one.",
            lastBackup()?.timeIntervalSince1970)
    }
}
