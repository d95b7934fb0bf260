import CCrypto

/// Returns cryptographically strong random bytes for keys and tokens.
///
/// May be called from any thread. Wraps
/// [RAND_bytes](https://docs.openssl.org/3.0/man3/RAND_bytes/).
///
/// - Parameter count: the number of bytes, from 0 to 2,147,483,647. This is the range of
///   RAND_bytes.
/// - Throws: ``DigestsError``: `invalidCount` outside that range, or `noRandomness` if the
///   generator has no seed.
public func randomBytes(_ count: Int) throws -> [UInt8] {
    guard count >= 0, let length = Int32(exactly: count) else {
        throw DigestsError(code: .invalidCount, message: "cannot create \(count) random bytes")
    }
    var bytes = [UInt8](repeating: 0, count: count)
    guard RAND_bytes(&bytes, length) == 1 else {
        // OpenSSL's queue of errors belongs to the thread. The next caller on this thread must not
        // find this error.
        ERR_clear_error()
        throw DigestsError(code: .noRandomness, message: "the random number generator could not be seeded")
    }
    return bytes
}

/// Returns true if `a` and `b` are equal. The time depends only on their lengths, so a wrong secret
/// does not reveal how many of its bytes are right.
///
/// Different lengths return false at once, because the length of a secret is not secret. Wraps
/// [CRYPTO_memcmp](https://docs.openssl.org/3.0/man3/CRYPTO_memcmp/).
public func constantTimeEquals(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.count == b.count && CRYPTO_memcmp(a, b, a.count) == 0
}
