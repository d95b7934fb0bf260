import CCrypto

/// Encrypts short messages with a key. Without the key, a program can neither read a message nor
/// make a valid box.
///
/// It uses AES-256 in Galois/Counter Mode ([NIST SP
/// 800-38D](https://doi.org/10.6028/NIST.SP.800-38D)) with a random nonce of 96 bits. A box is the
/// nonce, the encrypted message, which has the length of the message, and a tag of 128 bits.
public struct SecretBox: Sendable {
    /// The number of bytes by which a box is longer than its message.
    public static let overhead = nonceBytes + tagBytes
    /// The number of bytes of a key.
    public static let keyBytes = 32

    private static let nonceBytes = 12
    private static let tagBytes = 16
    private let key: [UInt8]

    /// - Parameter key: `keyBytes` bytes.
    public init(key: [UInt8]) {
        precondition(key.count == SecretBox.keyBytes, "the key has \(SecretBox.keyBytes) bytes")
        self.key = key
    }

    /// Returns a box with `message`. Each call returns another box.
    ///
    /// - Throws: ``DigestsError``: `noRandomness`, `noCipher`.
    public func seal(_ message: [UInt8]) throws -> [UInt8] {
        let nonce = try randomBytes(SecretBox.nonceBytes)
        guard let context = EVP_CIPHER_CTX_new() else { throw SecretBox.failure }
        defer { EVP_CIPHER_CTX_free(context) }
        var (sealed, tag) = (
            [UInt8](repeating: 0, count: message.count), [UInt8](repeating: 0, count: SecretBox.tagBytes)
        )
        var (count, rest): (Int32, Int32) = (0, 0)
        guard EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce) == 1,
            EVP_EncryptUpdate(context, &sealed, &count, message, Int32(message.count)) == 1,
            EVP_EncryptFinal_ex(context, nil, &rest) == 1,
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(SecretBox.tagBytes), &tag) == 1
        else {
            ERR_clear_error()
            throw SecretBox.failure
        }
        return nonce + sealed + tag
    }

    /// Returns the message in a box; nil for bytes that were not made with this key.
    public func open(_ box: [UInt8]) -> [UInt8]? {
        guard box.count >= SecretBox.overhead, let context = EVP_CIPHER_CTX_new() else { return nil }
        defer { EVP_CIPHER_CTX_free(context) }
        let nonce = Array(box.prefix(SecretBox.nonceBytes))
        let sealed = Array(box.dropFirst(SecretBox.nonceBytes).dropLast(SecretBox.tagBytes))
        var tag = Array(box.suffix(SecretBox.tagBytes))
        var message = [UInt8](repeating: 0, count: sealed.count)
        var (count, rest): (Int32, Int32) = (0, 0)
        guard EVP_DecryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce) == 1,
            EVP_DecryptUpdate(context, &message, &count, sealed, Int32(sealed.count)) == 1,
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(SecretBox.tagBytes), &tag) == 1,
            EVP_DecryptFinal_ex(context, nil, &rest) == 1
        else {
            ERR_clear_error()
            return nil
        }
        return message
    }

    private static var failure: DigestsError {
        DigestsError(code: .noCipher, message: "OpenSSL cannot encrypt")
    }
}
