import EmbeddedPostgres
import Foundation
import HTTPServer
import HealthAPI
import HealthCore
import HealthDatabase
import HealthJobs
import HealthPage
import Postgres
import ServiceProcess

/// `healthstore serve`
enum ServeCommand: Command {
    static let description = CommandDescription(
        "serve", "Serves the HTTP API until SIGTERM or SIGINT.",
        options: [
            Option("--host", "ADDRESS", "listen on this address, or on the socket of unix:PATH (127.0.0.1)"),
            Option("--port", "PORT", "listen on this port; 0 for a free one (8484)"),
            Option(
                "--tls-certificate", "FILE",
                "encrypt with this certificate and its chain (PEM), read again on SIGHUP (the credential tls-certificate, or none)"
            ),
            Option("--tls-key", "FILE", "the certificate's private key (PEM), readable by its owner only (tls-key)"),
            Option("--insecure-http", nil, "allow a --host that other machines reach without TLS"),
            Option(
                "--admin", "HOST:PORT",
                "serve GET /metrics, /live and /ready here, or on the socket of unix:PATH, without authentication (none)"
            ),
            Option("--insecure-admin", nil, "allow an --admin that other machines reach"),
            Option("--rate-limit", "COUNT", "requests per second of one token; 0 for no limit (100)"),
            Option("--import-dir", "DIR", "store uploads here until they are imported (imports in the data directory)"),
            Option("--import-bytes", "BYTES", "the largest upload to import (64 GiB)"),
            Option(
                "--import-bytes-per-holder", "BYTES",
                "the largest total of a holder's uploads about a person until they are imported (64 GiB, or the largest upload)"
            ),
            Option(
                "--cors-origin", "ORIGIN",
                "allow requests of pages with this origin, such as https://grafana.example.org; * for all; repeatable (none)",
                isRepeatable: true),
            Option(
                "--trusted-proxy", "CIDR|unix",
                "trust the forwarded fields of a proxy in this network, or at the UNIX socket (none)"
            ),
            Option(
                "--user-header", "NAME",
                "that proxy signs people in, and sends the person's name in this header field, such as Remote-User (none)"
            ),
            Option("--openid-issuer", "URL", "let people log in to the page at this OpenID provider (none)"),
            Option("--openid-client-id", "ID", "the id of the service at that provider"),
            Option(
                "--openid-client-secret-file", "FILE",
                "the service's secret at that provider, readable by its owner only (the credential openid-client-secret)"
            ),
            Option(
                "--openid-user-claim", "CLAIM",
                "the claim that is the person's name: preferred_username, email or sub (preferred_username)"),
            Option("--sessions", "COUNT", "database sessions at once; one person uses at most half of them (8)"),
            Option(
                "--commit-timeout", "SECONDS",
                "answer 503 commit_unknown if PostgreSQL does not confirm a commit in this time (\(Store.commitSecondsDefault))"
            ),
            Option(
                "--drain", "SECONDS",
                "after the signal to stop, let GET /ready fail and answer requests for this long; for a service behind a balancer (0)"
            ),
            Option("--figure-refresh", "on|off", "keep the figures of hours, days and nights up to date (on)"),
            Option("--read-only", nil, "refuse requests that write; for a standby, which --database-url names"),
            Option(
                "--primary-url", "URL",
                "with --read-only, write the access log to this database (HEALTHSTORE_PRIMARY_URL; none)"),
            Option("--primary-url-file", "FILE", "read --primary-url, with its password, from this file"),
            Option(
                "--lag-max", "SECONDS",
                "with --read-only, GET /ready fails if the standby is this far behind (no limit)"),
            Option(
                "--wal-archive", "DIR",
                "archive every change of the private store to this folder of healthstore backup (none)"),
            Option(
                "--disk-reserve", "BYTES",
                "store nothing while the private PostgreSQL's disk has less free; 0 to store always (5 GiB, or a tenth of the disk)"
            ),
            Option(
                "--webhooks-allow-private-addresses", nil,
                "send events of webhooks also to http:// and to private addresses, such as 127.0.0.1"),
            Option("--access-log-days", "DAYS", "keep the access log for these days (\(AccessLogStore.daysDefault))"),
            Option(
                "--database-failures", "COUNT",
                "end after this many consecutive failures of the private PostgreSQL (\(ServerSupervisor.Policy().failuresMax))"
            ),
        ],
        notes: """
            The log goes to the standard error stream, one JSON object per line. To serve other machines, \
            give a certificate with --tls-certificate and --tls-key, or put a reverse proxy with TLS in front of the service.

            A private PostgreSQL that dies is started again, after waits of half a second to half a minute. GET /ready reports \
            when it is usable. After --database-failures consecutive failures, the service ends with status 1, except while the \
            disk is full. When PostgreSQL's programs are upgraded, the private server is restarted as soon as no request, import \
            or other session is active and no other process uses the data directory. Until then, GET /ready responds with 503.

            If root starts the service, it runs as the owner of the data directory. Without an owner other than root, it runs as \
            the user "healthstore", or else "postgres".
            """)

    /// The time that requests in flight may take after the signal to stop.
    private static let stopTimeout = Duration.seconds(30)

    static func run(_ arguments: Arguments) async throws {
        do { return try await serve(arguments) } catch is CancellationError {
            Log.standardError.event(.info, "stopped")
        }
    }

