import Digests
import HealthDatabase
import JSON

/// An ID token, which is a signed JSON object ([OpenID Connect Core, section
/// 2](https://openid.net/specs/openid-connect-core-1_0.html#IDToken), RFC 7515).
struct IDToken: Sendable {
    /// The longest token, in bytes: 16 KiB.
    static let bytesMax = 16 << 10
    /// The seconds by which the clocks of the two machines may differ.
    static let skewSeconds: Double = 60

    private let algorithm: SigningAlgorithm
    /// Names the key of the signature; nil if the token does not name it.
    private let keyID: String?
    private let message: [UInt8]
    private let signature: [UInt8]
    private let payload: [UInt8]

    /// What the service expects of a token, and which person it asks for.
    struct Expectation: Sendable {
        let issuer: String
        let clientID: String
        let nonce: String
        let userClaim: OpenIDProvider.UserClaim
    }

    /// Who has logged in.
    struct Account: Sendable {
        /// Identifies the account at the provider. It never becomes the id of another account.
        let subject: String
        /// The value of the claim that names the person.
        let user: String
    }

    /// Reads the form and the header. Nothing of the payload is read before the signature is
    /// checked.
    ///
    /// - Throws: `OpenIDRefusal` (`malformedToken`, `wrongAlgorithm`).
    init(_ text: String) throws(OpenIDRefusal) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= IDToken.bytesMax, parts.count == 3,
            let header = [UInt8](unpaddedBase64URL: String(parts[0])),
            let payload = [UInt8](unpaddedBase64URL: String(parts[1])),
            let signature = [UInt8](unpaddedBase64URL: String(parts[2]))
        else { throw .malformedToken }
        message = Array((parts[0] + "." + parts[1]).utf8)
        self.payload = payload
        self.signature = signature
        (algorithm, keyID) = try IDToken.read(header) { header throws(OpenIDRefusal) in
            // An extension could change the meaning of the token (RFC 7515, section 4.1.11).
            guard header["crit"] == nil, header["kid"] == nil || header["kid"]?.string != nil else {
                throw .malformedToken
            }
            guard let algorithm = header["alg"]?.string.flatMap(SigningAlgorithm.init) else { throw .wrongAlgorithm }
            return (algorithm, header["kid"]?.string)
        }
    }

    /// Checks the signature.
    ///
    /// - Throws: `OpenIDRefusal`: `unknownKey` if the provider may have a newer key, `wrongKey`,
    ///   `wrongSignature`.
    func check(_ keys: [JSONWebKey]) throws(OpenIDRefusal) {
        let named = keys.filter { keyID == nil || $0.id == keyID }
        guard !named.isEmpty else { throw .unknownKey }
        let fitting = named.filter { $0.fits(algorithm) }
        guard !fitting.isEmpty else { throw .wrongKey }
        guard fitting.contains(where: { $0.isSignature(signature, of: message) }) else {
            throw keyID == nil ? .unknownKey : .wrongSignature
        }
    }

    /// Checks the claims of a token whose signature is right.
    ///
    /// - Parameter now: the seconds since 1970.
    /// - Throws: `OpenIDRefusal`.
    func account(_ expected: Expectation, now: Double) throws(OpenIDRefusal) -> Account {
        try IDToken.read(payload) { claims throws(OpenIDRefusal) in
            guard claims["iss"]?.string == expected.issuer else { throw .wrongIssuer }
            guard IDToken.isForClient(expected.clientID, claims) else { throw .wrongAudience }
            guard let nonce = claims["nonce"]?.string, constantTimeEquals(Array(nonce.utf8), Array(expected.nonce.utf8))
            else { throw .wrongNonce }
            guard let expires = claims["exp"]?.double, let issued = claims["iat"]?.double else { throw .malformedToken }
            guard expires > now - IDToken.skewSeconds else { throw .expired }
            let start = claims["nbf"].map(\.double) ?? issued
            guard let start, max(issued, start) <= now + IDToken.skewSeconds else { throw .notYetValid }
            guard let subject = claims["sub"]?.string, (1...255).contains(subject.utf8.count) else {
                throw .missingSubject
            }
            guard let user = claims[expected.userClaim.rawValue]?.string, !user.isEmpty else { throw .missingUser }
            guard expected.userClaim != .email || claims["email_verified"]?.bool == true else { throw .unverifiedEmail }
            return Account(subject: subject, user: user)
        }
    }

    /// Returns true if the token is for the client. A token for several audiences must name the
    /// client as the one for which it was made.
    private static func isForClient(_ clientID: String, _ claims: JSONValue) -> Bool {
        guard let audience = claims["aud"] else { return false }
        var audiences: [String?] = []
        if audience.kind == .array {
            audience.forEachElement { audiences.append($1.string) }
        } else {
            audiences = [audience.string]
        }
        let party = claims["azp"]
        return audiences.contains(clientID) && (audiences.count == 1 || party != nil)
            && (party == nil || party?.string == clientID)
    }

    private static func read<Value>(
        _ bytes: [UInt8], _ body: (JSONValue) throws(OpenIDRefusal) -> Value
    ) throws(OpenIDRefusal) -> Value {
        do {
            return try JSONParser(bytesMax: bytesMax, depthMax: 8).parse(bytes) { value in
                guard value.kind == .object, !value.hasRepeatedKey else { throw OpenIDRefusal.malformedToken }
                return try body(value)
            }
        } catch {
            throw error as? OpenIDRefusal ?? .malformedToken
        }
    }
}
