import CCrypto
import Digests
import Foundation
import TestSupport
import Testing

/// An authenticator (WebAuthn) with one key, and the browser in front of it. Every answer can be
/// changed before it is signed or sent.
final class SoftwareAuthenticator {
    enum Algorithm: CaseIterable { case es256, edDSA, rs256 }

    /// What the browser and the authenticator say.
    struct Said {
        var type: String
        var challenge: String
        var origin: String
        var crossOrigin: Bool? = false
        var host = "127.0.0.1"
        /// User present and user verified.
        var flags: UInt8 = 0x05
        var counter: UInt32
        var publicKey: [UInt8]
        var credentialID: [UInt8]
        var userHandle: [UInt8]
        /// Changes the bytes after they were made.
        var authenticatorData: ([UInt8]) -> [UInt8] = { $0 }
        var clientData: ([UInt8]) -> [UInt8] = { $0 }
        var signature: ([UInt8]) -> [UInt8] = { $0 }
    }

    let credentialID: [UInt8]
    let publicKey: [UInt8]
    var userHandle: [UInt8] = []
    var counter: UInt32 = 0
    private let key: OpaquePointer

    init(_ algorithm: Algorithm = .es256) throws {
        credentialID = try randomBytes(32)
        let type: Int32 =
            switch algorithm {
            case .es256: EVP_PKEY_EC
            case .edDSA: EVP_PKEY_ED25519
            case .rs256: EVP_PKEY_RSA
            }
        let context = try #require(EVP_PKEY_CTX_new_id(type, nil))
        defer { EVP_PKEY_CTX_free(context) }
        try #require(EVP_PKEY_keygen_init(context) == 1)
        switch algorithm {
        case .es256: try #require(EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) == 1)
        case .rs256: try #require(EVP_PKEY_CTX_set_rsa_keygen_bits(context, 2048) == 1)
        case .edDSA: break
        }
        var made: OpaquePointer?
        try #require(EVP_PKEY_keygen(context, &made) == 1)
        key = try #require(made)
        var bytes: UnsafeMutablePointer<UInt8>?
        let count = i2d_PUBKEY(key, &bytes)
        publicKey = Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
        CRYPTO_free(bytes, #file, #line)
    }

    deinit { EVP_PKEY_free(key) }

    func said(_ type: String, _ challenge: String, _ origin: String) -> Said {
        Said(
            type: type, challenge: challenge, origin: origin, counter: counter, publicKey: publicKey,
            credentialID: credentialID, userHandle: userHandle)
    }

    /// Returns the body of `POST /v1/passkeys`.
    func registration(_ said: Said, name: String) -> String {
        var data = head(said, flags: said.flags | 0x40) + [UInt8](repeating: 0, count: 16)
        data += [UInt8(said.credentialID.count >> 8), UInt8(said.credentialID.count & 0xff)] + said.credentialID
        // The service reads the key from publicKey, so the key in CBOR may be anything.
        data += [0xa1, 0x01, 0x02]
        let members = [
            ("name", name), ("clientDataJSON", text(said.clientData(clientData(said)))),
            ("authenticatorData", text(said.authenticatorData(data))), ("publicKey", text(said.publicKey)),
        ]
        return "{" + members.map { #""\#($0)":"\#($1)""# }.joined(separator: ",") + "}"
    }

    /// Returns the body of `POST /v1/sessions`.
    func login(_ said: Said) throws -> String {
        let (client, data) = (clientData(said), said.authenticatorData(head(said, flags: said.flags)))
        let signature = try sign(data + SHA256.hash(client))
        let members = [
            ("id", text(said.credentialID)), ("clientDataJSON", text(said.clientData(client))),
            ("authenticatorData", text(data)), ("signature", text(said.signature(signature))),
            ("userHandle", text(said.userHandle)),
        ]
        return #"{"passkey":{"# + members.map { #""\#($0)":"\#($1)""# }.joined(separator: ",") + "}}"
    }

    private func clientData(_ said: Said) -> [UInt8] {
        let cross = said.crossOrigin.map { #","crossOrigin":\#($0)"# } ?? ""
        return Array(
            #"{"type":"\#(said.type)","challenge":"\#(said.challenge)","origin":"\#(said.origin)"\#(cross),"more":[1]}"#
                .utf8)
    }

    private func head(_ said: Said, flags: UInt8) -> [UInt8] {
        SHA256.hash(Array(said.host.utf8)) + [flags] + (0..<4).map { UInt8(said.counter >> (24 - 8 * $0) & 0xff) }
    }

    private func sign(_ message: [UInt8]) throws -> [UInt8] {
        let context = try #require(EVP_MD_CTX_new())
        defer { EVP_MD_CTX_free(context) }
        let digest = EVP_PKEY_get_base_id(key) == EVP_PKEY_ED25519 ? nil : EVP_sha256()
        try #require(EVP_DigestSignInit(context, nil, digest, nil, key) == 1)
        var signature = [UInt8](repeating: 0, count: 1024)
        var count = signature.count
        try #require(EVP_DigestSign(context, &signature, &count, message, message.count) == 1)
        return Array(signature.prefix(count))
    }

    private func text(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
