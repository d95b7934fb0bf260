/// The six kinds of JSON values (RFC 8259, section 3).
public enum JSONKind: Sendable {
    case null, bool, number, string, array, object
}

/// A value in a parsed text: a cheap cursor that copies nothing until asked.
///
/// Valid only inside the closure of ``JSONParser/parse(_:_:)``; use after that stops the program.
/// Confined to the thread of its parser.
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

    /// Nil for other kinds.
    public var bool: Bool? {
        switch document.type(index) {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// Any number, always finite; an integer that no double holds is rounded to the nearest. Nil for other kinds.
    public var double: Double? {
        switch document.type(index) {
        case .double: Double(bitPattern: document.number(index))
        case .int64: Double(Int64(bitPattern: document.number(index)))
        case .uint64: Double(document.number(index))
        default: nil
        }
    }

    /// A number that has no fraction and fits; `1.0` and `1e3` do. Nil for all else.
    public var int64: Int64? {
        switch document.type(index) {
        case .int64: Int64(bitPattern: document.number(index))
        case .uint64: Int64(exactly: document.number(index))
        case .double: Int64(integral: Double(bitPattern: document.number(index)))
        default: nil
        }
    }

    /// A string with its escapes resolved. Nil for other kinds.
    public var string: String? {
        document.type(index) == .string ? document.string(index) : nil
    }

    /// Members of an object (repeated keys count each time), elements of an array, 0 for other kinds.
    public var count: Int {
        switch document.type(index) {
        case .object, .array: document.count(index)
        default: 0
        }
    }

    /// The member of an object; nil if it is absent or this is no object. A JSON null is a value, not nil.
    ///
    /// Keys compare byte by byte. Of repeated keys the first counts, unlike in PostgreSQL's jsonb,
    /// where the last does: refuse an object with ``hasRepeatedKey`` where that matters.
    /// Takes time in proportion to the members before.
    public subscript(key: StaticString) -> JSONValue? {
        key.withUTF8Buffer { member($0) }
    }

    /// As with a `StaticString`.
    public subscript(key: String) -> JSONValue? {
        var key = key
        return key.withUTF8 { member($0) }
    }

    /// Whether this object has two members of the same name. Does not look into its members; false for other kinds.
    public var hasRepeatedKey: Bool {
        guard document.type(index) == .object else { return false }
        // Comparing all pairs is the fastest for few keys, hashing for many.
        if document.count(index) <= 32 {
            return keys { key in
                document.withString(key) { document.member($0, of: index) } != key + 1
            }
        }
        // Bytes, because two Strings are already equal when they are canonically equivalent.
        var seen: Set<[UInt8]> = []
        return keys { key in !seen.insert(document.withString(key) { Array($0) }).inserted }
    }

    /// Calls `body` with the position, from 0, and value of each element. Does nothing for other kinds than an array.
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

    /// Calls `body` with the key and value of each member, in the text's order, repeated keys included.
    /// Does nothing for other kinds than an object.
    public func forEachMember<Failure: Error>(
        _ body: (String, JSONValue) throws(Failure) -> Void
    ) throws(Failure) {
        guard document.type(index) == .object else { return }
        _ = try keys { key throws(Failure) in
            try body(document.string(key), JSONValue(document: document, index: key + 1))
            return false
        }
    }

    /// Whether a string or key in this value holds U+0000, which PostgreSQL's text and jsonb cannot.
    public var hasNullCharacter: Bool { document.hasNullCharacter(index) }

    /// This value as compact JSON: the same value for each number in its shortest form (an integer of
    /// 64 bits digit by digit, all else as a double), strings with no more escapes than needed, members
    /// in their order and with repeated keys. Escapes U+0000 as `\u0000`; see ``hasNullCharacter``.
    public var minified: [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.bytes
    }

    private func member(_ key: UnsafeBufferPointer<UInt8>) -> JSONValue? {
        document.member(key, of: index).map { JSONValue(document: document, index: $0) }
    }

    /// Visits the index of each key of an object, until `body` returns true; whether it did.
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
    /// As `init(exactly:)`, which would demand the C library's libm of whoever links this module.
    init?(integral double: Double) {
        guard double >= -0x1p63, double < 0x1p63 else { return nil }
        self.init(double)
        if Double(self) != double { return nil }
    }
}
