import Foundation

/// A value that a statement takes as its next parameter, or as several parameters.
public protocol ParameterValue {
    var parameters: [Parameter] { get }
}

/// A value that is read from the next column of a row, or from several columns.
public protocol ColumnValue {
    /// - Throws: the errors of the accessors of `Row`.
    init(reading row: inout Row) throws
}

/// A type that PostgreSQL stores in one column. An `Optional` of it is nil for null.
public protocol SingleColumnValue: ParameterValue, ColumnValue {
    static func parameter(_ value: Self?) -> Parameter
    /// - Throws: the errors of the accessors of `Row`.
    static func read(_ row: inout Row) throws -> Self?
}

extension SingleColumnValue {
    public var parameters: [Parameter] { [Self.parameter(self)] }
    public init(reading row: inout Row) throws { self = try row.required(Self.read(&row)) }
}

extension Optional: ParameterValue where Wrapped: SingleColumnValue {
    public var parameters: [Parameter] { [Wrapped.parameter(self)] }
}
extension Optional: ColumnValue where Wrapped: SingleColumnValue {
    public init(reading row: inout Row) throws { self = try Wrapped.read(&row) }
}

extension Bool: SingleColumnValue {
    public static func parameter(_ value: Bool?) -> Parameter { .bool(value) }
    public static func read(_ row: inout Row) throws -> Bool? { try row.optionalBool() }
}
extension Int32: SingleColumnValue {
    public static func parameter(_ value: Int32?) -> Parameter { .int32(value) }
    public static func read(_ row: inout Row) throws -> Int32? { try row.optionalInt32() }
}
extension Int64: SingleColumnValue {
    public static func parameter(_ value: Int64?) -> Parameter { .int64(value) }
    public static func read(_ row: inout Row) throws -> Int64? { try row.optionalInt64() }
}
extension Int: SingleColumnValue {
    public static func parameter(_ value: Int?) -> Parameter { .int64(value.map(Int64.init)) }
    public static func read(_ row: inout Row) throws -> Int? { try row.optionalInt64().map { Int($0) } }
}
extension Double: SingleColumnValue {
    public static func parameter(_ value: Double?) -> Parameter { .double(value) }
    public static func read(_ row: inout Row) throws -> Double? { try row.optionalDouble() }
}
extension String: SingleColumnValue {
    public static func parameter(_ value: String?) -> Parameter { .text(value) }
    public static func read(_ row: inout Row) throws -> String? { try row.optionalText() }
}
extension UUID: SingleColumnValue {
    public static func parameter(_ value: UUID?) -> Parameter { .uuid(value) }
    public static func read(_ row: inout Row) throws -> UUID? { try row.optionalUUID() }
}
/// The bytes of bytea.
extension [UInt8]: ColumnValue, SingleColumnValue {
    public static func parameter(_ value: [UInt8]?) -> Parameter { .bytea(value) }
    public static func read(_ row: inout Row) throws -> [UInt8]? { try row.optionalBytea() }
}
