import Foundation
import HealthCore
import HealthDatabase

/// The random bytes that an authenticator signs. The store keeps nothing of a challenge that was
/// not answered, so a client cannot fill the store with challenges.
struct PasskeyChallenge: Codable {
    let id: UUID
    /// The time at which it was made, in microseconds since 1970.
    let made: Int64
    /// The holder who adds a passkey; nil for a login.
    let holderID: Int32?
    /// The bytes by which the authenticator will name the holder, as base64url; nil for a login.
    let userHandle: String?

    static let userHandleBytes = 32

    init(holderID: Int32? = nil, userHandle: [UInt8]? = nil, now: Instant) {
        (id, made) = (UUID(), now.microseconds)
        self.holderID = holderID
        self.userHandle = userHandle?.unpaddedBase64URL
    }

    private static func purpose(_ isLogin: Bool) -> TextSeal.Purpose { isLogin ? .passkeyLogin : .newPasskey }

    /// Returns the challenge as base64url.
    func text(_ seal: TextSeal) throws -> String { try seal.seal(self, PasskeyChallenge.purpose(holderID == nil)) }

    /// Returns nil for a text that this store did not make for this purpose, or that has expired.
    init?(_ text: String, isLogin: Bool, now: Instant, _ seal: TextSeal) {
        guard let found = seal.open(text, PasskeyChallenge.purpose(isLogin), as: PasskeyChallenge.self),
            now.microseconds - found.made <= PasskeyStore.challengeSeconds * Instant.microsecondsPerSecond
        else { return nil }
        self = found
    }
}
