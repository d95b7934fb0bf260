import Digests
import Foundation
import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader

extension HealthService {
    /// `POST /v1/reconcile`: compares a phone's samples with the store's. Changes no data.
    ///
    /// - `digests` of years, months or days, which are called units here. The answer lists the
    ///   units that differ or that only one side has. A phone begins with years and continues
    ///   inside those that differ. So the work grows with the differences and not with the history.
    /// - `uuids`: the answer lists the uuids that the phone must send, the uuids that the phone
    ///   does not have, and the uuids that the store has deleted.
    ///   which the store has deleted.
    @Sendable func postReconcile(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        _ = try RequestParameters(request, of: .postReconcile)
        let caller = try await caller(of: presented)
        do {
            let fields = try JSONParser(bytesMax: HealthService.bodyBytesMax).parse(try await request.decodedBody()) {
                try ReconciliationFields($0)
            }
            return try await answer(caller, try QuestionClock(fields.timeZone)) { clock, person, session in
                let reconciliation = Reconciliation(
                    fields: fields, units: CivilUnits(fields.interval, clock: clock),
                    reader: ReconciliationReader(person: person, session: session))
                return HTTPResponse(json: try reconciliation.json())
            }
        } catch let error as ParameterError {
            throw APIError(
                ErrorCode(error.code), error.message, key: "field", error.parameter, hint: error.hint)
        }
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
