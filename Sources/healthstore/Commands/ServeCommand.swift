import Dispatch
import EmbeddedPostgres
import Foundation
import HTTPServer
import HealthAPI
import Postgres

/// `healthstore serve`
enum ServeCommand: Command {
    static let description = CommandDescription(
        "serve", "Answers over HTTP until it gets SIGTERM or SIGINT.",
        options: [
            Option("--host", "ADDRESS", "listen on this address (127.0.0.1)"),
            Option("--port", "PORT", "listen on this port; 0 takes a free one (8484)"),
            Option("--rate-limit", "COUNT", "requests a second that one token may make; 0 for any number (100)"),
            Option("--import-dir", "DIR", "keep uploads here until they are imported (imports in the data directory)"),
            Option("--import-bytes", "BYTES", "longest upload to import (64 GiB)"),
            Option(
                "--cors-origin", "ORIGIN",
                "let pages of this origin ask, such as https://grafana.example.org; * for any; repeatable (none)",
                isRepeatable: true),
            Option("--sessions", "COUNT", "database sessions at once; one person uses at most half of them (8)"),
            Option("--slot-refresh", "on|off", "keep the figures of hours and days up to date (on)"),
        ],
        notes: """
            The log goes to the standard error stream, one JSON object a line. There is no TLS: put a reverse proxy in front of \
            it to serve other machines.
            """)

    private static let portDefault = 8484
    private static let sessionsDefault = Pool.Configuration.sessionsMaxDefault
    /// How long requests in flight may take after the signal to stop.
    private static let patience = Duration.seconds(30)
    /// What one statement may take.
    private static let statementTimeout = "60s"

    static func run(_ arguments: Arguments) async throws -> Int32 {
        let host = arguments["--host"] ?? "127.0.0.1"
        let port = try arguments.integer("--port", in: 0...65_535) ?? portDefault
        let sessions = try arguments.integer("--sessions", in: 1...1_000) ?? sessionsDefault
        let rate = try arguments.integer("--rate-limit", in: 0...1_000_000) ?? RateLimit.requestsPerSecondDefault
        let importBytes = try arguments.integer("--import-bytes", in: 1...Int.max / 2).map { Int64($0) }
        let crossOrigin = try crossOrigin(arguments)
        let importDirectory =
            arguments["--import-dir"] ?? (arguments["--data-dir"] ?? EmbeddedServer.defaultDataDirectory()) + "/imports"
        let isRefreshing = try isOn(arguments)
        let stopSignals = StopSignals()
        return try await Store.with(arguments, for: .serve) { store, session in
            let pool = Pool(
                Pool.Configuration(conninfo: store.conninfo, sessionsMax: sessions) { session in
                    // A plan that was made for empty tables must not be kept while a first sync fills them.
                    try session.executeScript(
                        "set statement_timeout = '\(statementTimeout)'; set plan_cache_mode = force_custom_plan")
                })
            let log = Log.standardError
            let live = ChangeHub(conninfo: store.conninfo, log: log)
            let imports = try ImportService(
                conninfo: store.conninfo, directory: importDirectory,
                bytesMax: importBytes ?? ImportService.bytesMaxDefault, log: log, session)
            let service = HealthService(
                pool: pool, log: log, live: live, rateLimit: rate > 0 ? RateLimit(requestsPerSecond: rate) : nil,
                imports: imports, crossOrigin: crossOrigin)
            let slots = isRefreshing ? SlotWorker(conninfo: store.conninfo, log: log) : nil
            let server = service.server(host: host, port: UInt16(port))
            let address = "http://\(host.contains(":") ? "[\(host)]" : host):\(try server.start())"
            if !server.isLoopback {
                log.event(
                    .warning, "not_encrypted",
                    [
                        ("address", address),
                        ("message", "there is no TLS, and other machines can connect: put a reverse proxy in front"),
                    ])
            }
            if server.connectionsMax < HTTPServerConfiguration.connectionsMaxDefault {
                log.event(.warning, "few_connections", [("connectionsMax", String(server.connectionsMax))])
            }
            try slots?.start()
            imports.start()
            // Not print, which would keep it in a buffer.
            try? FileHandle.standardOutput.write(contentsOf: Data("listening on \(address)\n".utf8))
            log.event(.info, "started", [("address", address)])
            let signal = await stopSignals.next()
            log.event(.info, "stopping", [("signal", signal)])
            async let stopped: Void = imports.stop()
            async let slotsStopped: Void? = slots?.stop()
            await server.stop(within: patience)
            await stopped
            _ = await slotsStopped
            await live.close()
            await pool.close()
            log.event(.info, "stopped")
            return 0
        }
    }

    private static func crossOrigin(_ arguments: Arguments) throws -> CrossOriginPolicy {
        do { return try HealthService.crossOrigin(arguments.all("--cors-origin")) } catch {
            throw arguments.usage("--cors-origin: \(error.message)")
        }
    }
}

extension ServeCommand {
    /// Whether `--slot-refresh` says so.
    private static func isOn(_ arguments: Arguments) throws -> Bool {
        switch arguments["--slot-refresh"] {
        case nil, "on": true
        case "off": false
        default: throw arguments.usage("--slot-refresh must be on or off")
        }
    }
}

/// SIGTERM and SIGINT as a sequence, from the moment this exists.
@MainActor
struct StopSignals {
    private let names: AsyncStream<String>
    private let sources: [any DispatchSourceSignal]

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        names = stream
        sources = [(SIGTERM, "SIGTERM"), (SIGINT, "SIGINT")].map { number, name in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            // Sendable, and so of no actor: it runs on a thread of Dispatch.
            let handler: @Sendable () -> Void = { continuation.yield(name) }
            source.setEventHandler(handler: handler)
            source.resume()
            return source
        }
    }

    func next() async -> String {
        for await name in names { return name }
        return ""
    }
}
