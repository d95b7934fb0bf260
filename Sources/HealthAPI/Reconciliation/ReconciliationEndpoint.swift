import Digests
import Foundation
import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader

extension HealthService {
    /// `POST /v1/reconcile`: compares the samples of a phone with those of the store, and changes nothing.
    ///
    /// With `digests` of years, months or days, the answer lists the units that differ or that only one side has. A phone asks
    /// for years first and continues with months and days of those that differ, so the cost grows with the differences and not
    /// with the history. With `uuids`, the answer lists the samples that the phone must send, those that the phone does not have,
    /// and those that were deleted in the store.
    @Sendable func postReconcile(_ request: HTTPRequest) async throws -> HTTPResponse {
        let token = try bearerToken(of: request)
        _ = try QueryParameters(request, known: [])
        let person = try await person(of: token)
        do {
            let fields = try JSONParser(bytesMax: HealthService.bodyBytesMax).parse(try await request.decodedBody()) {
                try ReconciliationFields($0)
            }
            return try await answer(person, timeZone: fields.timeZone) { personClock in
                CivilUnits(
                    fields.interval, clock: try ParameterText.clock(fields.timeZone, "timeZone", person: personClock))
            } _: { units, session in
                let reconciliation = Reconciliation(
                    fields: fields, units: units, reader: ReconciliationReader(person: person, session: session))
                return HTTPResponse(json: try reconciliation.json())
            }
        } catch let error as ParameterError {
            throw APIError(
                .badRequest, error.code.rawValue, error.message, key: "field", error.parameter, hint: error.hint)
        }
    }
}

/// Compares both sides.
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
            throw ParameterError(
                .tooManyBuckets, "interval", "there are more than \(ReconciliationReader.unitsMax) units",
                hint: "ask for longer units, fewer types or a shorter range")
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
        writer.key("differences")
        writer.array { writer in
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
        // A sample that the phone has in another unit is not unknown to it. Its start may have changed.
        let phone = Set(entries.flatMap(\.content))
        var rest = ReconciliationFields.uuidsMax
        let stored = try entries.map { entry in
            guard let uuids = try reader.uuids(of: entry.key.type, in: units.unit(entry.key.date), limit: rest) else {
                throw ParameterError(
                    .outOfRange, "uuids",
                    "the store has more than \(ReconciliationFields.uuidsMax) uuids in these units",
                    hint: "ask for fewer or shorter units at once")
            }
            rest -= uuids.count
            return uuids
        }
        let absent = zip(entries, stored).flatMap { entry, stored in entry.content.filter { !stored.contains($0) } }
        let deleted = try reader.deleted(among: absent)
        writer.key("uuids")
        writer.array { writer in
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

    private static func append(_ name: StaticString, _ uuids: Set<UUID>, _ writer: inout JSONWriter) {
        writer.key(name)
        writer.array { writer in
            for text in uuids.map({ $0.uuidString.lowercased() }).sorted() { writer.value(text) }
        }
    }
}
