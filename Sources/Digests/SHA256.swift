import CCrypto

/// The SHA-256 digest of FIPS 180-4.
public enum SHA256 {
    /// How many bytes a digest has.
    public static let byteCount = 32

    /// The 32-byte digest of `bytes`, which may be empty.
    ///
    /// Pure and usable from any thread. It wraps
    /// [SHA256_Init](https://docs.openssl.org/3.0/man3/SHA256_Init/) and its companions, which
    /// neither allocate nor look a provider up and so have no way to fail.
    public static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var context = SHA256_CTX()
        SHA256_Init(&context)
        SHA256_Update(&context, bytes, bytes.count)
        return [UInt8](unsafeUninitializedCapacity: byteCount) { digest, count in
            SHA256_Final(digest.baseAddress, &context)
            count = byteCount
        }
    }
}
