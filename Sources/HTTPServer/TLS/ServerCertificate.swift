import CMicroHTTPD
import Glibc

/// A certificate with its chain and its private key.
///
/// `@unchecked Sendable`: the members are constant. GnuTLS only reads credentials once they are
/// complete, and then allows threads to share them.
/// https://gnutls.org/manual/html_node/Thread-safety.html
public final class ServerCertificate: @unchecked Sendable {
    let credentials: gnutls_certificate_credentials_t

    /// The time at which the certificate expires, in seconds since 1970.
    public let expiry: Int

    /// Reads two files in PEM form.
    ///
    /// The file of the key must be safe, by the rule of PostgreSQL's `ssl_key_file`: a file of the
    /// process's user has no access for group and others, and a file of root may also be readable
    /// by its group. Any other owner is refused.
    /// https://www.postgresql.org/docs/15/ssl-tcp.html#SSL-SETUP
    ///
    /// - Parameters:
    ///   - certificateFile: the path of the server's certificate, followed by the certificates of
    ///     intermediate authorities.
    ///   - keyFile: the path of the unencrypted private key.
    /// - Throws: `.unusableCertificate`. The message names the file.
    public init(certificateFile: String, keyFile: String) throws(HTTPServerError) {
        let chain = try PEMFile(certificateFile, of: "the certificate", isSecret: false)
        let key = try PEMFile(keyFile, of: "the private key", isSecret: true)
        expiry = try chain.certificateExpiry()
        try key.checkPrivateKey()
        var made: gnutls_certificate_credentials_t?
        guard gnutls_certificate_allocate_credentials(&made) == GNUTLS_E_SUCCESS, let made else {
            throw HTTPServerError(code: .unusableCertificate, message: "no memory for the certificate")
        }
        let result = chain.withDatum { chain in
            key.withDatum { key in
                gnutls_certificate_set_x509_key_mem2(made, chain, key, GNUTLS_X509_FMT_PEM, nil, 0)
            }
        }
        guard result >= 0 else {
            gnutls_certificate_free_credentials(made)
            let reason =
                result == GNUTLS_E_CERTIFICATE_KEY_MISMATCH
                ? "is not the key of the certificate in \(certificateFile)"
                : "and the certificate in \(certificateFile) cannot be used: \(PEMFile.reason(result))"
            throw HTTPServerError(code: .unusableCertificate, message: "the private key in \(keyFile) \(reason)")
        }
        credentials = made
    }

    deinit { gnutls_certificate_free_credentials(credentials) }
}

/// A file in PEM form.
private struct PEMFile {
    /// The longest file in bytes. A chain has a few kilobytes. 1 MiB.
    private static let bytesMax = 1024 * 1024

    private let path: String
    /// The meaning of the file in messages.
    private let content: String
    private let bytes: [UInt8]

    init(_ path: String, of content: String, isSecret: Bool) throws(HTTPServerError) {
        self.path = path
        self.content = content
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            throw PEMFile.failure(content, path, "cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw PEMFile.failure(content, path, "cannot be read: it is not a regular file")
        }
        if isSecret, let problem = PEMFile.problem(status) { throw PEMFile.failure(content, path, problem) }
        var bytes = [UInt8](repeating: 0, count: PEMFile.bytesMax + 1)
        var count = 0
        while count < bytes.count {
            let more = bytes[count...].withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
            guard more >= 0 else {
                throw PEMFile.failure(content, path, "cannot be read: \(String(cString: strerror(errno)))")
            }
            if more == 0 { break }
            count += more
        }
        guard count <= PEMFile.bytesMax else {
            throw PEMFile.failure(content, path, "is longer than \(PEMFile.bytesMax) bytes")
        }
        self.bytes = Array(bytes.prefix(count))
    }

    /// Returns the reason why other users can read a file, or nil if they cannot.
    private static func problem(_ status: stat) -> String? {
        let user = geteuid()
        // Root becomes another user after it has read the file.
        guard status.st_uid == user || status.st_uid == 0 || user == 0 else {
            return "belongs to another user; it must belong to the user of the service or to root"
        }
        let allowed: mode_t = status.st_uid == 0 ? 0o640 : 0o600
        guard status.st_mode & 0o777 & ~(allowed | 0o100) == 0 else {
            return "can be read by other users; run chmod \(String(allowed, radix: 8)) on the file"
        }
        return nil
    }

    /// Returns the time at which the first certificate expires, in seconds since 1970.
    func certificateExpiry() throws(HTTPServerError) -> Int {
        var certificate: gnutls_x509_crt_t?
        guard gnutls_x509_crt_init(&certificate) == GNUTLS_E_SUCCESS else {
            throw HTTPServerError(code: .unusableCertificate, message: "no memory for the certificate")
        }
        defer { gnutls_x509_crt_deinit(certificate) }
        let result = withDatum { gnutls_x509_crt_import(certificate, $0, GNUTLS_X509_FMT_PEM) }
        guard result >= 0 else {
            throw PEMFile.failure(content, path, "is no certificate in PEM form: \(PEMFile.reason(result))")
        }
        return gnutls_x509_crt_get_expiration_time(certificate)
    }

    func checkPrivateKey() throws(HTTPServerError) {
        var key: gnutls_privkey_t?
        guard gnutls_privkey_init(&key) == GNUTLS_E_SUCCESS else {
            throw HTTPServerError(code: .unusableCertificate, message: "no memory for the private key")
        }
        defer { gnutls_privkey_deinit(key) }
        let result = withDatum { gnutls_privkey_import_x509_raw(key, $0, GNUTLS_X509_FMT_PEM, nil, 0) }
        guard result >= 0 else {
            let isEncrypted = result == GNUTLS_E_DECRYPTION_FAILED
            throw PEMFile.failure(
                content, path,
                isEncrypted
                    ? "is encrypted; the service needs a key without a passphrase"
                    : "is no private key in PEM form: \(PEMFile.reason(result))")
        }
    }

    func withDatum<Result>(_ body: (UnsafePointer<gnutls_datum_t>) -> Result) -> Result {
        var copy = bytes
        return copy.withUnsafeMutableBufferPointer { buffer in
            var datum = gnutls_datum_t(data: buffer.baseAddress, size: UInt32(buffer.count))
            return body(&datum)
        }
    }

    static func reason(_ result: CInt) -> String { gnutls_strerror(result).map { String(cString: $0) } ?? "" }

    private static func failure(_ content: String, _ path: String, _ reason: String) -> HTTPServerError {
        HTTPServerError(code: .unusableCertificate, message: "\(content) in \(path) \(reason)")
    }
}
