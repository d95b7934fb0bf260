/// Builds one compact JSON text.
///
/// The writer sets the commas. The caller must write one root, and a key and a value for each
/// member. If a closure throws, the text is incomplete.
public struct JSONWriter: Sendable {
    /// The text so far, and room for more. An array checks its owner and its room with each byte
    /// that is appended. The writer checks them once for a key or a value.
    private var room: [UInt8]
    /// The length of the text so far.
    private var count = 0

    /// The number of samples, buckets or other rows of data in the text. The caller counts them;
    /// nil if it does not.
    public var rowCount: Int?

    /// True if a value precedes the next value, so that a comma is needed.
    private var needsComma = false

    /// - Parameter capacity: the number of bytes to reserve.
    public init(capacity: Int = 1024) {
        room = Array(repeating: 0, count: capacity)
    }

    /// A copy of the text so far.
    public var bytes: [UInt8] { Array(room[..<count]) }

    /// The text and a line feed, in the memory of the writer if it has no copy.
    public consuming func line() -> [UInt8] {
        extend(atMost: 1) { $0.append("\n") }
        room.removeLast(room.count - count)
        return room
    }

    /// Ends a line of a text that has one value a line.
    public mutating func endLine() {
        extend(atMost: 1) { $0.append("\n") }
        needsComma = false
    }

    /// Removes the text, and keeps its memory.
    public mutating func removeAll() {
        count = 0
        needsComma = false
    }

    /// Returns the text of an object with the members that `body` writes.
    public static func object(_ body: (inout JSONWriter) throws -> Void) rethrows -> [UInt8] {
        var writer = JSONWriter()
        try writer.object(body)
        return writer.bytes
    }

    /// Returns the text of an array with the elements that `body` writes.
    public static func array(_ body: (inout JSONWriter) throws -> Void) rethrows -> [UInt8] {
        var writer = JSONWriter()
        try writer.array(body)
        return writer.bytes
    }

    /// Writes an object with the members that `body` writes.
    @inlinable public mutating func object(_ body: (inout JSONWriter) throws -> Void) rethrows {
        open("{")
        try body(&self)
        close("}")
    }

    /// Writes an array with the elements that `body` writes.
    @inlinable public mutating func array(_ body: (inout JSONWriter) throws -> Void) rethrows {
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
            let end = count
            try body(element, &self)
            guard count <= bytesMax || elementCount == 0 else {
                count = end
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
        let isNext = needsComma
        name.withUTF8Buffer { name in
            extend(atMost: name.count + 4) { text in
                if isNext { text.append(",") }
                text.append("\"")
                text.append(name)
                text.append("\"")
                text.append(":")
            }
        }
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
        // The shortest text of a double has its digits if it is a decimal of at most 15 digits,
        // because no two such decimals have the same double.
        let scaled = (double.magnitude * 1e6).rounded()
        guard scaled >= 100, scaled < 1e15, scaled / 1e6 == double.magnitude else { return text(double.description) }
        let (whole, millionths) = UInt64(scaled).quotientAndRemainder(dividingBy: 1_000_000)
        element(atMost: 24) { text in
            if double < 0 { text.append("-") }
            text.append(digitsOf: whole)
            text.append(millionths: millionths)
        }
    }

    public mutating func value(_ int: Int64) {
        element(atMost: 20) { text in
            if int < 0 { text.append("-") }
            text.append(digitsOf: int.magnitude)
        }
    }

    public mutating func value(_ int: Int) { value(Int64(int)) }

    public mutating func value(_ bool: Bool) { literal(bool ? "true" : "false") }

    public mutating func null() { literal("null") }

    /// Writes a time as a string in the form of RFC 3339, with the fraction of its second if that
    /// is not 0.
    ///
    /// - Parameters:
    ///   - year: from 0 to 9,999.
    ///   - secondOfDay: from 0 to 86,399.
    ///   - microsecond: from 0 to 999,999.
    ///   - offsetMinutes: the offset from UTC, less than 100 hours.
    public mutating func time(
        year: Int, month: Int, day: Int, secondOfDay: Int, microsecond: Int, offsetMinutes: Int
    ) {
        element(atMost: 40) { text in
            text.append("\"")
            text.append(two: year / 100)
            text.append(two: year % 100)
            text.append("-")
            text.append(two: month)
            text.append("-")
            text.append(two: day)
            text.append("T")
            text.append(two: secondOfDay / 3_600)
            text.append(":")
            text.append(two: secondOfDay / 60 % 60)
            text.append(":")
            text.append(two: secondOfDay % 60)
            if microsecond > 0 { text.append(millionths: UInt64(microsecond)) }
            if offsetMinutes == 0 {
                text.append("Z")
            } else {
                text.append(offsetMinutes < 0 ? "-" : "+")
                text.append(two: abs(offsetMinutes) / 60)
                text.append(":")
                text.append(two: abs(offsetMinutes) % 60)
            }
            text.append("\"")
        }
    }

    /// Writes a JSON text as a value. The text is not checked.
    public mutating func raw(_ json: [UInt8]) {
        json.withUnsafeBufferPointer { json in element(atMost: json.count) { $0.append(json) } }
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

    /// Writes to the end of the text.
    ///
    /// - Parameter most: the most bytes that `write` appends.
    @inline(__always)
    private mutating func extend(atMost most: Int, _ write: (inout TextCursor) -> Void) {
        if room.count - count < most { grow(by: most) }
        let start = count
        count = room.withUnsafeMutableBufferPointer { room in
            guard let base = room.baseAddress else { return start }
            var cursor = TextCursor(base + start)
            write(&cursor)
            return cursor.next - base
        }
    }

    /// Writes a value, after a comma if it is not the first.
    @inline(__always)
    private mutating func element(atMost most: Int, _ write: (inout TextCursor) -> Void) {
        let isNext = needsComma
        extend(atMost: most + 1) { text in
            if isNext { text.append(",") }
            write(&text)
        }
        needsComma = true
    }

    @inline(never)
    private mutating func grow(by most: Int) {
        room.append(contentsOf: [UInt8](repeating: 0, count: max(room.count, most, 64)))
    }

    private mutating func separate() {
        if needsComma { extend(atMost: 1) { $0.append(",") } }
    }

    /// Begins an object or an array, which `close` ends.
    @usableFromInline
    package mutating func open(_ bracket: Unicode.Scalar) {
        element(atMost: 1) { $0.append(bracket) }
        needsComma = false
    }

    @usableFromInline
    package mutating func close(_ bracket: Unicode.Scalar) {
        extend(atMost: 1) { $0.append(bracket) }
        needsComma = true
    }

    private mutating func literal(_ text: StaticString) {
        text.withUTF8Buffer { text in element(atMost: text.count) { $0.append(text) } }
    }

    private mutating func text(_ text: String) {
        var text = text
        text.withUTF8 { text in element(atMost: text.count) { $0.append(text) } }
    }

    private mutating func key(_ name: UnsafeBufferPointer<UInt8>) {
        separate()
        quote(name)
        extend(atMost: 1) { $0.append(":") }
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
        extend(atMost: 1) { $0.append("\"") }
        // Each byte may take the room of an escape, so a long string is written in pieces.
        for start in stride(from: 0, to: string.count, by: 256) {
            let piece = string[start..<min(start + 256, string.count)]
            extend(atMost: piece.count * TextCursor.escapeBytesMax) { text in
                for byte in piece {
                    if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                        text.append(escaped: byte)
                    } else {
                        text.append(byte)
                    }
                }
            }
        }
        extend(atMost: 1) { $0.append("\"") }
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
