import Foundation

/// A fact about the person, the value of an `HKCharacteristicType` as JSON.
public struct CharacteristicRecord: Encodable, Hashable, Sendable {
    /// HealthKit's identifier, such as `HKCharacteristicTypeIdentifierBloodType`.
    public var type: String
    /// A raw value, the name of a constant, or a date such as `1990-02-02`. Nil if the person has
    /// not set it.
    public var value: SampleRecord.Value?

    public init(type: String, value: SampleRecord.Value?) {
        self.type = type
        self.value = value
    }

    private enum CodingKeys: String, CodingKey {
        case type, value
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(type, forKey: .type)
        // The service reads a missing value like null, which is written for clarity.
        try container.encode(value, forKey: .value)
    }

    /// The prefix of the identifiers of characteristics.
    static let typePrefix = "HKCharacteristicTypeIdentifier"

    /// The body of `PATCH /v1/characteristics`. Equal characteristics have equal bytes.
    static func json(_ characteristics: [CharacteristicRecord]) throws -> Data {
        try JSONEncoder.sorted.encode(["characteristics": characteristics])
    }
}
