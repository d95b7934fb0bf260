import Digests
import Foundation
import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader

extension Endpoint {
    static let postReconcile = Endpoint(
        .post, "/v1/reconcile", "Compares what a phone and the store hold",
        notes: """
            Changes nothing. With `digests` of years, months or days the answer lists the units that differ, or that only one side \
            has; with `uuids` it says which of them the store misses, which the phone does not know and which were deleted.
            """,
        tag: .reconciliation,
        takes: .json(
            .sent(
                "Reconciliation",
                .object(
                    required: ["timeZone": .string],
                    optional: [
                        "interval": .choice(["day", "month", "year"]), "types": .array(of: .string), "from": .date,
                        "to": .date,
                        "digests": .array(
                            of: .object(required: [
                                "type": .string, "date": .date, "count": .integer, "digest": .sha256,
                            ])),
                        "uuids": .array(
                            of: .object(required: ["type": .string, "date": .date, "uuids": .array(of: .uuid)])),
                    ])),
            example: """
                {"timeZone": "Europe/Berlin", "interval": "year", "types": ["stepCount"], "digests": [
                  {"type": "stepCount", "date": "2024-01-01", "count": 1, \
                "digest": "\(String(repeating: "0", count: 64))"}]}
                """
        ) { body in try inFields { try ReconciliationFields(body) } },
        gives: .response(
            .ok(
                "The differences.",
                .json(
                    .object(
                        required: ["timeZone": .string, "interval": .choice(["day", "month", "year"])],
                        optional: [
                            "equal": .count,
                            "differences": .array(
                                of: .object(required: [
                                    "type": .string, "date": .date, "count": .count, "digest": Schema.sha256.orNull,
                                ])),
                            "uuids": .array(
                                of: .object(required: [
                                    "type": .string, "date": .date, "missing": .array(of: .uuid),
                                    "unknown": .array(of: .uuid), "deleted": .array(of: .uuid),
                                ])),
                        ])))),
        errors: [
            .missingField, .malformedUUID, .unknownTimeZone, .noTimeZoneHistory, .emptyRange, .outOfRange,
            .repeatedParameter, .tooManyBuckets, .unknownType, .missingParameter,
        ], writes: false
    ) { call in
        let fields = call.taken
        let question = try inFields { try QuestionClock(fields.timeZone) }
        do {
            return try await call.answer(question) { clock, session in
                let reconciliation = Reconciliation(
                    fields: fields, units: CivilUnits(fields.interval, clock: clock),
                    reader: ReconciliationReader(person: call.person, session: session))
                return HTTPResponse(json: try reconciliation.json())
            }
        } catch let error as ParameterError { throw fieldError(error) }
    }

    /// Runs the body, and names members of the request's body in its errors.
    private static func inFields<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as ParameterError { throw fieldError(error) }
    }

    private static func fieldError(_ error: ParameterError) -> APIError {
        APIError(ErrorCode(error.code), error.message, key: "field", error.parameter, hint: error.hint)
    }
}

/// The samples of both sides, unit by unit.
private struct Reconciliation {
    typealias Key = ReconciliationFields.Key

    let fields: ReconciliationFields
    let units: CivilUnits
    let reader: ReconciliationReader

    func json() throws -> JSONWriter {
        var writer = JSONWriter()
        try writer.object { writer in
            writer.member("timeZone", units.clock.name)
            writer.member("interval", units.interval.rawValue)
            switch fields.question {
            case .digests(let entries): try compare(entries, &writer)
            case .uuids(let entries): try compare(entries, &writer)
            }
        }
        return writer
    }

    private func compare(
        _ entries: [ReconciliationFields.Entry<ReconciliationFields.Digest>], _ writer: inout JSONWriter
    ) throws {
        let stored = try reader.digests(
            units, types: fields.types, from: fields.from.map(units.start), to: fields.to.map(units.start))
        guard let stored else {
            throw APIError(
                .tooManyBuckets,
                "the store has more than \(ReconciliationReader.unitsMax) units with samples in this range",
                key: "field", "interval",
                hint: "request longer units, fewer types or a shorter range")
        }
        var differing: [Key: ReconciliationReader.Digest] = [:]
        for digest in stored { differing[Key(type: digest.type, date: digest.date)] = digest }
        var differences = Set(differing.keys)
        var equal = 0
        for entry in entries {
            let known = differing[entry.key]
            let isEqual =
                known.map { $0.count == entry.content.count && $0.digest == entry.content.digest }
                ?? (entry.content.count == 0)
            if isEqual {
                differences.remove(entry.key)
                equal += 1
            } else {
                differences.insert(entry.key)
            }
        }
        writer.member("equal", equal)
        writer.array("differences") { writer in
            for key in differences.sorted() {
                writer.object { writer in
                    Reconciliation.append(key, &writer)
                    writer.member("count", differing[key]?.count ?? 0)
                    writer.member("digest", differing[key].map { hexadecimal($0.digest) })
                }
            }
        }
    }

    private func compare(_ entries: [ReconciliationFields.Entry<[UUID]>], _ writer: inout JSONWriter) throws {
        // The uuids of all units are compared together. A sample whose start has changed may be in
        // another unit on the phone, and it is not missing there.
        let phone = Set(entries.flatMap(\.content))
        var rest = ReconciliationFields.uuidsMax
        let stored = try entries.map { entry in
            guard let uuids = try reader.uuids(of: entry.key.type, in: units.unit(entry.key.date), limit: rest) else {
                throw APIError(
                    .outOfRange,
                    "the store has more than \(ReconciliationFields.uuidsMax) uuids in these units", key: "field",
                    "uuids", hint: "request fewer or shorter units at once")
            }
            rest -= uuids.count
            return uuids
        }
        let absent = zip(entries, stored).flatMap { entry, stored in entry.content.filter { !stored.contains($0) } }
        let deleted = try reader.deleted(among: absent)
        writer.array("uuids") { writer in
            for (entry, stored) in zip(entries, stored) {
                let absent = Set(entry.content).subtracting(stored)
                writer.object { writer in
                    Reconciliation.append(entry.key, &writer)
                    Reconciliation.append("missing", absent.subtracting(deleted), &writer)
                    Reconciliation.append("unknown", stored.subtracting(phone), &writer)
                    Reconciliation.append("deleted", absent.intersection(deleted), &writer)
                }
            }
        }
    }

    private static func append(_ key: Key, _ writer: inout JSONWriter) {
        writer.member("type", key.type)
        writer.member("date", key.date.iso8601)
    }

    private static func append(_ name: String, _ uuids: Set<UUID>, _ writer: inout JSONWriter) {
        writer.array(name) { writer in
            for text in uuids.map({ $0.uuidString.lowercased() }).sorted() { writer.value(text) }
        }
    }
}
