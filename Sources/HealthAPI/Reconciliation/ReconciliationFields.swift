import Digests
import Foundation
import HealthCore
import HealthDatabase
import JSONReader

/// The body of `POST /v1/reconcile`. Its days are not yet on a clock.
struct ReconciliationFields: Sendable {
    var timeZone = ""
    var interval = CivilUnits.Interval.day
    /// Identifiers; nil for all types.
    var types: [String]?
    /// First days of units.
    var from: CivilDate?
    var to: CivilDate?
    var question = Question.digests([])

    enum Question: Sendable {
        case digests([Entry<Digest>])
        case uuids([Entry<[UUID]>])
    }

    struct Digest: Sendable {
        var count: Int
        var digest: [UInt8]
    }

    /// The phone's samples of one type that start in one unit.
    struct Entry<Content: Sendable>: Sendable {
        var key: Key
        var content: Content
    }

    struct Key: Hashable, Comparable, Sendable {
        /// HealthKit's identifier, or the text as sent.
        var type: String
        var date: CivilDate

        static func < (left: Key, right: Key) -> Bool { (left.type, left.date) < (right.type, right.date) }
    }

    /// Most digests of one request.
    static let digestsMax = ReconciliationReader.unitsMax
    /// Most units whose uuids are compared by one request.
    static let unitsMax = 1_000
    /// Most uuids of one request, and most uuids of the store in the units of a request.
    static let uuidsMax = 100_000
    /// Most types of one request.
    static let typesMax = 1_000

    /// Reads the body.
    ///
    /// - Throws: `Refusal` for a malformed member, `ParameterError` for values that do not fit each other or exceed a limit.
    init(_ body: JSONValue) throws {
        let members = try FieldReader.members(
            body, "", known: ["timeZone", "interval", "types", "from", "to", "digests", "uuids"])
        timeZone = try FieldReader.text(members["timeZone"], "timeZone")
        if let value = members["interval"] {
            let text = try FieldReader.text(value, "interval")
            guard let interval = CivilUnits.Interval(rawValue: text) else {
                throw FieldReader.malformed("interval", "interval must be day, month or year")
            }
            self.interval = interval
        }
        try readScope(members)
        switch (members["digests"], members["uuids"]) {
        case (let value?, nil): question = .digests(try digests(value))
        case (nil, let value?): question = .uuids(try uuids(value))
        case (nil, nil): throw FieldReader.missing("digests")
        default: throw FieldReader.malformed("uuids", "digests and uuids are two questions")
        }
    }

    private mutating func readScope(_ members: [String: JSONValue]) throws {
        if let value = members["types"] {
            var types: [String] = []
            try FieldReader.elements(value, "types", max: ReconciliationFields.typesMax) {
                types.append(try FieldReader.type($0, $1))
            }
            self.types = types
        }
        from = try members["from"].map { try date($0, "from") }
        to = try members["to"].map { try date($0, "to") }
        if let from, let to, to <= from {
            throw ParameterError(.emptyRange, "to", "to must be later than from")
        }
        guard members["uuids"] != nil else { return }
        for name in ["types", "from", "to"] where members[name] != nil {
            throw FieldReader.malformed(name, "\(name) belongs to a question for digests")
        }
    }

    private func digests(_ value: JSONValue) throws -> [Entry<Digest>] {
        try entries(value, "digests", max: ReconciliationFields.digestsMax, known: ["count", "digest"]) {
            members, field in
            guard let count = members["count"] else { throw FieldReader.missing(field + ".count") }
            guard let count = count.int64, let count = Int(exactly: count), count >= 0 else {
                throw FieldReader.malformed(field + ".count", "count must be a whole number from 0")
            }
            let text = try FieldReader.text(members["digest"], field + ".digest")
            guard let digest = bytes(hexadecimal: text), digest.count == SHA256.byteCount else {
                throw FieldReader.malformed(field + ".digest", "digest must be a SHA-256 in hexadecimal digits")
            }
            return Digest(count: count, digest: digest)
        }
    }

