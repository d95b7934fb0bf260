import HealthCore
import Postgres

/// A fact about the person, which is the value of an `HKCharacteristicType`.
public struct Characteristic: Sendable, Hashable {
    /// The name of the type, such as `HKCharacteristicTypeIdentifierBloodType`.
    public var identifier: String
    /// A date or the name of a constant, as in the export. Nil if empty.
    public var value: String?
    /// HealthKit's raw value of the constant. Nil if `value` is not a constant.
    public var rawValue: Int32?
    /// The constant's name in Swift. Nil if `value` is not a constant.
    public var valueName: String?
}

/// Reads the person's characteristics, as the newest export or an app sent them.
public final class CharacteristicReader: PersonQueries {
    /// Returns the characteristics in the order of their identifiers.
    ///
    /// - Throws: `PostgresError`.
    public func characteristics() throws -> [Characteristic] {
        try session.all(
            """
            select identifier, value, raw_value, value_name from health.characteristic where person_id = $1
            order by identifier collate "C"
            """, person, as: Characteristic.init)
    }
}
