import HTTPServer
import HealthCore
import HealthDatabase

/// A schema with a name. The OpenAPI document contains it once.
struct Component: Sendable {
    let name: String
    let schema: Schema
    /// True if clients send it. It then allows no other members.
    var isSent = false

    var reference: String { "#/components/schemas/\(name)" }
}

extension Schema {
    /// Returns a schema that the document contains once, under a name.
    func named(_ name: String) -> Schema { .component(Component(name: name, schema: self)) }

    /// Returns a schema of a body, which the document contains once, under a name.
    func sent(_ name: String) -> Schema { .component(Component(name: name, schema: self, isSent: true)) }

    /// A count of samples or records.
    static let count = Schema.integer.described("A count.")
    static let nextCursor = Schema.string.orNull.described("Asks for the next page; null on the last page.")
    static let kind = Schema.choice(SampleType.Kind.allCases.map(\.rawValue))
    static let aggregationStyle = Schema.choice(AggregationStyle.allCases.map(\.name))
    /// Also of category types.
    static let figureStyle = Schema.choice((AggregationStyle.allCases + [.category]).map(\.name))
    static let sourceID = Schema.integer(0...Int64(Int32.max)).described("The `id` of a source of the person.")
    static let sha256 = Schema.string(pattern: "^[0-9a-f]{64}$")

    static let source = Source.schema

    static let metadata = Schema.map(.any).described("HealthKit's metadata, as sent.")

    /// Raw values of HealthKit's enumerations.
    static let rawValues = Int64(Int32.min)...Int64(Int32.max)

    static let changePosition = Schema.integer.orNull.described(
        "The position in the change feed; null if nothing changed.")
}

extension Schema {
    /// The components in this schema, including those inside components.
    var components: [Component] {
        switch self {
        case .any, .string, .choice, .integer, .number, .boolean: []
        case .array(let element, _, _): element.components
        case .object(let required, let optional, let rest):
            (required.map(\.value) + optional.map(\.value)).flatMap(\.components) + (rest?.components ?? [])
        case .anyOf(let schemas): schemas.flatMap(\.components)
        case .orNull(let schema), .described(let schema, _): schema.components
        case .component(let component): [component] + component.schema.components
        }
    }
}
