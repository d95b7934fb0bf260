import Digests
import Foundation
import HealthCore
import HealthDatabase
import JSON

/// The body of `POST /v1/reconcile`, parsed without the person's clock.
struct ReconciliationFields: Sendable {
    var timeZone = ""
    var interval = CivilUnits.Interval.day
    /// Identifiers of types. Nil for all types.
    var types: [String]?
    /// The first day of the first unit. `to` is the first day after the last unit.
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

    /// The phone's samples of one type that start in one unit, which is a year, month or day.
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
    /// Most units whose uuids one request compares.
    static let unitsMax = 1_000
    /// Most uuids of one request, and most uuids of the store in the units of a request.
    static let uuidsMax = 100_000
    /// Most types of one request.
    static let typesMax = 1_000

    /// Reads the body.
    ///
    /// - Throws: `APIError`, which names the field, or `JSONError`.
    init(_ body: JSONValue) throws {
        // A member with null counts as missing.
        let members = try JSONMembers.members(
            body, "", known: ["timeZone", "interval", "types", "from", "to", "digests", "uuids"]
        ).filter { !$0.value.isNull }
        timeZone = try JSONMembers.text(members["timeZone"], "timeZone")
        if let value = members["interval"] {
            let text = try JSONMembers.text(value, "interval")
            guard let interval = CivilUnits.Interval(rawValue: text) else {
                throw JSONMembers.malformed("interval", "interval must be day, month or year")
            }
            self.interval = interval
        }
        try readScope(members)
        switch (members["digests"], members["uuids"]) {
        case (let value?, nil): question = .digests(try digests(value))
        case (nil, let value?): question = .uuids(try uuids(value))
        case (nil, nil): throw JSONMembers.missing("digests")
        default: throw JSONMembers.malformed("uuids", "the body must have either digests or uuids, not both")
        }
    }

    private mutating func readScope(_ members: [String: JSONValue]) throws {
        types = try members["types"].map {
            try JSONMembers.elements($0, "types", max: ReconciliationFields.typesMax) { try JSONMembers.type($0, $1) }
        }
        from = try members["from"].map { try date($0, "from") }
        to = try members["to"].map { try date($0, "to") }
        if let from, let to, to <= from {
            throw JSONMembers.error(.emptyRange, "to", "to must be later than from")
        }
        guard members["uuids"] != nil else { return }
        for name in ["types", "from", "to"] where members[name] != nil {
            throw JSONMembers.malformed(name, "\(name) is only allowed with digests")
        }
    }

    private func digests(_ value: JSONValue) throws -> [Entry<Digest>] {
        try entries(value, "digests", max: ReconciliationFields.digestsMax, known: ["count", "digest"]) {
            members, field in
            guard let count = members["count"] else { throw JSONMembers.missing(field + ".count") }
            guard let count = count.int64, let count = Int(exactly: count), count >= 0 else {
                throw JSONMembers.malformed(field + ".count", "\(field).count must be a whole number, 0 or greater")
            }
            let text = try JSONMembers.text(members["digest"], field + ".digest")
            guard let digest = bytes(hexadecimal: text), digest.count == SHA256.byteCount else {
                throw JSONMembers.malformed(
                    field + ".digest", "\(field).digest must be a SHA-256 in hexadecimal digits")
            }
            return Digest(count: count, digest: digest)
        }
    }

    private func uuids(_ value: JSONValue) throws -> [Entry<[UUID]>] {
        var rest = ReconciliationFields.uuidsMax
        return try entries(value, "uuids", max: ReconciliationFields.unitsMax, known: ["uuids"]) { members, field in
            guard let list = members["uuids"] else { throw JSONMembers.missing(field + ".uuids") }
            guard list.count <= rest else {
                throw JSONMembers.error(
                    .outOfRange, "uuids", "the request has more than \(ReconciliationFields.uuidsMax) uuids",
                    hint: "request fewer or shorter units at once")
            }
            rest -= list.count
            return try JSONMembers.elements(list, field + ".uuids", max: ReconciliationFields.uuidsMax) {
                value, field in
                guard let uuid = value.string.flatMap(UUID.init(text:)) else {
                    throw JSONMembers.error(
                        .malformedUUID, field,
                        "\(field) must be a uuid such as 1b4e28ba-2fa1-41d2-883f-0016d3cca427")
                }
                return uuid
            }
        }
    }

    private func entries<Content>(
        _ value: JSONValue, _ field: String, max: Int, known: Set<String>,
        _ content: ([String: JSONValue], String) throws -> Content
    ) throws -> [Entry<Content>] {
        var seen: Set<Key> = []
        return try JSONMembers.elements(value, field, max: max) { value, field in
            let members = try JSONMembers.members(value, field, known: known.union(["type", "date"]))
                .filter { !$0.value.isNull }
            let key = Key(
                type: try JSONMembers.type(members["type"], field + ".type"),
                date: try date(members["date"], field + ".date"))
            if let types, !types.contains(key.type) {
                throw JSONMembers.error(.outOfRange, field + ".type", "\(field).type is not among types")
            }
            guard from.map({ $0 <= key.date }) ?? true, to.map({ key.date < $0 }) ?? true else {
                throw JSONMembers.error(
                    .outOfRange, field + ".date", "\(field).date must be from or later, and before to")
            }
            guard seen.insert(key).inserted else {
                throw JSONMembers.error(.repeatedParameter, field, "\(field) repeats a type and date")
            }
            return Entry(key: key, content: try content(members, field))
        }
    }

    private func date(_ value: JSONValue?, _ field: String) throws -> CivilDate {
        guard let date = CivilDate(iso8601: try JSONMembers.text(value, field)) else {
            throw JSONMembers.malformed(field, "\(field) must be a date such as 2024-05-01")
        }
        guard interval.begins(with: date) else {
            throw JSONMembers.malformed(field, "\(field) must be the first day of a \(interval.rawValue)")
        }
        return date
    }
}
