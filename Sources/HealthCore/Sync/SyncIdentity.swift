/// The identity that an app gave a sample: `HKMetadataKeySyncIdentifier` and
/// `HKMetadataKeySyncVersion`, which are used together.
///
/// Several samples of a person may have the same source (in any revision), type and identifier. The
/// store keeps the sample with the greatest version.
public struct SyncIdentity: Hashable, Sendable {
    /// 1…`identifierBytesMax` bytes.
    public var identifier: String
    public var version: SyncVersion

    /// The greatest length of an identifier in UTF-8 bytes. It is limited because the identifier is
    /// part of a key.
    public static let identifierBytesMax = 1_000
    /// The keys of a sample's metadata, as HealthKit spells them.
    public static let identifierKey = "HKMetadataKeySyncIdentifier"
    public static let versionKey = "HKMetadataKeySyncVersion"

    public init(identifier: String, version: SyncVersion) {
        self.identifier = identifier
        self.version = version
    }
}

/// `HKMetadataKeySyncVersion`: any finite number. Whole numbers of 64 bits are compared exactly,
/// even if no double holds them.
public struct SyncVersion: Comparable, Hashable, Sendable {
    private let number: Double
    /// The number as a whole number; nil if it has a fraction or does not fit.
    private let integer: Int64?

    /// - Parameter number: if it is not finite, the result is nil.
    public init?(_ number: Double) {
        guard number.isFinite else { return nil }
        self.number = number
        integer = Int64(exactly: number)
    }

    public init(_ integer: Int64) {
        number = Double(integer)
        self.integer = integer
    }

    /// Parses a decimal number, such as `text`. Returns nil for any other text.
    public init?(text: String) {
        if let integer = Int64(text) {
            self.init(integer)
        } else {
            guard let number = Double(text) else { return nil }
            self.init(number)
        }
    }

    /// The number in decimal, in a form that PostgreSQL's `numeric` accepts.
    public var text: String { integer.map { String($0) } ?? String(number) }

    public static func < (left: SyncVersion, right: SyncVersion) -> Bool {
        // Rounding to a double never reverses the order of two numbers. It can only make them
        // equal.
        guard left.number == right.number, let leftInteger = left.integer, let rightInteger = right.integer else {
            return left.number < right.number
        }
        return leftInteger < rightInteger
    }
}
