import EmbeddedPostgres
import HTTPServer
import HealthAPI
import HealthJobs

/// The administrator's listener.
extension ServeCommand {
    /// The address of `--admin`.
    struct AdminAddress {
        private let host: String
        private let port: UInt16

        /// - Returns: nil without `--admin`.
        /// - Throws: `UsageError` for a malformed address, and for one that other machines reach
        ///   without `--insecure-admin`.
        init?(_ arguments: Arguments) throws {
            guard let text = arguments["--admin"] else {
                guard !arguments.has("--insecure-admin") else {
                    throw arguments.usage("--insecure-admin needs --admin")
                }
                return nil
            }
            if text.hasPrefix("unix:") {
                (host, port) = (text, 0)
            } else {
                let colon = text.lastIndex(of: ":")
                guard let colon, let port = UInt16(text[text.index(after: colon)...]),
                    let host = AdminAddress.host(text[..<colon])
                else {
                    throw arguments.usage(
                        "--admin must be an address and a port such as 127.0.0.1:9464 or [::1]:9464, or unix:PATH")
                }
                (self.host, self.port) = (host, port)
            }
            guard HTTPServerConfiguration.isLoopback(host) || arguments.has("--insecure-admin") else {
                throw arguments.usage(
                    "--admin \(text) lets other machines read the metrics without a password and without encryption; name 127.0.0.1, ::1 or unix:PATH, or allow it with --insecure-admin"
                )
            }
        }

        /// Returns the host without brackets; nil if it is neither an address nor `localhost`.
        private static func host(_ text: Substring) -> String? {
            if text == "localhost" { return "localhost" }
            guard let address = NetworkAddress(text) else { return nil }
            guard !address.isIPv4 else { return String(text) }
            return text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : nil
        }

        /// Makes the listener.
        func listener(
            _ service: HealthService, _ observed: HTTPServer, _ store: Store, _ archiver: LogArchiver?, _ log: Log
        ) -> AdminListener {
            let privateServer = store.privateServer
            let admin = AdminService(
                service, observed, database: store.database, commit: VersionCommand.commit,
                server: {
                    privateServer.map { server in
                        AdminService.ServerMeasures(
                            dataDirectory: server.dataDirectory,
                            lastBackup: LastBackup.read(dataDirectory: server.dataDirectory),
                            archiveFailingSeconds: archiver?.failingSeconds, archivedUntil: archiver?.archivedUntil,
                            restarts: [
                                ("died", server.restarts.afterDeath), ("upgraded", server.restarts.forUpgrade),
                            ])
                    }
                }, log: log)
            return AdminListener(service: admin, server: admin.server(host: host, port: port), host: host, log: log)
        }
    }

    struct AdminListener: Sendable {
        let service: AdminService
        let server: HTTPServer
        let host: String
        let log: Log

        func start() throws {
            let address = address(host: host, port: try server.start(), isEncrypted: false)
            log.event(.info, "admin_started", [("address", address)])
        }

        func stop() async {
            await server.stop(within: .seconds(1))
            await service.close()
        }
    }
}
