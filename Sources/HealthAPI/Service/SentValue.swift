import HealthCore
import JSON

/// A value of a request's body, and the path of its field. Every error names the field.
struct SentValue {
    /// Nil if the member is missing.
    let value: JSONValue?
    /// The path, such as `timeZones[3].startDate`; empty for the body.
    let field: String

    /// Nil if the member is missing.
    var given: SentValue? { value == nil ? nil : self }

    /// Nil if the member is missing or null.
    var present: SentValue? { value.present.map { SentValue(value: $0, field: field) } }

    /// - Throws: `APIError` if the member is missing.
    func required() throws(APIError) -> JSONValue {
        guard let value else { throw APIError.missing(field) }
        return value
    }

    /// Returns the members of an object that has only members of `known`, each at most once.
    ///
    /// - Parameter dropsNull: true if a member with null counts as missing.
    /// - Throws: `APIError`.
    func object(_ known: Set<String>, dropsNull: Bool = false) throws -> SentObject {
        let value = try required()
        guard value.kind == .object else {
            throw APIError.malformed(field, "\(field.isEmpty ? "the body" : field) must be an object")
        }
        var object = SentObject(field: field)
        try value.forEachMember { key, value in
            let member = SentValue(value: value, field: object[String(key.prefix(64))].field)
            guard known.contains(key) else {
                throw APIError.malformed(member.field, "there is no member \(member.field)")
            }
            guard object.members.updateValue(value, forKey: key) == nil else { throw member.malformed("is repeated") }
        }
        if dropsNull { object.members = object.members.filter { !$0.value.isNull } }
        return object
    }

    /// Reads a list. Calls `body` with each element.
    ///
    /// - Throws: `APIError`, and the errors of `body`.
    @discardableResult
    func elements<Element>(max: Int, _ body: (SentValue) throws -> Element) throws -> [Element] {
        let value = try required()
        guard value.kind == .array else { throw malformed("must be a list") }
        guard value.count <= max else {
            throw error(
                .outOfRange, "has \(value.count) elements; at most \(max) are allowed", hint: "send several requests")
        }
        var elements: [Element] = []
        try value.forEachElement { elements.append(try body(SentValue(value: $1, field: "\(field)[\($0)]"))) }
        return elements
    }

    /// Reads a text of 1 to `SampleReferences.typeBytesMax` bytes.
    ///
    /// - Throws: `APIError`.
    func text() throws(APIError) -> String {
        guard let text = try required().string, !text.isEmpty, text.utf8.count <= SampleReferences.typeBytesMax,
            !text.utf8.contains(0)
        else { throw malformed("must be a text of 1 to \(SampleReferences.typeBytesMax) bytes") }
        return text
    }

    /// Reads the name of a type; returns its identifier, or the text if it is not in the catalogue.
    ///
    /// - Throws: `APIError`.
    func type() throws(APIError) -> String {
        let name = try text()
        return Catalogue.sampleType(named: name)?.identifier ?? name
    }

    /// - Throws: `APIError`.
    func flag() throws(APIError) -> Bool {
        guard let flag = value?.bool else { throw malformed("must be true or false") }
        return flag
    }

    func malformed(_ requirement: String) -> APIError { error(.malformedField, requirement) }

    /// - Parameter statement: what the message says about the field.
    func error(_ code: ErrorCode, _ statement: String, hint: String? = nil) -> APIError {
        APIError.ofField(code, field, "\(field) \(statement)", hint: hint)
    }
}

extension SentValue {
    init(_ body: JSONValue) { self.init(value: body, field: "") }
}

/// The members of an object of a request's body.
struct SentObject {
    fileprivate(set) var members: [String: JSONValue] = [:]
    /// The path of the object; empty for the body.
    let field: String

    subscript(name: String) -> SentValue {
        SentValue(value: members[name], field: field.isEmpty ? name : field + "." + name)
    }
}

/// A member that a body may have: its name, its schema, and the function that reads it.
typealias SentMember<Value> = (
    name: String, schema: Schema, read: @Sendable (SentValue, inout Value) throws -> Void
)

extension Array {
    /// The schemas of optional members.
    func schema<Value>() -> Schema.Members where Element == SentMember<Value> {
        Schema.Members(map { [$0.name: $0.schema.orNull] })
    }

    /// Reads the members that the body has, in the order of this list. Null counts as missing.
    ///
    /// - Throws: `APIError` for an unknown member, and the errors of the members.
    func read<Value>(_ body: JSONValue, into value: inout Value) throws where Element == SentMember<Value> {
        let sent = try SentValue(body).object(Set(map(\.name)))
        for (name, _, read) in self {
            if let member = sent[name].present { try read(member, &value) }
        }
    }
}

// MARK: Errors of fields

extension APIError {
    static func malformed(_ field: String, _ message: String) -> APIError { ofField(.malformedField, field, message) }

    /// The error of a list or an object with too many elements.
    static func tooMany(_ field: String, _ message: String) -> APIError {
        APIError(.tooManyRecords, status: .badRequest, message, key: "field", field)
    }

    static func missing(_ field: String) -> APIError { ofField(.missingField, field, "\(field) is missing") }

    static func ofField(_ code: ErrorCode, _ field: String, _ message: String, hint: String? = nil) -> APIError {
        APIError(code, message, key: "field", field, hint: hint)
    }
}
