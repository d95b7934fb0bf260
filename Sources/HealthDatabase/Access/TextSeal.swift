import Digests
import Foundation
import Postgres

/// Makes texts that clients keep for the service. A client can neither read nor change a text, so
/// the store need not have what the text says.
public struct TextSeal: Sendable {
    /// What a text is for. `AnchorSeal.Purpose` has other values.
    public enum Purpose: UInt8, Sendable {
        /// The id of a registered OAuth client.
        case client = 16
        /// An OAuth authorization code.
        case code
        /// An OAuth refresh token.
        case refresh
        /// A login at a provider of OpenID Connect that has begun.
        case openID
        /// The challenge of a login with a passkey.
        case passkeyLogin
        /// The challenge of a new passkey.
        case newPasskey
    }

    private let box: SecretBox

    /// Must be called outside `Session.reading(as:)`, which may not read the secret.
    ///
    /// - Throws: `HealthDatabaseError` (`damagedStore`), `PostgresError`.
    public init(_ session: Session) throws {
        guard var row = try session.run("select secret from health.store_secret").first else {
            throw HealthDatabaseError(.damagedStore, "the store has no secret")
        }
        box = SecretBox(key: try row.bytea())
    }

    /// - Throws: `DigestsError`.
    public func seal(_ value: some Encodable, _ purpose: Purpose) throws -> String {
        try box.seal([purpose.rawValue] + JSONEncoder().encode(value)).unpaddedBase64URL
    }

    /// Returns the value of a text; nil for a text that this store did not make for this purpose.
    public func open<Value: Decodable>(_ text: String, _ purpose: Purpose, as type: Value.Type) -> Value? {
        guard let sealed = [UInt8](unpaddedBase64URL: text), let message = box.open(sealed),
            message.first == purpose.rawValue
        else { return nil }
        return try? JSONDecoder().decode(type, from: Data(message.dropFirst()))
    }
}
