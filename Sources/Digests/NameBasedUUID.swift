import CCrypto
import Foundation

/// Creates version 5 UUIDs. Equal namespaces and names give equal UUIDs.
///
/// Source: [RFC 9562, section 5.5](https://www.rfc-editor.org/rfc/rfc9562#section-5.5). May be used
/// from several threads at once.
public struct NameBasedUUID: Sendable {
    /// The state of SHA-1 after the namespace. Each name continues from a copy of it.
    private let start: SHA_CTX

    /// Prepares the creation of UUIDs in `namespace`.
    public init(namespace: UUID) {
        var context = SHA_CTX()
        SHA1_Init(&context)
        withUnsafeBytes(of: namespace.uuid) { bytes in
            _ = SHA1_Update(&context, bytes.baseAddress, bytes.count)
        }
        start = context
    }

    /// Returns the UUID of `name`, which may be empty. It is the SHA-1 digest of namespace and
    /// name, truncated to 16 bytes. Its version and variant are then set.
    ///
    /// Wraps [SHA1_Init](https://docs.openssl.org/3.0/man3/SHA256_Init/) and related functions.
    /// They cannot fail and allocate no memory.
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
