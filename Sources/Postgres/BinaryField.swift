/// The bytes of one value. The accessors read one number after the other, in big-endian order.
///
/// Valid only inside the closure that receives it.
///
/// - Throws: Each accessor throws `PostgresError` (08P01) if too few bytes are left for its number.
struct BinaryField {
    private let bytes: UnsafeRawBufferPointer
    private var offset = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    @inline(__always)
    mutating func int32() throws -> Int32 { try number(Int32.self) }

    @inline(__always)
    mutating func double() throws -> Double { Double(bitPattern: try number(UInt64.self)) }

    @inline(__always)
    private mutating func number<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
        guard let base = bytes.baseAddress, bytes.count - offset >= MemoryLayout<Value>.size else {
            throw PostgresError.protocolViolation("a field ends too early")
        }
        defer { offset += MemoryLayout<Value>.size }
        return base.bigEndian(type, at: offset)
    }
}
