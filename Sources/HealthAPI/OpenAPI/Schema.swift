import JSON

/// A JSON Schema (draft 2020-12), limited to the kinds that the OpenAPI document needs.
///
/// https://json-schema.org/draft/2020-12/json-schema-validation
indirect enum Schema: Sendable {
    /// Any JSON value.
    case any
    case string(format: String? = nil, pattern: String? = nil, maxLength: Int? = nil)
    /// One of these strings.
    case choice([String])
    case integer(ClosedRange<Int64>)
    case number(minimum: Double? = nil)
    case boolean
    case array(of: Schema, minItems: Int? = nil, maxItems: Int? = nil)
    /// - Parameters:
    ///   - required: members that are always present.
    ///   - optional: members that may be missing.
    ///   - rest: the schema of members with other names. If it is nil, clients must not send other
    ///     members, and answers contain none today.
    case object(
        required: Members = [:], optional: Members = [:], rest: Schema? = nil)
    case anyOf([Schema])
    case orNull(Schema)
    case component(Component)
    case described(Schema, String)

    /// The members of an object in their order.
    struct Members: Sendable, ExpressibleByDictionaryLiteral, Sequence {
        private var list: [(key: String, value: Schema)]

        init(dictionaryLiteral members: (String, Schema)...) {
            list = members.map { (key: $0.0, value: $0.1) }
        }

        init(_ parts: [Members]) { list = parts.flatMap(\.list) }

        func makeIterator() -> IndexingIterator<[(key: String, value: Schema)]> { list.makeIterator() }
    }

    /// Returns an object whose members may have any names and all have one schema.
    static func map(_ value: Schema) -> Schema { .object(rest: value) }

    static let integer = Schema.integer(0...Schema.integerMax)
    static let string = Schema.string()
    static let number = Schema.number()
    static let uuid = Schema.string(
        format: "uuid",
        pattern: "^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$")
    /// A Boolean of a query. An empty text means true.
    static let flag = Schema.choice(["true", "false", ""])
    /// A time as RFC 3339.
    static let time = Schema.string(format: "date-time")
    static let date = Schema.string(format: "date", pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")

    /// The greatest integer that every JSON reader reads exactly: 2^53 - 1.
    static let integerMax: Int64 = (1 << 53) - 1

    var orNull: Schema { .orNull(self) }

    func described(_ text: String?) -> Schema { text.map { .described(self, $0) } ?? self }

    /// - Parameter isClosed: true if objects without `rest` forbid other members. Objects that
    ///   clients send are closed. Objects in answers are not, because later versions may add
    ///   members.
    func append(to writer: inout JSONWriter, isClosed: Bool) {
        writer.object { appendMembers(to: &$0, isClosed: isClosed) }
    }

    private func appendMembers(to writer: inout JSONWriter, isClosed: Bool) {
        switch self {
        case .any: break
        case .string(let format, let pattern, let maxLength):
            writer.member("type", "string")
            if let format { writer.member("format", format) }
            if let pattern { writer.member("pattern", pattern) }
            if let maxLength { writer.member("maxLength", maxLength) }
        case .choice(let values):
            writer.member("type", "string")
            writer.member("enum", values)
        case .integer(let range):
            writer.member("type", "integer")
            writer.member("minimum", range.lowerBound)
            writer.member("maximum", range.upperBound)
        case .number(let minimum):
            writer.member("type", "number")
            if let minimum { writer.member("minimum", minimum) }
        case .boolean: writer.member("type", "boolean")
        case .array(let element, let minItems, let maxItems):
            writer.member("type", "array")
            if let minItems { writer.member("minItems", minItems) }
            if let maxItems { writer.member("maxItems", maxItems) }
            writer.member("items", element, isClosed: isClosed)
        case .object(let required, let optional, let rest):
            appendObject(required, optional, rest, to: &writer, isClosed: isClosed)
        case .anyOf(let schemas):
            writer.array("anyOf") { writer in
                for schema in schemas { schema.append(to: &writer, isClosed: isClosed) }
            }
        case .orNull(let schema): schema.appendNullable(to: &writer, isClosed: isClosed)
        case .component(let component): writer.member("$ref", component.reference)
        case .described(let schema, let text):
            schema.appendMembers(to: &writer, isClosed: isClosed)
            writer.member("description", text)
        }
    }

    private func appendNullable(to writer: inout JSONWriter, isClosed: Bool) {
        writer.array("anyOf") { writer in
            append(to: &writer, isClosed: isClosed)
            writer.object { $0.member("type", "null") }
        }
    }

    private func appendObject(
        _ required: Members, _ optional: Members, _ rest: Schema?, to writer: inout JSONWriter, isClosed: Bool
    ) {
        let (names, members) = (required.map(\.key), Members([required, optional]).map { $0 })
        writer.member("type", "object")
        if !names.isEmpty { writer.member("required", names) }
        if !members.isEmpty {
            writer.object("properties") { writer in
                for (name, schema) in members { writer.member(name, schema, isClosed: isClosed) }
            }
        }
        if let rest {
            writer.member("additionalProperties", rest, isClosed: isClosed)
        } else if isClosed {
            writer.member("additionalProperties", false)
        }
    }
}

extension JSONWriter {
    mutating func member(_ name: String, _ schema: Schema, isClosed: Bool) {
        key(name)
        schema.append(to: &self, isClosed: isClosed)
    }
}
