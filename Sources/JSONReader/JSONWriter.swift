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

    /// The text and a line feed, in the memory of the writer if it has no copy.
    public consuming func line() -> [UInt8] {
        endLine()
        return bytes
    }

    /// Ends a line of a text that has one value a line.
    public mutating func endLine() {
        append("\n")
        needsComma = false
    }

    /// Removes the text, and keeps its memory.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    /// Returns the text of an object with the members that `body` writes.
    public static func object(_ body: (inout JSONWriter) throws -> Void) rethrows -> [UInt8] {
        var writer = JSONWriter()
        try writer.object(body)
        return writer.bytes
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
        var elementCount = 0
        for element in elements {
            let end = bytes.count
            try body(element, &self)
            guard bytes.count <= bytesMax || elementCount == 0 else {
                bytes.removeSubrange(end...)
                break
            }
            elementCount += 1
        }
        close("]")
        return elementCount
    }

    /// Writes the key of a member, inside an object. Its value must follow.
    ///
    /// - Parameter name: a text of the program without characters that JSON escapes. They are not
    ///   looked for: keys are half of the bytes of a long answer.
    public mutating func key(_ name: StaticString) {
        separate()
        append("\"")
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        append("\"")
        endKey()
    }

    /// Writes the key of a member, inside an object. Its value must follow.
    public mutating func key(_ name: String) { key(utf8: name.utf8) }

    public mutating func value(_ string: String) { value(utf8: string.utf8) }

    /// Writes the shortest text that reads back as the same double. An integral number below 2^53
    /// has no fraction. Infinity and NaN, which JSON does not have, become null.
    public mutating func value(_ double: Double) {
        guard double.isFinite else { return null() }
        let isNegativeZero = double == 0 && double.sign == .minus
        if abs(double) < 0x1p53, !isNegativeZero, let integer = Int64(integral: double) { return value(integer) }
        text(double.description)
    }

    public mutating func value(_ int: Int64) { text(int.description) }

    public mutating func value(_ int: Int) { text(int.description) }

    public mutating func value(_ bool: Bool) { text(bool ? "true" : "false") }

    public mutating func null() { text("null") }

    /// Writes a JSON text as a value. The text is not checked.
    public mutating func raw(_ json: [UInt8]) {
        separate()
        bytes += json
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
                document.withString(index) { key(utf8: $0) }
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
            case .string: document.withString(index) { self.value(utf8: $0) }
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

    private mutating func append(_ character: Unicode.Scalar) { bytes.append(UInt8(ascii: character)) }

    /// Writes the comma before a key or a value that is not the first.
    private mutating func separate() {
        if needsComma { append(",") }
        needsComma = true
    }

    /// Begins an object or an array, which `close` ends.
    package mutating func open(_ bracket: Unicode.Scalar) {
        separate()
        append(bracket)
        needsComma = false
    }

    package mutating func close(_ bracket: Unicode.Scalar) {
        append(bracket)
        needsComma = true
    }

    private mutating func text(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func key(utf8 name: some Sequence<UInt8>) {
        value(utf8: name)
        endKey()
    }

    private mutating func endKey() {
        append(":")
        needsComma = false
    }

    /// Writes a string in quotes. RFC 8259, section 7, requires escapes only for the quotation
    /// mark, the backslash and the control characters U+0000 to U+001F.
    private mutating func value(utf8 string: some Sequence<UInt8>) {
        separate()
        append("\"")
        for byte in string {
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                append(escaped: byte)
            } else {
                bytes.append(byte)
            }
        }
        append("\"")
    }

    private mutating func append(escaped byte: UInt8) {
        append("\\")
        switch byte {
        case 0x08: append("b")
        case 0x09: append("t")
        case 0x0A: append("n")
        case 0x0C: append("f")
        case 0x0D: append("r")
        case 0x00..<0x20: bytes.append(contentsOf: "u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8)
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

    /// Writes a member whose value is the text of JSON.
    public mutating func member(_ name: String, json: [UInt8]) {
        key(name)
        raw(json)
    }

    /// Writes a member of an object: an object.
    public mutating func object(_ name: String, _ body: (inout JSONWriter) throws -> Void) rethrows {
        key(name)
        try object(body)
    }

    /// Writes a member of an object: a list.
    public mutating func array(_ name: String, _ body: (inout JSONWriter) throws -> Void) rethrows {
        key(name)
        try array(body)
    }
}
