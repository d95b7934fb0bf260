import CCrypto

/// A public key that verifies signatures, of one algorithm of [RFC
/// 7518](https://www.rfc-editor.org/rfc/rfc7518#section-3.1).
///
/// Wraps [EVP_DigestVerify](https://docs.openssl.org/3.0/man3/EVP_DigestVerifyInit/).
public enum VerifyingKey: Sendable, Hashable {
    /// RS256: RSASSA-PKCS1-v1_5 with SHA-256. Both numbers are big-endian.
    case rsa(modulus: [UInt8], exponent: [UInt8])
    /// ES256: ECDSA on the curve P-256 with SHA-256. A coordinate has 32 bytes.
    case p256(x: [UInt8], y: [UInt8])

    /// The lengths of a modulus that OpenSSL is given, in bytes: 2,048 to 8,192 bits. Shorter keys
    /// are weak, and longer ones take long.
    private static let modulusBytes = 256...1024
    private static let exponentBytesMax = 8
    private static let coordinateBytes = 32

    /// Returns true if `signature` is a signature of `message` by this key. The signature of ES256
    /// is two numbers of 32 bytes. May be called from any thread.
    public func isSignature(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        // OpenSSL's queue of errors belongs to the thread. The next caller must not find these.
        defer { ERR_clear_error() }
        guard let key = key() else { return false }
        defer { EVP_PKEY_free(key) }
        guard let context = EVP_MD_CTX_new() else { return false }
        defer { EVP_MD_CTX_free(context) }
        guard let signature = encoded(signature),
            EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
        else { return false }
        return EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }

    /// Returns the key, which the caller frees; nil if the numbers are no key.
    private func key() -> OpaquePointer? {
        switch self {
        case .rsa(let modulus, let exponent):
            let modulus = Array(modulus.drop { $0 == 0 })
            guard VerifyingKey.modulusBytes.contains(modulus.count), exponent.count <= VerifyingKey.exponentBytesMax
            else { return nil }
            return crypto_rsa_key(modulus, Int32(modulus.count), exponent, Int32(exponent.count))
        case .p256(let x, let y):
            guard x.count == VerifyingKey.coordinateBytes, y.count == VerifyingKey.coordinateBytes else { return nil }
            let point = [4] + x + y
            return crypto_p256_key(point, point.count)
        }
    }

    /// Returns the signature in the form of OpenSSL; nil for a signature of another length.
    private func encoded(_ signature: [UInt8]) -> [UInt8]? {
        guard case .p256 = self else { return signature }
        let bytes = VerifyingKey.coordinateBytes
        guard signature.count == 2 * bytes else { return nil }
        var der: UnsafeMutablePointer<UInt8>?
        let count = crypto_ecdsa_der(Array(signature[..<bytes]), Array(signature[bytes...]), &der)
        defer { crypto_free(der) }
        guard count > 0, let der else { return nil }
        return Array(UnsafeBufferPointer(start: der, count: Int(count)))
    }
}
