import Digests
import HealthDatabase
import JSON

/// The algorithms with which a provider may sign (RFC 7518, section 3.1). Any program could make a
/// token with `none`, or with HS256 and the published key as its secret.
enum SigningAlgorithm: String {
    case rs256 = "RS256"
    case es256 = "ES256"
}

/// A public key of a provider ([RFC 7517](https://www.rfc-editor.org/rfc/rfc7517#section-4)).
struct JSONWebKey: Sendable {
    let id: String?
    /// Nil for a key of another type, and for numbers that are no key.
    private let key: VerifyingKey?
    private let use: String?
    private let algorithm: String?
    private let operations: [String]?

    /// The maximum number of keys of a provider.
    static let keysMax = 100

    /// Reads the member `keys` of a provider's keys.
    ///
    /// - Throws: `OpenIDFailure` for a member that is no list of at most `keysMax` objects.
    static func keys(_ set: JSONValue) throws(OpenIDFailure) -> [JSONWebKey] {
        guard let list = set["keys"], list.kind == .array, list.count <= keysMax else {
            throw .malformedAnswer
        }
        var keys: [JSONWebKey] = []
        try list.forEachElement { _, value throws(OpenIDFailure) in keys.append(try JSONWebKey(value)) }
        return keys
    }

    private init(_ value: JSONValue) throws(OpenIDFailure) {
        guard value.kind == .object, !value.hasRepeatedKey else { throw .malformedAnswer }
        func number(_ name: StaticString) -> [UInt8]? {
            value[name]?.string.flatMap { [UInt8](unpaddedBase64URL: $0) }
        }
        id = value["kid"]?.string
        use = value["use"]?.string
        algorithm = value["alg"]?.string
        var operations: [String]?
        if let list = value["key_ops"] {
            operations = []
            list.forEachElement { operations?.append($1.string ?? "") }
        }
        self.operations = operations
        switch value["kty"]?.string {
        case "RSA":
            key = number("n").flatMap { modulus in
                number("e").flatMap { VerifyingKey(rsaModulus: modulus, exponent: $0) }
            }
        case "EC" where value["crv"]?.string == "P-256":
            key = number("x").flatMap { x in number("y").flatMap { VerifyingKey(p256X: x, y: $0) } }
        default: key = nil
        }
    }

    /// Returns true if the key is of the algorithm's type, and the provider allows this use.
    func fits(_ algorithm: SigningAlgorithm) -> Bool {
        guard use ?? "sig" == "sig", self.algorithm ?? algorithm.rawValue == algorithm.rawValue,
            operations?.contains("verify") ?? true
        else { return false }
        return switch (algorithm, key?.kind) {
        case (.rs256, .rsa), (.es256, .p256): true
        default: false
        }
    }

    /// - Parameter signature: in the form of JSON Web Signature (RFC 7518).
    func isSignature(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard let key else { return false }
        guard key.kind == .p256 else { return key.isSignature(signature, of: message) }
        return VerifyingKey.signature(p256Numbers: signature).map { key.isSignature($0, of: message) } ?? false
    }
}
