import Foundation

/// Appends values in PostgreSQL's binary format, which is big-endian.
extension [UInt8] {
    @inline(__always)
    mutating func append(bigEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
    }

    mutating func append(_ uuid: UUID) {
        Swift.withUnsafeBytes(of: uuid.uuid) { append(contentsOf: $0) }
    }
}

extension UnsafeRawPointer {
    @inline(__always)
    func bigEndian<Value: FixedWidthInteger>(_ type: Value.Type, at offset: Int = 0) -> Value {
        Value(bigEndian: loadUnaligned(fromByteOffset: offset, as: type))
    }
}
