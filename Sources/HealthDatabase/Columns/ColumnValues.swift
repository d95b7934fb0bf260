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

/// A date is a text in statements.
extension CivilDate: SingleColumnValue {
    public static func parameter(_ value: CivilDate?) -> Parameter { .text(value?.iso8601) }
    public static func read(_ row: inout Row) throws -> CivilDate? {
        try row.optionalText().flatMap(CivilDate.init(iso8601:))
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
    /// The lines of a text; an empty text has none.
    mutating func lines() throws -> [String] { try text().split(separator: "\n").map(String.init) }
}

/// A word of a fixed set. `unknown` stands for words of newer programs.
protocol NamedColumnValue: ColumnValue, RawRepresentable<String> {
    static var unknown: Self { get }
}

extension NamedColumnValue {
    public init(reading row: inout Row) throws { self = Self(rawValue: try row.text()) ?? .unknown }
}

extension SourceClass: NamedColumnValue { static let unknown = SourceClass.other }
extension SampleType.Kind: NamedColumnValue { static let unknown = SampleType.Kind.other }
