import HealthCore
import JSON

/// The answer of an endpoint as an assistant reads it. Figures have the units that people read: the
/// endpoint answers 0.262 in the unit `fraction`, and the tool 26.2 in `%`.
struct ToolAnswer {
    /// The longest answer. Characters that are not ASCII count as several.
    static let charactersMax = 20_000

    /// The most characters of a text, for each element that a list may have.
    private static let charactersOfElement = 20

    /// The answer of the endpoint, an object.
    let body: [UInt8]
    /// The number of rows of data in it; nil if they are not counted.
    let rowCount: Int?
    let omits: Set<String>
    let mayRead: Bool
    private(set) var notes: [String]
    let now: Instant
    /// The most elements of each list. If it is a number, texts are cut, too.
    private var elementsMax = Int.max
    private var hasMonths = false

    /// The members whose numbers are in the unit of the object that they are in.
    private static let figures: Set = [
        "sum", "average", "minimum", "maximum", "value", "contribution", "median", "difference", "yearDifference",
        "perDay", "lower", "upper", "usual",
    ]
    /// The members that are null in an object without samples.
    private static let measured: Set = ["statistics", "asleep", "average", "sample"]

    init(body: [UInt8], rowCount: Int?, omits: Set<String>, mayRead: Bool, notes: [String], now: Instant) {
        (self.body, self.rowCount, self.omits, self.mayRead) = (body, rowCount, omits, mayRead)
        (self.notes, self.now) = (notes, now)
    }

    /// Returns the answer as JSON, whatever its length.
    ///
    /// - Throws: `JSONError`.
    func json() throws -> [UInt8] {
        try JSONParser(bytesMax: max(body.count, 1)).parse(body) { answer in
            var writer = JSONWriter(capacity: body.count)
            writer.object { writer in
                appendMembers(of: answer, "", .identity, to: &writer)
                let (isPartial, notes) = remarks(on: answer)
                writer.member("partial", isPartial)
                writer.member("now", now)
                writer.member("notes", notes)
            }
            return writer.bytes
        }
    }

    /// Returns the answer with at most `charactersMax` characters: months instead of days, or the
    /// first elements of each list.
    ///
    /// - Throws: `JSONError`; `ToolFailure` if that is not short enough.
    mutating func shortened() throws -> [UInt8] {
        let earlier = notes
        hasMonths = true
        notes.append(
            "There are too many days for one answer, so these are months. Ask for a shorter range to see days.")
        let months = try json()
        if months.count <= ToolAnswer.charactersMax { return months }
        hasMonths = false
        elementsMax = 400
        while elementsMax > 0 {
            notes =
                earlier + [
                    "The answer would be too long, so lists end after \(elementsMax) elements, and texts are cut. Ask for less."
                ]
            let json = try json()
            if json.count <= ToolAnswer.charactersMax { return json }
            elementsMax = elementsMax * 3 / 4
        }
        throw ToolFailure("the answer would be too long; ask for less")
    }

    // MARK: Remarks

    private func remarks(on answer: JSONValue) -> (isPartial: Bool, notes: [String]) {
        var notes = notes
        var (isPartial, figures, missing) = (false, 0, 0)
        func look(_ value: JSONValue) {
            value.forEachElement { look($1) }
            value.forEachMember { name, member in
                isPartial = isPartial || name == "partial" && member.bool == true
                if ToolAnswer.measured.contains(name), member.kind != .array {
                    figures += 1
                    if member.isNull { missing += 1 }
                }
                look(member)
            }
        }
        look(answer)
        let end = (answer["to"] ?? answer["endDate"])?.string.flatMap { Instant(rfc3339: $0) }
        if isPartial || end.map({ $0 > now }) ?? false {
            isPartial = true
            notes.append("The range or a part of it has not ended or is cut, so its figures may still grow.")
        }
        if answer["cursor"].map({ !$0.isNull }) ?? false {
            isPartial = true
            notes.append("There are further rows; call again with cursor.")
        }
        if !mayRead {
            notes.append("The token may not read, so every answer looks as if there were no data.")
        } else if rowCount == 0 || figures > 0 && missing == figures {
            notes.append("There are no samples in this range that this token may read. That does not mean zero.")
        }
        return (isPartial || elementsMax < .max, notes)
    }

    // MARK: Members

    private func append(
        _ value: JSONValue, _ name: String, _ conversion: UnitConversion, to writer: inout JSONWriter
    ) {
        switch value.kind {
        case .array where hasMonths && Month.day(of: value) != nil:
            writer.array { writer in Month.months(of: value).forEach { $0.append(to: &writer) } }
        case .array:
            writer.array { writer in
                value.forEachElement { index, element in
                    if index < elementsMax { append(element, name, conversion, to: &writer) }
                }
            }
        case .object: writer.object { appendMembers(of: value, name, conversion, to: &$0) }
        case .string where elementsMax < .max:
            writer.value(String((value.string ?? "").prefix(ToolAnswer.charactersOfElement * elementsMax)))
        default: writer.value(value)
        }
    }

    /// - Parameters:
    ///   - parent: the name of the object or its list; empty for the answer.
    ///   - outer: the conversion of the innermost object around `value` with a unit.
    private func appendMembers(
        of value: JSONValue, _ parent: String, _ outer: UnitConversion, to writer: inout JSONWriter
    ) {
        let presentation = value["unit"]?.string.flatMap { try? Unit(parsing: $0) }?.presentation
        let conversion = presentation?.conversion ?? outer
        value.forEachMember { name, member in
            guard !omits.contains(name), !omits.contains("\(parent).\(name)"), !parent.isEmpty || name != "partial"
            else { return }
            writer.key(name)
            if name == "unit", let presentation {
                writer.value(presentation.label)
            } else if ToolAnswer.figures.contains(name), let number = member.double {
                writer.value(conversion.printed(number))
            } else {
                append(member, name, conversion, to: &writer)
            }
        }
    }
}

/// The days of a list that are in one month, and the numbers of their members.
private struct Month {
    /// Such as `2026-02`.
    let name: String
    private var days = 0
    /// The numbers by the names of their members, such as `main.stages.deep`, in order.
    private var figures: [(name: String, values: [Double])] = []

    /// The date of the first element of a list of days.
    static func day(of list: JSONValue) -> String? {
        var date: String?
        list.forEachElement { index, day in if index == 0 { date = Month.date(of: day) } }
        return date
    }

    private static func date(of day: JSONValue) -> String? { (day["date"] ?? day["dateComponents"])?.string }

    static func months(of days: JSONValue) -> [Month] {
        var months: [Month] = []
        days.forEachElement { _, day in
            let name = String((date(of: day) ?? "").prefix(7))
            if months.last?.name != name { months.append(Month(name: name)) }
            months[months.count - 1].days += 1
            months[months.count - 1].add(day, "")
        }
        return months
    }

    private init(name: String) { self.name = name }

    private mutating func add(_ value: JSONValue, _ name: String) {
        value.forEachMember { add($1, name.isEmpty ? $0 : name + "." + $0) }
        guard let number = value.double else { return }
        if let index = figures.firstIndex(where: { $0.name == name }) {
            figures[index].values.append(number)
        } else {
            figures.append((name, [number]))
        }
    }

    func append(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("month", name)
            writer.member("days", days)
            for (name, values) in figures {
                writer.key(name)
                writer.object { writer in
                    writer.member("days", values.count)
                    writer.member("average", values.reduce(0, +) / Double(values.count))
                    writer.member("minimum", values.min())
                    writer.member("maximum", values.max())
                }
            }
        }
    }
}
