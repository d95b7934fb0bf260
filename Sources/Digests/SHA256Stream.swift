import CCrypto

/// Makes the SHA-256 digest of bytes that come in pieces. A copy goes on by itself.
public struct SHA256Stream: Sendable {
    private var context: SHA256_CTX

    public init() {
        context = SHA256_CTX()
        SHA256_Init(&context)
    }

    /// Adds the next bytes, which may be none.
    public mutating func update(_ bytes: [UInt8]) {
        SHA256_Update(&context, bytes, bytes.count)
    }

    /// The 32-byte digest of everything until now.
    public var digest: [UInt8] {
        var context = context
        return [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { digest, count in
            SHA256_Final(digest.baseAddress, &context)
            count = SHA256.byteCount
        }
    }
}
