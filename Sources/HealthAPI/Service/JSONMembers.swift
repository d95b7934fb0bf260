import HealthCore
import JSON

/// Reads members of a request's body. Every error names the field.
enum JSONMembers {
    /// Returns the members of an object that has only members of `known`, each at most once.
    ///
    /// - Parameter field: the path of the object, such as `timeZones[3]`; empty for the body.
    static func members(_ value: JSONValue, _ field: String, known: Set<String>) throws -> [String: JSONValue] {
        guard value.kind == .object else {
            throw malformed(field, "\(field.isEmpty ? "the body" : field) must be an object")
        }
        var members: [String: JSONValue] = [:]
        try value.forEachMember { key, value in
            let path = path(field, String(key.prefix(64)))
            guard known.contains(key) else { throw malformed(path, "there is no member \(path)") }
            guard members.updateValue(value, forKey: key) == nil else { throw malformed(path, "\(path) is repeated") }
        }
        return members
    }

    /// Reads a list. Calls `body` with each element and the element's path.
    @discardableResult
    static func elements<Element>(
        _ value: JSONValue, _ field: String, max: Int, _ body: (JSONValue, String) throws -> Element
    ) throws -> [Element] {
        guard value.kind == .array else { throw malformed(field, "\(field) must be a list") }
        guard value.count <= max else {
            throw error(
                .outOfRange, field, "\(field) has \(value.count) elements; at most \(max) are allowed",
                hint: "send several requests")
        }
        var elements: [Element] = []
        try value.forEachElement { elements.append(try body($1, "\(field)[\($0)]")) }
        return elements
    }

    /// Reads a text of 1 to `SampleReferences.typeBytesMax` bytes.
    static func text(_ value: JSONValue?, _ field: String) throws -> String {
        guard let value else { throw missing(field) }
        guard let text = value.string, !text.isEmpty, text.utf8.count <= SampleReferences.typeBytesMax,
            !text.utf8.contains(0)
        else { throw malformed(field, "\(field) must be a text of 1 to \(SampleReferences.typeBytesMax) bytes") }
        return text
    }

    /// Reads the name of a type; returns its identifier, or the text if it is not in the catalogue.
    static func type(_ value: JSONValue?, _ field: String) throws -> String {
        let name = try text(value, field)
        return Catalogue.sampleType(named: name)?.identifier ?? name
    }

    static func path(_ field: String, _ name: String) -> String { field.isEmpty ? name : field + "." + name }

    static func malformed(_ field: String, _ message: String) -> APIError { error(.malformedField, field, message) }

    /// The error of a list or an object with too many elements.
    static func tooMany(_ field: String, _ message: String) -> APIError {
        APIError(.tooManyRecords, status: .badRequest, message, key: "field", field)
    }

    static func missing(_ field: String) -> APIError { error(.missingField, field, "\(field) is missing") }

    static func error(
        _ code: ErrorCode, _ field: String, _ message: String, hint: String? = nil
    ) -> APIError {
        APIError(code, message, key: "field", field, hint: hint)
    }
}
