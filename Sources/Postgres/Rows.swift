import CLibPQ
import Foundation

/// The rows of one statement. Use them only on the thread of their session.
public final class Rows: RandomAccessCollection {
    /// libpq's result. This object owns it and clears it.
    private let result: OpaquePointer
    public let rowCount: Int
    /// The type of each column.
    private let types: [UInt32]

    init(taking result: OpaquePointer) {
        self.result = result
        rowCount = Int(PQntuples(result))
        types = (0..<PQnfields(result)).map { PQftype(result, $0) }
    }

    deinit { PQclear(result) }

    /// The number of rows that INSERT, UPDATE, DELETE or COPY affected. 0 for other statements.
    public var affectedRows: Int64 {
        guard let text = PQcmdTuples(result) else { return 0 }
        return Int64(String(cString: text)) ?? 0
    }

    func withPointer<Value>(_ body: (OpaquePointer) -> Value) -> Value { body(result) }

    public var startIndex: Int { 0 }
    public var endIndex: Int { rowCount }
    public subscript(index: Int) -> Row { Row(result: self, index: index) }

    /// The bytes of one value, or nil for null.
    ///
    /// - Throws: `PostgresError` (08P01) if the row or column does not exist or has another type.
    ///   Then the caller has a defect.
    @inline(__always)
    fileprivate func bytes(
        row: Int, column: Int, isType: (UInt32) -> Bool
    ) throws -> UnsafeRawBufferPointer? {
        guard row >= 0, row < rowCount, column >= 0, column < types.count else {
            throw PostgresError.protocolViolation("the result has no row \(row), column \(column)")
        }
        guard isType(types[column]) else {
            throw PostgresError.protocolViolation("column \(column) has the unexpected type \(types[column])")
        }
        // The length of a null is 0.
        let length = Int(PQgetlength(result, Int32(row), Int32(column)))
        guard length > 0 || PQgetisnull(result, Int32(row), Int32(column)) == 0,
            let value = PQgetvalue(result, Int32(row), Int32(column))
        else { return nil }
        return UnsafeRawBufferPointer(start: value, count: length)
    }
}

/// One row of a result. The accessors read its values by column number from 0, or one after the
/// other.
///
/// - Throws: Each accessor throws `PostgresError` (08P01) for a column of another type. Accessors
///   whose name does not contain `optional` throw 22004 for null.
public struct Row {
    let result: Rows
    let index: Int
    /// The column that the next sequential accessor reads.
    private var column = 0

    init(result: Rows, index: Int) {
        self.result = result
        self.index = index
    }

    /// boolean
    public func bool(_ column: Int) throws -> Bool { try required(optionalBool(column), column) }
    /// integer or smallint
    public func int32(_ column: Int) throws -> Int32 { try required(optionalInt32(column), column) }
    /// bigint or integer
    public func int64(_ column: Int) throws -> Int64 { try required(optionalInt64(column), column) }
    /// double precision
    public func double(_ column: Int) throws -> Double { try required(optionalDouble(column), column) }
    /// text, varchar, name, "char" or json
    public func text(_ column: Int) throws -> String { try required(optionalText(column), column) }
    /// uuid
    public func uuid(_ column: Int) throws -> UUID { try required(optionalUUID(column), column) }
    /// bytea
    public func bytea(_ column: Int) throws -> [UInt8] { try required(optionalBytea(column), column) }
    /// Microseconds since 1970-01-01 00:00 UTC.
    public func timestamptz(_ column: Int) throws -> Int64 { try required(optionalTimestamptz(column), column) }

    public func optionalBool(_ column: Int) throws -> Bool? {
        try result.bytes(row: index, column: column, isType: { $0 == TypeOID.bool }).map { $0[0] != 0 }
    }

    /// integer or smallint
    public func optionalInt32(_ column: Int) throws -> Int32? {
        let bytes = try result.bytes(
            row: index, column: column, isType: { $0 == TypeOID.int4 || $0 == TypeOID.int2 })
        guard let bytes, let base = bytes.baseAddress
        else { return nil }
        return bytes.count == 2 ? Int32(base.bigEndian(Int16.self)) : base.bigEndian(Int32.self)
    }

    /// bigint or integer
    public func optionalInt64(_ column: Int) throws -> Int64? {
        let bytes = try result.bytes(
            row: index, column: column, isType: { $0 == TypeOID.int8 || $0 == TypeOID.int4 })
        guard let bytes, let base = bytes.baseAddress
        else { return nil }
        return bytes.count == 4 ? Int64(base.bigEndian(Int32.self)) : base.bigEndian(Int64.self)
    }

    public func optionalDouble(_ column: Int) throws -> Double? {
        try result.bytes(row: index, column: column, isType: { $0 == TypeOID.float8 })?.baseAddress
            .map { Double(bitPattern: $0.bigEndian(UInt64.self)) }
    }

