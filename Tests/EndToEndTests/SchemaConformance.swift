import Foundation

@testable import HealthAPI

/// A parsed JSON text.
indirect enum JSONNode: Decodable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case array([JSONNode])
    case object([String: JSONNode])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONNode].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONNode].self))
        }
    }
}

extension Schema {
    /// Returns the differences of a JSON text from the schema. An object may have only the members
    /// that the schema names.
    func faults(_ text: String) -> [String] {
        guard let node = try? JSONDecoder().decode(JSONNode.self, from: Data(text.utf8)) else { return ["no JSON"] }
        return faults(node, "")
    }

    private func faults(_ node: JSONNode, _ path: String) -> [String] {
        switch (self, node) {
        case (.any, _), (.boolean, .boolean): return []
        case (.described(let schema, _), _): return schema.faults(node, path)
        case (.component(let component), _): return component.schema.faults(node, path)
        case (.orNull, .null): return []
        case (.orNull(let schema), _): return schema.faults(node, path)
        case (.string(_, let pattern, _), .string(let text)):
            guard let pattern, text.range(of: pattern, options: .regularExpression) == nil else { return [] }
            return ["\(path): \"\(text)\" is not like \(pattern)"]
        case (.choice(let values), .string(let text)):
            return values.contains(text) ? [] : ["\(path): \"\(text)\" is none of \(values)"]
        case (.integer(let range), .number(let number)):
            return number == number.rounded() && range.contains(Int64(number)) ? [] : ["\(path): \(number)"]
        case (.number(let minimum), .number(let number)):
            return number >= minimum ?? -.infinity ? [] : ["\(path): \(number)"]
        case (.array(let element, let minItems, let maxItems), .array(let nodes)):
            let isOfLength = nodes.count >= minItems ?? 0 && nodes.count <= maxItems ?? .max
            return (isOfLength ? [] : ["\(path): \(nodes.count) elements"])
                + nodes.enumerated().flatMap { element.faults($0.element, "\(path)[\($0.offset)]") }
        case (.object(let required, let optional, let rest), .object(let members)):
            return Schema.faults(members, required: Array(required), optional: Array(optional), rest, path)
        case (.anyOf(let schemas), _):
            let faults = schemas.map { $0.faults(node, path) }
            return faults.contains { $0.isEmpty } ? [] : faults.flatMap(\.self)
        default: return ["\(path): another kind of value"]
        }
    }

    private static func faults(
        _ members: [String: JSONNode], required: [(key: String, value: Schema)],
        optional: [(key: String, value: Schema)], _ rest: Schema?, _ path: String
    ) -> [String] {
        let schemas = Dictionary((required + optional).map { ($0.key, $0.value) }) { $1 }
        var faults = required.filter { members[$0.key] == nil }.map { "\(path).\($0.key) is missing" }
        for (name, node) in members {
            let path = "\(path).\(name)"
            faults += (schemas[name] ?? rest)?.faults(node, path) ?? ["\(path) is not described"]
        }
        return faults
    }
}
