import Digests
import Foundation
import TestSupport
import Testing

/// An authenticator (WebAuthn) with one key of the program `openssl`, and the browser in front of
/// it. Every answer can be changed before it is signed or sent.
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
    private let algorithm: Algorithm
    private let workspace: Workspace

    init(_ algorithm: Algorithm = .es256) async throws {
        self.algorithm = algorithm
        workspace = try Workspace()
        credentialID = try randomBytes(32)
        let kind =
            switch algorithm {
            case .es256: ["EC", "-pkeyopt", "ec_paramgen_curve:P-256"]
            case .edDSA: ["ED25519"]
            case .rs256: ["RSA", "-pkeyopt", "rsa_keygen_bits:2048"]
            }
        let (key, shown) = (workspace.path("key"), workspace.path("public"))
        try await Self.openssl(["genpkey", "-out", key, "-algorithm"] + kind)
        try await Self.openssl(["pkey", "-in", key, "-pubout", "-outform", "DER", "-out", shown])
        publicKey = try workspace.bytes(of: "public")
    }

    private static func openssl(_ arguments: [String]) async throws {
        let run = try await Command.run("/usr/bin/openssl", arguments)
        try #require(run.status == 0, "\(run.errors)")
    }

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
    func login(_ said: Said) async throws -> String {
        let (client, data) = (clientData(said), said.authenticatorData(head(said, flags: said.flags)))
        let signature = try await sign(data + SHA256.hash(client))
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

    private func sign(_ message: [UInt8]) async throws -> [UInt8] {
        let (file, key, signature) = (
            try workspace.write(message, to: "message"), workspace.path("key"), workspace.path("signature")
        )
        try await Self.openssl(
            algorithm == .edDSA
                ? ["pkeyutl", "-sign", "-rawin", "-in", file, "-inkey", key, "-out", signature]
                : ["dgst", "-sha256", "-sign", key, "-out", signature, file])
        return try workspace.bytes(of: "signature")
    }

    private func text(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