    /// text, varchar, name, "char" or json
    public func optionalText(_ column: Int) throws -> String? {
        let types = [TypeOID.text, TypeOID.varchar, TypeOID.name, TypeOID.char, TypeOID.json]
        return try result.bytes(row: index, column: column, isType: types.contains)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    public func optionalUUID(_ column: Int) throws -> UUID? {
        try result.bytes(row: index, column: column, isType: { $0 == TypeOID.uuid })?.baseAddress
            .map { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    /// The two halves of a uuid. Comparing them as numbers, the high half first, sorts like
    /// PostgreSQL.
    public func uuidWords(_ column: Int) throws -> (high: UInt64, low: UInt64) {
        let base = try required(
            result.bytes(row: index, column: column, isType: { $0 == TypeOID.uuid })?.baseAddress, column)
        return (base.bigEndian(UInt64.self), (base + 8).bigEndian(UInt64.self))
    }

    public func optionalBytea(_ column: Int) throws -> [UInt8]? {
        try result.bytes(row: index, column: column, isType: { $0 == TypeOID.bytea }).map(Array.init)
    }

    /// Replaces `elements` with those of an integer[] of one dimension without nulls.
    public func int32Array(_ column: Int, into elements: inout [Int32]) throws {
        try array(column, TypeOID.int4Array, into: &elements)
    }

    /// Replaces `elements` with those of a bigint[] of one dimension without nulls.
    public func int64Array(_ column: Int, into elements: inout [Int64]) throws {
        try array(column, TypeOID.int8Array, into: &elements)
    }

    private func array<Element: FixedWidthInteger>(
        _ column: Int, _ type: UInt32, into elements: inout [Element]
    ) throws {
        let bytes = try result.bytes(row: index, column: column, isType: { $0 == type })
        var field = BinaryField(try required(bytes, column))
        try field.array(into: &elements)
    }

    /// Microseconds since 1970-01-01 00:00 UTC. `infinity` becomes `Int64.max`, and `-infinity`
    /// becomes `Int64.min`.
    public func optionalTimestamptz(_ column: Int) throws -> Int64? {
        try result.bytes(row: index, column: column, isType: { $0 == TypeOID.timestamptz })?.baseAddress
            .map { $0.bigEndian(Int64.self).microsecondsSince1970 }
    }

    /// The JSON text of a jsonb column.
    public func optionalJSONB(_ column: Int) throws -> [UInt8]? {
        try result.bytes(row: index, column: column, isType: { $0 == TypeOID.jsonb }).map { Array($0.dropFirst()) }
    }

    /// Returns the value of the column that was read last.
    func required<Value>(_ value: Value?) throws -> Value { try required(value, column - 1) }

    private func required<Value>(_ value: Value?, _ column: Int) throws -> Value {
        guard let value else { throw PostgresError(sqlState: "22004", message: "column \(column) is null") }
        return value
    }
}

/// Accessors that read the next column of the row.
///
/// Statements with many columns are read with these accessors. A column added in the middle of the
/// list then changes no column numbers.
///
/// - Throws: the same errors as the accessors with a column number.
extension Row {
    private mutating func advance() -> Int {
        defer { column += 1 }
        return column
    }

    public mutating func bool() throws -> Bool { try bool(advance()) }
    public mutating func int32() throws -> Int32 { try int32(advance()) }
    public mutating func int64() throws -> Int64 { try int64(advance()) }
    public mutating func double() throws -> Double { try double(advance()) }
    public mutating func text() throws -> String { try text(advance()) }
    public mutating func uuid() throws -> UUID { try uuid(advance()) }
    public mutating func uuidWords() throws -> (high: UInt64, low: UInt64) { try uuidWords(advance()) }
    public mutating func bytea() throws -> [UInt8] { try bytea(advance()) }
    public mutating func timestamptz() throws -> Int64 { try timestamptz(advance()) }
    public mutating func int32Array(into elements: inout [Int32]) throws {
        try int32Array(advance(), into: &elements)
    }
    public mutating func int64Array(into elements: inout [Int64]) throws {
        try int64Array(advance(), into: &elements)
    }

    public mutating func optionalBool() throws -> Bool? { try optionalBool(advance()) }
    public mutating func optionalInt32() throws -> Int32? { try optionalInt32(advance()) }
    public mutating func optionalInt64() throws -> Int64? { try optionalInt64(advance()) }
    public mutating func optionalDouble() throws -> Double? { try optionalDouble(advance()) }
    public mutating func optionalText() throws -> String? { try optionalText(advance()) }
    public mutating func optionalUUID() throws -> UUID? { try optionalUUID(advance()) }
    public mutating func optionalBytea() throws -> [UInt8]? { try optionalBytea(advance()) }
    public mutating func optionalTimestamptz() throws -> Int64? { try optionalTimestamptz(advance()) }
    public mutating func optionalJSONB() throws -> [UInt8]? { try optionalJSONB(advance()) }
}

extension Int64 {
    /// Converts PostgreSQL's microseconds. Returns PostgreSQL's infinities, `Int64.max` and
    /// `Int64.min`, unchanged.
    @inline(__always)
    var microsecondsSince1970: Int64 {
        self == .max || self == .min ? self : self &+ Epoch.postgresMicroseconds
    }
}
