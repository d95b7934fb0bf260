/// The identity that an app gave a sample: `HKMetadataKeySyncIdentifier` and `HKMetadataKeySyncVersion`, which come together.
///
/// Of a person's samples of one source (whatever its revision), type and identifier, the store keeps the one of the greatest
/// version.
public struct SyncIdentity: Hashable, Sendable {
    /// 1…`identifierBytesMax` bytes.
    public var identifier: String
    public var version: SyncVersion

    /// Longest identifier in UTF-8 bytes: it is part of a key.
    public static let identifierBytesMax = 1_000
    /// The keys of a sample's metadata, as HealthKit writes them.
    public static let identifierKey = "HKMetadataKeySyncIdentifier"
    public static let versionKey = "HKMetadataKeySyncVersion"

    public init(identifier: String, version: SyncVersion) {
        self.identifier = identifier
        self.version = version
    }
}

/// `HKMetadataKeySyncVersion`: any finite number. Whole numbers of 64 bits compare exactly, also those that no double holds.
public struct SyncVersion: Comparable, Hashable, Sendable {
    private let number: Double
    /// Nil for a number that has a fraction or does not fit.
    private let integer: Int64?

    /// - Parameter number: finite; nil is given for what is not.
    public init?(_ number: Double) {
        guard number.isFinite else { return nil }
        self.number = number
        integer = Int64(exactly: number)
    }

    public init(_ integer: Int64) {
        number = Double(integer)
        self.integer = integer
    }

    /// Reads a decimal number, such as `text` gives; nil for all else.
    public init?(text: String) {
        if let integer = Int64(text) {
            self.init(integer)
        } else {
            guard let number = Double(text) else { return nil }
            self.init(number)
        }
    }

    /// The number in decimal, as PostgreSQL's numeric reads it.
    public var text: String { integer.map { String($0) } ?? String(number) }

    public static func < (left: SyncVersion, right: SyncVersion) -> Bool {
        // Rounding to a double never turns an order round, it only makes ties.
        guard left.number == right.number, let leftInteger = left.integer, let rightInteger = right.integer else {
            return left.number < right.number
        }
        return leftInteger < rightInteger
    }
}