    private func uuids(_ value: JSONValue) throws -> [Entry<[UUID]>] {
        var rest = ReconciliationFields.uuidsMax
        return try entries(value, "uuids", max: ReconciliationFields.unitsMax, known: ["uuids"]) { members, field in
            guard let list = members["uuids"] else { throw FieldReader.missing(field + ".uuids") }
            var uuids: [UUID] = []
            guard list.count <= rest else {
                throw ParameterError(
                    .outOfRange, "uuids", "a request may hold at most \(ReconciliationFields.uuidsMax) uuids",
                    hint: "ask for fewer or shorter units at once")
            }
            rest -= list.count
            try FieldReader.elements(list, field + ".uuids", max: ReconciliationFields.uuidsMax) { value, field in
                guard let uuid = value.string.flatMap(UUID.init(text:)) else {
                    throw Refusal(
                        .malformedUUID, field: field, "it must be a uuid such as 1b4e28ba-2fa1-41d2-883f-0016d3cca427")
                }
                uuids.append(uuid)
            }
            return uuids
        }
    }

    private func entries<Content>(
        _ value: JSONValue, _ field: String, max: Int, known: Set<String>,
        _ content: ([String: JSONValue], String) throws -> Content
    ) throws -> [Entry<Content>] {
        var entries: [Entry<Content>] = []
        var seen: Set<Key> = []
        try FieldReader.elements(value, field, max: max) { value, field in
            let members = try FieldReader.members(value, field, known: known.union(["type", "date"]))
            let key = Key(
                type: try FieldReader.type(members["type"], field + ".type"),
                date: try date(members["date"], field + ".date"))
            if let types, !types.contains(key.type) {
                throw ParameterError(.outOfRange, field + ".type", "it is none of types")
            }
            guard from.map({ $0 <= key.date }) ?? true, to.map({ key.date < $0 }) ?? true else {
                throw ParameterError(.outOfRange, field + ".date", "date must not be before from, and before to")
            }
            guard seen.insert(key).inserted else {
                throw ParameterError(.repeated, field, "type and date are given more than once")
            }
            entries.append(Entry(key: key, content: try content(members, field)))
        }
        return entries
    }

    private func date(_ value: JSONValue?, _ field: String) throws -> CivilDate {
        guard let date = CivilDate(iso8601: try FieldReader.text(value, field)) else {
            throw FieldReader.malformed(field, "it must be a date such as 2024-05-01")
        }
        guard interval.begins(with: date) else {
            throw FieldReader.malformed(field, "it must be the first day of a \(interval.rawValue)")
        }
        return date
    }
}

/// Reads members of a body. Every error names the field.
private enum FieldReader {
    /// Returns the members of an object that are not null.
    ///
    /// - Throws: `Refusal` for a member that is not in `known`, or that is repeated.
    static func members(_ value: JSONValue, _ field: String, known: Set<String>) throws -> [String: JSONValue] {
        guard value.kind == .object else {
            throw malformed(field, "\(field.isEmpty ? "the body" : "it") must be an object")
        }
        var members: [String: JSONValue] = [:]
        try value.forEachMember { key, value in
            let path = (field.isEmpty ? "" : field + ".") + String(key.prefix(64))
            guard known.contains(key) else { throw malformed(path, "there is no such member") }
            guard members.updateValue(value, forKey: key) == nil else {
                throw malformed(path, "the member is given more than once")
            }
        }
        return members.filter { !$0.value.isNull }
    }

    static func elements(_ value: JSONValue, _ field: String, max: Int, _ body: (JSONValue, String) throws -> Void)
        throws
    {
        guard value.kind == .array else { throw malformed(field, "\(field) must be a list") }
        guard value.count <= max else {
            throw ParameterError(.outOfRange, field, "\(field) may hold at most \(max)", hint: "ask several times")
        }
        try value.forEachElement { try body($1, "\(field)[\($0)]") }
    }

    static func text(_ value: JSONValue?, _ field: String) throws -> String {
        guard let value else { throw missing(field) }
        guard let text = value.string, !text.isEmpty, text.utf8.count <= SampleReferences.typeBytesMax,
            !text.utf8.contains(0)
        else { throw malformed(field, "it must be a text of 1 to \(SampleReferences.typeBytesMax) bytes") }
        return text
    }

    static func type(_ value: JSONValue?, _ field: String) throws -> String {
        let name = try text(value, field)
        return Catalogue.sampleType(named: name)?.identifier ?? name
    }

    static func malformed(_ field: String, _ message: String) -> Refusal {
        Refusal(.malformedField, field: field, message)
    }

    static func missing(_ field: String) -> Refusal { Refusal(.missingField, field: field, "the member is missing") }
}
