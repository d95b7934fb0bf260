/// The identity that an app gave a sample: `HKMetadataKeySyncIdentifier` and
/// `HKMetadataKeySyncVersion`, which are used together.
///
/// Of a person's samples with the same source (in any revision), type and identifier, the store
/// keeps the one with the greatest version.
public struct SyncIdentity: Hashable, Sendable {
    /// 1…`identifierBytesMax` bytes.
    public var identifier: String
    public var version: SyncVersion

    /// Longest identifier in UTF-8 bytes; limited because it is part of a key.
    public static let identifierBytesMax = 1_000
    /// The keys of a sample's metadata, as HealthKit spells them.
    public static let identifierKey = "HKMetadataKeySyncIdentifier"
    public static let versionKey = "HKMetadataKeySyncVersion"

    public init(identifier: String, version: SyncVersion) {
        self.identifier = identifier
        self.version = version
    }
}

/// `HKMetadataKeySyncVersion`: any finite number. Whole numbers of 64 bits compare exactly, even if
/// no double holds them.
public struct SyncVersion: Comparable, Hashable, Sendable {
    private let number: Double
    /// Nil if the number has a fraction or does not fit.
    private let integer: Int64?

    /// - Parameter number: the result is nil if it is not finite.
    public init?(_ number: Double) {
        guard number.isFinite else { return nil }
        self.number = number
        integer = Int64(exactly: number)
    }

    public init(_ integer: Int64) {
        number = Double(integer)
        self.integer = integer
    }

    /// Reads a decimal number, such as `text`; nil for any other text.
    public init?(text: String) {
        if let integer = Int64(text) {
            self.init(integer)
        } else {
            guard let number = Double(text) else { return nil }
            self.init(number)
        }
    }

    /// The number in decimal, as PostgreSQL's `numeric` reads it.
    public var text: String { integer.map { String($0) } ?? String(number) }

    public static func < (left: SyncVersion, right: SyncVersion) -> Bool {
        // Rounding to a double never reverses an order; it only makes numbers equal.
        guard left.number == right.number, let leftInteger = left.integer, let rightInteger = right.integer else {
            return left.number < right.number
        }
        return leftInteger < rightInteger
    }
}
