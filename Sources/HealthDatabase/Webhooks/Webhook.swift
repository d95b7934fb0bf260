import Foundation
import HealthCore

/// An address that the service tells about changes of a person's data.
public struct Webhook: Sendable {
    public var id: UUID
    public var holder: Holder
    /// The token that made the webhook; nil if a session or a user of a proxy made it.
    public var tokenID: UUID?
    /// The address, which may contain secrets of the receiver.
    public var url: String
    public var created: Instant
    /// The time of the last delivery; nil if there was none.
    public var delivered: Instant?
    /// The reason why the last attempt failed, such as `timeout`; nil if it succeeded.
    public var failure: String?
    /// The time from which on no events are sent; nil if they are.
    public var disabled: Instant?
    /// The time until which the secret before the last replacement signs, too; nil if only the
    /// present secret signs.
    public var oldSecretUntil: Instant?
}
