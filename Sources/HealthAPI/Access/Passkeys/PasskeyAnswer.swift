import Digests
import HTTPServer
import HealthCore
import HealthDatabase
import JSON

/// The answer of an authenticator to a challenge, which a page sends. Members are base64url.
struct PasskeyAnswer: Sendable {
    /// JSON of the browser, which says what it asked the authenticator, and for which origin.
    let clientData: [UInt8]
    let authenticatorData: [UInt8]

    /// The longest body of a request with an answer.
    static let bodyBytesMax = 16_384

    static let members: Schema.Members = [
        "clientDataJSON": .string.described("`response.clientDataJSON` of the browser, as base64url."),
        "authenticatorData": .string.described("`response.authenticatorData`."),
    ]

    /// - Throws: `APIError` that names the member.
    init(_ sent: SentObject) throws {
        clientData = try sent["clientDataJSON"].base64URL()
        authenticatorData = try sent["authenticatorData"].base64URL()
    }

    /// What a valid answer says.
    struct Checked {
        let challenge: PasskeyChallenge
        let authenticator: AuthenticatorData
        /// The host of the page.
        let relyingParty: String
    }

    /// Checks everything except the signature (WebAuthn, sections 7.1 and 7.2).
    ///
    /// - Parameter origin: the origin of the page that sends the answer.
    /// - Throws: `WrongPasskey`.
    func checked(isLogin: Bool, from origin: RequestOrigin, now: Instant, _ seal: TextSeal) throws -> Checked {
        let browser = try browser()
        guard browser.type == (isLogin ? "webauthn.get" : "webauthn.create") else {
            throw WrongPasskey(message: "clientDataJSON is of another operation: \(browser.type.prefix(20))")
        }
        guard let challenge = PasskeyChallenge(browser.challenge, isLogin: isLogin, now: now, seal) else {
            throw WrongPasskey(message: "the challenge is unknown or has expired")
        }
        guard let own = origin.own, browser.origin == own, !browser.isCrossOrigin, let host = origin.hostName else {
            throw WrongPasskey(message: "the passkey was asked by a page of another origin")
        }
        guard let data = AuthenticatorData(authenticatorData) else {
            throw WrongPasskey(message: "authenticatorData has another form")
        }
        guard data.relyingPartySHA256 == SHA256.hash(Array(host.utf8)) else {
            throw WrongPasskey(message: "the passkey is of another address")
        }
        guard data.isVerified else {
            throw WrongPasskey(
                message: "the authenticator did not verify the person, by a PIN, a fingerprint or a face")
        }
        return Checked(challenge: challenge, authenticator: data, relyingParty: host)
    }

    /// Returns what the browser says. Other members are ignored, as WebAuthn demands (section
    /// 5.8.1).
    private func browser() throws -> (type: String, challenge: String, origin: String, isCrossOrigin: Bool) {
        let malformed = WrongPasskey(message: "clientDataJSON has another form")
        do {
            return try JSONParser(bytesMax: PasskeyAnswer.bodyBytesMax).parse(clientData) { data in
                guard data.kind == .object, let type = data["type"]?.string,
                    let challenge = data["challenge"]?.string, let origin = data["origin"]?.string
                else { throw malformed }
                return (type, challenge, origin, data["crossOrigin"]?.bool ?? false)
            }
        } catch is JSONError { throw malformed }
    }
}

/// The reason why an answer of an authenticator is refused.
struct WrongPasskey: Error {
    /// For people, in lower case without a full stop. It has nothing that the client did not send.
    var message: String
}

extension RequestOrigin {
    /// The host without the port: the relying party of passkeys.
    var hostName: String? {
        guard let host = host?.lowercased() else { return nil }
        guard host.hasPrefix("[") else { return host.split(separator: ":").first.map(String.init) }
        return host.firstIndex(of: "]").map { String(host[...$0]) }
    }
}

extension SentValue {
    /// Reads bytes in base64url without padding.
    ///
    /// - Throws: `APIError`.
    func base64URL() throws(APIError) -> [UInt8] {
        guard let text = try required().string, let bytes = [UInt8](unpaddedBase64URL: text), !bytes.isEmpty else {
            throw malformed("must be bytes in base64url without padding")
        }
        return bytes
    }
}
