import EmbeddedPostgres
import HTTPServer
import HealthAPI
import HealthDatabase
import Postgres

extension ServeCommand {
    /// The values of the options.
    struct Options {
        let host: String
        let port: Int
        let sessions: Int
        /// Requests per second of one token; 0 for no limit.
        let rate: Int
        let importBytes: Int64
        let importBytesPerHolder: Int64?
        let crossOrigin: CrossOriginPolicy
        let proxy: TrustedProxy?
        let openID: OpenIDProvider?
        let encryption: Encryption?
        let adminAddress: AdminAddress?
        let isRefreshing: Bool
        /// Seconds for which the service still answers after the signal to stop.
        let drainSeconds: Int
        let logDays: Int
        let failuresMax: Int?
        /// Nil for a service that writes.
        let reading: ReadOnlyMode?
        let archiveFolder: BackupFolder?
        let diskBytes: Int64?
        let allowsPrivateWebhooks: Bool

        private static let portDefault = 8484
        private static let bytesMax = Int.max / 2
        /// One minute. The unit of the package gives a stop three.
        private static let drainSecondsMax = 60

        /// - Throws: `UsageError`.
        init(_ arguments: Arguments) throws {
            host = arguments["--host"] ?? "127.0.0.1"
            port = try arguments.integer("--port", in: 0...65_535) ?? Options.portDefault
            sessions = try arguments.integer("--sessions", in: 1...1_000) ?? Pool.Configuration.sessionsMaxDefault
            rate = try arguments.integer("--rate-limit", in: 0...1_000_000) ?? RateLimit.requestsPerSecondDefault
            importBytes =
                try arguments.integer("--import-bytes", in: 1...Options.bytesMax).map { Int64($0) }
                ?? ImportService.bytesMaxDefault
            importBytesPerHolder = try arguments.integer("--import-bytes-per-holder", in: 1...Options.bytesMax)
                .map { Int64($0) }
            crossOrigin = try Options.crossOrigin(arguments)
            proxy = try Options.trustedProxy(arguments, host: host)
            openID = try Options.openID(arguments)
            encryption = try Encryption(arguments, host: host)
            adminAddress = try AdminAddress(arguments)
            drainSeconds = try arguments.integer("--drain", in: 0...Options.drainSecondsMax) ?? 0
            isRefreshing = try Options.isRefreshing(arguments)
            logDays =
                try arguments.integer("--access-log-days", in: 1...AccessLogStore.daysMax)
                ?? AccessLogStore.daysDefault
            failuresMax = try arguments.integer("--database-failures", in: 1...1_000_000)
            reading = try ReadOnlyMode(arguments)
            archiveFolder = try ServeCommand.archiveFolder(arguments)
            diskBytes = try ImportDisk.bytes(arguments)
            allowsPrivateWebhooks = arguments.has("--webhooks-allow-private-addresses")
        }

        private static func crossOrigin(_ arguments: Arguments) throws -> CrossOriginPolicy {
            do { return try HealthService.crossOrigin(arguments.all("--cors-origin")) } catch {
                throw arguments.usage("--cors-origin: \(error.message)")
            }
        }

        /// Returns the proxy in front of the service; nil if there is none.
        private static func trustedProxy(_ arguments: Arguments, host: String) throws -> TrustedProxy? {
            switch (arguments["--trusted-proxy"], arguments["--user-header"]) {
            case (nil, nil): return nil
            case (nil, _?):
                throw arguments.usage(
                    "--user-header needs --trusted-proxy: otherwise every client could name any person")
            case (let peers?, let header):
                do { return try TrustedProxy(peers: peers, userHeader: header, host: host) } catch {
                    throw arguments.usage("\(error.option) \(error.message)")
                }
            }
        }

        /// Returns the provider at which people log in; nil if there is none.
        private static func openID(_ arguments: Arguments) throws -> OpenIDProvider? {
            let names = ["--openid-client-id", "--openid-client-secret-file", "--openid-user-claim"]
            guard let issuer = arguments["--openid-issuer"] else {
                if let name = names.first(where: arguments.has) {
                    throw arguments.usage("\(name) needs --openid-issuer")
                }
                return nil
            }
            let clientID = try arguments.required("--openid-client-id")
            let file = arguments["--openid-client-secret-file"] ?? ServiceCredential.openIDSecret.path
            guard let file else { throw arguments.usage("--openid-client-secret-file is missing") }
            let claim =
                arguments["--openid-user-claim"].map { OpenIDProvider.UserClaim(rawValue: $0) } ?? .preferredUsername
            guard let claim else {
                throw arguments.usage("--openid-user-claim must be preferred_username, email or sub")
            }
            let secret = try SecretFile.line(
                of: file, with: "the secret of OpenID", example: "the secret that the provider has")
            do {
                return try OpenIDProvider(issuer: issuer, clientID: clientID, secret: secret, userClaim: claim)
            } catch {
                throw arguments.usage("\(error.option) \(error.message)")
            }
        }

        private static func isRefreshing(_ arguments: Arguments) throws -> Bool {
            switch arguments["--figure-refresh"] {
            case nil, "on": true
            case "off": false
            default: throw arguments.usage("--figure-refresh must be on or off")
            }
        }
    }
}