    /// Reads the files of the page that were installed with the program.
    private static func page(_ log: Log) throws -> Page {
        let folder = InstalledFolder("page", bundle: "healthstore_HealthPage.resources/Files")
        let directory = try folder.directory(having: "index.html", "the files of the page are")
        let page: Page
        do { page = try Page(directory: directory) } catch {
            throw CommandFailure(message: error.message, hint: "install the files of the page again")
        }
        if !page.hasChartLibrary {
            log.event(
                .warning, "chart_library_missing",
                [
                    ("file", Page.chartLibraryDefault.path),
                    ("message", "the page shows tables instead of charts; install the package libjs-chart.js"),
                ])
        }
        return page
    }

    @MainActor private static func serve(_ arguments: Arguments) async throws {
        let options = try Options(arguments)
        let log = Log.standardError
        // Root reads the program's own files, and no others.
        let (page, articles) = (try page(log), try articleRoutes())
        let own = try ServiceUser.become(arguments, hasUploads: options.reading == nil)
        if let user = own.user { log.event(.info, "root_given_up", [("user", user)]) }
        let stopSignals = StopSignals()
        let notifier = ServiceNotifier()
        let start = notifier.extendStart()
        defer { start.cancel() }
        try await Store.with(
            own.arguments, for: options.reading == nil ? .serve : .read, isCancelled: { stopSignals.hasCome },
            step: notifier.status
        ) { store, session in
            let workers = try Workers(
                options, store, importDirectory: importDirectory(own.arguments), session, log)
            let readiness = readiness(store, workers.archiver, log, options.reading)
            let service = HealthService(
                pool: workers.pool, log: log, live: workers.live,
                rateLimit: options.rate > 0 ? RateLimit(requestsPerSecond: options.rate) : nil,
                presence: workers.presence, imports: workers.imports, crossOrigin: options.crossOrigin,
                accessLog: workers.accessLog, erasing: workers.erasing, webhooks: workers.webhooks,
                readiness: readiness, isReadOnly: workers.isReadOnly, disk: workers.disk, primary: workers.primary,
                proxy: options.proxy,
                openID: options.openID, page: page.routes + articles, missingPage: page.missing)
            let server = service.server(
                host: options.host, port: UInt16(options.port), certificate: options.encryption?.certificate)
            let admin = options.adminAddress?.listener(service, server, store, workers.archiver, log)
            var port: UInt16 = 0
            let listening = Part {
                port = try server.start()
            } stop: {
                if options.drainSeconds > 0 { await server.drain(for: .seconds(options.drainSeconds)) }
                await server.stop(within: stopTimeout)
            }
            var stages = Stages()
            try await stages.start(
                workers.beforeRequests
                    + [[listening, admin.map { Part(start: $0.start, stop: $0.stop) }] + workers.besideRequests])
            let address = address(host: options.host, port: port, isEncrypted: options.encryption != nil)
            let reloading = options.encryption?.start(server, log)
            defer { reloading?.cancel() }
            warn(options, server, store, workers, address, log)
            // `print` would keep the line in a buffer.
            try? FileHandle.standardOutput.write(contentsOf: Data("listening on \(address)\n".utf8))
            log.event(.info, "started", [("address", address)])
            let status = "listening on \(address)"
            let watchdog = ServiceWatchdog(notifier, readiness, store, readyStatus: status)
            start.cancel()
            watchdog.start()
            if !notifier.ready(status: status) {
                log.event(
                    .warning, "service_manager_unreachable", [("message", "the socket NOTIFY_SOCKET cannot be used")])
            }
            let supervisor = supervisor(store, server, failuresMax: options.failuresMax, log) {
                notifier.status($0 ? status : "PostgreSQL died; starting it again")
            }
            let end = await wait(for: stopSignals, supervisor, log)
            notifier.stopping()
            watchdog.stop()
            readiness.stop()
            await stages.stop()
            log.event(.info, "stopped")
            if case .failed(let error) = end { throw error }
        }
    }

    /// Logs what the operator should know about a service that has started.
    private static func warn(
        _ options: Options, _ server: HTTPServer, _ store: Store, _ workers: Workers, _ address: String, _ log: Log
    ) {
        if options.encryption == nil, !server.isLoopback { logNotEncrypted(address, log) }
        if server.connectionsMax < HTTPServerConfiguration.connectionsMaxDefault {
            log.event(.warning, "few_connections", [("connectionsMax", server.connectionsMax)])
        }
        if !store.database.keepsTimelines {
            log.event(
                .warning, "timelines_not_kept",
                [("message", "the folder \(Store.timelineFolder) cannot be written; set HEALTHSTORE_STATE_DIR")])
        }
        if workers.accessLog == nil {
            log.event(.warning, "no_access_log", [("message", "name the primary with --primary-url to keep it")])
        }
    }

    /// Returns the folder of uploads.
    static func importDirectory(_ arguments: Arguments) -> String {
        arguments["--import-dir"] ?? arguments.dataDirectory + "/imports"
    }
}

extension ServeCommand {
    static func address(host: String, port: UInt16, isEncrypted: Bool) -> String {
        if host.hasPrefix("unix:") { return host }
        return "\(isEncrypted ? "https" : "http")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }
}
