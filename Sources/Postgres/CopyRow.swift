import Foundation

/// One row of a binary COPY. The accessors read one field after the other.
///
/// Valid only inside the closure that receives it. Call the accessors that fit the columns' types.
/// https://www.postgresql.org/docs/15/sql-copy.html, "Binary Format".
///
/// - Throws: Each accessor throws `PostgresError` (08P01) for a field of another size. Accessors
///   whose name does not contain `optional` throw it for null, too.
public struct CopyRow {
    private let bytes: UnsafeRawBufferPointer
    private var offset = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { offset == bytes.count }

    /// Skips 11 bytes of signature, 4 of flags, and the header extension with its length.
    mutating func skipHeader() throws {
        guard bytes.count >= 19, bytes.starts(with: BinaryCopyWriter.signature), let base = bytes.baseAddress else {
            throw PostgresError.protocolViolation("the stream is not a binary COPY")
        }
        let extensionLength = Int(base.bigEndian(Int32.self, at: 15))
        guard extensionLength >= 0, bytes.count - 19 >= extensionLength else {
            throw PostgresError.protocolViolation("the header of the binary COPY is broken")
        }
        offset = 19 + extensionLength
    }

    /// Begins the next row. Returns false at the trailer.
    mutating func beginRow() throws -> Bool {
        guard let base = bytes.baseAddress, bytes.count - offset >= 2 else {
            throw PostgresError.protocolViolation("a row of the binary COPY is broken")
        }
        defer { offset += 2 }
        return base.bigEndian(Int16.self, at: offset) >= 0
    }

    /// timestamptz, as microseconds since 1970-01-01 00:00 UTC.
    @inline(__always)
    public mutating func timestamptz() throws -> Int64 {
        try integer(Int64.self).microsecondsSince1970
    }

    @inline(__always)
    public mutating func double() throws -> Double {
        Double(bitPattern: try integer(UInt64.self))
    }

    @inline(__always)
    public mutating func int32() throws -> Int32 { try integer(Int32.self) }

    @inline(__always)
    public mutating func int64() throws -> Int64 { try integer(Int64.self) }

    /// Appends the bytes of a field of any size, such as the UTF-8 of a text, to `buffer`.
    public mutating func append(to buffer: inout [UInt8]) throws {
        buffer.append(contentsOf: try fieldBytes())
    }

    /// Appends the bytes of a field of any size to `buffer`. For null, returns false and appends
    /// nothing.
    public mutating func appendOptional(to buffer: inout [UInt8]) throws -> Bool {
        guard try !skipNull() else { return false }
        try append(to: &buffer)
        return true
    }

    @inline(__always)
    public mutating func int16() throws -> Int16 { try integer(Int16.self) }

    /// date, as days since 1970-01-01.
    @inline(__always)
    public mutating func date() throws -> Int32 { try integer(Int32.self) &+ Epoch.postgresDays }

    @inline(__always)
    public mutating func optionalInt32() throws -> Int32? { try skipNull() ? nil : integer(Int32.self) }

    @inline(__always)
    public mutating func optionalInt64() throws -> Int64? { try skipNull() ? nil : integer(Int64.self) }

    @inline(__always)
    public mutating func optionalDouble() throws -> Double? { try skipNull() ? nil : double() }

    @inline(__always)
    public mutating func optionalTimestamptz() throws -> Int64? { try skipNull() ? nil : timestamptz() }

    /// Replaces `elements` with the elements of the field, an integer[] of one dimension without
    /// nulls.
    public mutating func int32Array(into elements: inout [Int32]) throws {
        try field { try $0.array(into: &elements) }
    }

    /// The same for a bigint[].
    public mutating func int64Array(into elements: inout [Int64]) throws {
        try field { try $0.array(into: &elements) }
    }

    /// Calls `body` with a field of any size.
    ///
    /// - Throws: `PostgresError` (08P01) for null, or the error of `body`.
    private mutating func field<Value>(_ body: (inout BinaryField) throws -> Value) throws -> Value {
        var field = BinaryField(try fieldBytes())
        return try body(&field)
    }

    /// Returns the bytes of a field of any size.
    private mutating func fieldBytes() throws -> UnsafeRawBufferPointer {
        guard let base = bytes.baseAddress, bytes.count - offset >= 4 else {
            throw PostgresError.protocolViolation("a field of the binary COPY is broken")
        }
        let size = Int(base.bigEndian(Int32.self, at: offset))
        guard size >= 0, bytes.count - offset - 4 >= size else {
            throw PostgresError.protocolViolation("a field of the binary COPY is null or broken")
        }
        defer { offset += 4 + size }
        return UnsafeRawBufferPointer(rebasing: bytes[(offset + 4)..<(offset + 4 + size)])
    }

    /// Skips a field that is null. Returns false for any other field.
    @inline(__always)
    private mutating func skipNull() throws -> Bool {
        guard let base = bytes.baseAddress, bytes.count - offset >= 4 else {
            throw PostgresError.protocolViolation("a field of the binary COPY is broken")
        }
        guard base.bigEndian(Int32.self, at: offset) == -1 else { return false }
        offset += 4
        return true
    }

    /// The two halves of a uuid. Pairs of halves have the same order as uuids.
    @inline(__always)
    public mutating func uuidWords() throws -> (high: UInt64, low: UInt64) {
        let base = try field(16)
        return (base.bigEndian(UInt64.self), base.bigEndian(UInt64.self, at: 8))
    }

    @inline(__always)
    public mutating func uuid() throws -> UUID {
        UUID(uuid: try field(16).loadUnaligned(as: uuid_t.self))
    }

    @inline(__always)
    private mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
        try field(MemoryLayout<Value>.size).bigEndian(type)
    }

    @inline(__always)
    private mutating func field(_ size: Int) throws -> UnsafeRawPointer {
        guard let base = bytes.baseAddress, bytes.count - offset >= 4 + size,
            base.bigEndian(Int32.self, at: offset) == Int32(size)
        else { throw PostgresError.protocolViolation("a field of the binary COPY is null or not of \(size) bytes") }
        defer { offset += 4 + size }
        return base + (offset + 4)
    }
}
