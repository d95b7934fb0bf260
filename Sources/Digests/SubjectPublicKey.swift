import CCrypto

/// A public key that verifies signatures: ECDSA on P-256 with SHA-256, RSA (PKCS #1) with SHA-256,
/// or Ed25519.
///
/// May be used from any thread. Wraps
/// [EVP_DigestVerify](https://docs.openssl.org/3.0/man3/EVP_DigestVerifyInit/).
public struct SubjectPublicKey: Sendable {
    /// The numbers of bits of an RSA key that are accepted.
    public static let rsaBits = 2048...4096

    /// SubjectPublicKeyInfo (RFC 5280) in DER.
    public let subjectPublicKeyInfo: [UInt8]

    /// Returns nil for bytes that are no such key, for a key of another kind, and for an RSA key
    /// with fewer or more than `rsaBits`.
    public init?(subjectPublicKeyInfo bytes: [UInt8]) {
        subjectPublicKeyInfo = bytes
        guard let isKnown = withKey({ SubjectPublicKey.kind(of: $0) != nil }), isKnown else { return nil }
    }

    /// Returns true if the owner of the private key has signed the message.
    ///
    /// - Parameter signature: in DER for ECDSA.
    public func isValid(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        defer { ERR_clear_error() }
        return withKey { key in
            guard let kind = SubjectPublicKey.kind(of: key), let context = EVP_MD_CTX_new() else { return false }
            defer { EVP_MD_CTX_free(context) }
            return EVP_DigestVerifyInit(context, nil, kind == .ed25519 ? nil : EVP_sha256(), nil, key) == 1
                && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
        } ?? false
    }

    private enum Kind { case p256, rsa, ed25519 }

    private static func kind(of key: OpaquePointer) -> Kind? {
        switch EVP_PKEY_get_base_id(key) {
        case EVP_PKEY_EC:
            var name = [CChar](repeating: 0, count: 32)
            guard EVP_PKEY_get_group_name(key, &name, name.count, nil) == 1 else { return nil }
            return name.starts(with: "prime256v1".utf8CString) ? .p256 : nil
        case EVP_PKEY_RSA: return rsaBits.contains(Int(EVP_PKEY_get_bits(key))) ? .rsa : nil
        case EVP_PKEY_ED25519: return .ed25519
        default: return nil
        }
    }

    /// Returns nil if the bytes are no key.
    private func withKey<Value>(_ body: (OpaquePointer) -> Value) -> Value? {
        defer { ERR_clear_error() }
        return subjectPublicKeyInfo.withUnsafeBufferPointer { bytes in
            var start = bytes.baseAddress
            guard let key = d2i_PUBKEY(nil, &start, bytes.count) else { return nil }
            defer { EVP_PKEY_free(key) }
            guard start == bytes.baseAddress.map({ $0 + bytes.count }) else { return nil }
            return body(key)
        }
    }
}
