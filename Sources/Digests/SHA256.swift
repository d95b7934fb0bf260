import CCrypto

/// Computes the SHA-256 digest (FIPS 180-4) of bytes that arrive in pieces. A copy of a value
/// continues independently.
///
/// It wraps [SHA256_Init](https://docs.openssl.org/3.0/man3/SHA256_Init/) and related functions.
/// They cannot fail, because they neither allocate memory nor look up a provider.
public struct SHA256: Sendable {
    private var context = SHA256_CTX()

    public init() {
        SHA256_Init(&context)
    }

    /// Adds the first `count` bytes of `bytes`, or all bytes if `count` is nil.
    public mutating func update(_ bytes: [UInt8], count: Int? = nil) {
        let count = count ?? bytes.count
        precondition((0...bytes.count).contains(count), "count is not within bytes")
        SHA256_Update(&context, bytes, count)
    }

    /// Returns the digest of all bytes so far, which has 32 bytes.
    public func digest() -> [UInt8] {
        var context = context
        return [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { digest, count in
            SHA256_Final(digest.baseAddress, &context)
            count = SHA256.byteCount
        }
    }

    /// The number of bytes of a digest.
    public static let byteCount = 32

    /// Returns the 32-byte digest of `bytes`, which may be empty.
    public static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes)
        return hash.digest()
    }
}
