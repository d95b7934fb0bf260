import CCrypto

/// Returns the HMAC-SHA256 (RFC 2104) of a message, which has 32 bytes.
///
/// May be called from any thread. Wraps [HMAC](https://docs.openssl.org/3.0/man3/HMAC/).
///
/// - Parameters:
///   - message: any bytes.
///   - key: the secret, of at most 2,147,483,647 bytes.
/// - Throws: ``DigestsError``: `invalidCount` for a longer key, or `noDigest` if OpenSSL fails.
public func hmacSHA256(_ message: [UInt8], key: [UInt8]) throws -> [UInt8] {
    guard let keyLength = Int32(exactly: key.count) else {
        throw DigestsError(code: .invalidCount, message: "cannot sign with a key of \(key.count) bytes")
    }
    var digest = [UInt8](repeating: 0, count: SHA256.byteCount)
    var length: UInt32 = 0
    guard HMAC(EVP_sha256(), key, keyLength, message, message.count, &digest, &length) != nil,
        length == UInt32(SHA256.byteCount)
    else {
        ERR_clear_error()
        throw DigestsError(code: .noDigest, message: "the message could not be signed")
    }
    return digest
}
