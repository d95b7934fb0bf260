import Dispatch
import Foundation
import HTTPServer
import HealthJobs

/// The encryption of the service's connections.
extension ServeCommand {
    /// The certificate of the service, and the files from which SIGHUP reads it again.
    struct Encryption {
        let certificate: ServerCertificate
        private let certificateFile: String
        private let keyFile: String

        /// The seconds before the end of a certificate from which on a warning is logged. 7 days.
        private static let warningSeconds = 7 * 86_400

        /// Reads the certificate.
        ///
        /// - Returns: nil for a service without TLS.
        /// - Throws: `UsageError` for one file without the other, for a host that other machines
        ///   reach without TLS, and for contradictory options; `HTTPServerError` for files that
        ///   cannot be used.
        init?(_ arguments: Arguments, host: String) throws {
            let certificateFile = arguments["--tls-certificate"] ?? ServiceCredential.tlsCertificate.path
            let keyFile = arguments["--tls-key"] ?? ServiceCredential.tlsKey.path
            guard let certificateFile, let keyFile else {
                guard certificateFile == nil, keyFile == nil else {
                    throw arguments.usage(
                        keyFile == nil ? "--tls-certificate needs --tls-key" : "--tls-key needs --tls-certificate")
                }
                // `HTTPServer.start` refuses a host that is no address.
                let isReachable = !HTTPServerConfiguration.isLoopback(host) && NetworkAddress(host) != nil
                guard !isReachable || arguments.has("--insecure-http") else {
                    throw arguments.usage(
                        "--host \(host) lets other machines connect, and the connections are not encrypted; give --tls-certificate and --tls-key, or let a proxy with TLS connect to 127.0.0.1, or allow it with --insecure-http"
                    )
                }
                return nil
            }
            guard !arguments.has("--insecure-http") else {
                throw arguments.usage("--insecure-http and --tls-certificate exclude each other")
            }
            certificate = try ServerCertificate(certificateFile: certificateFile, keyFile: keyFile)
            self.certificateFile = certificateFile
            self.keyFile = keyFile
        }

        /// Reads the certificate again at each SIGHUP, until the returned source is cancelled. New
        /// connections use the new certificate. If it cannot be used, the old one stays in use.
        @MainActor func start(_ server: HTTPServer, _ log: Log) -> any DispatchSourceSignal {
            Encryption.warnIfExpiring(certificate, log)
            // Root may have read the files before it gave its rights up.
            for file in [certificateFile, keyFile] where !FileManager.default.isReadableFile(atPath: file) {
                log.event(
                    .warning, "certificate_not_reloadable",
                    [
                        ("file", file),
                        ("message", "the user of the service cannot read the file, so SIGHUP cannot load a new one"),
                    ])
            }
            signal(SIGHUP, SIG_IGN)
            let source = DispatchSource.makeSignalSource(
                signal: SIGHUP, queue: DispatchQueue(label: "healthstore.certificate"))
            let (certificateFile, keyFile) = (certificateFile, keyFile)
            // The handler is not isolated to an actor, because it runs on a thread of Dispatch.
            let handler: @Sendable () -> Void = {
                do throws(HTTPServerError) {
                    let new = try ServerCertificate(certificateFile: certificateFile, keyFile: keyFile)
                    server.replaceCertificate(by: new)
                    log.event(.info, "certificate_loaded")
                    Encryption.warnIfExpiring(new, log)
                } catch {
                    log.event(
                        .error, "certificate_refused",
                        [("message", "\(error.message); the service keeps the certificate that it has")])
                }
            }
            source.setEventHandler(handler: handler)
            source.resume()
            return source
        }

        private static func warnIfExpiring(_ certificate: ServerCertificate, _ log: Log) {
            let end = Date(timeIntervalSince1970: Double(certificate.expiry))
            guard end.timeIntervalSinceNow < Double(warningSeconds) else { return }
            log.event(.warning, "certificate_expires", [("expiry", end.ISO8601Format())])
        }
    }

    static func logNotEncrypted(_ address: String, _ log: Log) {
        log.event(
            .warning, "not_encrypted",
            [
                ("address", address),
                ("message", "other machines can connect without TLS; use --tls-certificate, or put a proxy in front"),
            ])
    }
}
