/// The header fields of a message, in order. Names compare without regard to ASCII case.
///
/// The same name may stand more than once.
public struct HTTPHeaders: Sendable, ExpressibleByDictionaryLiteral {
    /// All fields in the order in which they came or were appended, names as they were written.
    public private(set) var fields: [(name: String, value: String)] = []

    public init() {}

    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { (name: $0.0, value: $0.1) }
    }

    /// The value of the first field of this name; `nil` where there is none.
    ///
    /// Setting replaces all fields of the name by one at the end; setting `nil` removes them.
    public subscript(name: String) -> String? {
        get {
            let wanted = name.lowercased()
            return fields.first { $0.name.lowercased() == wanted }?.value
        }
        set {
            let wanted = name.lowercased()
            fields.removeAll { $0.name.lowercased() == wanted }
            if let newValue { append(name, newValue) }
        }
    }

    /// Every value of this name, in order; empty where there is none.
    public func values(_ name: String) -> [String] {
        let wanted = name.lowercased()
        return fields.filter { $0.name.lowercased() == wanted }.map(\.value)
    }

    /// Adds a field after all others and keeps those of the same name.
    public mutating func append(_ name: String, _ value: String) {
        fields.append((name: name, value: value))
    }
}
