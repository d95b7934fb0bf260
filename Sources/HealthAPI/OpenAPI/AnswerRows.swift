import HTTPServer
import HealthCore
import JSON

/// Makes rows of an answer that has a list: one for each element.
///
/// Lines have the elements as JSON. CSV has a column for each member of an element. The member of a
/// member is the column `object.member`, and an array is JSON.
struct AnswerRows: Sendable {
    private let list: String
    /// Nil if the schema does not describe the members of the elements. Then they are those of the
    /// first element.
    private let columns: [Column]?
    /// True if the answer has a `cursor`.
    let hasPages: Bool

    fileprivate struct Column {
        var path: [String]
        var isTime = false
        var name: String { path.joined(separator: ".") }
    }

    /// - Parameters:
    ///   - list: the member with the list.
    ///   - answer: the schema of the answer.
    init(_ list: String, of answer: Schema) {
        self.list = list
        let found = answer.memberList?.first { $0.key == list }?.value.element.map { Self.columns(of: $0, []) }
        columns = found?.contains { $0.path.isEmpty } == true ? nil : found
        hasPages = answer.memberList?.contains { $0.key == "cursor" } == true
    }

    private static func columns(of schema: Schema, _ path: [String]) -> [Column] {
        guard let members = schema.memberList else { return [Column(path: path, isTime: schema.isTime)] }
        return members.flatMap { columns(of: $0.value, path + [$0.key]) }
    }

    /// - Parameter json: the answer as JSON.
    /// - Returns: the rows, and the `cursor` of the answer.
    /// - Throws: `JSONError`.
    func rows(of json: [UInt8], _ format: AnswerFormat) throws -> (rows: RowWriter, cursor: String?) {
        try JSONParser(bytesMax: json.count).parse(json) { answer in
            var elements: [JSONValue] = []
            answer[list]?.forEachElement { elements.append($1) }
            let columns = columns ?? elements.first.map(AnswerRows.columns(ofFirst:)) ?? []
            var rows = RowWriter(format, columns: columns.map(\.name), hasTimes: columns.contains { $0.isTime })
            for element in elements {
                if format == .csv {
                    rows.append(columns.map { $0.cell(of: element) })
                } else {
                    rows.append(line: element)
                }
            }
            return (rows, answer["cursor"]?.string)
        }
    }

    private static func columns(ofFirst element: JSONValue) -> [Column] {
        var columns: [Column] = []
        element.forEachMember { name, _ in columns.append(Column(path: [name])) }
        return columns
    }
}

extension AnswerRows.Column {
    fileprivate func cell(of element: JSONValue) -> RowWriter.Cell {
        guard let value = path.reduce(Optional(element), { $0?[$1] }) else { return .text(nil) }
        switch value.kind {
        case .null: return .text(nil)
        case .bool: return .flag(value.bool == true)
        case .number: return value.int64.map { .integer(Int($0)) } ?? .number(value.double)
        case .string: return isTime ? .timeText(value.string) : .text(value.string)
        case .array, .object: return .json(value.minified)
        }
    }
}

extension Schema {
    /// The schema without its description, its component and null.
    private var plain: Schema {
        switch self {
        case .described(let schema, _), .orNull(let schema): schema.plain
        case .component(let component): component.schema.plain
        default: self
        }
    }

    /// The members of an object that lists all of them; nil for any other schema.
    fileprivate var memberList: [(key: String, value: Schema)]? {
        guard case .object(let required, let optional, nil) = plain else { return nil }
        return Members([required, optional]).map { $0 }
    }

    fileprivate var element: Schema? {
        if case .array(let element, _, _) = plain { element } else { nil }
    }

    fileprivate var isTime: Bool {
        if case .string("date-time", _, _) = plain { true } else { false }
    }
}
