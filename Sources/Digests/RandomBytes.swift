import CCrypto

/// `count` bytes of cryptographically strong randomness, fit for keys and tokens.
///
/// Usable from any thread. It wraps [RAND_bytes](https://docs.openssl.org/3.0/man3/RAND_bytes/).
///
/// - Parameter count: 0 to 2,147,483,647, the range of RAND_bytes.
/// - Throws: ``DigestsError``: `invalidCount` outside of that range, `noRandomness` when the
///   generator could not be seeded.
public func randomBytes(_ count: Int) throws -> [UInt8] {
    guard count >= 0, let length = Int32(exactly: count) else {
        throw DigestsError(code: .invalidCount, message: "cannot make \(count) random bytes")
    }
    var bytes = [UInt8](repeating: 0, count: count)
    guard RAND_bytes(&bytes, length) == 1 else {
        // The queue of errors belongs to the thread; the next caller must not find ours in it.
        ERR_clear_error()
        throw DigestsError(code: .noRandomness, message: "the random number generator could not be seeded")
    }
    return bytes
}

/// Whether `a` and `b` are equal, in a time that depends on their lengths only, so that a wrong
/// secret gives no hint how far it was right.
///
/// Different lengths are unequal and return at once: the length of a secret is not secret.
/// It wraps [CRYPTO_memcmp](https://docs.openssl.org/3.0/man3/CRYPTO_memcmp/).
public func constantTimeEquals(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.count == b.count && CRYPTO_memcmp(a, b, a.count) == 0
}
