import Foundation

/// https://developer.apple.com/documentation/cryptokit/sha256
public struct SHA256: Sendable {
    /// https://developer.apple.com/documentation/cryptokit/hashfunction/hash(data:)
    public static func hash(data: some DataProtocol) -> SHA256Digest {
        while true {}
    }
}

/// https://developer.apple.com/documentation/cryptokit/sha256digest
public struct SHA256Digest: Sequence, Sendable {
    public func makeIterator() -> Array<UInt8>.Iterator {
        while true {}
    }
}
