import CCrypto

/// The SHA-256 digest of FIPS 180-4, of bytes that come in pieces. A value type without locks.
public struct SHA256 {
    private var context = SHA256_CTX()

    /// Begins with no bytes.
    public init() {
        SHA256_Init(&context)
    }

    /// Goes on with the first `count` of `bytes`.
    public mutating func update(_ bytes: [UInt8], count: Int) {
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

    /// How many bytes a digest has.
    public static let byteCount = 32

    /// The 32-byte digest of `bytes`, which may be empty.
    ///
    /// Pure and usable from any thread. It wraps
    /// [SHA256_Init](https://docs.openssl.org/3.0/man3/SHA256_Init/) and its companions, which
    /// neither allocate nor look a provider up and so have no way to fail.
    public static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes, count: bytes.count)
        return hash.digest()
    }
}
