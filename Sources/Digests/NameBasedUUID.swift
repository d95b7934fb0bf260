import CCrypto
import Foundation

/// Makes version 5 UUIDs: the same namespace and name always give the same UUID.
///
/// Source of the rule: [RFC 9562, section 5.5](https://www.rfc-editor.org/rfc/rfc9562#section-5.5).
/// A value may be used from many threads at once.
public struct NameBasedUUID: Sendable {
    /// The state of SHA-1 after the namespace; each name continues from a copy of it.
    private let start: SHA_CTX

    /// Makes UUIDs inside `namespace`.
    public init(namespace: UUID) {
        var context = SHA_CTX()
        SHA1_Init(&context)
        withUnsafeBytes(of: namespace.uuid) { bytes in
            _ = SHA1_Update(&context, bytes.baseAddress, bytes.count)
        }
        start = context
    }

    /// The UUID of `name`, which may be empty: SHA-1 over namespace and name, cut to 16 bytes,
    /// with the version and the variant set.
    ///
    /// It wraps [SHA1_Init](https://docs.openssl.org/3.0/man3/SHA256_Init/) and its companions,
    /// which cannot fail, and allocates nothing.
    public func uuid(name: [UInt8]) -> UUID {
        var context = start
        SHA1_Update(&context, name, name.count)
        return withUnsafeTemporaryAllocation(byteCount: Int(SHA_DIGEST_LENGTH), alignment: 16) { digest in
            SHA1_Final(digest.baseAddress?.assumingMemoryBound(to: UInt8.self), &context)
            digest[6] = digest[6] & 0x0f | 0x50
            digest[8] = digest[8] & 0x3f | 0x80
            return UUID(uuid: digest.load(as: uuid_t.self))
        }
    }
}
