import CCrypto

/// Computes the SHA-256 digest (FIPS 180-4) of bytes in pieces. A copy continues independently.
///
/// It wraps [SHA256_Init](https://docs.openssl.org/3.0/man3/SHA256_Init/) and related functions,
/// which neither allocate memory nor look up a provider, and so cannot fail.
public struct SHA256: Sendable {
    private var context = SHA256_CTX()

    public init() {
        SHA256_Init(&context)
    }

    /// Adds the first `count` bytes of `bytes`; nil adds all.
    public mutating func update(_ bytes: [UInt8], count: Int? = nil) {
        let count = count ?? bytes.count
        precondition((0...bytes.count).contains(count), "count is not within bytes")
        SHA256_Update(&context, bytes, count)
    }

    /// The digest of all bytes so far: 32 bytes.
    public func digest() -> [UInt8] {
        var context = context
        return [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { digest, count in
            SHA256_Final(digest.baseAddress, &context)
            count = SHA256.byteCount
        }
    }

    /// The number of bytes of a digest.
    public static let byteCount = 32

    /// The 32-byte digest of `bytes`, which may be empty.
    public static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes)
        return hash.digest()
    }
}
