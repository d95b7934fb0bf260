/// A type of characteristics, HealthKit's `HKCharacteristicType`, and the form of its value.
public struct CharacteristicType: Sendable, Hashable {
    /// HealthKit's identifier, such as `HKCharacteristicTypeIdentifierBloodType`.
    public let identifier: String
    /// The name of the enumeration of the values. Nil if the value is not a constant.
    public let valueEnum: String?
    /// True if the value is a date.
    public let isDate: Bool

    /// The identifiers of all types.
    static var identifiers: [String] { Catalogue.contents.characteristicTypes.values.map(\.identifier) }

    /// Returns the type with this identifier or short name. Returns nil if the catalogue has none.
    public static func named(_ name: String) -> CharacteristicType? { Catalogue.contents.characteristicTypes[name] }

    /// Returns the constant of a value as exports write it, such as `HKBloodTypeAPositive`.
    ///
    /// - Parameter name: the constant, or its name in Swift, such as `aPositive`.
    /// - Returns: nil if the enumeration has no such constant, or the type has no enumeration.
    public func constant(named name: String) -> String? {
        valueEnum.flatMap { Catalogue.enumValue(enum: $0, named: name) }.flatMap(constant)
    }

    /// Returns the constant of a raw value. Returns nil if the catalogue has none.
    public func constant(_ rawValue: Int32) -> String? {
        valueEnum.flatMap { Catalogue.enumValueConstant(enum: $0, rawValue: rawValue) }
    }

    init(_ row: CatalogueTable.Row) throws {
        identifier = try row.text("identifier")
        valueEnum = row["value_enum"]
        isDate = row["value_type"]?.hasPrefix("date") ?? false
    }
}
