import HealthCore
import JSONReader

/// The name, meaning, arguments and answer of a tool, as the assistant reads them.
///
/// https://modelcontextprotocol.io/specification/2026-07-28/server/tools
struct ToolDescription: Sendable {
    let name: String
    let title: String
    /// The meaning.
    let text: String
    let arguments: [Argument]
    /// The members of the answer that the assistant must understand.
    let fields: [Field]

    struct Argument: Sendable {
        enum Kind: Sendable {
            case text, flag
            case integer(ClosedRange<Int>)
            case choice([String])
        }

        var name: String
        var kind: Kind
        var isRequired = false
        var meaning: String

        var required: Argument {
            var argument = self
            argument.isRequired = true
            return argument
        }
    }

    struct Field: Sendable {
        var name: String
        /// The type of the member in JSON Schema.
        var type: String
        var isNullable = false
        var isRequired = true
        var meaning: String
    }

    /// Writes the description as an object.
    func append(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", name)
            writer.member("title", title)
            writer.member("description", text)
            writer.key("inputSchema")
            ToolDescription.schema(
                arguments.map { ($0.name, $0.isRequired, $0.append) }, isClosed: true, to: &writer)
            writer.key("outputSchema")
            ToolDescription.schema(fields.map { ($0.name, $0.isRequired, $0.append) }, isClosed: false, to: &writer)
            writer.object("annotations") { writer in
                writer.member("title", title)
                writer.member("readOnlyHint", true)
                writer.member("openWorldHint", false)
            }
        }
    }

    private static func schema(
        _ members: [(name: String, isRequired: Bool, append: (inout JSONWriter) -> Void)], isClosed: Bool,
        to writer: inout JSONWriter
    ) {
        writer.object { writer in
            writer.member("type", "object")
            writer.object("properties") { writer in
                for member in members {
                    writer.object(member.name) { member.append(&$0) }
                }
            }
            writer.texts("required", members.filter(\.isRequired).map(\.name))
            writer.member("additionalProperties", !isClosed)
        }
    }
}

extension ToolDescription.Argument {
    fileprivate func append(to writer: inout JSONWriter) {
        switch kind {
        case .text: writer.member("type", "string")
        case .flag: writer.member("type", "boolean")
        case .integer(let range):
            writer.member("type", "integer")
            writer.member("minimum", range.lowerBound)
            writer.member("maximum", range.upperBound)
        case .choice(let names):
            writer.member("type", "string")
            writer.texts("enum", names)
        }
        writer.member("description", meaning)
    }

    static let type = Self(
        name: "type", kind: .text,
        meaning:
            "A type of list_types with an aggregationStyle, by shortName or identifier, such as stepCount or headache.")
    static let from = Self(
        name: "from", kind: .text,
        meaning:
            "The start: a date such as 2026-02-01 or a local time such as 2026-02-01T08:00, on the clock of timeZone; or a time with an offset."
    )
    static let to = Self(
        name: "to", kind: .text,
        meaning: "The end, as from. It is not part of the range: to=2026-03-01 includes all of February 28.")
    static let timeZone = Self(
        name: "timeZone", kind: .text,
        meaning:
            "The zone of days and local times: a name of the IANA database such as Europe/Berlin, or person for the zones in which "
            + "the person was. The default is the zone of the machine of this tool; each answer names its zone.")
    static let unit = Self(
        name: "unit", kind: .text,
        meaning: "The unit of the answer, such as mi, lb or count/min. The default is the person's unit.")
    static let source = Self(
        name: "source", kind: .text,
        meaning: "Only this source, by the id or name that answers list. Without it, all sources are merged.")

    static func limit(of rows: String) -> Self {
        Self(
            name: "limit", kind: .integer(1...AssistantTools.rowsMax),
            meaning: "The most \(rows) of the answer. The default is \(AssistantTools.rowsMax).")
    }

    static let cursor = Self(name: "cursor", kind: .text, meaning: "The cursor of the answer before, for further rows.")
}

extension ToolDescription.Field {
    fileprivate func append(to writer: inout JSONWriter) {
        writer.texts("type", isNullable ? [type, "null"] : [type])
        writer.member("description", meaning)
    }

    static let timeZone = Self(name: "timeZone", type: "string", meaning: "The zone of the times and days.")
    static let unit = Self(
        name: "unit", type: "string", isNullable: true,
        meaning: "The unit of the figures, spelled as in HealthKit. In %, 100 is the whole. Null for a category type.")
    static let type = Self(name: "type", type: "string", meaning: "HealthKit's identifier of the type.")
    static let notes = Self(
        name: "notes", type: "array", meaning: "Sentences that must be kept in mind when the figures are read.")

    static func partial(_ meaning: String) -> Self { Self(name: "partial", type: "boolean", meaning: meaning) }
}
