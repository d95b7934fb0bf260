import Foundation

/// Builds the bytes of a binary COPY. The caller may take them in pieces.
///
/// Call `beginRow`, then one method for each column. The method must fit the column's type, which
/// the writer cannot check. Methods that take an optional value write nil as null.
///
/// https://www.postgresql.org/docs/15/sql-copy.html, "Binary Format".
public struct BinaryCopyWriter: Sendable {
    private var bytes: [UInt8]

    static let signature: [UInt8] = [0x50, 0x47, 0x43, 0x4f, 0x50, 0x59, 0x0a, 0xff, 0x0d, 0x0a, 0]

    public init() {
        bytes = BinaryCopyWriter.signature + [UInt8](repeating: 0, count: 8)
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
    public mutating func beginRow(_ columns: Int16) { bytes.append(bigEndian: columns) }

    /// Writes null to a column of any type.
    public mutating func null() { bytes.append(bigEndian: Int32(-1)) }

    /// boolean
    public mutating func bool(_ value: Bool) {
        bytes.append(bigEndian: Int32(1))
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
        bytes.append(bigEndian: Int32(16))
        bytes.append(value)
    }

    /// text. The server refuses U+0000.
    public mutating func text(_ value: String?) {
        guard let value else { return null() }
        bytes.append(bigEndian: Int32(value.utf8.count))
        bytes.append(contentsOf: value.utf8)
    }

    /// jsonb, from valid JSON text.
    public mutating func jsonb(_ json: [UInt8]) {
        bytes.append(bigEndian: Int32(json.count + 1))
        bytes.append(1)
        bytes.append(contentsOf: json)
    }

    /// date, from days since 1970-01-01.
    public mutating func date(_ days: Int32) { integer(days &- Epoch.postgresDays) }

    /// bytea
    public mutating func bytea(_ value: [UInt8]) {
        bytes.append(bigEndian: Int32(value.count))
        bytes.append(contentsOf: value)
    }

    /// integer[]
    public mutating func int32Array(_ elements: [Int32]) {
        guard !elements.isEmpty else {
            bytes.append(bigEndian: Int32(12))
            for word in [0, 0, Int32(TypeOID.int4)] { bytes.append(bigEndian: word) }
            return
        }
        bytes.append(bigEndian: Int32(20 + 8 * elements.count))
        for word in [1, 0, Int32(TypeOID.int4), Int32(elements.count), 1] { bytes.append(bigEndian: word) }
        for element in elements { integer(element) }
    }

    @inline(__always)
    private mutating func integer<Value: FixedWidthInteger>(_ value: Value) {
        bytes.append(bigEndian: Int32(MemoryLayout<Value>.size))
        bytes.append(bigEndian: value)
    }
}
