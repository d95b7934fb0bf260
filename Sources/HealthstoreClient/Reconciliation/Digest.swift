import Foundation

#if canImport(CryptoKit)
    import CryptoKit
#else
    import Digests
#endif

/// SHA-256 of CryptoKit. On Linux, where the tests run, it is OpenSSL's.
enum Digest {
    static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        #if canImport(CryptoKit)
            Array(SHA256.hash(data: bytes))
        #else
            SHA256.hash(bytes)
        #endif
    }

    /// Returns the digest of uuids, computed as at the service. The uuids are sorted in ascending
    /// order and take 16 bytes each.
    static func hexadecimal(of uuids: [UUID]) -> String {
        let sorted = uuids.map(bytes).sorted { $0.lexicographicallyPrecedes($1) }
        return sha256(sorted.flatMap(\.self)).map { String(format: "%02x", $0) }.joined()
    }

    private static func bytes(_ uuid: UUID) -> [UInt8] {
        let u = uuid.uuid
        return [u.0, u.1, u.2, u.3, u.4, u.5, u.6, u.7, u.8, u.9, u.10, u.11, u.12, u.13, u.14, u.15]
    }
}
