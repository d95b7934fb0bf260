import Foundation
import HealthCore
import HealthDatabase
import JSON

/// A value of an answer, with its JSON and its schema.
protocol JSONWritable: Sendable {
    static var schema: Schema { get }

    func write(to writer: inout JSONWriter)

    /// The number of rows of data, for the access log; nil if the answer has none.
    var rowCount: Int? { get }
}

/// An object of an answer. One list of members gives its JSON and its schema.
protocol Shaped: JSONWritable {
    static var shape: Shape<Self> { get }
}

extension Shaped {
    static var schema: Schema { shape.schema }

    func write(to writer: inout JSONWriter) {
        writer.object { Self.shape.write(self, to: &$0) }
    }
}

extension JSONWritable {
    var json: JSONWriter {
        var writer = JSONWriter(capacity: 1 << 12)
        write(to: &writer)
        return writer
    }

    var rowCount: Int? { nil }
}

/// The members of an object in the order in which they are written.
struct Shape<Value: Sendable>: Sendable {
    private let members: [Member]
    let required: Schema.Members
    let optional: Schema.Members
    private(set) var schema: Schema

    /// One member of the object, or all members of a part of it.
    struct Member: Sendable {
        fileprivate var required: Schema.Members = [:]
        fileprivate var optional: Schema.Members = [:]
        fileprivate let write: @Sendable (Value, inout JSONWriter) -> Void
    }

    /// Makes an object whose schema the document has in each place.
    ///
    /// - Parameter rest: the schema of members that the document does not list; nil if the object
    ///   has none.
    init(_ members: [Member], rest: Schema? = nil) {
        self.members = members
        required = Schema.Members(members.map(\.required))
        optional = Schema.Members(members.map(\.optional))
        schema = .object(required: required, optional: optional, rest: rest)
    }

    /// Returns the object as a component of the document.
    func named(_ name: String) -> Shape {
        var shape = self
        shape.schema = schema.named(name)
        return shape
    }

    /// Returns the object as JSON.
    func json(of value: Value) -> [UInt8] {
        JSONWriter.object { write(value, to: &$0) }
    }

    /// Writes the members without the brackets of the object.
    func write(_ value: Value, to writer: inout JSONWriter) {
        for member in members { member.write(value, &writer) }
    }
}

extension Shape.Member {
    /// A member that is always present.
    ///
    /// - Parameter schema: the schema, if it is not that of the value's type.
    static func member<Part: JSONWritable>(
        _ name: String, _ part: @escaping @Sendable (Value) -> Part, as schema: Schema = Part.schema,
        _ meaning: String? = nil
    ) -> Self {
        Self(required: [name: schema.described(meaning)]) { value, writer in
            writer.key(name)
            part(value).write(to: &writer)
        }
    }

    /// A member that is missing if the value is nil.
    static func optional<Part: JSONWritable>(
        _ name: String, _ part: @escaping @Sendable (Value) -> Part?, as schema: Schema = Part.schema,
        _ meaning: String? = nil
    ) -> Self {
        Self(optional: [name: schema.described(meaning)]) { value, writer in
            guard let part = part(value) else { return }
            writer.key(name)
            part.write(to: &writer)
        }
    }

    /// A member that is an object.
    static func object(_ name: String, _ shape: Shape<Value>, as schema: Schema? = nil) -> Self {
        Self(required: [name: schema ?? shape.schema]) { value, writer in
            writer.object(name) { shape.write(value, to: &$0) }
        }
    }

    /// A count of samples or records.
    static func count(_ name: String, _ count: @escaping @Sendable (Value) -> some BinaryInteger & JSONWritable) -> Self
    {
        .member(name, count, as: .count)
    }

    /// A time on a clock; null if the time is nil.
    static func time(
        _ name: String, _ instant: @escaping @Sendable (Value) -> Instant?,
        on clock: @escaping @Sendable (Value) -> ClockText,
        as schema: Schema = .time
    ) -> Self {
        Self(required: [name: schema]) { value, writer in
            writer.key(name)
            if let instant = instant(value) { clock(value).write(instant, to: &writer) } else { writer.null() }
        }
    }

    /// The first elements of a list that fit into a page, and the `cursor` of the next page.
    ///
    /// - Parameters:
    ///   - countsRows: true if the elements are rows of data.
    ///   - next: returns the cursor if the page has only the first elements, by their number.
    static func page<Element: JSONWritable>(
        _ name: String, _ elements: @escaping @Sendable (Value) -> [Element], countsRows: Bool = true,
        next: @escaping @Sendable (Value, Int) -> String?
    ) -> Self {
        Self(required: [name: .array(of: Element.schema), "cursor": .nextCursor]) { value, writer in
            writer.key(name)
            let count = writer.array(of: elements(value), bytesMax: HealthService.pageBytesMax) { $0.write(to: &$1) }
            writer.member("cursor", next(value, count))
            if countsRows { writer.rowCount = count }
        }
    }

