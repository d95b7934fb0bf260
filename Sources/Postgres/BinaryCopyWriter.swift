import Foundation

/// Builds the bytes of a binary COPY, or of an array of rows (`RowArray`).
///
/// Call `beginRow`, then one method for each column. The method must fit the column's type, which
/// the writer cannot check. Methods that take an optional value write nil as null. The caller may
/// take the bytes of a COPY in pieces.
///
/// https://www.postgresql.org/docs/15/sql-copy.html, "Binary Format".
public struct BinaryCopyWriter: Sendable {
    private var bytes: [UInt8]
    /// The types of the columns of a `RowArray`; empty for a COPY.
    private let columnTypes: [UInt32]
    /// The number of columns written of the last row of a `RowArray`.
    private var column = 0
    /// The offsets at which the rows of a `RowArray` begin.
    private var rowStarts: [Int] = []

    static let signature: [UInt8] = [0x50, 0x47, 0x43, 0x4f, 0x50, 0x59, 0x0a, 0xff, 0x0d, 0x0a, 0]

    public init() {
        bytes = BinaryCopyWriter.signature + [UInt8](repeating: 0, count: 8)
        columnTypes = []
    }

    /// Begins an array of rows of `type`. `rows(of:)` ends it.
    init(_ type: RowType) {
        bytes = []
        columnTypes = type.columnTypes
    }

    /// The number of bytes written since the last `take`.
    public var count: Int { bytes.count }

    /// Removes and returns the bytes written since the last call. If the caller calls it between
    /// two rows, the bytes end with a whole row.
    public mutating func take() -> [UInt8] {
        let capacity = bytes.count
        defer {
            bytes = []
            bytes.reserveCapacity(capacity)
        }
        return bytes
    }

    /// Writes the trailer, which ends the data.
    public mutating func trailer() { bytes.append(bigEndian: Int16(-1)) }

    /// Begins a row of `columns` columns. Write each of them before the next row.
    public mutating func beginRow(_ columns: Int16) {
        guard !columnTypes.isEmpty else { return bytes.append(bigEndian: columns) }
        // The length of the row is known at its end.
        rowStarts.append(bytes.count)
        bytes.append(bigEndian: Int32(0))
        bytes.append(bigEndian: Int32(columns))
        column = 0
    }

    /// Returns the value of an array with the rows written, in the formats of PostgreSQL's
    /// `array_recv` and `record_recv`.
    consuming func array(of type: RowType) -> [UInt8] {
        var array: [UInt8] = []
        array.reserveCapacity(bytes.count + 20)
        array.append(bigEndian: Int32(rowStarts.isEmpty ? 0 : 1))
        array.append(bigEndian: Int32(0))
        array.append(bigEndian: type.oid)
        guard !rowStarts.isEmpty else { return array }
        array.append(bigEndian: Int32(rowStarts.count))
        array.append(bigEndian: Int32(1))
        for (start, end) in zip(rowStarts, rowStarts.dropFirst() + [bytes.count]) {
            let length = Int32(end - start - 4)
            withUnsafeBytes(of: length.bigEndian) { bytes.replaceSubrange(start..<start + 4, with: $0) }
        }
        array += bytes
        return array
    }

    /// Begins a field, which is a length and the value.
    @inline(__always)
    private mutating func field(ofLength length: Int) {
        if !columnTypes.isEmpty {
            bytes.append(bigEndian: columnTypes[column])
            column += 1
        }
        bytes.append(bigEndian: Int32(length))
    }

    /// Writes null to a column of any type.
    public mutating func null() { field(ofLength: -1) }

    /// boolean
    public mutating func bool(_ value: Bool) {
        field(ofLength: 1)
        bytes.append(value ? 1 : 0)
    }

    /// smallint
    public mutating func int16(_ value: Int16) { integer(value) }

    /// integer
    public mutating func int32(_ value: Int32?) {
        if let value { integer(value) } else { null() }
    }

    /// bigint
    public mutating func int64(_ value: Int64?) {
        if let value { integer(value) } else { null() }
    }

    /// double precision
    public mutating func double(_ value: Double?) {
        if let value { integer(value.bitPattern) } else { null() }
    }

    /// timestamptz, from microseconds since 1970-01-01 00:00 UTC.
    public mutating func timestamptz(_ microseconds: Int64?) {
        if let microseconds { integer(microseconds &- Epoch.postgresMicroseconds) } else { null() }
    }

    /// uuid
    public mutating func uuid(_ value: UUID) {
        field(ofLength: 16)
        bytes.append(value)
    }

    /// text. The server refuses U+0000.
    public mutating func text(_ value: String?) {
        guard let value else { return null() }
        field(ofLength: value.utf8.count)
        bytes.append(contentsOf: value.utf8)
    }

    /// jsonb, from valid JSON text.
    public mutating func jsonb(_ json: [UInt8]) {
        field(ofLength: json.count + 1)
        bytes.append(1)
        bytes.append(contentsOf: json)
    }

    /// date, from days since 1970-01-01.
    public mutating func date(_ days: Int32) { integer(days &- Epoch.postgresDays) }

    /// bytea
    public mutating func bytea(_ value: [UInt8]) {
        field(ofLength: value.count)
        bytes.append(contentsOf: value)
    }

    /// integer[]
    public mutating func int32Array(_ elements: [Int32]) { array(elements, of: TypeOID.int4) }

    /// bigint[]
    public mutating func int64Array(_ elements: [Int64]) { array(elements, of: TypeOID.int8) }

    private mutating func array(_ elements: [some FixedWidthInteger], of type: UInt32) {
        guard let first = elements.first else {
            field(ofLength: 12)
            for word in [0, 0, Int32(type)] { bytes.append(bigEndian: word) }
            return
        }
        let size = first.bitWidth / 8
        field(ofLength: 20 + (4 + size) * elements.count)
        for word in [1, 0, Int32(type), Int32(elements.count), 1] { bytes.append(bigEndian: word) }
        for element in elements {
            bytes.append(bigEndian: Int32(size))
            bytes.append(bigEndian: element)
        }
    }

    @inline(__always)
    private mutating func integer<Value: FixedWidthInteger>(_ value: Value) {
        field(ofLength: MemoryLayout<Value>.size)
        bytes.append(bigEndian: value)
    }
}
