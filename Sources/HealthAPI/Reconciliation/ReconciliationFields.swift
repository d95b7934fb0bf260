import Digests
import Foundation
import HealthCore
import HealthDatabase
import JSON

/// The body of `POST /v1/reconcile`, parsed without the person's clock.
struct ReconciliationFields: Sendable {
    var timeZone = ""
    var interval = CivilInterval.day
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
        let sent = try SentValue(body).object(
            ["timeZone", "interval", "types", "from", "to", "digests", "uuids"], dropsNull: true)
        timeZone = try sent["timeZone"].text()
        if let value = sent["interval"].present {
            guard let interval = CivilInterval(rawValue: try value.text()) else {
                throw value.malformed("must be day, month or year")
            }
            self.interval = interval
        }
        try readScope(sent)
        switch (sent["digests"].present, sent["uuids"].present) {
        case (let value?, nil): question = .digests(try digests(value))
        case (nil, let value?): question = .uuids(try uuids(value))
        case (nil, nil): throw APIError.missing("digests")
        default: throw APIError.malformed("uuids", "the body must have either digests or uuids, not both")
        }
    }

    private mutating func readScope(_ sent: SentObject) throws {
        types = try sent["types"].present?.elements(max: ReconciliationFields.typesMax) { try $0.type() }
        from = try sent["from"].present.map(date)
        to = try sent["to"].present.map(date)
        if let from, let to, to <= from { throw sent["to"].error(.emptyRange, "must be later than from") }
        guard sent["uuids"].present != nil else { return }
        for name in ["types", "from", "to"] where sent[name].present != nil {
            throw sent[name].malformed("is only allowed with digests")
        }
    }

    private func digests(_ value: SentValue) throws -> [Entry<Digest>] {
        try entries(value, max: ReconciliationFields.digestsMax, known: ["count", "digest"]) { sent in
            guard let count = try sent["count"].required().int64, let count = Int(exactly: count), count >= 0 else {
                throw sent["count"].malformed("must be a whole number, 0 or greater")
            }
            guard let digest = bytes(hexadecimal: try sent["digest"].text()), digest.count == SHA256.byteCount else {
                throw sent["digest"].malformed("must be a SHA-256 in hexadecimal digits")
            }
            return Digest(count: count, digest: digest)
        }
    }

    private func uuids(_ value: SentValue) throws -> [Entry<[UUID]>] {
        var rest = ReconciliationFields.uuidsMax
        return try entries(value, max: ReconciliationFields.unitsMax, known: ["uuids"]) { sent in
            let count = try sent["uuids"].required().count
            guard count <= rest else {
                throw APIError.ofField(
                    .outOfRange, "uuids", "the request has more than \(ReconciliationFields.uuidsMax) uuids",
                    hint: "request fewer or shorter units at once")
            }
            rest -= count
            return try sent["uuids"].elements(max: ReconciliationFields.uuidsMax) { value in
                guard let uuid = value.value?.string.flatMap(UUID.init(text:)) else {
                    throw value.error(
                        .malformedUUID, "must be a uuid such as 1b4e28ba-2fa1-41d2-883f-0016d3cca427")
                }
                return uuid
            }
        }
    }

    private func entries<Content>(
        _ value: SentValue, max: Int, known: Set<String>, _ content: (SentObject) throws -> Content
    ) throws -> [Entry<Content>] {
        var seen: Set<Key> = []
        return try value.elements(max: max) { value in
            let sent = try value.object(known.union(["type", "date"]), dropsNull: true)
            let key = Key(type: try sent["type"].type(), date: try date(sent["date"]))
            if let types, !types.contains(key.type) {
                throw sent["type"].error(.outOfRange, "is not among types")
            }
            guard from.map({ $0 <= key.date }) ?? true, to.map({ key.date < $0 }) ?? true else {
                throw sent["date"].error(.outOfRange, "must be from or later, and before to")
            }
            guard seen.insert(key).inserted else {
                throw value.error(.repeatedParameter, "repeats a type and date")
            }
            return Entry(key: key, content: try content(sent))
        }
    }

    private func date(_ value: SentValue) throws -> CivilDate {
        guard let date = CivilDate(iso8601: try value.text()) else {
            throw value.malformed("must be a date such as 2024-05-01")
        }
        guard interval.begins(with: date) else {
            throw value.malformed("must be the first day of a \(interval.rawValue)")
        }
        return date
    }
}
