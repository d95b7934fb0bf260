import Digests
import Foundation

/// The key of a webhook's signatures.
public struct WebhookSecret: Sendable {
    public let bytes: [UInt8]

    /// The number of bytes of a new secret. Standard Webhooks asks for 24 to 64.
    static let byteCount = 32

    /// Makes a random secret.
    ///
    /// - Throws: `DigestsError`.
    public init() throws {
        bytes = try randomBytes(WebhookSecret.byteCount)
    }

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The secret as receivers keep it: `whsec_` and base64.
    public var text: String { "whsec_" + Data(bytes).base64EncodedString() }

    /// Returns a signature for the header `webhook-signature`, as Standard Webhooks defines it. A
    /// header with several signatures has a space between them.
    ///
    /// - Parameters:
    ///   - id: the value of `webhook-id`.
    ///   - timestamp: the value of `webhook-timestamp`, in seconds since 1970.
    /// - Throws: `DigestsError`.
    public func signature(id: String, timestamp: Int64, body: String) throws -> String {
        let signed = try hmacSHA256(Array("\(id).\(timestamp).\(body)".utf8), key: bytes)
        return "v1," + Data(signed).base64EncodedString()
    }
}
