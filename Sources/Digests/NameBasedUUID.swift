import CCrypto
import Foundation

/// Creates UUIDs from names. Equal namespaces and names give equal UUIDs.
///
/// Source: RFC 9562, sections [5.5](https://www.rfc-editor.org/rfc/rfc9562#section-5.5) and
/// [5.8](https://www.rfc-editor.org/rfc/rfc9562#section-5.8). May be used from several threads at
/// once.
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
    /// - Parameter prefix: replaces the first 32 bits of the digest. UUIDs with near prefixes are
    ///   neighbours in an index. The version of a UUID with a prefix is 8. Without a prefix, it
    ///   is 5.
    ///
    /// Wraps [SHA1_Init](https://docs.openssl.org/3.0/man3/SHA256_Init/) and related functions.
    /// They cannot fail and allocate no memory.
    public func uuid(name: [UInt8], prefix: UInt32? = nil) -> UUID {
        var context = start
        SHA1_Update(&context, name, name.count)
        return withUnsafeTemporaryAllocation(byteCount: Int(SHA_DIGEST_LENGTH), alignment: 16) { digest in
            SHA1_Final(digest.baseAddress?.assumingMemoryBound(to: UInt8.self), &context)
            digest[6] = digest[6] & 0x0f | (prefix == nil ? 0x50 : 0x80)
            if let prefix {
                for index in 0..<4 { digest[index] = UInt8(truncatingIfNeeded: prefix >> UInt32(24 - 8 * index)) }
            }
            digest[8] = digest[8] & 0x3f | 0x80
            return UUID(uuid: digest.load(as: uuid_t.self))
        }
    }
}

extension UUID {
    /// The first 32 bits.
    public var prefix: UInt32 { [uuid.0, uuid.1, uuid.2, uuid.3].reduce(0) { $0 << 8 | UInt32($1) } }
}
