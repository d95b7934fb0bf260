import JSON

extension JSONValue {
    /// The value as compact JSON with the members of each object in order of their keys. Two values
    /// that PostgreSQL's jsonb holds equal have the same text, except for numbers that are no
    /// doubles.
    var canonical: [UInt8] {
        var writer = JSONWriter()
        appendCanonical(to: &writer)
        return writer.bytes
    }

    private func appendCanonical(to writer: inout JSONWriter) {
        switch kind {
        case .object:
            var members: [(key: String, value: JSONValue)] = []
            forEachMember { members.append(($0, $1)) }
            members.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            writer.object { writer in
                for (key, value) in members {
                    writer.key(key)
                    value.appendCanonical(to: &writer)
                }
            }
        case .array:
            writer.array { writer in forEachElement { $1.appendCanonical(to: &writer) } }
        case .null, .bool, .number, .string: writer.value(self)
        }
    }
}
