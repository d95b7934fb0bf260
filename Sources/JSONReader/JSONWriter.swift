/// Builds one compact JSON text.
///
/// The writer sets the commas. The caller must write one root, and a key and a value for each
/// member. If a closure throws, the text is incomplete.
public struct JSONWriter: Sendable {
    /// The text so far.
    public private(set) var bytes: [UInt8] = []

    /// The number of samples, buckets or other rows of data in the text. The caller counts them;
    /// nil if it does not.
    public var rowCount: Int?

    /// True if a value precedes the next value, so that a comma is needed.
    private var needsComma = false

    /// - Parameter capacity: the number of bytes to reserve.
    public init(capacity: Int = 1024) {
        bytes.reserveCapacity(capacity)
    }

    /// Writes an object with the members that `body` writes.
    public mutating func object(_ body: (inout JSONWriter) throws -> Void) rethrows {
        open("{")
        try body(&self)
        close("}")
    }

    /// Writes an array with the elements that `body` writes.
    public mutating func array(_ body: (inout JSONWriter) throws -> Void) rethrows {
        open("[")
        try body(&self)
        close("]")
    }

    /// Writes an array of the first of `elements`. It has as many elements as fit into a text of
    /// `bytesMax` bytes, but at least one.
    ///
    /// - Parameter body: writes one element.
    /// - Returns: the number of elements written.
    public mutating func array<Elements: Sequence>(
        of elements: Elements, bytesMax: Int, _ body: (Elements.Element, inout JSONWriter) throws -> Void
    ) rethrows -> Int {
        open("[")
        var count = 0
        for element in elements {
            let end = bytes.count
            try body(element, &self)
            guard bytes.count <= bytesMax || count == 0 else {
                bytes.removeSubrange(end...)
                break
            }
            count += 1
        }
        close("]")
        return count
    }

    /// Writes the key of a member, inside an object. Its value must follow.
    ///
    /// - Parameter name: a text of the program without characters that JSON escapes. They are not
    ///   looked for: keys are half of the bytes of a long answer.
    public mutating func key(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes the key of a member, inside an object. Its value must follow.
    public mutating func key(_ name: String) {
        var name = name
        name.withUTF8 { key($0) }
    }

    public mutating func value(_ string: String) {
        var string = string
        string.withUTF8 { value($0) }
    }

    /// Writes the shortest text that reads back as the same double. An integral number below 2^53
    /// has no fraction. Infinity and NaN, which JSON does not have, become null.
    public mutating func value(_ double: Double) {
        guard double.isFinite else { return null() }
        let isNegativeZero = double == 0 && double.sign == .minus
        if abs(double) < 0x1p53, !isNegativeZero, let integer = Int64(integral: double) { return value(integer) }
        text(double.description)
    }

    public mutating func value(_ int: Int64) {
        separate()
        if int < 0 { bytes.append(UInt8(ascii: "-")) }
        appendDigits(of: int.magnitude)
        needsComma = true
    }

    public mutating func value(_ int: Int) { value(Int64(int)) }

    public mutating func value(_ bool: Bool) { text(bool ? "true" : "false") }

    public mutating func null() { text("null") }

    /// Writes a JSON text as a value. The text is not checked.
    public mutating func raw(_ json: [UInt8]) {
        separate()
        bytes.append(contentsOf: json)
        needsComma = true
    }

    /// Writes a parsed value in the form of ``JSONValue/minified``.
    public mutating func value(_ value: JSONValue) {
        let document = value.document
        let end = document.after(value.index)
        // For each open container, true if it is an object.
        var containers: [Bool] = []
        var isKeyNext = false
        var index = value.index
        while index < end {
            let type = document.type(index)
            if type == .string, isKeyNext {
                document.withString(index) { key($0) }
                isKeyNext = false
                index += 1
                continue
            }
            switch type {
            case .object, .array:
                open(type == .object ? "{" : "[")
                containers.append(type == .object)
            case .objectEnd, .arrayEnd:
                close(type == .objectEnd ? "}" : "]")
                containers.removeLast()
            case .string: document.withString(index) { self.value($0) }
            case .int64: self.value(Int64(bitPattern: document.number(index)))
            case .uint64: text(document.number(index).description)
            case .double: self.value(Double(bitPattern: document.number(index)))
            case .true: self.value(true)
            case .false: self.value(false)
            default: null()
            }
            isKeyNext = containers.last ?? false
            let isContainer = type == .object || type == .array
            index = isContainer ? index + 1 : document.after(index)
        }
    }

    /// Appends the decimal digits of a number. This is faster than making a text of it.
    private mutating func appendDigits(of number: UInt64) {
        let start = bytes.count
        var rest = number
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        guard bytes.count > start + 1 else { return }
        bytes[start...].reverse()
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func open(_ bracket: Unicode.Scalar) {
        separate()
        bytes.append(UInt8(ascii: bracket))
        needsComma = false
    }

    private mutating func close(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        needsComma = true
    }

    private mutating func text(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
        needsComma = true
    }

    private mutating func key(_ name: UnsafeBufferPointer<UInt8>) {
        separate()
        quote(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    private mutating func value(_ string: UnsafeBufferPointer<UInt8>) {
        separate()
        quote(string)
        needsComma = true
    }

    /// Appends a string in quotes. RFC 8259, section 7, requires escapes only for the quotation
    /// mark, the backslash and the control characters U+0000 to U+001F.
    private mutating func quote(_ string: UnsafeBufferPointer<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        var plainStart = 0
        for (index, byte) in string.enumerated() {
            guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: string[plainStart..<index]))
            escape(byte)
            plainStart = index + 1
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: string[plainStart...]))
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0x00..<0x20:
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(UInt8(ascii: byte < 0x10 ? "0" : "1"))
            let digit = byte & 0x0F
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        default: bytes.append(byte)
        }
    }
}

extension JSONWriter {
    /// Writes a member of an object. Writes nil as null.
    public mutating func member(_ name: StaticString, _ string: String?) {
        key(name)
        if let string { value(string) } else { null() }
    }

    /// Writes a member of an object. Writes nil, infinity and NaN as null.
    public mutating func member(_ name: StaticString, _ double: Double?) {
        key(name)
        if let double { value(double) } else { null() }
    }

    /// Writes a member of an object. Writes nil as null.
    public mutating func member(_ name: StaticString, _ int: Int?) {
        key(name)
        if let int { value(int) } else { null() }
    }

    /// Writes a member of an object. Writes nil as null.
    public mutating func member(_ name: StaticString, _ int: Int64?) {
        key(name)
        if let int { value(int) } else { null() }
    }

    /// Writes a member of an object. Writes nil as null.
    public mutating func member(_ name: StaticString, _ bool: Bool?) {
        key(name)
        if let bool { value(bool) } else { null() }
    }
}
