import Foundation

/// A certificate of its own for 127.0.0.1, and its key, as files.
public struct CertificateFiles: Sendable {
    public let certificate: String
    public let key: String

    /// The options of `serve`.
    public var arguments: [String] { ["--tls-certificate", certificate, "--tls-key", key] }

    /// Makes the files with `openssl`.
    ///
    /// - Parameter name: the common name of the certificate and the beginning of the files' names.
    public static func make(in directory: String, name: String) async throws -> CertificateFiles {
        let files = CertificateFiles(certificate: "\(directory)/\(name).crt", key: "\(directory)/\(name).key")
        let openssl = try await Command.run(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30",
                "-subj", "/CN=\(name)", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", files.key, "-out",
                files.certificate,
            ])
        guard openssl.status == 0 else { throw NotMade(reason: openssl.errors) }
        // A service that root starts gives its rights up, and reads the files again at SIGHUP.
        if geteuid() == 0, let user = getpwnam("postgres") {
            _ = chown(files.key, 0, user.pointee.pw_gid)
            _ = chmod(files.key, 0o640)
        }
        return files
    }

    public struct NotMade: Error {
        public let reason: String
    }

    /// Overwrites these files with the bytes of others.
    public func replace(certificate: String, key: String) throws {
        for (source, target) in [(certificate, self.certificate), (key, self.key)] {
            // The file keeps its permissions.
            try Data(contentsOf: URL(fileURLWithPath: source)).write(to: URL(fileURLWithPath: target))
        }
    }
}
