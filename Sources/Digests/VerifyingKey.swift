import CCrypto

/// A public key that verifies signatures: ECDSA on P-256 with SHA-256, RSA (PKCS #1) with SHA-256,
/// or Ed25519.
///
/// May be used from any thread. Wraps
/// [EVP_DigestVerify](https://docs.openssl.org/3.0/man3/EVP_DigestVerifyInit/).
public struct VerifyingKey: Sendable {
    public enum Kind: Sendable { case p256, rsa, ed25519 }

    /// The numbers of bits of an RSA key that are accepted. Shorter keys are weak, and longer ones
    /// take long.
    public static let rsaBits = 2048...4096
    private static let exponentBytesMax = 8
    /// The bytes of a number of P-256.
    private static let p256Bytes = 32
    /// SubjectPublicKeyInfo of a key on P-256, before the coordinates of its point (RFC 5480).
    private static let p256Head: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48,
        0xce,
        0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
    ]
    /// The algorithm of an RSA key in SubjectPublicKeyInfo (RFC 3279).
    private static let rsaAlgorithm: [UInt8] = [
        0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
    ]

    /// SubjectPublicKeyInfo (RFC 5280) in DER.
    private let info: [UInt8]
    public let kind: Kind

    /// Returns nil for bytes that are no such key, for a key of another kind, and for an RSA key
    /// with fewer or more than `rsaBits`.
    ///
    /// - Parameter info: SubjectPublicKeyInfo (RFC 5280) in DER.
    public init?(subjectPublicKeyInfo info: [UInt8]) {
        guard let kind = VerifyingKey.withKey(info, { VerifyingKey.kind(of: $0) }) ?? nil else { return nil }
        (self.info, self.kind) = (info, kind)
    }

    /// Returns nil if the numbers, which are big-endian, are no key.
    ///
    /// - Parameter exponent: at most 8 bytes.
    public init?(rsaModulus modulus: [UInt8], exponent: [UInt8]) {
        guard exponent.count <= VerifyingKey.exponentBytesMax else { return nil }
        let numbers = VerifyingKey.sequence(VerifyingKey.integer(modulus) + VerifyingKey.integer(exponent))
        let bits = VerifyingKey.element(0x03, [0] + numbers)
        self.init(subjectPublicKeyInfo: VerifyingKey.sequence(VerifyingKey.rsaAlgorithm + bits))
    }

    /// Returns nil if the coordinates, of 32 bytes each, are no point of the curve.
    public init?(p256X x: [UInt8], y: [UInt8]) {
        guard x.count == VerifyingKey.p256Bytes, y.count == VerifyingKey.p256Bytes else { return nil }
        self.init(subjectPublicKeyInfo: VerifyingKey.p256Head + x + y)
    }

    /// Returns true if the owner of the private key has signed the message.
    ///
    /// - Parameter signature: in DER for ECDSA.
    public func isSignature(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        VerifyingKey.withKey(info) { key in
            guard let context = EVP_MD_CTX_new() else { return false }
            defer { EVP_MD_CTX_free(context) }
            return EVP_DigestVerifyInit(context, nil, kind == .ed25519 ? nil : EVP_sha256(), nil, key) == 1
                && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
        } ?? false
    }

    /// Returns an ECDSA signature in DER.
    ///
    /// - Parameter numbers: the two numbers of the signature, of 32 bytes each ([RFC
    ///   7518](https://www.rfc-editor.org/rfc/rfc7518#section-3.4)). Nil for another length.
    public static func signature(p256Numbers numbers: [UInt8]) -> [UInt8]? {
        guard numbers.count == 2 * p256Bytes else { return nil }
        return sequence(integer(Array(numbers[..<p256Bytes])) + integer(Array(numbers[p256Bytes...])))
    }

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
    private static func withKey<Value>(_ info: [UInt8], _ body: (OpaquePointer) -> Value) -> Value? {
        // OpenSSL's queue of errors belongs to the thread. The next caller must not find these.
        defer { ERR_clear_error() }
        return info.withUnsafeBufferPointer { bytes in
            var start = bytes.baseAddress
            guard let key = d2i_PUBKEY(nil, &start, bytes.count) else { return nil }
            defer { EVP_PKEY_free(key) }
            guard start == bytes.baseAddress.map({ $0 + bytes.count }) else { return nil }
            return body(key)
        }
    }

    // MARK: DER

    private static func sequence(_ content: [UInt8]) -> [UInt8] { element(0x30, content) }

    /// Returns the INTEGER of a big-endian number, which is not negative.
    private static func integer(_ number: [UInt8]) -> [UInt8] {
        let digits = Array(number.drop { $0 == 0 })
        return element(0x02, (digits.first ?? 0x80) < 0x80 ? digits : [0] + digits)
    }

    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let count = content.count
        let length: [UInt8] =
            count < 0x80
            ? [UInt8(count)] : [0x82, UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)]
        return [tag] + length + content
    }
}
