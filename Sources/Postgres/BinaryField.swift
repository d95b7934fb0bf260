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

    /// Replaces `elements` with the elements of an array of integers that has one dimension and no
    /// nulls. Elements that are equal already are not copied if other arrays share them.
    ///
    /// The bytes are those of PostgreSQL's `array_send`, in this order:
    ///
    /// - the number of dimensions, a flag for nulls, and the type of the elements
    /// - the length and the lower bound of each dimension
    /// - the length and the value of each element
    mutating func array<Element: FixedWidthInteger>(into elements: inout [Element]) throws {
        let (dimensions, hasNulls) = (try int32(), try int32() != 0)
        _ = try int32()
        guard dimensions != 0 else { return elements = [] }
        guard dimensions == 1, !hasNulls else { throw BinaryField.otherArray(Element.self) }
        let count = Int(try int32())
        _ = try int32()
        if elements.count > count { elements.removeLast(elements.count - max(count, 0)) }
        for index in 0..<max(count, 0) {
            guard try int32() == Element.bitWidth / 8 else { throw BinaryField.otherArray(Element.self) }
            let element = try number(Element.self)
            if index == elements.count {
                elements.append(element)
            } else if elements[index] != element {
                elements[index] = element
            }
        }
    }

    private static func otherArray<Element: FixedWidthInteger>(_ type: Element.Type) -> PostgresError {
        .protocolViolation("the field is no array of \(type.bitWidth)-bit integers of one dimension without nulls")
    }

    @inline(__always)
    private mutating func number<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
        guard let base = bytes.baseAddress, bytes.count - offset >= MemoryLayout<Value>.size else {
            throw PostgresError.protocolViolation("a field ends too early")
        }
        defer { offset += MemoryLayout<Value>.size }
        return base.bigEndian(type, at: offset)
    }
}