    /// Members whose names depend on the value.
    ///
    /// - Parameter schema: the members that the document lists.
    static func named<Part: JSONWritable>(
        _ members: @escaping @Sendable (Value) -> [(name: String, value: Part)], as schema: Schema.Members = [:]
    ) -> Self {
        Self(optional: schema) { value, writer in
            for (name, part) in members(value) { writer.member(name, part) }
        }
    }

    /// The members of a part, as members of this object.
    static func members<Part>(
        of part: @escaping @Sendable (Value) -> Part, _ shape: Shape<Part>
    ) -> Self {
        Self(required: shape.required, optional: shape.optional) { shape.write(part($0), to: &$1) }
    }

    /// The members of a part, which are missing if it is nil.
    static func optionalMembers<Part>(
        of part: @escaping @Sendable (Value) -> Part?, _ shape: Shape<Part>
    ) -> Self {
        Self(optional: Schema.Members([shape.required, shape.optional])) { value, writer in
            if let part = part(value) { shape.write(part, to: &writer) }
        }
    }
}

extension JSONWriter {
    mutating func member(_ name: String, _ value: some JSONWritable) {
        key(name)
        value.write(to: &self)
    }

    mutating func member(_ name: String, _ value: JSONValue) {
        key(name)
        self.value(value)
    }
}

/// The ends of a part of an answer, on the answer's clock.
struct Span: Shaped {
    let start: Instant
    let end: Instant
    let clock: ClockText

    static let shape = Shape<Self>([
        .time("startDate", \.start, on: \.clock), .time("endDate", \.end, on: \.clock),
    ])
}

// MARK: Values

extension String: JSONWritable {
    static let schema: Schema = .string
    func write(to writer: inout JSONWriter) { writer.value(self) }
}

extension Bool: JSONWritable {
    static let schema: Schema = .boolean
    func write(to writer: inout JSONWriter) { writer.value(self) }
}

extension Double: JSONWritable {
    static let schema: Schema = .number
    func write(to writer: inout JSONWriter) { writer.value(self) }
}

extension JSONWritable where Self: BinaryInteger {
    static var schema: Schema { .integer }
    func write(to writer: inout JSONWriter) { writer.value(Int64(self)) }
}

extension Int: JSONWritable {}
extension Int32: JSONWritable {}
extension Int64: JSONWritable {}

extension UUID: JSONWritable {
    static let schema: Schema = .uuid
    func write(to writer: inout JSONWriter) { writer.value(uuidString.lowercased()) }
}

extension Instant: JSONWritable {
    static let schema: Schema = .time
    func write(to writer: inout JSONWriter) { writer.value(rfc3339) }
}

extension CivilDate: JSONWritable {
    static let schema: Schema = .date
    func write(to writer: inout JSONWriter) { writer.value(iso8601) }
}

extension JSONWritable where Self: RawRepresentable & CaseIterable, RawValue == String {
    static var schema: Schema { .choice(allCases.map(\.rawValue)) }
    func write(to writer: inout JSONWriter) { writer.value(rawValue) }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
    static var schema: Schema { Wrapped.schema.orNull }

    func write(to writer: inout JSONWriter) {
        if let self { self.write(to: &writer) } else { writer.null() }
    }
}

extension Array: JSONWritable where Element: JSONWritable {
    static var schema: Schema { .array(of: Element.schema) }

    func write(to writer: inout JSONWriter) {
        writer.array { writer in
            for element in self { element.write(to: &writer) }
        }
    }
}

extension Dictionary: JSONWritable where Key == String, Value: JSONWritable {
    static var schema: Schema { .map(Value.schema) }

    /// Writes the members by name.
    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            for (name, value) in sorted(by: { $0.key < $1.key }) {
                writer.key(name)
                value.write(to: &writer)
            }
        }
    }
}

/// JSON that the store keeps as bytes.
struct StoredJSON: JSONWritable {
    private let bytes: [UInt8]

    init?(_ bytes: [UInt8]?) {
        guard let bytes else { return nil }
        self.bytes = bytes
    }

    static let schema: Schema = .any
    func write(to writer: inout JSONWriter) { writer.raw(bytes) }
}
