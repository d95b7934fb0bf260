/// The header fields of a message, in order. Names are compared without regard to ASCII case. A
/// name may occur more than once.
public struct HTTPHeaders: Sendable, ExpressibleByDictionaryLiteral {
    /// All fields in the order in which they arrived or were appended, with names as written.
    public private(set) var fields: [(name: String, value: String)] = []

    public init() {}

    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { (name: $0.0, value: $0.1) }
    }

    /// The value of the first field with this name, or nil.
    ///
    /// Setting a value replaces all fields of the name by one field at the end. Setting nil removes
    /// them.
    public subscript(name: String) -> String? {
        get {
            fields.first { HTTPHeaders.areEqual($0.name, name) }?.value
        }
        set {
            fields.removeAll { HTTPHeaders.areEqual($0.name, name) }
            if let newValue { append(name, newValue) }
        }
    }

    /// Returns every value of this name, in order. Returns an empty array if the name does not
    /// occur.
    public func values(_ name: String) -> [String] {
        fields.filter { HTTPHeaders.areEqual($0.name, name) }.map(\.value)
    }

    /// Compares names without regard to ASCII case.
    static func areEqual(_ name: String, _ other: String) -> Bool {
        let (name, other) = (name.utf8, other.utf8)
        return name.count == other.count && zip(name, other).allSatisfy { lowercase($0) == lowercase($1) }
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    /// Adds a field after all others. Keeps fields of the same name.
    public mutating func append(_ name: String, _ value: String) {
        fields.append((name: name, value: value))
    }
}
