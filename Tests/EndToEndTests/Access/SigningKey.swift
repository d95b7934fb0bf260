import CCrypto
import Foundation
import HealthDatabase

/// A key of a provider, made and used with OpenSSL.
final class SigningKey: @unchecked Sendable {
    enum Kind: String { case rsa = "RSA", p256 = "EC" }

    struct Failed: Error {}

    let kind: Kind
    private let key: OpaquePointer

    init(_ kind: Kind) throws {
        self.kind = kind
        let context = EVP_PKEY_CTX_new_from_name(nil, kind.rawValue, nil)
        defer { EVP_PKEY_CTX_free(context) }
        var made: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1, kind == .rsa || EVP_PKEY_CTX_set_group_name(context, "P-256") == 1,
            EVP_PKEY_generate(context, &made) == 1, let made
        else { throw Failed() }
        key = made
    }

    deinit { EVP_PKEY_free(key) }

    /// The algorithm of `signature(of:)`.
    var algorithm: String { kind == .rsa ? "RS256" : "ES256" }

    /// Signs as RS256 and ES256 do.
    func signature(of message: [UInt8]) throws -> [UInt8] {
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        var bytes = [UInt8](repeating: 0, count: 1_024)
        var count = bytes.count
        guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
            EVP_DigestSign(context, &bytes, &count, message, message.count) == 1
        else { throw Failed() }
        bytes = Array(bytes[..<count])
        guard kind == .p256 else { return bytes }
        // The numbers r and s of the DER text have 32 bytes, after a zero byte or without leading
        // zeros.
        func number(at index: Int) -> [UInt8] {
            let number = Array(bytes[(index + 2)..<(index + 2 + Int(bytes[index + 1]))].drop { $0 == 0 })
            return [UInt8](repeating: 0, count: 32 - number.count) + number
        }
        return number(at: 2) + number(at: 4 + Int(bytes[3]))
    }

    /// The public key as a JSON Web Key, and further members.
    func jwk(_ id: String?, _ members: [String: Any] = [:]) throws -> [String: Any] {
        var jwk: [String: Any] = ["kty": kind.rawValue]
        jwk["kid"] = id
        switch kind {
        case .rsa: (jwk["n"], jwk["e"]) = (try number("n").unpaddedBase64URL, try number("e").unpaddedBase64URL)
        case .p256:
            var point = [UInt8](repeating: 0, count: 65)
            var count = 0
            guard EVP_PKEY_get_octet_string_param(key, "pub", &point, point.count, &count) == 1, count == 65 else {
                throw Failed()
            }
            jwk["crv"] = "P-256"
            (jwk["x"], jwk["y"]) = (Array(point[1..<33]).unpaddedBase64URL, Array(point[33...]).unpaddedBase64URL)
        }
        return jwk.merging(members) { $1 }
    }

    private func number(_ name: String) throws -> [UInt8] {
        var number: OpaquePointer?
        defer { BN_free(number) }
        guard EVP_PKEY_get_bn_param(key, name, &number) == 1, let number else { throw Failed() }
        var bytes = [UInt8](repeating: 0, count: Int(BN_num_bits(number) + 7) / 8)
        BN_bn2bin(number, &bytes)
        return bytes
    }
}

/// The parts of a token, which a test may change before they are signed.
struct TokenParts {
    var header: [String: Any]
    var claims: [String: Any]

    /// Returns the token, signed with the key.
    func signed(_ key: SigningKey) throws -> String {
        try TokenParts.token(JSONSerialization.data(withJSONObject: header), json(claims)) { try key.signature(of: $0) }
    }

    func json(_ object: [String: Any]) throws -> Data { try JSONSerialization.data(withJSONObject: object) }

    static func token(_ header: Data, _ claims: Data, _ sign: ([UInt8]) throws -> [UInt8]) rethrows -> String {
        let message = Array(header).unpaddedBase64URL + "." + Array(claims).unpaddedBase64URL
        return message + "." + (try sign(Array(message.utf8))).unpaddedBase64URL
    }
}
