import Digests
import Foundation
import HTTPServer
import HealthCore
import HealthDatabase
import JSON

extension Endpoint {
    static let postReconcile = Endpoint(
        .post, "/v1/reconcile", "Compares what a phone and the store hold",
        notes: """
            Changes nothing. With `digests` of years, months or days the answer lists the units that differ, or that only one side \
            has; with `uuids` it says which of them the store misses, which the phone does not know and which were deleted.
            """,
        tag: .reconciliation,
        takes: .json(
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
                ]
            ).sent("Reconciliation"),
            example: """
                {"timeZone": "Europe/Berlin", "interval": "year", "types": ["stepCount"], "digests": [
                  {"type": "stepCount", "date": "2024-01-01", "count": 1, \
                "digest": "\(String(repeating: "0", count: 64))"}]}
                """
        ) { try ReconciliationFields($0) },
        gives: .json("The differences."),
        errors: [
            .missingField, .malformedUUID, .unknownTimeZone, .noTimeZoneHistory, .emptyRange, .outOfRange,
            .repeatedParameter, .tooManyBuckets, .unknownType, .missingParameter,
        ], writes: false
    ) { call in
        let fields = call.taken
        // A phone that found a sample here that is lost later would not send it again.
        try await call.confirmVisible()
        do {
            return try await call.answer(try QuestionClock(fields.timeZone)) { clock, session in
                let reconciliation = Reconciliation(
                    fields: fields, units: CivilUnits(fields.interval, clock: clock),
                    reader: ReconciliationReader(person: call.person, session: session))
                return try reconciliation.differences()
            }
        } catch let error as ParameterError {
            throw APIError.ofField(ErrorCode(error.code), error.parameter, error.message, hint: error.hint)
        }
    }
}

/// The samples of both sides, unit by unit.
private struct Reconciliation {
    typealias Key = ReconciliationFields.Key

    let fields: ReconciliationFields
    let units: CivilUnits
    let reader: ReconciliationReader

    func differences() throws -> Differences {
        var answer = Differences(timeZone: units.clock.name, interval: units.interval.rawValue)
        switch fields.question {
        case .digests(let entries): (answer.equal, answer.differences) = try compare(entries)
        case .uuids(let entries): answer.uuids = try compare(entries)
        }
        return answer
    }

    private func compare(
        _ entries: [ReconciliationFields.Entry<ReconciliationFields.Digest>]
    ) throws -> (equal: Int, differences: [Differences.Unit]) {
        let stored = try reader.digests(
            units, types: fields.types, from: fields.from.map(units.start), to: fields.to.map(units.start))
        guard let stored else {
            throw APIError.ofField(
                .tooManyBuckets, "interval",
                "the store has more than \(ReconciliationReader.unitsMax) units with samples in this range",
                hint: "request longer units, fewer types or a shorter range")
        }
        var digests: [Key: ReconciliationReader.Digest] = [:]
        for digest in stored { digests[Key(type: digest.type, date: digest.date)] = digest }
        let equal = entries.filter { entry in
            guard let known = digests[entry.key] else { return entry.content.count == 0 }
            return known.count == entry.content.count && known.digest == entry.content.digest
        }
        let differences = Set(digests.keys).union(entries.map(\.key)).subtracting(equal.map(\.key))
        return (equal.count, differences.sorted().map { Differences.Unit(key: $0, digest: digests[$0]) })
    }

    private func compare(_ entries: [ReconciliationFields.Entry<[UUID]>]) throws -> [Differences.UUIDs] {
        // The uuids of all units are compared together. A sample whose start has changed may be in
        // another unit on the phone, and it is not missing there.
        let phone = Set(entries.flatMap(\.content))
        var rest = ReconciliationFields.uuidsMax
        let stored = try entries.map { entry in
            guard let uuids = try reader.uuids(of: entry.key.type, in: units.unit(entry.key.date), limit: rest) else {
                throw APIError.ofField(
                    .outOfRange, "uuids",
                    "the store has more than \(ReconciliationFields.uuidsMax) uuids in these units",
                    hint: "request fewer or shorter units at once")
            }
            rest -= uuids.count
            return uuids
        }
        let absent = zip(entries, stored).flatMap { entry, stored in entry.content.filter { !stored.contains($0) } }
        let deleted = try reader.deleted(among: absent)
        return zip(entries, stored).map { entry, stored in
            let absent = Set(entry.content).subtracting(stored)
            return Differences.UUIDs(
                key: entry.key, missing: absent.subtracting(deleted), unknown: stored.subtracting(phone),
                deleted: absent.intersection(deleted))
        }
    }
}

/// The differences of digests, or those of uuids.
private struct Differences: Shaped {
    var timeZone: String
    var interval: String
    var equal: Int?
    var differences: [Unit]?
    var uuids: [UUIDs]?

    static let shape = Shape<Self>([
        .member("timeZone", \.timeZone), .member("interval", \.interval, as: .choice(["day", "month", "year"])),
        .optional("equal", \.equal, as: .count), .optional("differences", \.differences),
        .optional("uuids", \.uuids),
    ])

    struct Unit: Shaped {
        var key: ReconciliationFields.Key
        var digest: ReconciliationReader.Digest?

        static let shape = Shape<Self>([
            .member("type", \.key.type), .member("date", \.key.date), .count("count") { Int($0.digest?.count ?? 0) },
            .member("digest", { $0.digest.map { hexadecimal($0.digest) } }, as: Schema.sha256.orNull),
        ])
    }

    struct UUIDs: Shaped {
        var key: ReconciliationFields.Key
        var missing: Set<UUID>
        var unknown: Set<UUID>
        var deleted: Set<UUID>

        static let shape = Shape<Self>([
            .member("type", \.key.type), .member("date", \.key.date), .member("missing") { sorted($0.missing) },
            .member("unknown") { sorted($0.unknown) }, .member("deleted") { sorted($0.deleted) },
        ])

        private static func sorted(_ uuids: Set<UUID>) -> [UUID] { uuids.sorted { $0.uuidString < $1.uuidString } }
    }
}
