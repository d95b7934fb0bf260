/// The six kinds of JSON values (RFC 8259, section 3).
public enum JSONKind: Sendable {
    case null, bool, number, string, array, object
}

/// A value in a parsed text. It is a small cursor, and copies nothing until the value is read.
///
/// It is valid only inside the closure of ``JSONParser/parse(_:_:)``. Later use stops the program.
/// Use it on its parser's thread.
public struct JSONValue {
    let document: JSONDocument
    let index: Int

    public var kind: JSONKind {
        switch document.type(index) {
        case .true, .false: .bool
        case .int64, .uint64, .double: .number
        case .string: .string
        case .array: .array
        case .object: .object
        default: .null
        }
    }

    public var isNull: Bool { document.type(index) == .null }

    /// The Boolean; nil for other kinds.
    public var bool: Bool? {
        switch document.type(index) {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// The number, always finite; nil for other kinds. An integer that no double represents is
    /// rounded to the nearest double.
    public var double: Double? {
        switch document.type(index) {
        case .double: Double(bitPattern: document.number(index))
        case .int64: Double(Int64(bitPattern: document.number(index)))
        case .uint64: Double(document.number(index))
        default: nil
        }
    }

    /// The number if it is integral and fits, such as `1.0` and `1e3`; nil otherwise.
    public var int64: Int64? {
        switch document.type(index) {
        case .int64: Int64(bitPattern: document.number(index))
        case .uint64: Int64(exactly: document.number(index))
        case .double: Int64(integral: Double(bitPattern: document.number(index)))
        default: nil
        }
    }

    /// The string without escapes; nil for other kinds.
    public var string: String? {
        document.type(index) == .string ? document.string(index) : nil
    }

    /// The number of an object's members, including repeated keys, or of an array's elements; 0 for
    /// other kinds.
    public var count: Int {
        switch document.type(index) {
        case .object, .array: document.count(index)
        default: 0
        }
    }

    /// Returns the member of an object with this key. Returns nil if the member does not exist or
    /// this value is not an object. A JSON null is a value, not nil.
    ///
    /// Keys are compared byte by byte. If a key is repeated, the first member is returned, but
    /// PostgreSQL's jsonb uses the last. Where the difference matters, use ``hasRepeatedKey`` to
    /// refuse such objects. The time grows with the number of preceding members.
    public subscript(key: StaticString) -> JSONValue? {
        key.withUTF8Buffer { member($0) }
    }

    /// Returns the member of an object with this key, as for a `StaticString`.
    public subscript(key: String) -> JSONValue? {
        var key = key
        return key.withUTF8 { member($0) }
    }

    /// True if this object has two members with the same key; false for other kinds. Nested objects
    /// are not checked.
    public var hasRepeatedKey: Bool {
        guard document.type(index) == .object else { return false }
        // For few keys, comparing all pairs is fastest. For many keys, hashing is fastest.
        if document.count(index) <= 32 {
            return keys { key in
                document.withString(key) { document.member($0, of: index) } != key + 1
            }
        }
        // The set contains bytes, because canonically equivalent Strings are equal.
        var seen: Set<[UInt8]> = []
        return keys { key in !seen.insert(document.withString(key) { Array($0) }).inserted }
    }

    /// Calls `body` with the index, from 0, and the value of each element of an array. Does nothing
    /// for other kinds.
    ///
    /// - Throws: The error of `body`.
    public func forEachElement<Failure: Error>(
        _ body: (Int, JSONValue) throws(Failure) -> Void
    ) throws(Failure) {
        guard document.type(index) == .array else { return }
        let end = document.after(index) - 1
        var position = 0
        var element = index + 1
        while element < end {
            try body(position, JSONValue(document: document, index: element))
            position += 1
            element = document.after(element)
        }
    }

    /// Calls `body` with the key and value of each member of an object, in the text's order and
    /// including repeated keys. Does nothing for other kinds.
    ///
    /// - Throws: The error of `body`.
    public func forEachMember<Failure: Error>(
        _ body: (String, JSONValue) throws(Failure) -> Void
    ) throws(Failure) {
        guard document.type(index) == .object else { return }
        _ = try keys { key throws(Failure) in
            try body(document.string(key), JSONValue(document: document, index: key + 1))
            return false
        }
    }

    /// True if a string or key in this value contains U+0000, which PostgreSQL's text and jsonb
    /// cannot store.
    public var hasNullCharacter: Bool { document.hasNullCharacter(index) }

    /// This value as compact JSON.
    ///
    /// Each number has its shortest form with the same value. 64-bit integers are written in full,
    /// and other numbers as doubles. Strings have only the necessary escapes. Members keep their
    /// order, and repeated keys are kept. U+0000 is escaped as `\u0000`. See ``hasNullCharacter``.
    public var minified: [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.bytes
    }

    private func member(_ key: UnsafeBufferPointer<UInt8>) -> JSONValue? {
        document.member(key, of: index).map { JSONValue(document: document, index: $0) }
    }

    /// Calls `body` with the index of each key of an object, until `body` returns true.
    ///
    /// - Returns: true if `body` returned true.
    private func keys<Failure: Error>(_ body: (Int) throws(Failure) -> Bool) throws(Failure) -> Bool {
        let end = document.after(index) - 1
        var key = index + 1
        while key < end {
            if try body(key) { return true }
            key = document.after(key + 1)
        }
        return false
    }
}

extension Int64 {
    /// `init(exactly:)` without libm. Otherwise every program that links this module would need
    /// libm.
    init?(integral double: Double) {
        guard double >= -0x1p63, double < 0x1p63 else { return nil }
        self.init(double)
        if Double(self) != double { return nil }
    }
}
