import HealthCore
import Postgres

extension Instant: SingleColumnValue {
    public static func parameter(_ value: Instant?) -> Parameter { .timestamptz(value?.microseconds) }
    public static func read(_ row: inout Row) throws -> Instant? {
        try row.optionalTimestamptz().map(Instant.init(microseconds:))
    }
}
extension Instant: NullableElement {
    public static func parameters(of elements: [Instant]) -> [Parameter] {
        [.timestamptzArray(elements.map(\.microseconds))]
    }
    public static func parameters(of elements: [Instant?]) -> [Parameter] {
        [.timestamptzArray(elements.map { $0?.microseconds })]
    }
}

/// As a parameter, a person is the id. It is read from id, uuid and name.
extension Person: ParameterValue, ColumnValue {
    public var parameters: [Parameter] { [.int32(id)] }
    public init(reading row: inout Row) throws {
        self.init(id: try row.int32(), uuid: try row.uuid(), name: try row.text())
    }
}

extension Row {
    mutating func instant() throws -> Instant { try Instant(reading: &self) }
    mutating func optionalInstant() throws -> Instant? { try Instant.read(&self) }
}
