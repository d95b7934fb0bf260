import HealthCore
import Postgres

/// A fact about the person: what HealthKit has an `HKCharacteristicType` for.
public struct Characteristic: Sendable, Hashable {
    /// `HKCharacteristicTypeIdentifierBloodType`
    public var identifier: String
    /// A date, or the name of a constant, as the export says it; nil where it is empty.
    public var value: String?
    /// HealthKit's number of the constant; nil where it has none.
    public var rawValue: Int32?
    /// The constant's name in Swift; nil where it has none.
    public var valueName: String?
}

/// Reads what the newest export says of the person.
public struct CharacteristicReader {
    private let person: Person
    private let session: Session

    public init(person: Person, session: Session) {
        self.person = person
        self.session = session
    }

    /// In the order of their identifiers.
    public func characteristics() throws -> [Characteristic] {
        try session.execute(
            """
            select identifier, value, raw_value, value_name from health.characteristic where person_id = $1
            order by identifier collate "C"
            """,
            [.int32(person.id)]
        ).map {
            Characteristic(
                identifier: try $0.text(0), value: try $0.optionalText(1), rawValue: try $0.optionalInt32(2),
                valueName: try $0.optionalText(3))
        }
    }
}
